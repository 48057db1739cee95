"""A box that can be taught: painted dice, each seen with a glimpse of it."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from reader.teaching.gallery import Gallery
from reader.teaching.pupil import GalleryPupil
from reader.teaching.scale import Scale
from reader.teaching.store import Store
from reader.vision.cut import cut
from reader.vision.sighting import Frame, Glimpse, Sighting
from reader.vision.watch import Lying
from tests.reader.page.stand import ScriptedWatcher, Stand


@dataclass
class LearningWatcher(ScriptedWatcher):
    def look(self, is_called_off: Callable[[], bool]) -> Lying | None:
        view = super().look(is_called_off)
        return Lying(tuple(glimpsed(one, view.picture) for one in view.sightings), view.picture) if view else None


def glimpsed(seen: Sighting, picture: Frame) -> Sighting:
    crop = cut(picture, seen.box)
    views = np.random.default_rng(int(crop.sum())).standard_normal((2, 16)).astype(np.float32)
    return replace(seen, glimpse=Glimpse(crop, views, np.ones(2, np.float32)))


def learning_stand(folder: Path, watcher: LearningWatcher, clock: Callable[[], float]) -> Stand:
    return Stand(folder, watcher, clock=clock, pupil=GalleryPupil(Gallery(Store(folder), "networks", Scale())))
