"""Empty trays and trays with dice, photographed in the studio: dark, bright, blurred, glaring, moved, in warm light."""

from collections.abc import Sequence
from dataclasses import replace
from functools import cache

import numpy as np

from models.studio.camera import Camera, looking_down
from models.studio.die import Placed
from models.studio.exposure import Exposure, expose
from models.studio.light import Light, Unevenness
from models.studio.scene import Scene, lit_scene, truths_of
from models.studio.textures import Image
from models.studio.throws import Place, fall_flat
from models.studio.trays import Tray, random_surface
from models.studio.truth import Truth
from models.studio.wants import make, want
from reader.vision.sighting import Frame

VIEW_MM, DISTANCE_MM = 250.0, 350.0
HALF_MM = (105.0, 78.0)
WIDTH_PX = 640
MEDIUM = 0.4
USUAL = Exposure(blur=0.0005, noise=0.008, jpeg=92)
EVEN = Unevenness(fall=0.1)
WARM, COLD = (0.62, 0.95, 1.25), (1.25, 1.0, 0.78)
"""What an incandescent lamp and a blue sky do to blue, green and red."""


def camera(width_px: int = WIDTH_PX, tilt_deg: float = 3.0, roll: float = 0.0, shift_mm: float = 0.0) -> Camera:
    size_px = (width_px, width_px * 3 // 4)
    focal_px = width_px * DISTANCE_MM / VIEW_MM
    target = np.array([shift_mm, shift_mm / 2, 0.0])
    return looking_down(target, DISTANCE_MM, tilt_deg, -np.pi / 2, roll, focal_px, size_px)


@cache
def tray(seed: int = 1, floor: str = "felt", gloss: float = 0.0) -> Tray:
    rng = np.random.default_rng([8, seed])
    corners = np.array([(1, 1), (-1, 1), (-1, -1), (1, -1)]) * np.array(HALF_MM)
    surface = replace(random_surface(rng, floor), gloss=gloss)
    return Tray(surface, random_surface(rng, "wood"), random_surface(rng, "leather"), corners, 18.0, 6.0)


def lamp(
    strength: float = 0.45, ambient: float = 0.6, direction: tuple[float, float, float] = (0.5, 0.3, 1.8)
) -> Light:
    away = np.array(direction)
    return Light(away / np.linalg.norm(away), lamp=strength, ambient=ambient, shadow=0.45, softness=0.35)


def scene(
    seed: int = 1,
    *,
    seen_by: Camera | None = None,
    floor: str = "felt",
    gloss: float = 0.0,
    light: Light | None = None,
    uneven: Unevenness = EVEN,
    dice: Sequence[Placed] = (),
) -> Scene:
    seen_by = seen_by or camera()
    far_first = sorted(dice, key=lambda placed: -float(np.linalg.norm(placed.position - seen_by.position)))
    return Scene(tray(seed, floor, gloss), light or lamp(), uneven, seen_by, tuple(far_first), (), USUAL)


@cache
def usual_gain(seed: int, floor: str = "felt") -> float:
    """Locked on the empty tray in its usual light."""
    return float(np.clip(MEDIUM / lit_scene(scene(seed, seen_by=camera(160), floor=floor)).mean(), 0.5, 3.0))


def photographed(shown: Scene, gain: float, **changes: object) -> Frame:
    """`changes` are those of the exposure."""
    lit: Image = lit_scene(shown)
    return expose(lit, replace(USUAL, gain=gain, **changes))  # type: ignore[arg-type]  # names of the exposure's fields


def empty(seed: int = 1, *, floor: str = "felt", **changes: object) -> Frame:
    return photographed(scene(seed, floor=floor), usual_gain(seed, floor), **changes)


def glaring(seed: int = 1, width_px: int = WIDTH_PX) -> Frame:
    """A lamp that is mirrored by a shiny floor."""
    above = camera(width_px)
    ray = above.ray(above.width_px * 0.62, above.height_px * 0.38)
    mirrored = lamp(0.8, 0.5, tuple(float(part) for part in ray * [1, 1, -1]))
    return photographed(scene(seed, seen_by=above, gloss=0.9, light=mirrored), usual_gain(seed))


def thrown(seed: int, dice: Sequence[str], seen_by: Camera | None = None) -> tuple[Placed, ...]:
    """Dice lying flat, anywhere in the tray."""
    rng = np.random.default_rng([9, seed])
    place = Place(tray(seed), seen_by or camera())
    lying: list[Placed] = []
    while len(lying) < len(dice):
        placed = fall_flat(rng, make(rng, want(dice[len(lying)])), None, lying, place)
        if placed is not None:
            lying.append(placed)
    return tuple(lying)


def floor_of(shown: Scene) -> list[tuple[float, float]]:
    """Where the floor's corners truly are, in shares of the picture."""
    corners = shown.tray.corners
    seen = shown.camera.project(np.c_[corners, np.zeros(len(corners))])
    return [(float(x / shown.camera.width_px), float(y / shown.camera.height_px)) for x, y in seen]


def truths(shown: Scene, picture: Frame) -> list[Truth]:
    return truths_of(shown, picture)
