"""Banks of rendered crops on disk: shards that are drawn once, seen many times, and survive an interruption.

A shard is `crops-0000007.npy` (n, 168, 168, 3 bytes, BGR) with `crops-0000007.truth.npy` beside it; its number is its
seed.
"""

import os
from collections.abc import Callable
from functools import partial
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from models.studio import compositor, raycaster
from models.training.crops import Crop, closer_crops, crops
from models.training.photograph import STORED_PX, Paint
from models.training.surfaces import Surfaces
from models.training.tray_crops import by_finder, tray_crops
from reader.vision.d4 import CLOSE_PX

SHARD = 4096
HELD_BACK_SEED = 1_000_000  # shards from here on are drawn with held-back fonts and materials, for measuring only
MOST_SEEN = 12  # faces of one die
TRUTH = np.dtype([("answer", "i2"), ("kind", "i2"), ("fold", "i2"), ("turn_deg", "f4"), ("lean", "f4", (2,)),
                  ("upward", "f4", (MOST_SEEN, 2))])  # fmt: skip
"""`upward` is filled up with NaN."""
Draw = Callable[[np.random.Generator, bool], list[Crop]]
"""Some crops, of held-back looks or not."""
EVERY, CAST, FROM_TRAYS = 4, 3, 1
"""Of every four shards the last is cast: rounder, clearer and mirroring dice, in four times the time. The second is cut
out of whole trays: dice far from the picture's middle, at walls and in heaps."""


def shard_path(folder: Path, number: int) -> Path:
    return folder / f"crops-{number:07d}.npy"


def truth_path(shard: Path) -> Path:
    return shard.with_name(shard.name.replace(".npy", ".truth.npy"))


def draw_shard(folder: Path, number: int) -> None:
    """Draws one shard of crops of any dice unless it is there."""
    if shard_path(folder, number).exists():
        return
    surfaces = Surfaces.beside(folder, held_back=number >= HELD_BACK_SEED)
    if number % EVERY == FROM_TRAYS:
        draw: Draw = partial(tray_crops, search=by_finder(), surfaces=surfaces)
    else:
        draw = partial(crops, paint=_paint(number), floor=surfaces.floor)
    _draw_shard(folder, number, draw, STORED_PX)


def draw_d4_shard(folder: Path, number: int) -> None:
    surfaces = Surfaces.beside(folder, held_back=number >= HELD_BACK_SEED)
    _draw_shard(folder, number, partial(closer_crops, paint=_paint(number), floor=surfaces.floor), CLOSE_PX)


def _paint(number: int) -> Paint:
    return raycaster.draw_dice if number % EVERY == CAST else compositor.draw_dice


def _draw_shard(folder: Path, number: int, draw: Draw, side_px: int) -> None:
    """Complete files only ever appear under their final name."""
    path = shard_path(folder, number)
    if path.exists():
        return
    cv2.setNumThreads(1)
    rng = np.random.default_rng(number)
    pictures = np.empty((SHARD, side_px, side_px, 3), np.uint8)
    truth = np.empty(SHARD, TRUTH)
    done = 0
    while done < SHARD:
        for crop in draw(rng, number >= HELD_BACK_SEED):
            if done < SHARD:
                pictures[done] = crop.picture
                upward = np.full((MOST_SEEN, 2), np.nan, np.float32)
                upward[: len(crop.upward)] = crop.upward[:MOST_SEEN]
                truth[done] = (crop.answer, crop.kind, crop.fold, crop.turn_deg, crop.lean, upward)
                done += 1
    _save(truth_path(path), truth)
    _save(path, pictures)


def _save(path: Path, array: NDArray[np.generic]) -> None:
    part = path.with_suffix(".part")
    with part.open("wb") as file:
        np.save(file, array)
    os.replace(part, path)


def shards(folder: Path) -> list[Path]:
    """All complete training shards."""
    return sorted(
        path for path in folder.glob("crops-*.npy") if "truth" not in path.name and _number(path) < HELD_BACK_SEED
    )


def _number(path: Path) -> int:
    return int(path.stem.split("-")[1])


def load(shard: Path) -> tuple[NDArray[np.uint8], NDArray[np.void]]:
    return np.load(shard, mmap_mode="r"), np.load(truth_path(shard))
