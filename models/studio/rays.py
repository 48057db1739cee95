"""Rays against rounded convex solids, in the solid's own frame: unit inradius, centre at the origin.

A die's surface is where the smooth maximum of its planes is zero. Along a ray that function is convex, so Newton's
method, started where the ray enters the sharp solid, walks up to the surface and never past it.
"""

from dataclasses import dataclass
from functools import cache, lru_cache

import numpy as np
from numpy.typing import NDArray

from models.studio.die import Placed
from models.studio.solids import solid

Floats = NDArray[np.float32]

STEPS = 5
LOWEST_STEPS = 4
SHARPEST = 0.003
FLAT_AFTER = 9.0  # widths of rounding away from the next plane, the smooth maximum is the plane itself


@dataclass(frozen=True, eq=False, slots=True)
class Body:
    """The planes of a die, and the width over which they run into one another."""

    normals: Floats
    offsets: Floats
    rounding: float


@dataclass(frozen=True, eq=False, slots=True)
class Hits:
    """One row a ray: distance, surface normal, plane hit, and how far it passes inside (negative) the outline."""

    distance: Floats
    normals: Floats
    face: NDArray[np.intp]
    margin: Floats


def body_of(placed: Placed) -> Body:
    die = placed.die
    return body_for(die.shape, die.trimmed, die.look.rounded)


@lru_cache(maxsize=512)
def body_for(shape: str, trimmed: float, rounded: float) -> Body:
    sharp = solid(shape, trimmed)
    rounding = max(SHARPEST, rounded * _rounding_share(shape))
    return Body(sharp.normals.astype(np.float32), sharp.offsets.astype(np.float32), rounding)


@cache
def _rounding_share(shape: str) -> float:
    """Makes the smooth maximum keep away from an edge as a fillet of radius 1 does."""
    body = solid(shape)
    angles = [
        np.arccos(np.clip(body.normals[face] @ body.normals[other], -1, 1))
        for face in range(body.labelled)
        for other in body.neighbours_clockwise(face)
        if other < body.labelled
    ]
    return float((1 - np.cos(np.median(angles) / 2)) / np.log(2))


def smooth_maximum(body: Body, points: Floats) -> tuple[Floats, Floats]:
    """Its value at points (n, 3) and the share of each plane in it (n, planes)."""
    heights = points @ body.normals.T - body.offsets
    top = heights.max(axis=1, keepdims=True)
    shares = np.exp((heights - top) / np.float32(body.rounding))
    total = shares.sum(axis=1, keepdims=True)
    value = (top + np.float32(body.rounding) * np.log(total))[:, 0]
    return value, shares / total


def crossing(body: Body, origins: Floats, directions: Floats) -> tuple[Floats, Floats, Floats, Floats]:
    """Where rays enter and leave the sharp solid (entering after leaving is a miss), and how steeply."""
    slopes = directions @ body.normals.T
    room = body.offsets - origins @ body.normals.T
    slopes = np.where(np.abs(slopes) < 1e-6, np.float32(1e-6), slopes)
    reach = room / slopes
    entering = np.where(slopes < 0, reach, -np.float32(1e6))
    leaving = np.where(slopes > 0, reach, np.float32(1e6))
    first, last = entering.argmax(axis=1), leaving.argmin(axis=1)
    rows = np.arange(len(slopes))
    return entering[rows, first], leaving[rows, last], slopes[rows, first], slopes[rows, last]


def cast(body: Body, origin: Floats, directions: Floats) -> Hits:
    """All rays from one origin; a ray that misses has a positive margin and its hit where it comes nearest."""
    origins = np.broadcast_to(origin, directions.shape)
    enter, leave, falling, rising = crossing(body, origins, directions)
    deepest = (rising * leave - falling * enter) / np.maximum(rising - falling, np.float32(1e-6))
    margin, shares = smooth_maximum(body, origins + directions * deepest[:, None])
    distance = np.where(margin < 0, np.minimum(enter, deepest), deepest)
    near = np.flatnonzero(margin < 0)
    slopes = directions @ body.normals.T
    for _ in range(STEPS):
        value, found = smooth_maximum(body, origins[near] + directions[near] * distance[near, None])
        shares[near] = found
        going = value > 1e-4
        step = value / np.maximum(-np.einsum("ij,ij->i", found, slopes[near]), np.float32(1e-3))
        distance[near] = np.minimum(
            distance[near] + np.where(going, step, 0), np.maximum(deepest[near], distance[near])
        )
        near = near[going]
        if len(near) == 0:
            break
    normals = shares @ body.normals
    normals /= np.linalg.norm(normals, axis=1, keepdims=True)
    return Hits(distance.astype(np.float32), normals, shares.argmax(axis=1), margin)


def into_frame(placed: Placed, points: Floats) -> Floats:
    """World points in the die's own frame."""
    moved = (points - placed.position.astype(np.float32)) @ placed.rotation.astype(np.float32)
    return np.asarray(moved / np.float32(placed.die.inradius_mm), dtype=np.float32)


def shade_from(placed: Placed, points: Floats, toward: Floats, softness: float) -> Floats:
    """How much of the lamp a die hides from world points, 0–1, softly at the edge of its shadow."""
    body = body_of(placed)
    direction = np.asarray(toward @ placed.rotation, dtype=np.float32)
    beside, where = passing(body, into_frame(placed, points), direction)
    width = np.float32(softness) * np.clip(where, 0.1, 5) + np.float32(0.02)
    share = np.clip(0.5 - beside / (2 * width), 0, 1)
    return np.asarray(share * share * (3 - 2 * share) * (where > 0), dtype=np.float32)


def passing(body: Body, origins: Floats, direction: Floats) -> tuple[Floats, Floats]:
    """How near parallel rays pass by the sharp solid (negative: through it), and how far along that is.

    The highest plane over a ray falls and then rises; where a falling and a rising plane cross is a better guess of
    its lowest place each time the highest plane there replaces one of the two.
    """
    slopes = body.normals @ direction
    heights = origins @ body.normals.T - body.offsets
    reach = -heights / np.where(np.abs(slopes) < 1e-5, np.float32(1e-5), slopes)
    falling = np.where(slopes < -1e-5, reach, -np.float32(1e6)).argmax(axis=1)
    rising = np.where(slopes > 1e-5, reach, np.float32(1e6)).argmin(axis=1)
    rows = np.arange(len(origins))
    for _ in range(LOWEST_STEPS):
        where = (heights[rows, falling] - heights[rows, rising]) / (slopes[rising] - slopes[falling])
        over = heights + where[:, None] * slopes
        highest = over.argmax(axis=1)
        falling = np.where(slopes[highest] < 0, highest, falling)
        rising = np.where(slopes[highest] < 0, rising, highest)
    return over[rows, highest], where


def nearness(placed: Placed, points: Floats) -> Floats:
    """How far world points are from a die, in its inradii; the distance to the nearest plane it hides behind."""
    body = body_of(placed)
    return np.asarray((into_frame(placed, points) @ body.normals.T - body.offsets).max(axis=1), dtype=np.float32)
