"""A die that does not exist: its kind, shape, numbers and look; and how it comes to rest."""

from dataclasses import dataclass, replace
from functools import cache
from math import cos, radians, sin

import numpy as np

from models.studio.layouts import D10ISH, labels, shape_of, slots, usual, varied
from models.studio.looks import Look, random_look
from models.studio.solids import Slot, Solid, Vectors, crossed, family, solid, varied_shape
from models.studio.tiles import TILE_SPAN

INRADIUS_MM = {"d4": 4.1, "d6": 8.0, "d8": 7.4, "d10": 7.4, "d12": 9.0, "d20": 9.8, "bar": 5.6}  # usual 16 mm sets
LOGO_SHARE = 0.02
UP = np.array([0.0, 0.0, 1.0])


@dataclass(frozen=True, eq=False, slots=True)
class Die:
    """`labels[i]` is printed at the slots of label i; at `logo_label` there is a maker's sign instead."""

    kind: str
    shape: str
    labels: tuple[str, ...]
    slots: tuple[Slot, ...]
    look: Look
    inradius_mm: float
    style: str = "numerals"
    logo_label: int | None = None

    @property
    def solid(self) -> Solid:
        return solid(self.shape, self.trimmed)

    @property
    def family(self) -> str:
        """The shape, whatever its maker made of it."""
        return family(self.shape)

    @property
    def trimmed(self) -> float:
        """How far its corners are cut off."""
        return self.look.trimmed if self.family != "bar" else 0.0

    def face(self, label: int) -> str:
        """What counts as printed: a logo stands for the number it replaces."""
        return self.labels[label]


@dataclass(frozen=True, eq=False, slots=True)
class Placed:
    """A die in the world, in millimetres; the tray's floor is z = 0. `up` is the label that is up, None if none is."""

    die: Die
    rotation: Vectors
    position: Vectors
    up: int | None
    state: str = "flat"

    @property
    def face(self) -> str:
        return "" if self.up is None else self.die.face(self.up)

    @property
    def vertices(self) -> Vectors:
        return np.asarray(self.die.solid.vertices * self.die.inradius_mm @ self.rotation.T + self.position)


def random_die(rng: np.random.Generator, kind: str, held_back: bool = False, style: str | None = None) -> Die:
    """`kind` is one the reader knows, or "d10ish"; `style` may ask for pips, numerals, vertex, edge or bar."""
    known = "d20" if kind == "d10ish" else kind
    shape = shape_of(known)
    if kind == "d4":
        style = style or str(rng.choice(["vertex", "edge", "bar"], p=[0.4, 0.3, 0.3]))
        shape = "bar" if style == "bar" else "d4"
    wants_pips = None if style not in ("pips", "numerals") else style == "pips"
    look = random_look(rng, known, held_back, pips=wants_pips)
    printed = _numbers(rng, kind, shape)
    cast = varied_shape(shape, np.random.default_rng(look.grain))  # of its own: other dice of a seed stay as they were
    ups = tuple(int(u) for u in _ups(rng, kind, shape))
    size = INRADIUS_MM[shape] * float(rng.uniform(0.8, 1.25))
    logo = len(printed) - 1 if rng.random() < LOGO_SHARE and shape not in ("d4", "bar") and not look.pips else None
    return Die(
        kind=known,
        shape=cast,
        labels=printed,
        slots=skewed(slots(cast, style or "vertex", ups, float(rng.random())), look.skewed_deg),
        look=look,
        inradius_mm=size,
        style="pips" if look.pips else (style or "numerals"),
        logo_label=None if logo is None else _highest(kind, printed),
    )


def skewed(straight: tuple[Slot, ...], deg: float) -> tuple[Slot, ...]:
    """The same slots with all numerals turned on their faces, counter-clockwise."""
    if not deg:
        return straight
    along, across = cos(radians(deg)), sin(radians(deg))
    found = []
    for slot in straight:
        up, right = np.array(slot.up), np.array(slot.right)
        turned_up, turned_right = (up * along - right * across).tolist(), (right * along + up * across).tolist()
        found.append(replace(slot, up=tuple(turned_up), right=tuple(turned_right)))
    return tuple(found)


