"""Throws dice onto a tray: where each comes to rest, without two of them sharing space."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from models.studio.camera import Camera
from models.studio.collisions import gap_mm, gap_to_all, sharp_vertices
from models.studio.die import Die, Placed, at_rest
from models.studio.rest import STACKABLE, against_die, against_wall, buried, on_top, pushed_against
from models.studio.solids import Vectors
from models.studio.trays import Tray
from models.studio.wants import Want, label_up, make, want

CLEAR_MM = 0.5  # dice further apart than this do not touch
EDGE_PX = 2.0
TRIES = 40
MANNERS = ("flat", "touching", "leaning", "stacked", "cut_off")
SHARES = {False: (0.83, 0.09, 0.03, 0.01, 0.04), True: (0.42, 0.20, 0.16, 0.08, 0.14)}  # by `hard`
HEAPED_SHARES = (0.30, 0.24, 0.15, 0.29, 0.02)  # two dice of five then lie on another or under one


@dataclass(frozen=True, eq=False, slots=True)
class Place:
    """Where dice may lie: inside the walls and inside the picture, around `middle_px` when they fell together."""

    tray: Tray
    camera: Camera
    middle_px: tuple[float, float] | None = None
    spread_px: float = 0.0

    def spot(self, rng: np.random.Generator) -> tuple[float, float]:
        camera = self.camera
        if self.middle_px is None:
            x, y = rng.uniform(0, camera.width_px), rng.uniform(0, camera.height_px)
        else:
            x, y = rng.normal(self.middle_px, self.spread_px)
        on_floor = camera.on_floor(float(x), float(y))
        return float(on_floor[0]), float(on_floor[1])

    def inside_walls(self, placed: Placed) -> bool:
        """Nothing pokes into a wall, and no wall hides where the die stands."""
        vertices = sharp_vertices(placed)
        if self.tray.outside(vertices) > 0:
            return False
        if not self.tray.wall_mm:
            return True
        foot = vertices[vertices[:, 2] < vertices[:, 2].min() + 0.5]
        return self.tray.outside(self._at_rim_height(foot)) < 0

    def _at_rim_height(self, points: Vectors) -> Vectors:
        """Where the view of floor points passes the height of the rim."""
        rise = (self.camera.position - points) * (self.tray.wall_mm / self.camera.position[2])
        return np.asarray(points + rise)

    def in_picture(self, placed: Placed) -> bool:
        spots = self.camera.project(sharp_vertices(placed))
        size = np.array([self.camera.width_px, self.camera.height_px])
        return bool(np.all(spots > EDGE_PX) and np.all(spots < size - EDGE_PX))

    def cut_share(self, placed: Placed) -> float:
        """How much of a die's box lies outside the picture."""
        spots = self.camera.project(sharp_vertices(placed))
        low, high = spots.min(axis=0), spots.max(axis=0)
        kept = np.clip(high, 0, [self.camera.width_px, self.camera.height_px]) - np.clip(low, 0, None)
        return 1 - float(np.prod(np.maximum(kept, 0)) / np.prod(high - low))


def throw(
    rng: np.random.Generator,
    wanted: Sequence[str],
    place: Place,
    hard: bool = False,
    held_back: bool = False,
    only_flat: bool = False,
    heaped: bool = False,
) -> list[Placed]:
    """All dice that found a place; `only_flat` when every one of them must be readable, `heaped` when many should lie
    on others."""
    shares = HEAPED_SHARES if heaped else SHARES[hard]
    lying: list[Placed] = []
    for words in wanted:
        asked = want(words)
        die = make(rng, asked, held_back)
        manner = "flat" if only_flat or asked.face else str(rng.choice(MANNERS, p=shares))
        _come_to_rest(rng, die, asked, manner, lying, place)
    return marked(lying, place)


