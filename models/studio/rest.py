"""How dice come to rest other than flat and alone: against another, leaning on something, on top of one another."""

import numpy as np

from models.studio.collisions import gap_mm, reach_mm, sharp_vertices
from models.studio.die import Die, Placed, at_rest, turned
from models.studio.solids import Vectors, solid

UP = np.array([0.0, 0.0, 1.0])
CONTACT_MM = 0.03
LEAST_LEAN, MOST_LEAN = 0.35, 0.65  # of the way from one resting face to the next
RAISED_MM = 1.0  # above the floor, from which on a stacked die is the upper one
LEAST_UNDER = 0.12  # of a stacked die's area: what must show of the die under it, for anybody to see that there is one
STACKABLE = ("d6", "d8", "d10", "d12", "d20", "bar")  # shapes with a level upper face


def moved(placed: Placed, shift: Vectors) -> Placed:
    return Placed(placed.die, placed.rotation, placed.position + shift, placed.up, placed.state)


def pushed_against(placed: Placed, other: Placed, heading: float) -> Placed:
    """Slides a die along the floor towards another, coming from `heading`, until they touch."""
    away = np.array([np.cos(heading), np.sin(heading), 0.0])
    height = placed.position[2]
    start = Placed(
        placed.die, placed.rotation, np.array([other.position[0], other.position[1], height]), placed.up, placed.state
    )
    near, far = 0.0, reach_mm(placed.die) + reach_mm(other.die)
    for _ in range(14):
        middle = (near + far) / 2
        if gap_mm(moved(start, away * middle), other) > CONTACT_MM:
            far = middle
        else:
            near = middle
    return moved(start, away * far)


def leaning(rng: np.random.Generator, die: Die, toward: Vectors) -> Placed:
    """One edge on the floor, the opposite side raised towards what holds it up; at the origin."""
    flat = at_rest(die, int(rng.integers(len(die.labels) if die.family not in ("d4", "bar") else 4)), 0.0)
    body = solid(die.shape)
    normals = body.normals @ flat.rotation.T
    bottom = int(np.argmin(normals[:, 2]))
    ring = [face for face in body.neighbours_clockwise(bottom) if face < body.labelled or die.family == "bar"]
    beside = normals[int(rng.choice(ring))]
    full_turn = float(np.arccos(np.clip(-beside[2], -1, 1)))
    axis = np.cross(beside, -UP)
    tilt = turned(axis, full_turn * float(rng.uniform(LEAST_LEAN, MOST_LEAN)))
    raised = np.arctan2(-beside[1], -beside[0])
    yaw = np.arctan2(toward[1], toward[0]) - raised
    rotation = turned(UP, float(yaw)) @ tilt @ flat.rotation
    lowest = float((die.solid.vertices @ rotation.T)[:, 2].min()) * die.inradius_mm
    return Placed(die, rotation, np.array([0.0, 0.0, -lowest]), None, "leaning")


def against_wall(rng: np.random.Generator, die: Die, corners: Vectors, wall: int) -> Placed:
    """Leans on the wall that starts at a corner."""
    a, b = corners[wall], corners[(wall + 1) % len(corners)]
    along = b - a
    outward = np.array([along[1], -along[0], 0.0]) / np.linalg.norm(along)
    lean = leaning(rng, die, outward)
    spot = a + along * rng.uniform(0.1, 0.9)
    reach = float((sharp_vertices(lean) @ outward).max())
    return moved(lean, np.array([spot[0], spot[1], 0.0]) - outward * (reach + CONTACT_MM))


def against_die(rng: np.random.Generator, die: Die, other: Placed) -> Placed:
    """Leans on another die."""
    heading = float(rng.uniform(0, 2 * np.pi))
    toward = -np.array([np.cos(heading), np.sin(heading), 0.0])
    return pushed_against(leaning(rng, die, toward), other, heading)


def on_top(rng: np.random.Generator, die: Die, up: int, below: Placed) -> Placed:
    """Lies on the level upper face of another, its weight well within it."""
    flat = at_rest(die, up, float(rng.uniform(0, 2 * np.pi)))
    top = float(sharp_vertices(below)[:, 2].max())
    reach = 0.3 * below.die.inradius_mm * (1.0 if below.die.family in ("d6", "bar") else 0.6)
    shift = rng.uniform(-reach, reach, 2) + below.position[:2]
    return Placed(
        die, flat.rotation, np.array([shift[0], shift[1], flat.position[2] + top + CONTACT_MM]), None, "stacked"
    )


def buried(placed: Placed) -> Placed:
    """The same die with another on top of it: nobody can see what is up."""
    return Placed(placed.die, placed.rotation, placed.position, None, "stacked")


def is_raised(placed: Placed) -> bool:
    """Of two stacked dice the upper one."""
    return float(placed.vertices[:, 2].min()) > RAISED_MM
