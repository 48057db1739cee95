"""What is wrong with a picture of the tray, and what its owner can do: blurred, too dark, too bright, glaring."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from reader.calibration.find_tray import find_tray, floor_within, tray_of
from reader.vision.sighting import Frame
from reader.vision.tray import WHOLE_PICTURE, Corners

WIDTH_PX: Final = 960
"""Pictures are measured at one size, or a larger camera would seem less sharp."""
FINE, COARSE = 1.0, 2.2
"""Pixels of the two blurs between which an edge is compared: it tells how wide the lens has drawn it already."""
EDGES: Final = 200
FEWEST_EDGES: Final = 12
FAINTEST_EDGE: Final = 1.2
"""Grey levels a pixel; a fainter one is noise."""
ABOVE_GRAIN: Final = 2.5
"""Times the picture's own usual unevenness."""
MOST_BLUR_PX: Final = 2.2
"""Of 960. Measured on rendered trays: one in focus has 0.7 to 1.1, and a numeral of a d20 is 15 high."""
BURNT: Final = 250
GLARING: Final = 240
MOST_GLARE: Final = 0.004
"""Of the floor: the size of a small die."""
BRIGHT, DARK = 235.0, 40.0
"""A quarter of the floor is duller than the first, or it is burnt out; the picture's mean is above the second."""
UNEVEN: Final = 0.4
"""Of the usual light. A darker corner is not evened out well any more."""

Grey = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Finding:
    """`what` is focus, light, glare or evenness; `remedy` is empty where all is well."""

    what: str
    is_well: bool
    says: str
    remedy: str = ""


def findings(frame: Frame, corners: Corners | None = None, *, is_empty: bool = True) -> tuple[Finding, ...]:
    """White dice glare as much as a lamp does: of a tray that is not empty, glare and evenness are not told; the latter
    neither where it is not known where the tray is."""
    height, width = frame.shape[:2]
    small = np.asarray(cv2.resize(frame, (WIDTH_PX, round(WIDTH_PX * height / width)), interpolation=cv2.INTER_AREA))
    grey = np.asarray(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), np.float32)
    floor = _floor(corners or WHOLE_PICTURE, grey.shape[1], grey.shape[0])
    light = _light(np.asarray(small[floor].max(axis=1), np.float32), float(grey.mean()), is_empty)
    if not is_empty:
        return _focus(grey), light
    glare = _glare(grey[floor]) if light.is_well else None
    told = (_focus(grey), light, glare, _evenness(frame, corners))
    return tuple(one for one in told if one is not None)


def findings_of_empty(frame: Frame) -> tuple[Finding, ...]:
    """Of a picture that nothing is known of yet."""
    return findings(frame, find_tray(frame))


def _floor(corners: Corners, width: int, height: int) -> NDArray[np.bool_]:
    inner = np.array(floor_within(corners))
    mask = np.zeros((height, width), np.uint8)
    cv2.fillPoly(mask, [np.round(inner * [width, height]).astype(np.int32)], 1)
    return np.asarray(mask > 0) if mask.any() else np.ones((height, width), np.bool_)


def _focus(grey: Grey) -> Finding:
    blur = blur_px(grey)
    if blur is None:
        return Finding("focus", True, "cannot be told here: nothing in the picture has an edge")
    if blur <= MOST_BLUR_PX:
        return Finding("focus", True, f"sharp (edges {blur:.1f} px wide)")
    remedy = "wipe the lens, turn it until the tray's edge is crisp, or set camera.focus"
    return Finding("focus", False, f"blurred (edges {blur:.1f} px wide, at most {MOST_BLUR_PX:g})", remedy)


def blur_px(grey: Grey) -> float | None:
    """How widely the lens draws the picture's clearest edges; None if there are none.

    A step drawn with a blur b is steeper by √((b² + coarse²) / (b² + fine²)) after a fine blur than after a coarse one.
    """
    fine, coarse = _steepness(grey, FINE), _steepness(grey, COARSE)
    peaks = np.where(coarse >= cv2.dilate(coarse, np.ones((9, 9), np.uint8)), coarse, 0).ravel()
    steepest = np.argsort(peaks)[::-1][:EDGES]
    clear = steepest[peaks[steepest] > max(FAINTEST_EDGE, ABOVE_GRAIN * float(np.median(coarse)))]
    if len(clear) < FEWEST_EDGES:
        return None
    ratios = np.clip(fine.ravel()[clear] / peaks[clear], 1.0001, COARSE / FINE - 1e-4) ** 2
    blurs = np.sqrt((COARSE**2 - ratios * FINE**2) / (ratios - 1))
    return float(np.percentile(blurs, 25))


def _steepness(grey: Grey, blur: float) -> Grey:
    smooth = cv2.GaussianBlur(grey, (0, 0), blur)
    across = cv2.Sobel(smooth, cv2.CV_32F, 1, 0, scale=1 / 8)
    down = cv2.Sobel(smooth, cv2.CV_32F, 0, 1, scale=1 / 8)
    return np.asarray(np.hypot(across, down), np.float32)


def _light(values: Grey, mean: float, is_empty: bool) -> Finding:
    """`values` are the brightest channel of every pixel of the floor: a green tray burns out in green."""
    burnt = float((values >= BURNT).mean())
    if float(np.percentile(values, 25)) >= BRIGHT:
        less = "dim the lamp, or lower camera.exposure_us"
        return Finding("light", False, f"too bright ({burnt:.0%} of the tray is burnt out)", less)
    if mean < DARK:
        more = "add light, or raise camera.exposure_us"
        return Finding("light", False, f"too dark (mean {mean:.0f} of 255, at least {DARK:.0f})", more)
    where = "tray" if is_empty else "picture"
    return Finding("light", True, f"well lit (mean {mean:.0f} of 255, {burnt:.1%} of the {where} burnt out)")


def _glare(floor: Grey) -> Finding:
    share = float((floor >= GLARING).mean())
    if share <= MOST_GLARE:
        return Finding("glare", True, "none")
    remedy = "move the lamp aside, or put paper before it; a matt cloth in the tray helps too"
    return Finding("glare", False, f"a lamp is mirrored by {share:.1%} of the tray", remedy)


def _evenness(frame: Frame, corners: Corners | None) -> Finding | None:
    if corners is None:
        return None
    dimmest = float(np.min(tray_of(frame, corners).light))
    if dimmest >= UNEVEN:
        return Finding("evenness", True, f"the dimmest corner has {dimmest:.0%} of the usual light; it is evened out")
    remedy = "move the lamp over the middle, or add one on the dark side"
    return Finding("evenness", False, f"one corner has only {dimmest:.0%} of the usual light", remedy)
