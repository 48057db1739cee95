"""Crops of real photographs of the training split: they may teach what dice look like, never which faces exist."""

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from models.training.labels import CLASSES, INDEX

ABSENT: dict[str, tuple[str, ...]] = {
    "d8": ("2",),
    "d10": ("1", "7"),
    "d20": ("0", "2", "4", "6", "8", "16", "18", "19"),
}
"""Faces of a kind that no training photograph shows; they are left out of the softmax for real crops of that kind."""


class RealCrops:
    """`crops.npy` and `crops.truth.npy` as written by `photos.py`; a clip counts once, however many frames it has."""

    def __init__(self, folder: Path, d4_only: bool = False) -> None:
        """`d4_only`: those that were cut out in more pixels."""
        self.pictures: NDArray[np.uint8] = np.load(folder / ("d4.npy" if d4_only else "crops.npy"), mmap_mode="r")
        self.truth: NDArray[np.void] = np.load(folder / "crops.truth.npy")
        if d4_only:
            self.truth = self.truth[np.load(folder / "d4.rows.npy")]
        usable = self.truth["fold"] >= 0
        self.rows = np.flatnonzero(usable)
        weights = self.truth["weight"][self.rows].astype(float)
        self.chances = np.cumsum(weights / weights.sum())

    def pick(self, rng: np.random.Generator) -> tuple[NDArray[np.uint8], np.void]:
        row = self.rows[min(int(np.searchsorted(self.chances, rng.random())), len(self.rows) - 1)]
        return self.pictures[row], self.truth[row]

    def unseen(self, truth: np.void) -> tuple[int, ...]:
        """The answers that must not be learned from this crop."""
        kind, face = CLASSES[int(truth["answer"])]
        return tuple(INDEX[kind, absent] for absent in ABSENT.get(kind, ()) if absent != face)
