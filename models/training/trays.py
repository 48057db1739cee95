"""Banks of rendered trays for the finder: whole throws, whole trays from afar, single dice shown large, and dice from
far above, with a box a die."""

import os
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from models.studio.camera import looking_down
from models.studio.exposure import Picture
from models.studio.scene import DIE_MM, LARGEST, Scene, draw, random_scene
from models.studio.wants import random_wants
from models.training.labels import KINDS
from models.training.surfaces import Surfaces

WIDTH_PX, HEIGHT_PX = 416, 312
SHARD = 128
MEASURED = 2  # shards, the first ones, that are never trained with
MOST_DICE = 24
TRUTH = np.dtype([("box", "f4", (4,)), ("kind", "i2"), ("flat", "i2"), ("seen", "f4")])
D4_SHARE = 0.4  # of dice in portraits: tetrahedra seen from the side look least like those from above
ONE_SHARE = 0.15  # d6 that show a 1: a dark one looks much like a dark tray with a light die on it
MOST_TILT_DEG = 48.0
NUMERAL_D6_SHARE = 0.6  # of dice seen from far above: these look much like a tray with a light die on it too
ABOVE_MM, ABOVE_TILT_DEG = (700.0, 2500.0), 5.0  # from where no d6 shows a side
MOST_ABOVE = 5
Shown = tuple[Picture, Sequence[tuple[tuple[float, float, float, float], str, bool, float]]]
"""A picture and its dice: box, kind, whether it lies flat, and how much of it is seen."""
FLAT_STATES = ("flat", "touching", "shaded")


def shard_path(folder: Path, number: int) -> Path:
    return folder / f"trays-{number:07d}.npy"


def truth_path(shard: Path) -> Path:
    return shard.with_name(shard.name.replace(".npy", ".truth.npy"))


def draw_shard(folder: Path, number: int) -> None:
    """Draws one shard of rendered dice unless it is there."""
    surfaces = Surfaces.beside(folder, held_back=number < MEASURED)

    def shown(rng: np.random.Generator) -> Shown:
        while True:
            try:
                scene = _scene(rng, number)
            except ValueError:  # the dice found no place; another throw
                continue
            picture, dice = draw(scene, ground=surfaces.under(rng, scene))
            return picture, [(die.box, die.kind, die.state in FLAT_STATES, die.seen) for die in dice]

    draw_any(folder, number, shown)


def draw_any(folder: Path, number: int, shown: Callable[[np.random.Generator], Shown]) -> None:
    """A shard of whatever pictures are shown, unless it is there; `kind` is −1 where a row holds no die."""
    path = shard_path(folder, number)
    if path.exists():
        return
    cv2.setNumThreads(1)
    rng = np.random.default_rng(number)
    pictures = np.empty((SHARD, HEIGHT_PX, WIDTH_PX, 3), np.uint8)
    truth = np.zeros((SHARD, MOST_DICE), TRUTH)
    truth["kind"] = -1
    for place in range(SHARD):
        pictures[place], dice = shown(rng)
        for row, (box, kind, is_flat, seen) in enumerate(dice[:MOST_DICE]):
            truth[place, row] = (box, KINDS.index(kind), is_flat, seen)
    for target, array in ((truth_path(path), truth), (path, pictures)):
        part = target.with_suffix(".part")
        with part.open("wb") as file:
            np.save(file, array)
        os.replace(part, target)


def _scene(rng: np.random.Generator, number: int) -> Scene:
    """Of every eight shards four are throws, two trays seen from afar, one portraits and one dice from far above."""
    if number % 4 == 3:
        return portrait(rng) if number % 8 == 3 else from_above(rng)
    return _throw(rng, afar=number % 4 == 1)


def _throw(rng: np.random.Generator, afar: bool) -> Scene:
    return random_scene(rng, WIDTH_PX, hard=bool(rng.random() < 0.4), height_px=HEIGHT_PX, afar=afar)


def portrait(rng: np.random.Generator) -> Scene:
    """One or two dice as people show them to a phone: large, and often from the side."""
    dice = [_subject(rng) for _ in range(int(rng.integers(1, 3)))]
    scene = random_scene(rng, WIDTH_PX, dice, hard=bool(rng.random() < 0.3), height_px=HEIGHT_PX)
    spot = scene.dice[0].position + np.array([*rng.normal(0, 6.0, 2), 0.0])
    distance, heading, roll = float(rng.uniform(130, 350)), *(float(turn) for turn in rng.uniform(0, 2 * np.pi, 2))
    share = float(np.exp(rng.uniform(np.log(0.14), np.log(LARGEST))))
    focal = share * WIDTH_PX * distance / DIE_MM
    tilt = MOST_TILT_DEG * float(rng.random())
    return replace(scene, camera=looking_down(spot, distance, tilt, heading, roll, focal, (WIDTH_PX, HEIGHT_PX)))


def from_above(rng: np.random.Generator) -> Scene:
    """A few dice seen straight from above."""
    count = int(rng.integers(1, MOST_ABOVE + 1))
    dice = ["d6:numerals" if rng.random() < NUMERAL_D6_SHARE else random_wants(rng, 1)[0] for _ in range(count)]
    scene = random_scene(rng, WIDTH_PX, dice, hard=bool(rng.random() < 0.3), height_px=HEIGHT_PX)
    spot = np.mean([die.position for die in scene.dice], axis=0)
    spread = float(np.max([np.linalg.norm(die.position - spot) for die in scene.dice]))
    distance, heading, roll = float(rng.uniform(*ABOVE_MM)), *(float(turn) for turn in rng.uniform(0, 2 * np.pi, 2))
    view_mm = max(DIE_MM / LARGEST, (2 * spread + DIE_MM) * float(rng.uniform(0.8, 1.8)))
    tilt, focal = ABOVE_TILT_DEG * float(rng.random()), WIDTH_PX * distance / view_mm
    return replace(scene, camera=looking_down(spot, distance, tilt, heading, roll, focal, (WIDTH_PX, HEIGHT_PX)))


def _subject(rng: np.random.Generator) -> str:
    pick = rng.random()
    return "d4" if pick < D4_SHARE else "d6:1" if pick < D4_SHARE + ONE_SHARE else random_wants(rng, 1)[0]


def shards(folder: Path) -> list[Path]:
    return sorted(path for path in folder.glob("trays-*.npy") if "truth" not in path.name)


def load(shard: Path) -> tuple[NDArray[np.uint8], NDArray[np.void]]:
    return np.load(shard, mmap_mode="r"), np.load(truth_path(shard))
