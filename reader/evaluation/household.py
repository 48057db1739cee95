"""Dice of a household that does not exist: a set of seven, thrown on one tray on two evenings, every face eight times.

Rendered once and kept: `<looks>-placed-<seed>.npz` with the crops as the finder cut them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from models.studio.camera import Camera, looking_down
from models.studio.die import Die, Placed, at_rest, random_die
from models.studio.exposure import Exposure, expose
from models.studio.layouts import FACES
from models.studio.light import Light, Unevenness
from models.studio.recorded import ambiguous
from models.studio.scene import Scene, draw, lit_scene, truths_of
from models.studio.throws import Place, fall_flat, marked
from models.studio.trays import Tray, random_tray
from models.studio.truth import Truth
from reader.vision.cut import CROP_PX, cut
from reader.vision.find import find
from reader.vision.networks import Network
from reader.vision.resize import Halves
from reader.vision.sighting import Box
from reader.vision.slant import by_place

KINDS: Final = ("d4", "d6", "d8", "d10", "d%", "d12", "d20")
TAUGHT, SAME_LIGHT, OTHER_LIGHT = range(4), range(4, 6), range(6, 8)
"""Which of the eight throws of a face are examples, and which are looked at afterwards."""
WIDTH_PX: Final = 1280
VIEW_MM, DISTANCE_MM, MOST_TILT_DEG = 230.0, 330.0, 9.0
CLEAR: Final = 0.42  # contrast of ink and body close up: players own dice that they can read
SAME_DIE: Final = 0.4  # overlap of a found box with the true one
TRIES: Final = 60


@dataclass(frozen=True, slots=True, eq=False)
class Household:
    """Row by row: a crop, which die of the seven, its label, and the which throw of that face; `found` if the finder
    found it; how its place says that it leans; and in which picture it lay."""

    crops: NDArray[np.uint8]
    dice: NDArray[np.int64]
    labels: NDArray[np.str_]
    throws: NDArray[np.int64]
    found: NDArray[np.bool_]
    slants: NDArray[np.float32]
    pictures: NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class Row:
    crop: NDArray[np.uint8]
    die: int
    label: str
    found: bool
    slant: NDArray[np.float32]


def household(folder: Path, seed: int, held_back: bool, finder: Network, tell: Callable[[], object]) -> Household:
    """From the folder, rendered first if it is not there: some minutes."""
    path = folder / f"{'held' if held_back else 'train'}-placed-{seed}.npz"
    if not path.exists():
        folder.mkdir(parents=True, exist_ok=True)
        made = _rendered(seed, held_back, finder, tell)
        part = path.with_suffix(".part.npz")
        np.savez_compressed(part, **{name: getattr(made, name) for name in Household.__slots__})
        part.replace(path)
    with np.load(path) as kept:
        return Household(*(kept[name] for name in Household.__slots__))


@dataclass(frozen=True, slots=True, eq=False)
class Evening:
    tray: Tray
    camera: Camera
    light: Light
    exposure: Exposure

    @classmethod
    def of(cls, rng: np.random.Generator, tray: Tray, camera: Camera) -> Evening:
        heading = rng.uniform(0, 2 * np.pi)
        direction = np.array([np.cos(heading), np.sin(heading), rng.uniform(1.2, 2.2)])
        light = Light(direction / np.linalg.norm(direction), lamp=0.45, ambient=0.6, shadow=0.45, softness=0.35)
        made = cls(tray, camera, light, Exposure(blur=0.0005, noise=0.008, jpeg=92))
        empty = float(lit_scene(made.scene(())).mean())
        gain = float(np.clip((0.42 / empty) ** 0.6, 0.6, 1.8) * rng.uniform(0.85, 1.15))
        return replace(made, exposure=replace(made.exposure, gain=gain))

    def scene(self, dice: tuple[Placed, ...], camera: Camera | None = None) -> Scene:
        seen_from = (camera or self.camera).position
        far_first = sorted(dice, key=lambda placed: -float(np.linalg.norm(placed.position - seen_from)))
        light = (self.light, Unevenness(fall=0.1))
        return Scene(self.tray, *light, camera or self.camera, tuple(far_first), (), self.exposure)


def _rendered(seed: int, held_back: bool, finder: Network, tell: Callable[[], object]) -> Household:
    rng = np.random.default_rng(seed)
    tilt, heading = float(rng.uniform(0, MOST_TILT_DEG)), float(rng.uniform(0, 2 * np.pi))
    size = (WIDTH_PX, WIDTH_PX * 3 // 4)
    focal = WIDTH_PX * DISTANCE_MM / VIEW_MM
    camera = looking_down(np.zeros(3), DISTANCE_MM, tilt, heading, heading + np.pi / 2, focal, size)
    tray = random_tray(rng, (VIEW_MM / 2, VIEW_MM * 3 / 8))
    first, second = Evening.of(rng, tray, camera), Evening.of(rng, tray, camera)
    dice = [_legible(rng, kind, held_back, first) for kind in KINDS]
    rows: list[Row] = []
    throws: list[int] = []
    pictures: list[int] = []
    for number in range(OTHER_LIGHT.stop):
        orders = [rng.permutation(faces_of(kind)) for kind in KINDS]
        for turn in range(max(len(order) for order in orders)):
            asked = [(at, str(order[turn])) for at, order in enumerate(orders) if turn < len(order)]
            evening = second if number in OTHER_LIGHT else first
            thrown = _thrown(rng, evening, dice, asked, finder)
            pictures += [pictures[-1] + 1 if pictures else 0] * len(thrown)
            throws += [number] * len(thrown)
            rows += thrown
            tell()
    return Household(
        np.stack([row.crop for row in rows]),
        np.array([row.die for row in rows]),
        np.array([row.label for row in rows]),
        np.array(throws),
        np.array([row.found for row in rows]),
        np.stack([row.slant for row in rows]),
        np.array(pictures),
    )


def faces_of(kind: str) -> list[str]:
    return [face for face in FACES[kind] if kind != "d20" or face != "0"]


def _thrown(
    rng: np.random.Generator,
    evening: Evening,
    dice: list[Die],
    asked: list[tuple[int, str]],
    finder: Network,
) -> list[Row]:
    """One picture of these dice with these faces up."""
    place = Place(evening.tray, evening.camera)
    for _ in range(TRIES):
        lying: list[Placed] = []
        for at, face in asked:
            placed = fall_flat(rng, dice[at], face, lying, place)
            if placed is None:
                break
            lying.append(placed)
        if len(lying) == len(asked):
            break
    scene = evening.scene(tuple(marked(lying, place)))
    exposure = replace(evening.exposure, seed=int(rng.integers(1 << 30)))
    picture = expose(lit_scene(scene, "raycaster"), exposure)
    halves = Halves(picture)
    boxes = [one.box for one in find(halves, finder)]
    slants = dict(zip(boxes, by_place(boxes, picture), strict=True))
    rows = []
    for placed, truth in zip(scene.dice, truths_of(scene, picture), strict=True):
        true = Box(*truth.box)
        best = max(boxes, key=true.overlap, default=None)
        is_found = bool(truth.face) and best is not None and best.overlap(true) > SAME_DIE  # glare may hide a numeral
        crop = cut(halves, best) if best is not None and is_found else np.zeros((CROP_PX, CROP_PX, 3), np.uint8)
        at = next(at for at, die in enumerate(dice) if die is placed.die)
        slant = slants[best] if best is not None and is_found else np.zeros(2, np.float32)
        rows.append(Row(crop, at, f"{truth.kind}:{placed.face}", is_found, slant))
    return rows


def _legible(rng: np.random.Generator, kind: str, held_back: bool, evening: Evening) -> Die:
    """A die that its owner can read: clear ink, no logo, 6 and 9 marked."""
    close = replace(evening.camera, focal_px=112 * DISTANCE_MM / 40, width_px=112, height_px=84)
    for _ in range(TRIES * 4):
        die = random_die(rng, kind, held_back)
        ups = range(4 if die.family in ("d4", "bar") else len(die.labels))
        if die.logo_label is None and not any(ambiguous(at_rest(die, up, 0.0)) for up in ups):
            truths: list[Truth] = draw(evening.scene((at_rest(die, 0, 0.0),), close))[1]
            if truths and truths[0].contrast >= CLEAR:
                return die
    raise ValueError(f"the studio made no {kind} that can be read")


def one_thread() -> None:
    cv2.setNumThreads(1)
