"""What lies on tables and is no die, seen as close as one: tokens with numbers, chips, coins, corners of cards."""

from dataclasses import replace

import numpy as np

from models.studio.camera import looking_down
from models.studio.clutter import Clutter, one_of
from models.studio.clutter_drawing import draw_clutter
from models.studio.light import Light
from models.studio.textures import Image
from reader.vision.cut import DIE_PX

SHARES = {"token": 0.36, "card": 0.22, "paper": 0.1, "coin": 0.1, "chip": 0.1, "grid": 0.05, "meeple": 0.04,
          "bead": 0.03}  # fmt: skip
PRINTED = ("card", "paper", "grid")  # larger than any die: a part of them is taken for one
PART_MM = (9.0, 34.0)  # of such a sheet, that a box is drawn around
WIDEST_MM = 90.0
MOST_TILT_DEG = 34.0


def draw_thing(rng: np.random.Generator, image: Image, light: Light) -> None:
    """Draws one over a picture of the floor, in its middle and as large as the reader cuts dice out."""
    item = str(rng.choice(list(SHARES), p=list(SHARES.values())))
    thing = one_of(rng, item, 0.0, 0.0, WIDEST_MM)
    across_mm = float(rng.uniform(*PART_MM)) if item in PRINTED else thing.length_mm * float(rng.uniform(0.75, 1.2))
    distance_mm = across_mm * float(rng.uniform(7, 30))
    tilt = MOST_TILT_DEG * float(rng.random()) ** 1.5
    heading, roll = rng.uniform(0, 2 * np.pi, 2)
    focal_px = DIE_PX * distance_mm / across_mm
    size = (image.shape[1], image.shape[0])
    middle = np.array([0.0, 0.0, thing.height_mm])
    camera = looking_down(middle, distance_mm, tilt, float(heading), float(roll), focal_px, size)
    draw_clutter(image, _somewhere_on(rng, thing) if item in PRINTED else thing, camera, light)


def _somewhere_on(rng: np.random.Generator, sheet: Clutter) -> Clutter:
    """Moved so that any spot of it is in the middle."""
    along, aside = rng.uniform(-0.5, 0.5, 2) * (sheet.length_mm, sheet.width_mm)
    cos, sin = np.cos(sheet.turn), np.sin(sheet.turn)
    return replace(sheet, x_mm=float(along * cos - aside * sin), y_mm=float(along * sin + aside * cos))
