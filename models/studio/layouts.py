"""Which number stands on which face, and which way up: the usual layouts, and varied ones.

The tables list a face's neighbours clockwise as seen from outside. Vendors differ, so half of the dice are varied.
"""

from functools import cache

import numpy as np

from models.studio.solids import Slot, Solid, Vectors, crossed, family, solid

FACES: dict[str, tuple[str, ...]] = {
    "d4": tuple("1234"),
    "d6": tuple("123456"),
    "d8": tuple("12345678"),
    "d10": tuple("0123456789"),
    "d%": tuple(f"{tens}0" for tens in range(10)),
    "d12": tuple(str(n) for n in range(1, 13)),
    "d20": tuple(str(n) for n in range(21)),
}
"""Every face the reader may report, by kind. A d20 has a "0" only when it is a d10ish."""

D10ISH = ("0", "10", *(str(n) for n in range(1, 10)), *(str(n) for n in range(1, 10)))

NEIGHBOURS: dict[str, dict[int, tuple[int, ...]]] = {
    "d20": {
        1: (7, 19, 13), 2: (12, 18, 20), 3: (16, 19, 17), 4: (11, 14, 18), 5: (13, 18, 15),
        6: (9, 16, 14), 7: (1, 15, 17), 8: (10, 20, 16), 9: (6, 11, 19), 10: (8, 17, 12),
        11: (4, 13, 9), 12: (2, 10, 15), 13: (1, 11, 5), 14: (4, 6, 20), 15: (5, 12, 7),
        16: (3, 8, 6), 17: (3, 7, 10), 18: (2, 5, 4), 19: (1, 3, 9), 20: (2, 14, 8),
    },
    "d12": {
        1: (3, 2, 4, 6, 5), 2: (4, 1, 3, 7, 8), 3: (1, 5, 9, 7, 2), 4: (2, 8, 10, 6, 1),
        5: (9, 3, 1, 6, 11), 6: (10, 11, 5, 1, 4), 7: (2, 3, 9, 12, 8), 8: (10, 4, 2, 7, 12),
        9: (5, 11, 12, 7, 3), 10: (8, 12, 11, 6, 4), 11: (12, 9, 5, 6, 10), 12: (11, 10, 8, 7, 9),
    },
    "d8": {
        1: (7, 3, 4), 2: (8, 4, 3), 3: (1, 5, 2), 4: (2, 6, 1),
        5: (3, 7, 8), 6: (4, 8, 7), 7: (5, 1, 6), 8: (6, 2, 5),
    },
    "d6": {1: (2, 4, 5, 3), 2: (1, 3, 6, 4), 3: (1, 5, 6, 2), 4: (1, 2, 6, 5), 5: (1, 4, 6, 3), 6: (2, 3, 5, 4)},
}  # fmt: skip
D10_ZIGZAG = (0, 7, 4, 1, 6, 9, 2, 5, 8, 3)
OPPOSITE_SUM = {"d6": 7, "d8": 9, "d10": 9, "d12": 13, "d20": 21}


def shape_of(kind: str) -> str:
    return {"d%": "d10"}.get(kind, kind)


@cache
def usual(shape: str) -> tuple[int, ...]:
    """The number on each labelled face of the solid."""
    if shape == "d10":
        return D10_ZIGZAG
    if shape in ("d4", "bar"):
        return (1, 2, 4, 3)  # a bar's opposite sides sum to 5
    return _spread(solid(shape), NEIGHBOURS[shape])


def _spread(body: Solid, table: dict[int, tuple[int, ...]]) -> tuple[int, ...]:
    """Puts 1 on the first face, its first neighbour beside it, and follows the table round the solid."""
    numbers = {0: 1, body.neighbours_clockwise(0)[0]: table[1][0]}
    waiting = [0]
    for face in waiting:
        ring, listed = body.neighbours_clockwise(face), table[numbers[face]]
        known = next(i for i, other in enumerate(ring) if other in numbers)
        start = listed.index(numbers[ring[known]])
        for step in range(len(ring)):
            other, number = ring[(known + step) % len(ring)], listed[(start + step) % len(ring)]
            if numbers.setdefault(other, number) != number:
                raise ValueError(f"the table of the {body.name} contradicts itself at {number}")
            if other not in waiting:
                waiting.append(other)
    return tuple(numbers[face] for face in range(body.labelled))


