"""What stands beside the upper face of a d20 or d10: its neighbours can be read too, and most makers print them alike.

They are a soft check of a die in doubt, above all of a 6 that may be a 9. Neighbours that belong to the face which was
read make it surer; those of another face make nobody believed. A die whose maker chose another order is read, nearly
always, as if it had none.
"""

import math
from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from reader.vision.face_map import heights
from reader.vision.networks import Floats

Lean = tuple[float, float]
Vector = NDArray[np.float64]


class Order(NamedTuple):
    """How most makers number a kind: `rings` are the usual neighbours of every face, clockwise as one looks at it;
    `apart` how far off they look, `round_deg` where they lie round it, and `ways_deg` how numerals may stand."""

    rings: dict[str, tuple[str, ...]]
    apart: float
    round_deg: tuple[float, ...]
    ways_deg: tuple[float, ...]


D20_RINGS = {
    1: (7, 19, 13), 2: (12, 18, 20), 3: (16, 19, 17), 4: (11, 14, 18), 5: (13, 18, 15),
    6: (9, 16, 14), 7: (1, 15, 17), 8: (10, 20, 16), 9: (6, 11, 19), 10: (8, 17, 12),
    11: (4, 13, 9), 12: (2, 10, 15), 13: (1, 11, 5), 14: (4, 6, 20), 15: (5, 12, 7),
    16: (3, 8, 6), 17: (3, 7, 10), 18: (2, 5, 4), 19: (1, 3, 9), 20: (2, 14, 8),
}  # fmt: skip
D10_RINGS = {
    0: (8, 4), 1: (9, 7), 2: (6, 8), 3: (7, 5), 4: (0, 6), 5: (3, 9), 6: (4, 2), 7: (1, 3), 8: (2, 0), 9: (5, 1)
}  # fmt: skip
"""Of a d10 those of the same half, even or odd as it is itself; there are two, so that their order tells nothing."""


def _printed(rings: Mapping[int, tuple[int, ...]]) -> dict[str, tuple[str, ...]]:
    return {str(face): tuple(map(str, ring)) for face, ring in rings.items()}


ORDERS = {
    "d20": Order(_printed(D20_RINGS), math.acos(math.sqrt(5) / 3), (0.0, 120.0, 240.0), (0.0, 120.0, 240.0)),
    "d10": Order(_printed(D10_RINGS), math.radians(50.0), (0.0, 126.4), (0.0, 180.0)),
}
"""Numerals point to a corner of their triangle; on a kite to the pole, where five of them meet, or away from it."""
TRIED_DEG = 5.0  # steps in which the neighbours are looked for round the upper face
LEAST_SEEN = 0.35  # cosine of a face's slant under which nothing on it can be read, by eye
MISREAD = 0.12  # of neighbours, a guess on the safe side
USUAL = 0.6  # of makers print as the tables say; half of the studio's dice and more of the real ones do
SPEAKING = 12.0  # backing from which neighbours speak for a face: two sure ones, whatever a third; one gives 6 at most
UPSIDE_DOWN = 0.1  # what a 9 keeps of a 6 that was read, and the other way round, however sure the networks are
MOST_BACKING = 30.0  # however well all fits: three sure ones would give hundreds


class Neighbour(NamedTuple):
    """Which way a neighbouring face leans, and how far it must be turned, once it is straightened, so that its outer
    corner is on top; or, on a kite, the pole."""

    lean: Lean
    turn_deg: float


def beside(kind: str, faces: Floats, lean: Lean) -> list[Neighbour | None]:
    """The neighbours of the face that leans so, clockwise, where the map of faces, (289,), shows them best; None for
    one that is turned away too far."""
    order = ORDERS[kind]
    x, y = lean
    z = math.sqrt(max(0.0, 1 - x * x - y * y))
    flat = max(math.hypot(x, z), 1e-6)
    upper, aside = np.array([x, y, z]), np.array([-z / flat, 0.0, x / flat])
    further = np.array([y * x, -(z * z + x * x), y * z]) / flat  # at right angles to both
    along, across = _turns(kind)
    looks = math.cos(order.apart) * upper + math.sin(order.apart) * (along * aside + across * further)
    (shown,) = heights(faces[None], looks[None, ..., 0], looks[None, ..., 1])
    best = looks[int(np.argmax((shown * (looks[..., 2] > LEAST_SEEN)).sum(axis=1)))]
    top = -upper if len(best) > 2 else _pole(upper, *best)
    return [_neighbour(look, top) if look[2] > LEAST_SEEN else None for look in best]


