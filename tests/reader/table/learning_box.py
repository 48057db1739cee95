"""A table that learns: painted dice, each seen with a glimpse of it."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from reader.table.restore import restored
from reader.teaching.gallery import Gallery
from reader.teaching.pupil import GalleryPupil
from reader.teaching.scale import Scale
from reader.teaching.store import Store
from reader.vision.sighting import Frame, Glimpse, Known, Sighting
from reader.vision.watch import Lying
from tests.reader.table.conftest import AtHand
from tests.reader.table.painted import FakeWatcher, paint


def glimpse(face: str, seed: int = 0) -> Glimpse:
    rng = np.random.default_rng([seed, int(face)])
    towards = np.random.default_rng(int(face)).standard_normal(16)
    views = towards / np.linalg.norm(towards) + 0.02 * rng.standard_normal((2, 16))
    crop = np.full((128, 128, 3), (40, 40, 200), np.uint8)
    return Glimpse(crop, views.astype(np.float32), np.ones(2, np.float32))


@dataclass
class LearningWatcher(FakeWatcher):
    """Sees each die with a glimpse; `known` is what the eye takes it for."""

    known: Known | None = None

    def look(self, is_called_off: Callable[[], bool]) -> Lying | None:
        view = super().look(is_called_off)
        if view is None:
            return None
        seen: list[Sighting] = [
            replace(one, glimpse=glimpse(put.face, self.looks), known=self.known)
            for one, put in zip(view.sightings, self.dice, strict=True)
        ]
        return Lying(tuple(seen), paint(self.dice))


class LearningBox(AtHand):
    def __init__(self, folder: Path) -> None:
        self.seen_again: list[Frame] = []
        """Crops of pictures that were kept, which the networks looked at again."""
        self.gallery = Gallery(Store(folder), "networks", Scale())
        super().__init__(folder)
        self.watcher: LearningWatcher = LearningWatcher()
        self.journal.close()
        self.open()

    def _restored(self) -> Any:
        pupil = GalleryPupil(self.gallery, self.looked_back)
        return restored(self.journal, self.pictures, self.presets, lambda: "2026-01-01T20:00:00+00:00", pupil)

    def looked_back(self, crop: Frame) -> Glimpse:
        self.seen_again.append(crop)
        return replace(glimpse("6"), crop=crop)

    def faces(self, mark: str) -> list[str]:
        return [face.face for face in self.readout.faces if face.mark == mark]
