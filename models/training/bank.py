"""Banks of rendered crops on disk: shards that are drawn once, seen many times, and survive an interruption.

A shard is `crops-0000007.npy` (n, 128, 128, 3 bytes, BGR) with `crops-0000007.truth.npy` beside it; its number is its
seed.
"""

import os
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from models.studio import compositor, raycaster
from models.training.crops import Crop, closer_crops, crops
from models.training.photograph import STORED_PX, Paint
from reader.vision.d4 import CLOSE_PX

SHARD = 4096
HELD_BACK_SEED = 1_000_000  # shards from here on are drawn with held-back fonts and materials, for measuring only
MOST_SEEN = 12  # faces of one die
TRUTH = np.dtype([("answer", "i2"), ("kind", "i2"), ("fold", "i2"), ("turn_deg", "f4"), ("lean", "f4", (2,)),
                  ("upward", "f4", (MOST_SEEN, 2))])  # fmt: skip
"""`upward` is filled up with NaN."""
Draw = Callable[[np.random.Generator, bool, Paint], list[Crop]]
"""Some crops, of held-back looks or not, drawn by the compositor or cast."""
CAST_EVERY = 4  # shards: the last of them shows rounder, clearer and mirroring dice, in four times the time


def shard_path(folder: Path, number: int) -> Path:
    return folder / f"crops-{number:07d}.npy"


def truth_path(shard: Path) -> Path:
    return shard.with_name(shard.name.replace(".npy", ".truth.npy"))


def draw_shard(folder: Path, number: int, draw: Draw = crops, side_px: int = STORED_PX) -> None:
    """Draws one shard unless it is there; complete files only ever appear under their final name."""
    path = shard_path(folder, number)
    if path.exists():
        return
    cv2.setNumThreads(1)
    rng = np.random.default_rng(number)
    paint = raycaster.draw_dice if number % CAST_EVERY == CAST_EVERY - 1 else compositor.draw_dice
    pictures = np.empty((SHARD, side_px, side_px, 3), np.uint8)
    truth = np.empty(SHARD, TRUTH)
    done = 0
    while done < SHARD:
        for crop in draw(rng, number >= HELD_BACK_SEED, paint):
            if done < SHARD:
                pictures[done] = crop.picture
                upward = np.full((MOST_SEEN, 2), np.nan, np.float32)
                upward[: len(crop.upward)] = crop.upward[:MOST_SEEN]
                truth[done] = (crop.answer, crop.kind, crop.fold, crop.turn_deg, crop.lean, upward)
                done += 1
    _save(truth_path(path), truth)
    _save(path, pictures)


def draw_d4_shard(folder: Path, number: int) -> None:
    draw_shard(folder, number, closer_crops, CLOSE_PX)


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