@cache
def _turns(kind: str) -> tuple[Vector, Vector]:
    """Cosines and sines of all places of the neighbours that are tried, (turns, neighbours, 1)."""
    turns = np.radians(np.arange(0.0, 360.0, TRIED_DEG)[:, None] + np.array(ORDERS[kind].round_deg))
    return np.cos(turns)[..., None], np.sin(turns)[..., None]


@cache
def _placed(kind: str) -> NDArray[np.intp]:
    """The neighbours of every face as numbers, in each order in which they may be met, (faces, starts, neighbours)."""
    rings = ORDERS[kind].rings
    spots = {face: number for number, face in enumerate(rings)}
    return np.array([[[spots[ring[k - start]] for k in range(len(ring))] for start in range(len(ring))]
                     for ring in rings.values()])  # fmt: skip


def _pole(upper: Vector, *others: Vector) -> Vector:
    """From where three faces look alike."""
    axis = np.cross(upper - others[0], others[0] - others[1])
    return np.asarray(axis * np.sign(axis @ upper))


def _neighbour(look: Vector, top: Vector) -> Neighbour:
    """A face that looks there, with its numeral's top in that direction."""
    x, y = np.asarray(top - (top @ look) * look)[:2]
    along = (x * look[0] + y * look[1]) / (look[2] * (1 + look[2]))  # what straightening adds
    x, y = x + along * look[0], y + along * look[1]
    return Neighbour((float(look[0]), float(look[1])), math.degrees(math.atan2(x, -y)))


def backing(kind: str, said: list[Floats | None]) -> Floats:
    """How much more likely these neighbours are, chances in the order of the rings or None, beside each face of a usual
    die than beside that of any other.

    >>> nine, seven = (np.eye(10, dtype=np.float32)[number] for number in D10_RINGS[1])
    >>> (backing("d10", [nine, seven]) > 1).nonzero()[0]
    array([1])
    """
    placed = _placed(kind)
    evenly = np.full(len(placed), 1 / len(placed))
    read = np.array([len(placed) * (evenly if each is None else _with_doubt(each, evenly)) for each in said])
    backed = read[np.arange(len(said)), placed].prod(axis=2).mean(axis=1)
    return np.asarray(np.minimum(backed, MOST_BACKING), np.float32)


def _with_doubt(read: Floats, evenly: Floats) -> Floats:
    """Chances of what one neighbour is; what is not told is shared by all."""
    chances = read + max(0.0, 1 - float(read.sum())) * evenly
    return np.asarray((1 - MISREAD) * chances / chances.sum() + MISREAD * evenly)


def weighed(kind: str, chances: Floats, backed: Floats, is_upper: bool = True) -> Floats:
    """The chances of a kind's faces with what their neighbours say. The face that was read grows surer only if they
    plainly speak for it, and if nobody doubts that it is the upper one: every face of a die has its neighbours. If they
    speak for another, both are as likely, and neither is believed."""
    best = int(chances.argmax())
    likely = np.maximum(chances, UPSIDE_DOWN * chances[best] * _upside_down(kind, best))
    both = likely * (1 - USUAL + USUAL * backed)
    other = int(both.argmax())
    told = chances.copy()
    if other != best:
        told[[best, other]] = (chances[best] + chances[other]) / 2
        told = np.minimum(told, told[best])  # nor is a third one
    elif is_upper and backed[best] >= SPEAKING:
        told = chances * (1 - USUAL + USUAL * backed)
        told *= chances.sum() / max(float(told.sum()), 1e-12)
    return np.asarray(told, np.float32)


def _upside_down(kind: str, best: int) -> Floats:
    """1 for the face that this one is upside down, 0 for all others."""
    faces = list(ORDERS[kind].rings)
    turned = {"6": "9", "9": "6"}.get(faces[best])
    return np.array([face == turned for face in faces], np.float32)
