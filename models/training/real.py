"""Crops of real photographs of the training split: they may teach what dice look like, never which faces exist."""

from collections.abc import Collection, Mapping
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from models.training.labels import CLASSES, INDEX, KINDS

ABSENT: dict[str, tuple[str, ...]] = {
    "d8": ("2",),
    "d10": ("1", "7"),
    "d20": ("0", "2", "4", "6", "8", "16", "18", "19"),
}
"""Faces of a kind that no training photograph shows; they are left out of the softmax for real crops of that kind."""
LAID_SHARE = 0.5  # of real crops, where there are some on other trays


class Picked(NamedTuple):
    """`unseen` are the answers that must not be learned from this crop."""

    crop: NDArray[np.uint8]
    truth: np.void
    unseen: tuple[int, ...]


class RealCrops:
    """`crops.npy` and `crops.truth.npy` as written by `photos.py`; a clip counts once, however many frames it has. And
    the same dice on other trays, if `laid.py` has made them."""

    def __init__(self, folder: Path, d4_only: bool = False) -> None:
        """`d4_only`: those that were cut out in more pixels."""
        truth: NDArray[np.void] = np.load(folder / "crops.truth.npy")
        if d4_only:
            truth = truth[np.load(folder / "d4.rows.npy")]
        self.as_taken = _Bank(folder / ("d4.npy" if d4_only else "crops.npy"), truth, ABSENT)
        self.laid: _Bank | None = None
        if not d4_only and (folder / "laid.npy").exists():
            truth = np.load(folder / "laid.truth.npy")
            self.laid = _Bank(folder / "laid.npy", truth, _absent(truth))

    def __len__(self) -> int:
        return len(self.as_taken.rows)

    def pick(self, rng: np.random.Generator) -> Picked:
        is_laid = self.laid is not None and rng.random() < LAID_SHARE
        return (self.laid if self.laid is not None and is_laid else self.as_taken).pick(rng)


class _Bank:
    """Crops that are picked by their weights."""

    def __init__(self, pictures: Path, truth: NDArray[np.void], absent: Mapping[str, Collection[str]]) -> None:
        """`absent` are the faces of each kind that none of them shows."""
        self.pictures: NDArray[np.uint8] = np.load(pictures, mmap_mode="r")
        if len(self.pictures) != len(truth):
            raise ValueError(f"{pictures} and its truth are not of the same making; run prepare and turns again")
        self.truth, self.absent = truth, absent
        self.rows = np.flatnonzero(truth["fold"] >= 0)
        weights = truth["weight"][self.rows].astype(float)
        self.chances = np.cumsum(weights / weights.sum())

    def pick(self, rng: np.random.Generator) -> Picked:
        row = self.rows[min(int(np.searchsorted(self.chances, rng.random())), len(self.rows) - 1)]
        kind, face = CLASSES[int(self.truth[row]["answer"])]
        unseen = tuple(INDEX[kind, absent] for absent in self.absent.get(kind, ()) if absent != face)
        return Picked(self.pictures[row], self.truth[row], unseen)


def _absent(truth: NDArray[np.void]) -> dict[str, list[str]]:
    """The faces of each kind that none of these crops shows; those of films from above show few."""
    shown = {CLASSES[answer] for answer in set(truth["answer"].tolist())}
    return {kind: [face for of, face in CLASSES if of == kind and (of, face) not in shown] for kind in KINDS}
