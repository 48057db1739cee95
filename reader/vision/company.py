"""What lies around a die, and whether it may lean on it or lie on top of it."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from reader.vision.classify import Seen
from reader.vision.networks import Floats
from reader.vision.sighting import Box

NEAR = 0.25  # of a die's width: so near are nine leaning dice of ten to another, two flat ones of three
STANDS, HARDLY_LEANS = 0.5, 0.12  # how plainly a d4 stands at least, if nothing holds it up, and beside another die
RESTING_ON = 0.12  # overlap of boxes from which a die may lie on another


def are_near(boxes: Sequence[Box]) -> NDArray[np.bool_]:
    """Of every die: another one is near enough to lean on."""
    starts, sizes = _sides(boxes)
    after = starts[None] - (starts + sizes)[:, None]
    apart = np.hypot(*np.maximum(np.maximum(after, after.transpose(1, 0, 2)), 0).transpose(2, 0, 1))
    larger = sizes.max(axis=1, initial=0)
    return _any_other(apart < NEAR * np.maximum(larger[None], larger[:, None]))


def are_stacked(boxes: Sequence[Box]) -> NDArray[np.bool_]:
    """Of every die: its box overlaps another's as it does where one lies on the other."""
    starts, sizes = _sides(boxes)
    ends, areas = starts + sizes, sizes.prod(axis=1)
    wide_high = np.minimum(ends[None], ends[:, None]) - np.maximum(starts[None], starts[:, None])
    shared = np.maximum(wide_high, 0).prod(axis=2)
    return _any_other(shared > RESTING_ON * (areas[None] + areas[:, None] - shared))


def _sides(boxes: Sequence[Box]) -> tuple[Floats, Floats]:
    """Upper left corners and sizes, (n, 2) each."""
    sides = np.array([(box.x, box.y, box.width, box.height) for box in boxes], np.float32).reshape(-1, 4)
    return sides[:, :2], sides[:, 2:]


def _any_other(pairs: NDArray[np.bool_]) -> NDArray[np.bool_]:
    np.fill_diagonal(pairs, False)
    return np.asarray(pairs.any(axis=1))


def in_company(die: Seen, kind: str, near: bool) -> Seen:
    """Where nothing is near a die leans more seldom: against a wall, or something that is no die. A tetrahedron never
    stands on an edge by itself, and seldom against another die, so that its faces look aslant says of the camera that
    it does."""
    least = 0.0 if kind != "d4" else HARDLY_LEANS if near else STANDS
    return die if near and die.flat >= least else replace(die, near=near, flat=max(die.flat, least))
