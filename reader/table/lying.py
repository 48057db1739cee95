"""Dice left lying: which of the dice in the tray have not moved since they were last counted."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from reader.vision.sighting import Box, Frame, Reading, Sighting

Patch = NDArray[np.uint8]

PATCH_PX: Final = 32
AROUND: Final = 0.85
"""A patch shows this much of the die's box: what is on the die tells more than where it ends."""
SAME_PLACE: Final = 0.12
"""Of the die's longer side: how far boxes of a die that lies still wander from picture to picture."""
SAME_SIZE: Final = 0.75
"""Least ratio of the shorter to the longer of two box sides of one die."""
SAME_LOOK: Final = 0.85
"""Least correlation of two patches. On rendered trays dice left alone were above 0.91 with boxes off by 2 px, and 35 of
36 dice thrown again below 0.8."""
SEARCHED_PX: Final = 3
"""How far a patch is shifted to fit, of its 32 px: boxes are not exact."""
SHOVE: Final = 0.5
"""Of a die's side: a tray that was shoved moves all dice alike by no more than this."""
SHOVED_ALIKE: Final = 0.06
LEAST_CONTRAST: Final = 2.0
"""Grey levels; a patch with less shows nothing that could be compared."""


@dataclass(frozen=True, slots=True, eq=False)
class Left:
    """A die as it lay when it was last counted. Without a patch only its place and face are compared."""

    kind: str | None
    face: str | None
    box: Box
    patch: Patch | None = None


def left_lying(sightings: Sequence[Sighting], picture: Frame) -> tuple[Left, ...]:
    """The dice of a throw, to be compared with the next picture."""
    grey = np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), dtype=np.uint8)
    return tuple(Left(one.kind, face_of(one), one.box, _patch(grey, one.box)) for one in sightings)


def face_of(sighting: Sighting) -> str | None:
    return sighting.face if isinstance(sighting, Reading) else None


def unmoved(before: Sequence[Left], now: Sequence[Left]) -> dict[int, int]:
    """Which of the dice now are which of those before, lying just as they lay; a shove to the whole tray is no move."""
    shove = _common_shove(before, now)
    found: dict[int, int] = {}
    for index, one in enumerate(now):
        for at, old in enumerate(before):
            if at not in found.values() and _lies_the_same(_shoved(old, shove), one):
                found[index] = at
                break
    return found


def _lies_the_same(old: Left, new: Left) -> bool:
    reach = SAME_PLACE * max(old.box.longer_side, new.box.longer_side)
    if math.dist(old.box.centre, new.box.centre) > reach or not _same_size(old.box, new.box):
        return False
    both_read = old.face is not None and new.face is not None
    if both_read and (old.kind, old.face) != (new.kind, new.face):
        return False
    if old.patch is None or new.patch is None:
        return both_read
    return likeness(old.patch, new.patch) >= SAME_LOOK


def _same_size(one: Box, other: Box) -> bool:
    pairs = ((one.width, other.width), (one.height, other.height))
    return all(min(pair) >= SAME_SIZE * max(pair) for pair in pairs)


def likeness(old: Patch, new: Patch) -> float:
    """Correlation, at the shift that fits best; brighter or darker light makes no difference."""
    inner = new[SEARCHED_PX:-SEARCHED_PX, SEARCHED_PX:-SEARCHED_PX]
    if float(inner.std()) < LEAST_CONTRAST or float(old.std()) < LEAST_CONTRAST:
        return 1.0 if abs(float(old.mean()) - float(new.mean())) < 8 * LEAST_CONTRAST else 0.0
    return float(cv2.matchTemplate(old, inner, cv2.TM_CCOEFF_NORMED).max())


def _common_shove(before: Sequence[Left], now: Sequence[Left]) -> tuple[float, float]:
    """By how much at least two dice, and most of those that could, moved alike; nothing if they did not."""
    shifts = [
        (new.box.centre[0] - old.box.centre[0], new.box.centre[1] - old.box.centre[1], new.box.longer_side)
        for old in before
        for new in now
        if old.face is not None
        and (old.kind, old.face) == (new.kind, new.face)
        and math.dist(old.box.centre, new.box.centre) <= SHOVE * new.box.longer_side
    ]
    best: list[tuple[float, float, float]] = []
    for x, y, side in shifts:
        alike = [one for one in shifts if math.dist((x, y), one[:2]) <= SHOVED_ALIKE * side]
        best = max(best, alike, key=len)
    if len(best) < 2:
        return 0.0, 0.0
    return sum(x for x, _, _ in best) / len(best), sum(y for _, y, _ in best) / len(best)


def _shoved(old: Left, by: tuple[float, float]) -> Left:
    if by == (0.0, 0.0):
        return old
    return replace(old, box=Box(old.box.x + by[0], old.box.y + by[1], old.box.width, old.box.height))


def _patch(grey: NDArray[np.uint8], box: Box) -> Patch:
    """The die and a little around it, at one size whatever the picture's."""
    side = max(2.0, AROUND * box.longer_side)
    x, y = box.centre
    scale = PATCH_PX / side
    placed = np.array([[scale, 0, PATCH_PX / 2 - x * scale], [0, scale, PATCH_PX / 2 - y * scale]], dtype=np.float64)
    if scale < 1:  # smoothed first, or thin numerals would come and go with the pixels they fall on
        left, top = max(0, int(x - side)), max(0, int(y - side))
        around = grey[top : int(y + side) + 1, left : int(x + side) + 1]
        size = (max(1, round(around.shape[1] * scale)), max(1, round(around.shape[0] * scale)))
        grey = np.asarray(cv2.resize(around, size, interpolation=cv2.INTER_AREA), dtype=np.uint8)
        placed = np.array(
            [[1, 0, PATCH_PX / 2 - (x - left) * scale], [0, 1, PATCH_PX / 2 - (y - top) * scale]], dtype=np.float64
        )
    patch = cv2.warpAffine(grey, placed, (PATCH_PX, PATCH_PX), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(patch, dtype=np.uint8)
