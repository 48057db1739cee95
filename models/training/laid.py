"""Crops of real training dice on trays that do not exist: what networks learn of dice from photographs should not lean
on the few trays these were taken on. They go to the git-ignored training folder only."""

from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from models.training import collage, photos
from models.training.collage import CutOut
from models.training.labels import CLASSES
from models.training.photograph import STORED_PX
from models.training.surfaces import Surfaces
from models.training.tray_crops import wide_cut
from reader.vision.resize import Halves

SIZE_PX = (1000, 750)  # of a picture
HARD_SHARE, AFAR_SHARE = 0.5, 0.25
COUNT = 8000


def lay(index: Path, folder: Path, count: int = COUNT, seed: int = 1) -> int:
    """Writes `laid.npy` and `laid.truth.npy` beside the crops, whose leans and turns must be told; returns how many. A
    training that is learning from older ones goes on with those."""
    forget(folder)
    known = _known(index, np.load(folder / "crops.truth.npy"))
    cut_outs = [[die for die in group if die.row in known] for group in collage.cut_outs(index, "train")]
    groups, surfaces = [group for group in cut_outs if group], Surfaces.beside(folder)
    if not groups:
        return 0
    pictures, truth = (folder / f"laid.{name}.part" for name in ("npy", "truth.npy"))
    crops = np.lib.format.open_memmap(pictures, "w+", np.uint8, (count, STORED_PX, STORED_PX, 3))
    told = np.empty(count, photos.TRUTH)
    done = 0
    rng = np.random.default_rng(seed)
    while done < count:
        for picture, laid in _some(rng, groups, surfaces):
            if done < count:
                crops[done], told[done] = picture, turned(known[laid.row], laid.turned_deg)
                done += 1
    told["weight"] = evened(told["answer"])
    crops.flush()
    with truth.open("wb") as file:
        np.save(file, told)
    for part in (truth, pictures):  # the pictures last: without them nobody looks at the rest
        part.replace(part.with_suffix(""))
    return done


def forget(folder: Path) -> None:
    """What was laid of crops that have changed."""
    for name in ("laid.npy", "laid.truth.npy"):
        (folder / name).unlink(missing_ok=True)


def _known(index: Path, crops: NDArray[np.void]) -> dict[photos.Row, np.void]:
    """What is told of every die that can be learned from."""
    rows = photos.rows(index)
    stale = "row" not in (crops.dtype.names or ()) or any(
        (*CLASSES[int(each["answer"])], each["set"], each["clip"]) != _named(rows, int(each["row"])) for each in crops
    )
    if stale:
        raise ValueError(f"the crops were not cut by {index} as it is now; run prepare again, then turns")
    return {rows[int(each["row"])]: each for each in crops if int(each["fold"]) >= 0}


def _named(rows: list[photos.Row], number: int) -> tuple[str, str, str, str] | None:
    if number >= len(rows):
        return None
    row = rows[number]
    return row.kind, row.face, row.set, row.clip


def _some(
    rng: np.random.Generator, groups: Sequence[Sequence[CutOut]], surfaces: Surfaces
) -> Iterator[tuple[NDArray[np.uint8], collage.Laid]]:
    """All dice of one picture."""
    hard, afar = bool(rng.random() < HARD_SHARE), bool(rng.random() < AFAR_SHARE)
    picture, laid = collage.collage(rng, groups, SIZE_PX, hard, afar, surfaces=surfaces)
    halves = Halves(picture)
    for each in laid:
        yield wide_cut(halves, each.box), each


def turned(truth: np.void, by_deg: float) -> np.void:
    """What is right for a crop that was turned counter-clockwise."""
    same = truth.copy()
    angle = np.radians(by_deg)
    turn = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
    same["lean"] = turn @ truth["lean"]
    same["turn_deg"] = (truth["turn_deg"] - by_deg) % 360
    return same


def evened(answers: NDArray[np.integer]) -> NDArray[np.float64]:
    """Weights with which a face counts by the square root of how often it was laid."""
    return np.asarray(1 / np.sqrt(np.bincount(answers)[answers]))
