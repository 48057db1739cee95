"""A whole tray or mat as it is seen from afar: on a table of which much is seen, with large things beside it."""

import numpy as np

from models.studio.clutter import LARGE_MM, Clutter, one_of
from models.studio.clutter_drawing import outline_px
from models.studio.collisions import footprints_overlap
from models.studio.solids import Vectors
from models.studio.throws import Place
from models.studio.trays import FORMS, Tray, form, random_surface

REACH = (0.34, 0.92)  # of a picture's height that a tray takes
INSIDE = 0.96  # most of the picture's sides
SQUEEZED = 0.25  # how much longer than wide trays are, as a logarithm
TURNED_SHARE = 0.3  # of trays that lie askew
MAT_SHARE = 0.35  # of trays that are mats, sheets and cloths, without a wall
MAT_MM = 0.6
STANDING_SHARE = 0.6  # of trays have something large beside them
CLEAR = 1 / 50  # of the picture's width between large things


def tray_afar(rng: np.random.Generator, half_mm: tuple[float, float]) -> Tray:
    """For a view that reaches `half_mm` to the sides."""
    reach = np.array(half_mm)
    half = float(reach.min()) * rng.uniform(*REACH) * np.exp(rng.uniform(-SQUEEZED, SQUEEZED, 2))
    half = np.minimum(half, reach * INSIDE)
    centre = (reach - half) * rng.uniform(-0.6, 0.6, 2)
    turn = float(rng.uniform(0, np.pi / 2)) if rng.random() < TURNED_SHARE else 0.0
    spin = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    corners = form(str(rng.choice(FORMS))) * half @ spin.T + centre
    floor, table = random_surface(rng), random_surface(rng)
    if rng.random() < MAT_SHARE:
        return Tray(floor, table, floor, corners, MAT_MM, 1.0)
    wall = floor if rng.random() < 0.3 else random_surface(rng)
    return Tray(floor, table, wall, corners, float(rng.uniform(6, 38)), float(rng.uniform(2, 14)))


def stood_around(rng: np.random.Generator, place: Place, view_mm: float) -> list[Clutter]:
    """Large things on the table, clear of the tray."""
    found: list[Clutter] = []
    camera, tray = place.camera, place.tray
    walls = camera.project(np.column_stack([tray.corners, np.full(len(tray.corners), tray.wall_mm)]))
    taken: list[Vectors] = [walls]
    for _ in range(int(rng.geometric(0.4)) if rng.random() < STANDING_SHARE else 0):
        spot = camera.on_floor(rng.uniform(0, camera.width_px), rng.uniform(0, camera.height_px))
        thing = one_of(rng, str(rng.choice(list(LARGE_MM))), float(spot[0]), float(spot[1]), view_mm)
        outline = outline_px(thing, camera)
        if not any(footprints_overlap(outline, other, camera.width_px * CLEAR) for other in taken):
            found.append(thing)
            taken.append(outline)
    return found