def _come_to_rest(
    rng: np.random.Generator, die: Die, asked: Want, manner: str, lying: list[Placed], place: Place
) -> None:
    ways = {"touching": _touching, "leaning": _leaning, "stacked": _stacked, "cut_off": _cut_off}
    if manner in ways and ways[manner](rng, die, asked, lying, place):
        return
    placed = fall_flat(rng, die, asked.face, lying, place)
    if placed is not None:
        lying.append(placed)


def fall_flat(rng: np.random.Generator, die: Die, face: str | None, lying: list[Placed], place: Place) -> Placed | None:
    up = label_up(rng, die, face)
    for _ in range(TRIES):
        placed = at_rest(die, up, float(rng.uniform(0, 2 * np.pi)), *place.spot(rng))
        if place.in_picture(placed) and place.inside_walls(placed) and gap_to_all(placed, lying) > CLEAR_MM:
            return placed
    return None


def _touching(rng: np.random.Generator, die: Die, asked: Want, lying: list[Placed], place: Place) -> bool:
    targets = [other for other in lying if other.state == "flat"]
    for _ in range(8 if targets else 0):
        other = targets[int(rng.integers(len(targets)))]
        flat = at_rest(die, label_up(rng, die, asked.face), float(rng.uniform(0, 2 * np.pi)))
        placed = pushed_against(flat, other, float(rng.uniform(0, 2 * np.pi)))
        if place.in_picture(placed) and place.inside_walls(placed) and gap_to_all(placed, lying) > 0:
            lying.append(placed)
            return True
    return False


def _leaning(rng: np.random.Generator, die: Die, asked: Want, lying: list[Placed], place: Place) -> bool:
    del asked
    supports = [other for other in lying if other.state == "flat"]
    for _ in range(12):
        if place.tray.wall_mm > die.inradius_mm and (rng.random() < 0.5 or not supports):
            placed = against_wall(rng, die, place.tray.corners, int(rng.integers(len(place.tray.corners))))
        elif supports:
            placed = against_die(rng, die, supports[int(rng.integers(len(supports)))])
        else:
            return False
        if place.in_picture(placed) and place.inside_walls(placed) and gap_to_all(placed, lying) > 0:
            lying.append(placed)
            return True
    return False


def _stacked(rng: np.random.Generator, die: Die, asked: Want, lying: list[Placed], place: Place) -> bool:
    for index, below in enumerate(lying):
        if below.state != "flat" or below.die.family not in STACKABLE:
            continue
        placed = on_top(rng, die, label_up(rng, die, asked.face), below)
        if (
            place.in_picture(placed)
            and gap_to_all(placed, lying) > 0
            and place.tray.outside(sharp_vertices(placed)) < 0
        ):
            lying[index] = buried(below)
            lying.append(placed)
            return True
    return False


def _cut_off(rng: np.random.Generator, die: Die, asked: Want, lying: list[Placed], place: Place) -> bool:
    size = np.array([place.camera.width_px, place.camera.height_px])
    for _ in range(12):
        spot = rng.uniform(0, size)
        side = int(rng.integers(2))
        spot[side] = rng.choice([0.0, float(size[side])])
        floor = place.camera.on_floor(float(spot[0]), float(spot[1])) + rng.normal(0, die.inradius_mm * 0.4, 3)
        placed = at_rest(
            die, label_up(rng, die, asked.face), float(rng.uniform(0, 2 * np.pi)), float(floor[0]), float(floor[1])
        )
        if 0.1 < place.cut_share(placed) < 0.7 and place.inside_walls(placed) and gap_to_all(placed, lying) > CLEAR_MM:
            lying.append(placed)
            return True
    return False


def marked(lying: list[Placed], place: Place) -> list[Placed]:
    """The dice with the states that can only be told when all lie still."""
    found = []
    for placed in lying:
        near = any(other is not placed and gap_mm(placed, other) < CLEAR_MM for other in lying)
        state = placed.state
        if not place.in_picture(placed) and place.cut_share(placed) > 0:
            state = "cut_off"
        elif state == "flat" and near:
            state = "touching"
        found.append(replace(placed, state=state))
    return found