def tile_frame(die: Die, slot: Slot) -> tuple[Vectors, Vectors, Vectors, float]:
    """Centre, right, up and half the side of the tile of ink at a slot, in inradii."""
    centre, right, up, half = np.array(slot.centre), np.array(slot.right), np.array(slot.up), slot.radius
    if not die.look.pips or die.logo_label == slot.label:
        half *= die.look.cap_height * TILE_SPAN * (die.look.two_figures if len(die.labels[slot.label]) > 1 else 1.0)
        centre = centre + (right * die.look.off_centre[0] + up * die.look.off_centre[1]) * slot.radius
    return centre, right, up, half


def _highest(kind: str, printed: tuple[str, ...]) -> int:
    """A d10's 0 is a ten; a d10ish has a ten beside its 0."""
    zero = 10 if kind == "d10" else 0
    return max(range(len(printed)), key=lambda i: int(printed[i]) or zero)


def _numbers(rng: np.random.Generator, kind: str, shape: str) -> tuple[str, ...]:
    if kind == "d10ish":
        return tuple(str(face) for face in rng.permutation(D10ISH))
    numbers = usual(shape) if rng.random() < 0.5 else varied(shape, rng)
    return labels(kind, numbers)


def _ups(rng: np.random.Generator, kind: str, shape: str) -> list[int]:
    """Makers turn all numerals alike towards the pole of a d10, and sideways on most percentile dice."""
    if shape == "d10":
        weights = [0.2, 0.2, 0.3, 0.3] if kind == "d%" else [0.45, 0.35, 0.1, 0.1]
        return [int(rng.choice(4, p=weights))] * 10
    if shape == "bar":
        return [int(rng.integers(8))] * 4 if rng.random() < 0.5 else [int(up) for up in rng.integers(0, 8, size=4)]
    return [int(up) for up in rng.integers(0, 60, size=20)]


def turned(axis: Vectors, angle: float) -> Vectors:
    """The rotation by an angle about an axis."""
    x, y, z = axis / np.linalg.norm(axis)
    cross = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    return np.asarray(np.eye(3) + sin(angle) * cross + (1 - cos(angle)) * (cross @ cross))


def carrying(source: Vectors, target: Vectors) -> Vectors:
    """A rotation that carries one unit vector onto another."""
    axis = crossed(source, target)
    if np.linalg.norm(axis) < 1e-9:
        return np.eye(3) if source @ target > 0 else turned(crossed(source, np.array([0.3, 0.5, 0.8])), np.pi)
    return turned(axis, float(np.arctan2(np.linalg.norm(axis), source @ target)))


def at_rest(die: Die, up: int, yaw: float, x_mm: float = 0.0, y_mm: float = 0.0) -> Placed:
    """Lies flat with a label up: on the opposite face, a d4 tetrahedron with that corner up."""
    rotation = turned(UP, yaw) @ _standing(die.shape, up)
    lowest = float((die.solid.vertices @ rotation.T)[:, 2].min()) * die.inradius_mm
    return Placed(die, rotation, np.array([x_mm, y_mm, -lowest]), up)


@cache
def _standing(shape: str, up: int) -> Vectors:
    body = solid(shape)
    return carrying(-body.normals[_face_against(body, up)] if shape == "d4" else body.normals[up], UP)


def _face_against(body: Solid, corner: int) -> int:
    """The face of a tetrahedron that does not touch a corner."""
    return next(face for face, ring in enumerate(body.faces) if corner not in ring)


def tilted(placed: Placed, angle_deg: float, heading: float, state: str, lift_mm: float = 0.0) -> Placed:
    """The same die leaning: it touches the floor, or what lies on it, with one edge or corner."""
    axis = np.array([cos(heading), sin(heading), 0.0])
    rotation = turned(axis, radians(angle_deg)) @ placed.rotation
    lowest = float((placed.die.solid.vertices @ rotation.T)[:, 2].min()) * placed.die.inradius_mm
    position = np.array([placed.position[0], placed.position[1], lift_mm - lowest])
    return Placed(placed.die, rotation, position, None, state)
