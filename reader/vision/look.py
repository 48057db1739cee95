"""The whole pipeline: find the dice → cut each out → which way up, which face → colour → doubt."""

import time
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from reader.vision.classify import Classifier, Seen
from reader.vision.colour import body_colour
from reader.vision.cut import Crop, cut
from reader.vision.doubt import EDGE_SHARE, judge
from reader.vision.find import Found, find
from reader.vision.networks import MODELS, Network
from reader.vision.sighting import Box, Frame, Reading, Sighting, Unread
from reader.vision.tray import Tray

RESTING_ON = 0.12  # overlap of boxes from which a die may lie on another


@dataclass(slots=True)
class Eye:
    """Looks at pictures. Open it once: loading takes a second, looking some milliseconds."""

    finder: Network
    classifier: Classifier
    timings: dict[str, float] = field(default_factory=dict)
    """Seconds that each stage of the last look took."""

    @classmethod
    def open(cls, models: Path | None = None, threads: int = 0) -> "Eye":
        """Loads the networks, verifies and warms them up. ModelError says what is missing."""
        folder = models or MODELS
        networks = [Network(folder, name, threads) for name in ("finder", "upright", "face")]
        eye = cls(networks[0], Classifier(networks[1], networks[2]))
        eye.look(np.full((312, 416, 3), 90, np.uint8))
        eye.classifier.classify([np.zeros((128, 128, 3), np.uint8)])
        return eye

    def look(self, frame: Frame, tray: Tray | None = None) -> list[Sighting]:
        start = time.perf_counter()
        found = find(frame, self.finder)
        found_at = time.perf_counter()
        crops = [cut(frame, one.box) for one in found]
        cut_at = time.perf_counter()
        seen = self.classifier.classify(crops)
        read_at = time.perf_counter()
        sightings = [
            self._sighting(frame, tray, found, number, seen[number], crops[number]) for number in range(len(found))
        ]
        done_at = time.perf_counter()
        self.timings = {
            "find": found_at - start,
            "cut": cut_at - found_at,
            "face": read_at - cut_at,
            "colour": done_at - read_at,
        }
        return [sighting for sighting in sightings if sighting is not None]

    def _sighting(
        self, frame: Frame, tray: Tray | None, found: list[Found], number: int, seen: Seen, crop: Crop
    ) -> Sighting | None:
        box = found[number].box
        stacked = any(box.overlap(other.box) > RESTING_ON for i, other in enumerate(found) if i != number)
        thresholds = self.classifier.face.card.thresholds | self.finder.card.thresholds
        verdict = judge(seen, found[number], crop, self.classifier.labels, thresholds, at_edge(box, frame), stacked)
        if not verdict.is_die:
            return None
        best = verdict.candidates[0]
        lightness, colour = body_colour(frame, box, best.kind)
        if verdict.why is None:
            return Reading(best.kind, best.face, verdict.confidence, box, lightness, colour, verdict.candidates)
        return Unread(verdict.why, box, best.kind, verdict.confidence, lightness, colour, verdict.candidates)


def at_edge(box: Box, frame: Frame) -> bool:
    """The picture's edge may have cut this die off."""
    height, width = frame.shape[:2]
    near = EDGE_SHARE * max(height, width)
    return box.x < near or box.y < near or box.x + box.width > width - near or box.y + box.height > height - near
