"""Has the camera moved since the tray was measured, or the light changed? Dice in the tray do not matter."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from reader.vision.sighting import Frame

SEEN_PX: Final = 320
TILES: Final = (8, 6)
REACH: Final = 0.06
"""Of the width: how far a tile is looked for. A camera that moved further is seen to have moved as well."""
LEAST_TEXTURE: Final = 1.5
"""Grey levels: a tile of plain felt looks alike everywhere and tells nothing."""
FOUND: Final = 0.6
"""Correlation from which a tile is the same piece of the tray."""
ALIKE: Final = 0.02
"""Along a straight edge all places are as good as the best: the nearest of them counts."""
FEWEST_TILES: Final = 4
MOVED: Final = 0.012
"""Of the width: a quarter of a small die."""
LOST: Final = 0.35
"""Of the tiles that should be there: fewer, and the camera looks at something else."""
BRIGHTER: Final = 1.4
"""Times as bright or as dark as it was; locked cameras do not make up for it."""
OTHER_COLOUR: Final = 1.15
"""Times as red or as blue, against green."""
SHADOW: Final = 0.7
MOST_SHADOW: Final = 0.2
"""Of the tray that may be so much darker or brighter than the rest of it has become: dice and their shadows."""
BLACK: Final = 6.0


@dataclass(frozen=True, slots=True)
class Drift:
    """`moved` is in shares of the picture's width; `light` and the colours are times what they were."""

    moved: float = 0.0
    is_lost: bool = False
    light: float = 1.0
    red: float = 1.0
    blue: float = 1.0
    shadowed: float = 0.0

    @property
    def has_moved(self) -> bool:
        return self.is_lost or self.moved > MOVED

    @property
    def has_other_light(self) -> bool:
        return self.remark != "" and not self.has_moved

    @property
    def remark(self) -> str:
        """For the player, the first thing only; empty if all is as it was."""
        if self.is_lost:
            return "The camera sees another tray; calibrate again"
        if self.has_moved:
            return f"The camera has moved by {self.moved:.0%}; calibrate again"
        if not 1 / BRIGHTER < self.light < BRIGHTER:
            how = f"{self.light:.1f} times as bright" if self.light > 1 else f"down to {self.light:.0%}"
            return f"The light is {how}; change it back or calibrate"
        if max(self.red / self.blue, self.blue / self.red) > OTHER_COLOUR**2:
            how = "warmer" if self.red > self.blue else "bluer"
            return f"The light is {how} than it was; change it back or calibrate"
        if self.shadowed > MOST_SHADOW:
            return "The light falls from elsewhere now; put the lamp back or calibrate"
        return ""


def drift(reference: Frame, now: Frame) -> Drift:
    before, after = _small(reference), _small(now)
    if before.shape != after.shape:
        return Drift(is_lost=True)
    moved, is_lost = _movement(_grey(before), _grey(after))
    light, red, blue, shadowed = _light(before, after)
    return Drift(moved, is_lost, light, red, blue, shadowed)


def _small(frame: Frame) -> NDArray[np.float32]:
    height, width = frame.shape[:2]
    size = (SEEN_PX, max(2, round(height * SEEN_PX / width)))
    return np.asarray(cv2.resize(frame, size, interpolation=cv2.INTER_AREA), np.float32)


def _grey(picture: NDArray[np.float32]) -> NDArray[np.float32]:
    return np.asarray(cv2.GaussianBlur(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), (0, 0), 1.0), np.float32)


def _movement(before: NDArray[np.float32], after: NDArray[np.float32]) -> tuple[float, bool]:
    """How far most of the tray is from where it was; and whether most of it cannot be found at all."""
    rows, columns = before.shape
    reach = round(REACH * columns)
    high, wide = (rows - 2 * reach) // TILES[1], (columns - 2 * reach) // TILES[0]
    told, shifts = 0, []
    for row in range(TILES[1]):
        for column in range(TILES[0]):
            top, left = reach + row * high, reach + column * wide
            tile = before[top : top + high, left : left + wide]
            if float(tile.std()) < LEAST_TEXTURE:
                continue
            told += 1
            around = after[top - reach : top + high + reach, left - reach : left + wide + reach]
            likeness = cv2.matchTemplate(around, tile, cv2.TM_CCOEFF_NORMED)
            if float(likeness.max()) >= FOUND:
                places = np.argwhere(likeness > likeness.max() - ALIKE) - reach
                shifts.append(float(np.hypot(places[:, 0], places[:, 1]).min()) / columns)
    if told < FEWEST_TILES:
        return 0.0, False
    if len(shifts) < LOST * told:
        return 0.0, True
    return float(np.median(shifts)), False


def _light(before: NDArray[np.float32], after: NDArray[np.float32]) -> tuple[float, float, float, float]:
    """Medians, so that dice do not count: brightness, red and blue against green, and how much is shaded otherwise."""
    ratios = np.median((after + BLACK) / (before + BLACK), axis=(0, 1))
    blue, green, red = (float(one) for one in ratios)
    grey = (cv2.blur(_grey(after), (9, 9)) + BLACK) / (cv2.blur(_grey(before), (9, 9)) + BLACK)
    usual = float(np.median(grey))
    odd = (grey < SHADOW * usual) | (grey > usual / SHADOW)
    return usual, red / green, blue / green, float(odd.mean())
