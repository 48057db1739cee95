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
D10_FACE_ANGLE = radians(44)  # of a face's normal above the equator; dice on sale have 42–48°


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
    if shape == "d10":
        rows = [(k * pi / 5, 1 if k % 2 == 0 else -1) for k in range(10)]
        flat, rise = cos(D10_FACE_ANGLE), sin(D10_FACE_ANGLE)
        return np.array([(cos(a) * flat, sin(a) * flat, half * rise) for a, half in rows])
    if shape == "d12":
        return _unit(np.array(list(dict.fromkeys(_cyclic(0, 1, GOLDEN))), dtype=float))
    if shape == "d20":
        rows20 = list(dict.fromkeys(_cyclic(0, 1 / GOLDEN, GOLDEN)))
        rows20 += [(i, j, k) for i in (1.0, -1.0) for j in (1.0, -1.0) for k in (1.0, -1.0)]
        return _unit(np.array(rows20, dtype=float))
    raise ValueError(f"no solid is called {shape!r}")


BAR_HALF_LENGTH = 1.55  # of a bar d4, in half-widths; its rounded end begins at 0.55
BAR_END_PLANES = 7


def _bar() -> tuple[Vectors, Vectors]:
    """A long d4: four sides in the order 1-2-4-3 round the axis; one end flat, the other half-round."""
    sides: list[tuple[float, float, float]] = [(0, 0, 1), (0, 1, 0), (0, 0, -1), (0, -1, 0), (-1, 0, 0)]
    offsets = [1.0, 1.0, 1.0, 1.0, BAR_HALF_LENGTH]
    for k in range(1, BAR_END_PLANES + 1):
        angle = radians(-90 + 180 * k / (BAR_END_PLANES + 1))
        sides.append((cos(angle), sin(angle), 0))
        offsets.append(1.0 + (BAR_HALF_LENGTH - 1.0) * cos(angle))
    return np.array(sides, dtype=float), np.array(offsets)


@cache
def solid(shape: str, trimmed: float = 0.0) -> Solid:
    """`trimmed` cuts the corners off: the share of the distance from face to corner that is lost (0 to 0.3)."""
    if shape == "bar":
        normals, offsets = _bar()
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
