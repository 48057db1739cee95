"""The shapes of dice: convex solids made of half-spaces, and where on them something is printed.

A solid has its centre at the origin and an inradius of 1: half the distance between resting face and upper face; for
the d4 tetrahedron the distance of a face. Real sizes are given by the die. Faces are listed counter-clockwise.
"""

from dataclasses import dataclass
from functools import cache
from itertools import combinations
from math import cos, pi, radians, sin, sqrt

import numpy as np
from numpy.typing import NDArray

Vectors = NDArray[np.float64]

GOLDEN = (1 + sqrt(5)) / 2
D10_FACE_DEG = 44.0  # of a face's normal above the equator; dice on sale have 42–48°


@dataclass(frozen=True, slots=True)
class Slot:
    """A place where a numeral or pips are printed: `label` is an index into the labels of the die."""

    face: int
    label: int
    centre: tuple[float, float, float]
    up: tuple[float, float, float]
    right: tuple[float, float, float]
    radius: float  # of the circle that fits the face around the centre


@dataclass(frozen=True, eq=False, slots=True)
class Solid:
    """`normals[i] · x <= offsets[i]` is the inside; `faces[i]` index `vertices`; the first `labelled` carry labels."""

    name: str
    normals: Vectors
    offsets: Vectors
    vertices: Vectors
    faces: tuple[tuple[int, ...], ...]
    labelled: int

    def face_centre(self, face: int) -> Vectors:
        corners = self.vertices[list(self.faces[face])]
        return np.asarray(corners.mean(axis=0))

    def neighbours_clockwise(self, face: int) -> list[int]:
        """Faces that share an edge, clockwise as seen from outside."""
        ring = self.faces[face]
        edges = [frozenset((a, b)) for a, b in zip(ring, ring[1:] + ring[:1], strict=True)]
        found = []
        for edge in reversed(edges):
            found += [other for other, corners in enumerate(self.faces) if other != face and edge <= set(corners)]
        return found

    def opposite(self, face: int) -> int:
        return int(np.argmin(self.normals @ self.normals[face]))


def from_half_spaces(name: str, normals: Vectors, offsets: Vectors, labelled: int) -> Solid:
    """Corners are where three planes meet that no other plane cuts off."""
    trios = np.array(list(combinations(range(len(normals)), 3)))
    trios = trios[np.abs(np.linalg.det(normals[trios])) > 1e-9]
    points = np.linalg.solve(normals[trios], offsets[trios][:, :, None])[:, :, 0]
    corners: list[Vectors] = []
    for point in points[np.all(points @ normals.T <= offsets + 1e-7, axis=1)]:
        if all(np.linalg.norm(point - seen) > 1e-6 for seen in corners):
            corners.append(point)
    vertices = np.array(corners)
    faces = tuple(_ring(vertices, normals[i], offsets[i]) for i in range(len(normals)))
    return Solid(name, normals, offsets, vertices, faces, labelled)


def _ring(vertices: Vectors, normal: Vectors, offset: float) -> tuple[int, ...]:
    """The corners on one plane, counter-clockwise seen from outside."""
    on_plane = np.flatnonzero(np.abs(vertices @ normal - offset) < 1e-6)
    if len(on_plane) == 0:
        return ()
    centre = vertices[on_plane].mean(axis=0)
    right, up = plane_axes(normal)
    angles = np.arctan2((vertices[on_plane] - centre) @ up, (vertices[on_plane] - centre) @ right)
    return tuple(int(i) for i in on_plane[np.argsort(angles)])


def crossed(a: Vectors, b: Vectors) -> Vectors:
    """The cross product of two vectors; NumPy's own takes twenty times as long for so few numbers."""
    (ax, ay, az), (bx, by, bz) = a.tolist(), b.tolist()
    return np.array([ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx])


def plane_axes(normal: Vectors) -> tuple[Vectors, Vectors]:
    """Two unit vectors across a plane, with right × up = normal."""
    helper = np.array([0.0, 0.0, 1.0]) if abs(normal[2]) < 0.9 else np.array([0.0, 1.0, 0.0])
    right = crossed(helper, normal)
    right /= np.linalg.norm(right)
    return right, crossed(normal, right)


def _unit(rows: Vectors) -> Vectors:
    return np.asarray(rows / np.linalg.norm(rows, axis=1, keepdims=True))


def _cyclic(x: float, y: float, z: float) -> list[tuple[float, float, float]]:
    """(x, y, z) with all signs of the non-zero ones, and its two cyclic shifts."""
    signed = {(x * i, y * j, z * k) for i in (1, -1) for j in (1, -1) for k in (1, -1)}
    ordered = sorted({tuple(float(c) + 0.0 for c in s) for s in signed})
    return [t for a, b, c in ordered for t in ((a, b, c), (b, c, a), (c, a, b))]


