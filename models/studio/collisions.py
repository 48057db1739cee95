"""Whether two dice share space: the separating axes of convex solids."""

from functools import cache
from math import sqrt

import numpy as np

from models.studio.die import Die, Placed
from models.studio.solids import Vectors, solid


@cache
def _edges(shape: str) -> Vectors:
    """The different directions of a solid's edges."""
    body = solid(shape)
    found: list[Vectors] = []
    for ring in body.faces:
        for a, b in zip(ring, ring[1:] + ring[:1], strict=True):
            along = body.vertices[b] - body.vertices[a]
            along = along / np.linalg.norm(along)
            if all(abs(float(along @ other)) < 1 - 1e-6 for other in found):
                found.append(along)
    return np.array(found)


def sharp_vertices(placed: Placed) -> Vectors:
    """Corners as they were before trimming: a die never reaches beyond them."""
    return np.asarray(solid(placed.die.shape).vertices * placed.die.inradius_mm @ placed.rotation.T + placed.position)


def reach_mm(die: Die) -> float:
    """From the middle of a die to its furthest corner, before trimming."""
    return _furthest(die.shape) * die.inradius_mm


@cache
def _furthest(shape: str) -> float:
    return float(np.linalg.norm(solid(shape).vertices, axis=1).max())


def gap_mm(one: Placed, other: Placed) -> float:
    """The widest slit between two dice; negative is how deep they are inside one another."""
    x, y, z = one.position - other.position
    apart = sqrt(x * x + y * y + z * z) - reach_mm(one.die) - reach_mm(other.die)
    if apart > 0:
        return apart
    a, b = sharp_vertices(one), sharp_vertices(other)
    axes = _axes(one, other)
    along_a, along_b = a @ axes.T, b @ axes.T
    slits = np.maximum(along_b.min(axis=0) - along_a.max(axis=0), along_a.min(axis=0) - along_b.max(axis=0))
    return float(slits.max())


def _axes(one: Placed, other: Placed) -> Vectors:
    first, second = solid(one.die.shape), solid(other.die.shape)
    edges_a, edges_b = _edges(one.die.shape) @ one.rotation.T, _edges(other.die.shape) @ other.rotation.T
    (ax, ay, az), (bx, by, bz) = edges_a.T[:, :, None], edges_b.T[:, None, :]
    crossed = np.stack([ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx], axis=-1).reshape(-1, 3)
    lengths = np.sqrt(np.sum(crossed * crossed, axis=1))
    crossed = crossed[lengths > 1e-6] / lengths[lengths > 1e-6, None]
    return np.vstack([first.normals @ one.rotation.T, second.normals @ other.rotation.T, crossed])


def gap_to_all(placed: Placed, others: list[Placed]) -> float:
    return min((gap_mm(placed, other) for other in others), default=1e9)


def footprints_overlap(a: Vectors, b: Vectors, margin_mm: float = 0.0) -> bool:
    """Whether two convex outlines on the floor, (n, 2), come nearer than a margin."""
    for ring in (a, b):
        along = np.roll(ring, -1, axis=0) - ring
        normals = np.stack([along[:, 1], -along[:, 0]], axis=1)
        normals /= np.maximum(np.linalg.norm(normals, axis=1, keepdims=True), 1e-9)
        on_a, on_b = a @ normals.T, b @ normals.T
        slits = np.maximum(on_b.min(axis=0) - on_a.max(axis=0), on_a.min(axis=0) - on_b.max(axis=0))
        if slits.max() > margin_mm:
            return False
    return True
