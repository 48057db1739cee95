"""The gallery of a state folder, at work in an eye."""

from __future__ import annotations

import logging
from dataclasses import replace
from functools import partial
from pathlib import Path
from threading import Thread
from typing import Final

import numpy as np

from reader.teaching.gallery import Gallery
from reader.teaching.pupil import GalleryPupil
from reader.teaching.store import Store
from reader.vision.classify import Classifier
from reader.vision.cut import Crop
from reader.vision.doubt import glimpse_of
from reader.vision.look import Eye
from reader.vision.sighting import Glimpse

SLANTS: Final = ((0.0, 0.0), *((0.3 * np.cos(way), 0.3 * np.sin(way)) for way in np.arange(8) * np.pi / 4))
SHOWN: Final = 12  # of a checksum: enough to tell networks apart

log = logging.getLogger("dice-reader")


def networks_of(classifier: Classifier) -> str:
    """Names the networks by which examples are compared: others see otherwise."""
    return "-".join(network.card.sha256[:SHOWN] for network in (classifier.upright, classifier.face))


def open_gallery(state: Path, classifier: Classifier) -> Gallery:
    """What other networks looked at last waits for its `rebuild`."""
    return Gallery(Store(state), networks_of(classifier))


def glimpse(classifier: Classifier, crop: Crop, label: str = "") -> Glimpse:
    """A crop alone does not tell how aslant it was seen: of all slants that is taken which shows its label best."""
    if label in classifier.labels:
        at = classifier.labels.index(label)
        looks = (classifier.classify([crop], slants=np.array([slant], np.float32))[0] for slant in SLANTS)
        seen = max(looks, key=lambda look: float(look.faces[at]))
    else:
        seen = classifier.classify([crop])[0]
    return replace(glimpse_of(seen, crop), expected_face=None)


def open_pupil(state: Path, eye: Eye) -> GalleryPupil:
    """Taught dice take part in what the eye sees from now on. After an update of the networks the examples are looked
    at anew, while the box is at work already. Dice that are damaged are done without."""
    gallery = open_gallery(state, eye.classifier)
    for trouble in gallery.store.troubles:
        log.warning("%s", trouble)
    eye.memory = gallery
    done, total = gallery.rebuilding
    if done < total:
        log.info("looking at %d examples of taught dice with the new networks", total)
        again = partial(gallery.rebuild, partial(glimpse, eye.classifier))
        Thread(target=again, name="rebuilding", daemon=True).start()
    return GalleryPupil(gallery, partial(glimpse, eye.classifier))
