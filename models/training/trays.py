"""Banks of rendered trays for the finder: pictures of whole throws with a box a die."""

import os
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from models.studio.scene import draw, random_scene
from models.training.labels import KINDS

WIDTH_PX, HEIGHT_PX = 416, 312
SHARD = 128
MOST_DICE = 24
TRUTH = np.dtype([("box", "f4", (4,)), ("kind", "i2"), ("flat", "i2"), ("seen", "f4")])
FLAT_STATES = ("flat", "touching", "shaded")


def shard_path(folder: Path, number: int) -> Path:
    return folder / f"trays-{number:07d}.npy"


def truth_path(shard: Path) -> Path:
    return shard.with_name(shard.name.replace(".npy", ".truth.npy"))


def draw_shard(folder: Path, number: int) -> None:
    """Draws one shard unless it is there; `kind` is −1 where a row holds no die."""
    path = shard_path(folder, number)
    if path.exists():
        return
    cv2.setNumThreads(1)
    rng = np.random.default_rng(number)
    pictures = np.empty((SHARD, HEIGHT_PX, WIDTH_PX, 3), np.uint8)
    truth = np.zeros((SHARD, MOST_DICE), TRUTH)
    truth["kind"] = -1
    done = 0
    while done < SHARD:
        try:
            scene = random_scene(rng, WIDTH_PX, hard=bool(rng.random() < 0.4), height_px=HEIGHT_PX)
        except ValueError:  # the dice found no place; another throw
            continue
        pictures[done], dice = draw(scene)
        for place, die in enumerate(dice[:MOST_DICE]):
            truth[done, place] = (die.box, KINDS.index(die.kind), die.state in FLAT_STATES, die.seen)
        done += 1
    for target, array in ((truth_path(path), truth), (path, pictures)):
        part = target.with_suffix(".part")
        with part.open("wb") as file:
            np.save(file, array)
        os.replace(part, target)


def shards(folder: Path) -> list[Path]:
    return sorted(path for path in folder.glob("trays-*.npy") if "truth" not in path.name)


def load(shard: Path) -> tuple[NDArray[np.uint8], NDArray[np.void]]:
    return np.load(shard, mmap_mode="r"), np.load(truth_path(shard))
