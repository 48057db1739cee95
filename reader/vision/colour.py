"""The colour of a die's body: how light it is, and an ordinary word for it. Ink, shadow and tray do not count."""

from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from reader.vision.sighting import Box, Frame
from reader.vision.tray import Tray

Pixels = NDArray[np.float32]
Shown = NDArray[np.uint8]
Places = NDArray[np.intp]

SEEN_PX = 32  # across the box and its surroundings; a body's colour needs no more
MARGIN = 0.25  # of the box on every side: where the tray is looked at
PLACES = (np.arange(SEEN_PX) + 0.5) * ((1 + 2 * MARGIN) / SEEN_PX) - MARGIN  # in sides of the box
BODY_REACH = {"d4": 0.27, "d6": 0.36}  # from the middle, in sides of the box: what is die however it is turned
USUAL_REACH = 0.4
SHADES = 12  # steps from black to white; three neighbours are one shade of an uneven body
TOGETHER = np.ones(3, np.int32)
STEP_OF = (np.arange(3 * 255 + 1) * np.float32(SHADES / 3 / 255)).astype(np.intp) + 1  # of the sum of three colours
SIXTH_POWER = (np.arange(256) / 255) ** 6  # of a colour 0–1: what is bright counts most
SAMPLES_PX = 48  # across the whole picture, for its usual and its brightest shade
MOST_EVENING = 1.6  # a wall or a card beside the die must not pass for a shadow
EVENING = 0.5  # what lies beside a die is not always the tray: half of the difference is believed
BRIGHTEST = 0.995  # of the picture's samples; above are glints
FULL = 0.95  # what the brightest should be in good light
LIFTING, MOST_LIFTING = 0.8, 2.5  # how far a dim picture is brought up; measured on rendered dice of known lightness
WHITE_BALANCE = 0.3  # of the light's colour taken out, likewise; a red tray is not red light


@dataclass(frozen=True, slots=True, eq=False)
class PictureLight:
    """What a whole picture tells of its light; the same for all dice in it."""

    usual: float  # shade of green of most of the picture, which is tray
    lift: float  # what brings a dim picture to usual brightness
    balance: Pixels  # what takes some of the light's own colour out, as the picture's brighter parts tell it

    @classmethod
    def of(cls, frame: Frame) -> "PictureLight":
        step = max(1, frame.shape[1] // SAMPLES_PX)
        first = min(step, *frame.shape[:2]) // 2
        blue, green, red = samples = np.ascontiguousarray(frame[first::step, first::step].reshape(-1, 3).T)
        shades = np.sort(np.maximum(np.maximum(blue, green), red))
        brightest = max(0.1, float(shades[int(BRIGHTEST * (len(shades) - 1))]) / 255)
        lift = min(MOST_LIFTING, max(1.0, (FULL / brightest) ** LIFTING))
        bright = np.maximum(SIXTH_POWER[samples].mean(axis=1) ** (1 / 6), 0.02)
        balance = (bright.mean() / bright) ** WHITE_BALANCE
        return cls(float(np.sort(green)[len(green) // 2]) / 255, lift, np.asarray(balance, np.float32))


def body_colour(
    frame: Frame, box: Box, kind: str | None, tray: Tray | None = None, light: PictureLight | None = None
) -> tuple[float, str]:
    """CIELAB lightness 0–1, and the name, of the body of the die in `box`. With many dice measure `light` once."""
    seen = _cut(frame, box)
    light = light or PictureLight.of(frame)
    here = tray.light_at(box, frame) if tray is not None else _light_around(seen, light.usual)
    pixel = np.minimum(_body(seen, kind) * np.float32(light.lift / here), np.float32(1))
    lightness = float(cv2.cvtColor(pixel[None, None, :], cv2.COLOR_BGR2LAB)[0, 0, 0]) / 100
    return min(1.0, max(0.0, lightness)), colour_name(np.minimum(pixel * light.balance, np.float32(1)))


def _cut(frame: Frame, box: Box) -> Shown:
    """The box and what lies around it, small: (pixels, BGR)."""
    height, width = frame.shape[:2]
    columns = np.minimum(np.maximum(box.x + PLACES * box.width, 0), width - 1).astype(np.intp)
    rows = np.minimum(np.maximum(box.y + PLACES * box.height, 0), height - 1).astype(np.intp)
    places = (rows * width)[:, None] + columns
    return np.asarray(frame.reshape(-1, 3).take(places.ravel(), axis=0))


@cache
def _die_at(reach: float) -> Places:
    """Where a cut surely shows the die."""
    y, x = PLACES[:, None] - 0.5, PLACES[None, :] - 0.5
    return np.flatnonzero(np.hypot(x, y) <= reach)


@cache
def _tray_at() -> Places:
    """Where a cut shows what lies around the die."""
    y, x = PLACES[:, None] - 0.5, PLACES[None, :] - 0.5
    return np.flatnonzero(np.maximum(abs(x), abs(y)) > 0.5 + MARGIN / 4)


def _body(seen: Shown, kind: str | None) -> Pixels:
    """The commonest shade: that of the upper side. Ink, shaded sides and glints are each less of a die than it is."""
    pixels = seen.take(_die_at(BODY_REACH.get(kind or "", USUAL_REACH)), axis=0)
    steps = STEP_OF[pixels @ TOGETHER]
    count = np.bincount(steps, minlength=SHADES + 3)  # one more on either side, where nothing is
    common = int(np.argmax(count[:-2] + count[1:-1] + count[2:])) + 1
    like = np.sort(pixels[(steps >= common - 1) & (steps <= common + 1)], axis=0)
    return np.asarray(like[len(like) // 2] / np.float32(255))


def _light_around(seen: Shown, usual: float) -> float:
    """How bright the tray shows around the die, 1 being its usual; without a calibrated tray a guess."""
    greens = np.sort(seen[:, 1].take(_tray_at()))
    ratio = (float(greens[len(greens) // 2] / np.float32(255)) + 0.02) / (usual + 0.02)
    return float(min(max(ratio, 1 / MOST_EVENING), MOST_EVENING) ** EVENING)


HUES = (
    (13, "red"), (40, "orange"), (68, "yellow"), (160, "green"), (195, "teal"),
    (258, "blue"), (295, "purple"), (345, "pink"), (361, "red"),
)  # fmt: skip
"""Up to how many degrees of the colour circle people say so."""


def colour_name(body: Pixels) -> str:
    """Of a BGR colour 0–1.

    >>> [colour_name(np.array(bgr, np.float32)) for bgr in ((0.1, 0.1, 0.8), (0.95, 0.95, 0.95), (0.5, 0.3, 0.1))]
    ['red', 'white', 'blue']
    """
    hue, saturation, value = (float(part) for part in cv2.cvtColor(body[None, None, :], cv2.COLOR_BGR2HSV)[0, 0])
    colourful = saturation * value
    if value < 0.16 or (value < 0.37 and colourful < 0.1):
        return "black"
    if 30 <= hue < 75 and 0.12 <= saturation < 0.38 and value > 0.72:
        return "ivory"
    if saturation < 0.2 or colourful < 0.07:
        return "white" if value > 0.65 else "grey"
    name = next(name for limit, name in HUES if hue < limit)
    if 8 <= hue < 60 and value < 0.62:
        return "brown"
    return "pink" if name == "red" and saturation < 0.55 and value > 0.6 else name