def varied(shape: str, rng: np.random.Generator) -> tuple[int, ...]:
    """Opposite faces keep their sum, all else is shuffled; one in four keeps not even that."""
    usual_numbers = usual(shape)
    if shape not in OPPOSITE_SUM or rng.random() < 0.25:
        return tuple(int(n) for n in rng.permutation(usual_numbers))
    body = solid(shape)
    numbers = [-1] * body.labelled
    lows = [n for n in usual_numbers if n < OPPOSITE_SUM[shape] - n]
    pairs = iter(rng.permutation(lows))
    for face in range(body.labelled):
        if numbers[face] < 0:
            low = int(next(pairs))
            high = OPPOSITE_SUM[shape] - low
            low, high = (low, high) if rng.random() < 0.5 else (high, low)
            numbers[face], numbers[body.opposite(face)] = low, high
    return tuple(numbers)


def labels(kind: str, numbers: tuple[int, ...]) -> tuple[str, ...]:
    return tuple(f"{n}0" if kind == "d%" else str(n) for n in numbers)


def slots(shape: str, style: str, ups: tuple[int, ...], outward: float = 0.5) -> tuple[Slot, ...]:
    """Where things are printed. `ups[face]` picks the corner or side that a numeral's top points to.

    `outward` (0 to 1) is how near to the corners or edges the numerals of a tetrahedron stand, and how large those of a
    bar are.
    """
    body = solid(shape)
    if shape == "d4":
        return _d4_slots(style, round(outward, 1))
    larger = 1 + 0.7 * round(outward, 1) if family(shape) == "bar" else 1.0
    return tuple(_slot(shape, face, ups[face] % _turns(shape), larger) for face in range(body.labelled))


@cache
def _turns(shape: str) -> int:
    """In how many ways a numeral may stand on a face."""
    return 8 if family(shape) == "bar" else len(solid(shape).faces[0])


@cache
def _slot(shape: str, face: int, turn: int, larger: float = 1.0) -> Slot:
    body = solid(shape)
    corners = body.vertices[list(body.faces[face])]
    normal = body.normals[face]
    if family(shape) == "d10":
        pole = corners[np.argmax(np.abs(corners[:, 2]))]
        tail = corners[np.argmin(np.linalg.norm(corners + pole, axis=1))]
        centre, radius = _largest_circle(corners, pole, tail)
        toward_pole = pole - tail
        up = (toward_pole, -toward_pole, crossed(normal, toward_pole), crossed(toward_pole, normal))[turn]
    elif family(shape) == "bar":
        centre = normal * body.offsets[face]
        radius, up = 0.85 * larger, np.array([1.0 if turn % 2 == 0 else -1.0, 0, 0])
        if turn >= 5:
            up = crossed(normal, up)
    else:
        centre = corners.mean(axis=0)
        target = corners[turn]
        if shape == "d6":
            target = (target + corners[(turn + 1) % 4]) / 2
        up, radius = target - centre, _edge_distance(corners, centre)
    up = up / np.linalg.norm(up)
    return Slot(face, face, _triple(centre), _triple(up), _triple(crossed(up, normal)), float(radius))


@cache
def _d4_slots(style: str, outward: float) -> tuple[Slot, ...]:
    """`vertex`: the number stands at the upper corner; `edge`: along the lower edge. Both point at their corner.

    Measured on photographs, from the middle of a face (0) to its corner (1): 0.57 to 0.62 and -0.17; figures 0.6 of
    the face's inradius high.
    """
    share = 0.42 + 0.23 * outward if style == "vertex" else -0.17 - 0.12 * outward
    size = 0.72 - 0.15 * outward if style == "vertex" else 0.48 + 0.1 * outward  # so that no two overlap
    body, found = solid("d4"), []
    for face in range(4):
        centre = body.face_centre(face)
        for corner in body.faces[face]:
            up = body.vertices[corner] - centre
            place = centre + up * share
            radius = _edge_distance(body.vertices[list(body.faces[face])], centre) * size
            up = up / np.linalg.norm(up)
            right = crossed(up, body.normals[face])
            found.append(Slot(face, corner, _triple(place), _triple(up), _triple(right), float(radius)))
    return tuple(found)


def _edge_distance(corners: Vectors, point: Vectors) -> float:
    """From a point to the nearest edge of a polygon."""
    along = np.roll(corners, -1, axis=0) - corners
    away = np.cross(point - corners, along)
    return float(np.min(np.linalg.norm(away, axis=1) / np.linalg.norm(along, axis=1)))


def _largest_circle(corners: Vectors, pole: Vectors, tail: Vectors) -> tuple[Vectors, float]:
    """The centre of the largest circle in a kite lies on its axis."""
    tries = [tail + (pole - tail) * share for share in np.linspace(0.2, 0.8, 61)]
    best = max(tries, key=lambda point: _edge_distance(corners, point))
    return best, _edge_distance(corners, best)


def _triple(vector: Vectors) -> tuple[float, float, float]:
    return float(vector[0]), float(vector[1]), float(vector[2])
