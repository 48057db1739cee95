"""Crops of real training dice on trays that do not exist: what networks learn of dice from photographs should not lean
on the few trays these were taken on. They go to the git-ignored training folder only."""

from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from models.training import collage
from models.training.collage import CutOut
from models.training.labels import LEANING
from models.training.photograph import STORED_PX
from models.training.photos import rows
from models.training.tray_crops import wide_cut
from reader.vision.resize import Halves

SIZE_PX = (1000, 750)  # of a picture
HARD_SHARE, AFAR_SHARE = 0.5, 0.25
COUNT = 8000


def lay(index: Path, folder: Path, count: int = COUNT, seed: int = 1) -> int:
    """Writes `laid.npy` and `laid.truth.npy` beside the crops, whose leans and turns must be told; returns how many."""
    crops: NDArray[np.void] = np.load(folder / "crops.truth.npy")
    known = {int(each["row"]): each for each in crops if int(each["fold"]) >= 0}
    by_row = {row: known[number] for number, row in enumerate(rows(index)) if number in known}
    cut_outs = [[die for die in group if die.row in by_row] for group in collage.cut_outs(index, "train")]
    groups = [group for group in cut_outs if group]
    if not groups:
        return 0
    pictures = np.empty((count, STORED_PX, STORED_PX, 3), np.uint8)
    truth = np.empty(count, crops.dtype)
    done = 0
    rng = np.random.default_rng(seed)
    while done < count:
        for picture, laid in _some(rng, groups):
            if done < count:
                pictures[done], truth[done] = picture, turned(by_row[laid.row], laid.turned_deg)
                done += 1
    truth["weight"] = evened(truth)
    np.save(folder / "laid.npy", pictures)
    np.save(folder / "laid.truth.npy", truth)
    return done


def _some(
    rng: np.random.Generator, groups: Sequence[Sequence[CutOut]]
) -> Iterator[tuple[NDArray[np.uint8], collage.Laid]]:
    """All dice of one picture."""
    hard, afar = bool(rng.random() < HARD_SHARE), bool(rng.random() < AFAR_SHARE)
    picture, laid = collage.collage(rng, groups, SIZE_PX, hard, afar)
    halves = Halves(picture)
    for each in laid:
        x, y, width, height = each.box
        yield wide_cut(halves, (x, y, width, height)), each


def turned(truth: np.void, by_deg: float) -> np.void:
    """What is right for a crop that was turned counter-clockwise."""
    same = truth.copy()
    angle = np.radians(by_deg)
    turn = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
    same["lean"] = turn @ truth["lean"]
    same["turn_deg"] = (truth["turn_deg"] - by_deg) % 360
    return same


def evened(truth: NDArray[np.void]) -> NDArray[np.float64]:
    """Weights that let every face that was laid down count alike, but for the square root of how often it was."""
    answers = np.asarray(truth["answer"], np.int64)
    often = np.bincount(answers, minlength=LEANING)
    return np.asarray(1 / np.sqrt(often[answers]))
