"""A scene: a tray, light, a camera, dice and clutter; and the picture of it with its truth."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

import cv2
import numpy as np

from models.studio import compositor, raycaster
from models.studio.afar import stood_around, tray_afar
from models.studio.camera import Camera, looking_down
from models.studio.clutter import LARGE_MM, OVER_DICE, UNDER_DICE, Clutter, random_clutter
from models.studio.clutter_drawing import draw_clutter, outline_px
from models.studio.collisions import footprints_overlap, sharp_vertices
from models.studio.die import Placed
from models.studio.exposure import Exposure, Picture, expose, random_exposure
from models.studio.light import Light, Unevenness, paint_unevenness, random_light, random_unevenness
from models.studio.solids import Vectors
from models.studio.textures import Image
from models.studio.throws import Place, throw
from models.studio.trays import Tray, paint_tray, random_tray
from models.studio.truth import Truth, truths
from models.studio.wants import random_wants

Renderer = Literal["compositor", "raycaster"]

FIELDS_OF_VIEW = (62.2, 62.2, 66.0, 66.0, 102.0, 55.0, 60.0, 70.0, 78.0)  # Pi Camera 2, 3 and 3 wide; webcams
NEAREST_MM = 110.0  # no lens focuses closer: pictures of less are cut out of larger ones
DIE_MM = 19.0  # across a usual die
SMALLEST, LARGEST = 1 / 16, 1 / 2  # of the picture's width
UPRIGHT_DEG = 8.0  # tilt of a camera over which somebody holds it, or it stands beside the tray
HELD_SHARE = 0.8  # of such cameras: by one who stands before the tray, at the picture's lower edge
ASKEW_SHARE = 0.2  # of all cameras: turned by any angle against the tray
AFAR_SHARES = (1 / 18, 1 / 8)  # of the picture's width, a die on a tray that is seen from afar
FULL = 0.4  # most of the picture that dice cover


@dataclass(frozen=True, eq=False, slots=True)
class Scene:
    """`dice` from the furthest from the camera to the nearest."""

    tray: Tray
    light: Light
    unevenness: Unevenness
    camera: Camera
    dice: tuple[Placed, ...]
    clutter: tuple[Clutter, ...]
    exposure: Exposure


def random_scene(
    rng: np.random.Generator,
    width_px: int,
    dice: Sequence[str] | None = None,
    hard: bool = False,
    held_back: bool = False,
    height_px: int | None = None,
    heaped: bool = False,
    afar: bool = False,
) -> Scene:
    """`dice` names what is thrown ("d6", "d6:light:5" …) and then lies in the picture; None is any throw. `heaped`:
    many of them on top of one another. `afar`: a tray that is mostly seen whole, and the table around it."""
    size = (width_px, height_px or round(width_px * 0.75))
    share = float(np.exp(rng.uniform(*np.log(AFAR_SHARES if afar else (SMALLEST, LARGEST)))))
    wanted = list(dice) if dice is not None else _any_dice(rng, share)
    share = min(share, _most_share(len(wanted)))
    for _ in range(12):
        view_mm = DIE_MM / share
        half_mm = (view_mm / 2, view_mm / 2 * size[1] / size[0])
        tray = tray_afar(rng, half_mm) if afar else random_tray(rng, half_mm)
        camera = random_camera(rng, size, view_mm, hard)
        place = _where(rng, tray, camera, share, len(wanted))
        only_flat = dice is not None and not (hard or heaped)
        lying = throw(rng, wanted, place, hard, held_back, only_flat, heaped)
        if len(lying) == len(wanted) or (dice is None and len(lying) > 0.7 * len(wanted)):
            break
        share *= 0.85
    else:
        raise ValueError(f"{len(wanted)} dice found no place in the picture")
    return Scene(
        tray=tray,
        light=random_light(rng),
        unevenness=random_unevenness(rng, hard),
        camera=camera,
        dice=_far_first(lying, camera),
        clutter=(*(stood_around(rng, place, view_mm) if afar else ()), *_strew(rng, place, lying, view_mm, hard)),
        exposure=random_exposure(rng, hard),
    )


def next_throw(
    rng: np.random.Generator,
    scene: Scene,
    dice: Sequence[str],
    hard: bool = False,
    held_back: bool = False,
    only_flat: bool = False,
) -> Scene:
    """Other dice and other clutter on the same tray, under the same camera and light; what stands around it stays."""
    camera = scene.camera
    place = Place(scene.tray, camera)
    lying = throw(rng, dice, place, hard, held_back, only_flat)
    if len(lying) < len(dice):
        raise ValueError(f"{len(dice)} dice found no place in the picture")
    view_mm = camera.width_px * float(np.linalg.norm(camera.position)) / camera.focal_px
    standing = (thing for thing in scene.clutter if thing.item in LARGE_MM)
    clutter = (*standing, *_strew(rng, place, lying, view_mm, hard))
    exposure = replace(scene.exposure, seed=int(rng.integers(1 << 30)))
    return replace(scene, dice=_far_first(lying, camera), clutter=clutter, exposure=exposure)


def _far_first(lying: Sequence[Placed], camera: Camera) -> tuple[Placed, ...]:
    return tuple(sorted(lying, key=lambda placed: -float(np.linalg.norm(placed.position - camera.position))))


def _any_dice(rng: np.random.Generator, share: float) -> list[str]:
    """None at times; few when they are large."""
    room = max(1, min(20, int(FULL * 0.75 / (share**2))))
    count = 0 if rng.random() < 0.06 else int(min(room, 1 + rng.geometric(0.22)))
    return list(random_wants(rng, count))


def _most_share(count: int) -> float:
    return min(LARGEST, float(np.sqrt(FULL * 0.75 / max(1, count))))


def _where(rng: np.random.Generator, tray: Tray, camera: Camera, share: float, count: int) -> Place:
    if rng.random() < 0.6:
        return Place(tray, camera)
    middle = (float(rng.uniform(0.3, 0.7)) * camera.width_px, float(rng.uniform(0.3, 0.7)) * camera.height_px)
    return Place(tray, camera, middle, camera.width_px * max(share * np.sqrt(max(1, count)) * 0.8, 0.08))


def random_camera(rng: np.random.Generator, size_px: tuple[int, int], view_mm: float, hard: bool) -> Camera:
    """Above the tray, mostly upright over it; `view_mm` is what it sees from left to right."""
    view = float(rng.choice(FIELDS_OF_VIEW))
    distance = view_mm / 2 / float(np.tan(np.radians(view) / 2))
    if distance < NEAREST_MM:
        distance = float(rng.uniform(NEAREST_MM, 3 * NEAREST_MM))
    pick = rng.random()
    tilt = (
        rng.uniform(0, UPRIGHT_DEG)
        if pick < 0.55
        else rng.uniform(UPRIGHT_DEG, 25)
        if pick < (0.85 if hard else 0.95)
        else rng.uniform(25, 38)
    )
    is_held = tilt > UPRIGHT_DEG and rng.random() < HELD_SHARE
    heading = -np.pi / 2 if is_held else float(rng.uniform(0, 2 * np.pi))
    turn = float(rng.uniform(0, 2 * np.pi)) if rng.random() < ASKEW_SHARE else float(rng.normal(0, 0.06))
    focal = size_px[0] * distance / view_mm
    return looking_down(np.zeros(3), distance, float(tilt), heading, heading + np.pi / 2 + turn, focal, size_px)


def _strew(rng: np.random.Generator, place: Place, lying: list[Placed], view_mm: float, hard: bool) -> list[Clutter]:
    """Things between, under and above the dice; none shares space with a die."""
    count = int(rng.geometric(0.35)) if rng.random() < (0.6 if hard else 0.3) else 0
    feet = [sharp_vertices(die)[:, :2] for die in lying]
    hulls = [compositor.outline(die, place.camera) for die in lying]
    found: list[Clutter] = []
    for _ in range(count * 3):
        if len(found) >= count:
            break
        spot = place.camera.on_floor(rng.uniform(0, place.camera.width_px), rng.uniform(0, place.camera.height_px))
        thing = random_clutter(rng, float(spot[0]), float(spot[1]), view_mm)
        if thing.item in OVER_DICE:
            if _reaches_in(rng, thing, place, hulls):
                found.append(thing)
        elif thing.item in UNDER_DICE:
            found.insert(0, thing)
        elif not any(footprints_overlap(thing.footprint, convex(foot), 0.5) for foot in feet):
            found.append(thing)
    return found


def _reaches_in(rng: np.random.Generator, thing: Clutter, place: Place, hulls: list[Vectors]) -> bool:
    """A finger covers at most one die, and seldom."""
    shape = outline_px(thing, place.camera)
    hidden = sum(footprints_overlap(shape, hull) for hull in hulls)
    return hidden == 0 or (hidden == 1 and rng.random() < 0.3)


def convex(points: Vectors) -> Vectors:
    return np.asarray(cv2.convexHull(points.astype(np.float32))[:, 0, :], dtype=np.float64)


def backdrop(scene: Scene) -> Image:
    """The tray and what lies on it, without dice; BGR 0–1."""
    image = paint_tray(scene.tray, scene.camera, scene.light)
    for thing in scene.clutter:
        if thing.item not in OVER_DICE:
            draw_clutter(image, thing, scene.camera, scene.light)
    return image


def compose(image: Image, scene: Scene) -> None:
    """Draws the dice over a picture of the tray, in place."""
    compositor.draw_dice(image, scene.dice, scene.camera, scene.light)


def lit_scene(scene: Scene, renderer: Renderer = "compositor", ground: Image | None = None) -> Image:
    """What stands before the lens, BGR 0–1 and brighter; `ground`, if given, takes the place of tray and clutter and is
    drawn over."""
    image = backdrop(scene) if ground is None else ground
    if renderer == "raycaster":
        raycaster.draw_dice(image, scene.dice, scene.camera, scene.light)
    else:
        compose(image, scene)
    for thing in scene.clutter:
        if thing.item in OVER_DICE:
            draw_clutter(image, thing, scene.camera, scene.light)
    paint_unevenness(image, scene.unevenness)
    return image


def draw(scene: Scene, renderer: Renderer = "compositor", ground: Image | None = None) -> tuple[Picture, list[Truth]]:
    """The photograph, BGR, and what it shows."""
    picture = expose(lit_scene(scene, renderer, ground), scene.exposure)
    return picture, truths_of(scene, picture)


def truths_of(scene: Scene, picture: Picture) -> list[Truth]:
    """What a picture of this scene shows."""
    covers = [outline_px(thing, scene.camera) for thing in scene.clutter if thing.item in OVER_DICE]
    return truths(list(scene.dice), scene.camera, covers, picture)
