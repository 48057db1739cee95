"""The outline of a die with its rounded edges: what boxes are taken from and what both renderers fill."""

from functools import cache, lru_cache

import cv2
import numpy as np

from models.studio.camera import Camera
from models.studio.die import Die, Placed
from models.studio.rays import body_for, smooth_maximum
from models.studio.solids import Vectors, solid

AWAY = np.array([0.0, 0.05, 0.1, 0.18, 0.3, 0.5])  # from a corner to the middles of its faces and edges
STEPS = 6
NEAR_ENOUGH = 1e-3  # of the last step, in inradii; the error left is its square
ROUNDING_STEP = 0.004  # dice rounded so much alike share their points


@cache
def _around_corners(shape: str) -> Vectors:
    """Points on the sharp solid, close together at its corners."""
    sharp = solid(shape)
    found = []
    for ring in sharp.faces:
        corners = sharp.vertices[list(ring)]
        if len(ring) < 3:
            continue
        for number, corner in enumerate(corners):
            for target in (corners.mean(axis=0), (corner + corners[(number + 1) % len(ring)]) / 2):
                found.append(corner + AWAY[:, None] * (target - corner))
    return np.asarray(np.unique(np.vstack(found).round(9), axis=0))  # two faces share each edge


@lru_cache(maxsize=2048)
def _surface(shape: str, trimmed: float, rounded: float) -> Vectors:
    """Points on the rounded surface, close together where it bends, (n, 3) in inradii."""
    points = _around_corners(shape)
    reach = np.linalg.norm(points, axis=1, keepdims=True)
    ways = (points / reach).astype(np.float32)
    body = body_for(shape, trimmed, rounded)
    length = reach[:, 0].astype(np.float32)
    slopes = ways @ body.normals.T
    for _ in range(STEPS):
        value, shares = smooth_maximum(body, ways * length[:, None])
        length = length - value / np.maximum(np.sum(shares * slopes, axis=1), np.float32(0.05))
        if float(np.abs(value).max()) < NEAR_ENOUGH:
            break
    return np.asarray(ways * length[:, None], dtype=np.float64)


def surface_points(die: Die) -> Vectors:
    return _surface(die.shape, die.trimmed, round(die.look.rounded / ROUNDING_STEP) * ROUNDING_STEP)


def silhouette(placed: Placed, camera: Camera) -> Vectors:
    """The outline in px, convex, (n, 2)."""
    points = surface_points(placed.die) * placed.die.inradius_mm @ placed.rotation.T + placed.position
    hull = cv2.convexHull(camera.project(points).astype(np.float32))
    return np.asarray(hull[:, 0, :], dtype=np.float64)
