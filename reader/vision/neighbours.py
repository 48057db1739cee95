"""What stands beside the upper face of a d20: its three neighbours can be read too, and most makers print them alike.

They are a soft check of a die in doubt. Neighbours that belong to the face which was read make it surer; those of
another face make nobody believed. A die whose maker chose another order is read, nearly always, as if it had none.
"""

import math
from typing import NamedTuple

import numpy as np

from reader.vision.face_map import heights
from reader.vision.networks import Floats

Lean = tuple[float, float]

RINGS = {
    1: (7, 19, 13), 2: (12, 18, 20), 3: (16, 19, 17), 4: (11, 14, 18), 5: (13, 18, 15),
    6: (9, 16, 14), 7: (1, 15, 17), 8: (10, 20, 16), 9: (6, 11, 19), 10: (8, 17, 12),
    11: (4, 13, 9), 12: (2, 10, 15), 13: (1, 11, 5), 14: (4, 6, 20), 15: (5, 12, 7),
    16: (3, 8, 6), 17: (3, 7, 10), 18: (2, 5, 4), 19: (1, 3, 9), 20: (2, 14, 8),
}  # fmt: skip
"""The usual neighbours of every face, clockwise as one looks at it."""
FACES = len(RINGS)
APART = math.acos(math.sqrt(5) / 3)  # of the directions in which neighbouring faces look
THIRDS_DEG = (0.0, 120.0, 240.0)  # a numeral may point to any corner of its triangle
TRIED = 24  # ways in which the three may lie round the upper face
LEAST_SEEN = 0.35  # cosine of a face's slant under which nothing on it can be read
MISREAD = 0.12  # of neighbours
USUAL = 0.6  # of makers print as the table says; half of the studio's dice and more of the real ones do
SPEAKING = 12.0  # backing from which neighbours speak for a face: two sure ones, whatever the third; one alone gives 6
MOST_BACKING = 30.0  # however well all fits


class Neighbour(NamedTuple):
    """Which way a neighbouring face leans, and how far it must be turned so that its outer corner points up."""

    lean: Lean
    turn_deg: float


def beside(faces: Floats, lean: Lean) -> list[Neighbour | None]:
    """The three neighbours of the face that leans so, clockwise, where the map of faces, (289,), shows them best; None
    for one that is turned away too far."""
    upper = np.array([*lean, math.sqrt(max(0.0, 1 - lean[0] ** 2 - lean[1] ** 2))])
    aside = np.cross(upper, [0.0, 1.0, 0.0])
    aside /= max(float(np.linalg.norm(aside)), 1e-6)
    turns = np.arange(TRIED)[:, None] * (2 * np.pi / 3 / TRIED) + np.arange(3) * (2 * np.pi / 3)
    round_it = np.cos(turns)[..., None] * aside + np.sin(turns)[..., None] * np.cross(upper, aside)
    looks = math.cos(APART) * upper + math.sin(APART) * round_it
    shown = heights(np.repeat(faces[None], TRIED, axis=0), looks[..., 0], looks[..., 1])
    best = looks[int(np.argmax((shown * (looks[..., 2] > LEAST_SEEN)).sum(axis=1)))]
    return [
        Neighbour((float(x), float(y)), math.degrees(math.atan2(x - lean[0], lean[1] - y))) if z > LEAST_SEEN else None
        for x, y, z in best
    ]


def backing(said: list[Floats | None]) -> Floats:
    """How much more likely three neighbours are, (faces 1 to 20) each or None, beside each face of a usual die than
    beside that of any other.

    >>> sevens, nineteens, thirteens = (np.eye(20, dtype=np.float32)[number - 1] for number in RINGS[1])
    >>> (backing([sevens, nineteens, thirteens]) > 1).nonzero()[0] + 1
    array([1])
    """
    evenly = np.full(FACES, 1 / FACES)
    read = [evenly if each is None else _with_doubt(each, evenly) for each in said]
    backed = [
        np.mean([math.prod(FACES * read[k][ring[(k + start) % 3] - 1] for k in range(3)) for start in range(3)])
        for ring in RINGS.values()
    ]
    return np.asarray(np.minimum(backed, MOST_BACKING), np.float32)


def _with_doubt(read: Floats, evenly: Floats) -> Floats:
    """Chances of what one neighbour is; what is not told is shared by all."""
    chances = read + max(0.0, 1 - float(read.sum())) * evenly
    return np.asarray((1 - MISREAD) * chances / chances.sum() + MISREAD * evenly)


def weighed(chances: Floats, backed: Floats, is_upper: bool = True) -> Floats:
    """The chances of the faces 1 to 20 with what their neighbours say. The face that was read grows surer only if they
    plainly speak for it, and if nobody doubts that it is the upper one: every face of a die has its neighbours. If they
    speak for another, both are as likely, and neither is believed."""
    best = int(chances.argmax())
    both = chances * (1 - USUAL + USUAL * backed)
    other = int(both.argmax())
    told = chances.copy()
    if other != best:
        told[[best, other]] = (chances[best] + chances[other]) / 2
    elif is_upper and backed[best] >= SPEAKING:
        told = both * (chances.sum() / max(float(both.sum()), 1e-12))
    return np.asarray(told, np.float32)
