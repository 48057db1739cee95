"""The colour of a die's body: how light it is, and an ordinary word for it. Ink, shadow and tray do not count."""

from collections.abc import Sequence
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
STEP_OF = (np.arange(3 * 255 + 1) * np.float32(SHADES / 3 / 255)).astype(np.intp) + 1  # of the sum of three colours
SIXTH_POWER = (np.arange(256) / 255) ** 6  # of a colour 0–1: what is bright counts most
SAMPLES_PX = 48  # across the whole picture, for its usual and its brightest shade
MOST_EVENING = 1.6  # a wall or a card beside the die must not pass for a shadow
EVENING = 0.5  # what lies beside a die is not always the tray: half of the difference is believed
BY_THE_TRAY = 0.75  # likewise of what a calibrated tray tells: cameras bend their shades, so that what is lighter or
# darker than the floor changes less
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
        counts, size = np.stack([np.bincount(colour, minlength=256) for colour in samples]), len(green)
        strongest = np.bincount(np.maximum(np.maximum(blue, green), red), minlength=256)
        brightest = max(0.1, _at_rank(strongest, int(BRIGHTEST * (size - 1))) / 255)
        lift = min(MOST_LIFTING, max(1.0, (FULL / brightest) ** LIFTING))
        bright = np.maximum((counts @ SIXTH_POWER / size) ** (1 / 6), 0.02)
        balance = (bright.mean() / bright) ** WHITE_BALANCE
        return cls(_at_rank(counts[1], size // 2) / 255, lift, np.asarray(balance, np.float32))


def _at_rank(counts: Places, rank: int) -> int:
    """The byte that has this rank, the smallest being 0, among bytes of which so many are 0, 1, 2 and so on."""
    return int(np.searchsorted(counts.cumsum(), rank, side="right"))


def body_colour(
    frame: Frame, box: Box, kind: str | None, tray: Tray | None = None, light: PictureLight | None = None
) -> tuple[float, str]:
    """CIELAB lightness 0–1, and the name, of the body of the die in `box`."""
    return body_colours(frame, [box], [kind], tray, light)[0]


def body_colours(
    frame: Frame,
    boxes: Sequence[Box],
    kinds: Sequence[str | None],
    tray: Tray | None = None,
    light: PictureLight | None = None,
) -> list[tuple[float, str]]:
    """Of all dice of a picture together, which takes half of the time."""
    if not boxes:
        return []
    light = light or PictureLight.of(frame)
    seen = _cut(frame, boxes)
    if tray is not None:
        here = np.array([tray.light_at(box, frame) for box in boxes], np.float32) ** np.float32(BY_THE_TRAY)
    else:
        here = _light_around(seen, light.usual)
    together = seen[:, :, 0].astype(np.uint16)
    together += seen[:, :, 1]
    together += seen[:, :, 2]
    steps = STEP_OF.take(together)
    shades = np.stack([_body(*die) for die in zip(seen, steps, kinds, strict=True)])
    bodies = np.minimum(shades * (light.lift / here)[:, None], np.float32(1))[None]
    lightness = np.clip(cv2.cvtColor(bodies, cv2.COLOR_BGR2LAB)[0, :, 0] / 100, 0, 1).tolist()
    balanced = cv2.cvtColor(np.minimum(bodies * light.balance, np.float32(1)), cv2.COLOR_BGR2HSV)[0].tolist()
    return [(shade, _named(*hsv)) for shade, hsv in zip(lightness, balanced, strict=True)]


def _cut(frame: Frame, boxes: Sequence[Box]) -> Shown:
    """The boxes and what lies around them, small: (n, pixels, BGR)."""
    height, width = frame.shape[:2]
    x, y, across, down = np.array([(box.x, box.y, box.width, box.height) for box in boxes]).T[:, :, None]
    columns = np.minimum(np.maximum(x + PLACES * across, 0), width - 1).astype(np.intp)
    rows = np.minimum(np.maximum(y + PLACES * down, 0), height - 1).astype(np.intp)
    places = (rows * width)[:, :, None] + columns[:, None, :]
    return np.asarray(frame.reshape(-1, 3).take(places.reshape(len(boxes), -1), axis=0))


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


def _body(seen: Shown, steps: Places, kind: str | None) -> Pixels:
    """The commonest shade: that of the upper side. Ink, shaded sides and glints are each less of a die than it is."""
    die = _die_at(BODY_REACH.get(kind or "", USUAL_REACH))
    steps = steps.take(die)
    count = np.bincount(steps, minlength=SHADES + 3)  # one more on either side, where nothing is
    common = int(np.argmax(count[:-2] + count[1:-1] + count[2:])) + 1
    like = np.sort(seen.take(die.compress(abs(steps - common) <= 1), axis=0), axis=0)
    return np.asarray(like[len(like) // 2] / np.float32(255))


def _light_around(seen: Shown, usual: float) -> Pixels:
    """How bright the tray shows around each die, 1 being its usual; without a calibrated tray a guess."""
    greens = seen[:, :, 1].take(_tray_at(), axis=1)
    middle = greens.shape[1] // 2
    shades = np.partition(greens, middle, axis=1)[:, middle] / np.float32(255)
    ratio = (shades + np.float32(0.02)) / np.float32(usual + 0.02)
    return np.asarray(np.clip(ratio, 1 / MOST_EVENING, MOST_EVENING) ** EVENING, np.float32)


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
    return _named(*cv2.cvtColor(body[None, None, :], cv2.COLOR_BGR2HSV)[0, 0].tolist())


def _named(hue: float, saturation: float, value: float) -> str:
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
