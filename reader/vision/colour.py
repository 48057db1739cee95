"""The colour of a die's body: how light it is, and an ordinary word for it. Ink, shadow and tray do not count."""

from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from reader.vision.sighting import Box, Frame
from reader.vision.tray import Tray

Pixels = NDArray[np.float32]
Mask = NDArray[np.bool_]

SEEN_PX = 32  # across the box and its surroundings; a body's colour needs no more
MARGIN = 0.25  # of the box on every side: where the tray is looked at
BODY_REACH = {"d4": 0.27, "d6": 0.36}  # from the middle, in sides of the box: what is die however it is turned
USUAL_REACH = 0.4
SHADES = 12  # steps from black to white; three neighbours are one shade of an uneven body
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
        samples = np.asarray(frame[first::step, first::step].reshape(-1, 3) / 255, np.float32)
        shades = np.sort(samples.max(axis=1))
        brightest = max(0.1, float(shades[int(BRIGHTEST * (len(shades) - 1))]))
        lift = min(MOST_LIFTING, max(1.0, (FULL / brightest) ** LIFTING))
        squares = samples * samples
        bright = np.maximum((squares * squares * squares).mean(axis=0) ** (1 / 6), 0.02)
        balance = (bright.mean() / bright) ** WHITE_BALANCE
        return cls(float(_median(samples)[1]), lift, np.asarray(balance, np.float32))


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


def _median(pixels: Pixels) -> Pixels:
    """Of each channel; numpy's own takes five times as long for so few."""
    return np.asarray(np.sort(pixels, axis=0)[len(pixels) // 2])


def _cut(frame: Frame, box: Box) -> Pixels:
    """The box and what lies around it, small; BGR 0–1."""
    height, width = frame.shape[:2]
    places = (np.arange(SEEN_PX) + 0.5) * ((1 + 2 * MARGIN) / SEEN_PX) - MARGIN
    columns = np.clip(box.x + places * box.width, 0, width - 1).astype(np.intp)
    rows = np.clip(box.y + places * box.height, 0, height - 1).astype(np.intp)
    return np.asarray(frame[rows[:, None], columns] / np.float32(255))


@cache
def _masks(reach: float) -> tuple[Mask, Mask]:
    """Where a cut surely shows the die, and where what lies around it."""
    places = (np.arange(SEEN_PX) + 0.5) * ((1 + 2 * MARGIN) / SEEN_PX) - MARGIN - 0.5
    y, x = places[:, None], places[None, :]
    return np.hypot(x, y) <= reach, np.maximum(abs(x), abs(y)) > 0.5 + MARGIN / 4


def _body(seen: Pixels, kind: str | None) -> Pixels:
    """The commonest shade: that of the upper side. Ink, shaded sides and glints are each less of a die than it is."""
    inside, _ = _masks(BODY_REACH.get(kind or "", USUAL_REACH))
    pixels = seen[inside]
    steps = (pixels.sum(axis=1) * np.float32(SHADES / 3)).astype(np.intp)
    common = np.convolve(np.bincount(steps, minlength=SHADES + 1), np.ones(3, np.intp), "same")
    return _median(pixels[np.abs(steps - int(np.argmax(common))) <= 1])


def _light_around(seen: Pixels, usual: float) -> float:
    """How bright the tray shows around the die, 1 being its usual; without a calibrated tray a guess."""
    _, around = _masks(USUAL_REACH)
    ratio = (float(_median(seen[around])[1]) + 0.02) / (usual + 0.02)
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