def _normals(shape: str) -> Vectors:
    if shape == "d4":
        return _unit(np.array([(1, 1, 1), (1, -1, -1), (-1, 1, -1), (-1, -1, 1)], dtype=float))
    if shape == "d6":
        return np.array([(1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0), (0, 0, 1), (0, 0, -1)], dtype=float)
    if shape == "d8":
        return _unit(np.array([(i, j, k) for i in (1, -1) for j in (1, -1) for k in (1, -1)], dtype=float))
    if family(shape) == "d10":
        rows = [(k * pi / 5, 1 if k % 2 == 0 else -1) for k in range(10)]
        angle = radians(float(shape.partition("-")[2] or D10_FACE_DEG))
        flat, rise = cos(angle), sin(angle)
        return np.array([(cos(a) * flat, sin(a) * flat, half * rise) for a, half in rows])
    if shape == "d12":
        return _unit(np.array(list(dict.fromkeys(_cyclic(0, 1, GOLDEN))), dtype=float))
    if shape == "d20":
        rows20 = list(dict.fromkeys(_cyclic(0, 1 / GOLDEN, GOLDEN)))
        rows20 += [(i, j, k) for i in (1.0, -1.0) for j in (1.0, -1.0) for k in (1.0, -1.0)]
        return _unit(np.array(rows20, dtype=float))
    raise ValueError(f"no solid is called {shape!r}")


BAR_ENDS = ("flat", "half", "point", "dome")
BAR_END_PLANES = 7  # of a half-round end
SHORTEST_BAR, SHORTEST_FLAT_BAR, LONGEST_BAR = 1.3, 1.5, 2.3  # half lengths; a shorter one with flat ends is a d6
USUAL_BAR = "-flat-half-1.55"


def varied_shape(shape: str, rng: np.random.Generator) -> str:
    """As another maker casts it: a d10 flatter or steeper, a bar with other ends and of another length.

    >>> varied_shape("d10", np.random.default_rng(1)), varied_shape("bar", np.random.default_rng(1))
    ('d10-45', 'bar-flat-flat-2.3')
    """
    if shape == "d10":
        return f"d10-{rng.integers(42, 49)}"
    if shape == "bar" and rng.random() < 0.75:
        first, second = rng.choice(BAR_ENDS, 2) if rng.random() < 0.4 else [rng.choice(BAR_ENDS)] * 2
        shortest = SHORTEST_FLAT_BAR if first == second == "flat" else SHORTEST_BAR
        return f"bar-{first}-{second}-{rng.uniform(shortest, LONGEST_BAR):.1f}"
    return shape


def family(shape: str) -> str:
    """The shape that a varied one is made after.

    >>> family("bar-half-point-1.7"), family("d10-46"), family("d20")
    ('bar', 'd10', 'd20')
    """
    return shape.partition("-")[0]


def _bar(shape: str) -> tuple[Vectors, Vectors]:
    """A long d4: four sides in the order 1-2-4-3 round the axis, and an end on the left and on the right. All is in
    half-widths."""
    left, right, length = (shape.removeprefix("bar") or USUAL_BAR)[1:].split("-")
    sides: list[tuple[float, float, float]] = [(0, 0, 1), (0, 1, 0), (0, 0, -1), (0, -1, 0)]
    offsets = [1.0] * 4
    for end, way in ((left, -1), (right, 1)):
        for (along, across, up), offset in _bar_end(end, float(length)):
            sides.append((way * along, across, up))
            offsets.append(offset)
    return np.array(sides, dtype=float), np.array(offsets)


def _bar_end(end: str, half_length: float) -> list[tuple[tuple[float, float, float], float]]:
    """The planes of a right end: flat, half-round as seen from above, a pyramid, or a pyramid of two slopes."""
    if end == "flat":
        return [((1, 0, 0), half_length)]
    if end == "half":
        angles = [radians(-90 + 180 * k / (BAR_END_PLANES + 1)) for k in range(1, BAR_END_PLANES + 1)]
        return [((cos(angle), sin(angle), 0), 1.0 + (half_length - 1.0) * cos(angle)) for angle in angles]
    begin, slopes = half_length - 0.55, (radians(42),) if end == "point" else (radians(45), radians(15))
    planes, edge = [], (begin, 1.0)
    for slope in slopes:  # each begins where the one before ends, half-way to the axis
        offset = edge[0] * cos(slope) + edge[1] * sin(slope)
        planes += [
            ((cos(slope), sin(slope) * y, sin(slope) * z), offset) for y, z in ((0, 1), (0, -1), (1, 0), (-1, 0))
        ]
        edge = ((offset - 0.55 * sin(slope)) / cos(slope), 0.55)
    return planes


@cache
def solid(shape: str, trimmed: float = 0.0) -> Solid:
    """`trimmed` cuts the corners off: the share of the distance from face to corner that is lost (0 to 0.3)."""
    if family(shape) == "bar":
        normals, offsets = _bar(shape)
        return from_half_spaces(shape, normals, offsets, labelled=4)
    normals = _normals(shape)
    offsets = np.ones(len(normals))
    whole = from_half_spaces(shape, normals, offsets, labelled=len(normals))
    if trimmed <= 0:
        return whole
    reach = np.linalg.norm(whole.vertices, axis=1)
    cuts = reach - trimmed * (reach - 1.0)
    return from_half_spaces(
        shape,
        np.vstack([normals, whole.vertices / reach[:, None]]),
        np.concatenate([offsets, cuts]),
        labelled=len(normals),
    )
