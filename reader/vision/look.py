"""The whole pipeline: find the dice → cut each out → which way up, which face → doubt → colour."""

import time
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from reader.vision.classify import Classifier, Seen
from reader.vision.colour import body_colours
from reader.vision.company import are_near, are_stacked, in_company
from reader.vision.cut import AS_FOUND, CROP_PX, Crop, cut
from reader.vision.d4 import CLOSE_PX, CloseView, D4Reader
from reader.vision.doubt import Memory, Verdict, glimpse_of, judge
from reader.vision.edge import is_cut_off, touches_edge
from reader.vision.find import Found, find
from reader.vision.networks import MODELS, Network
from reader.vision.resize import Halves
from reader.vision.sighting import Box, Frame, Glimpse, Reading, Sighting, Unread
from reader.vision.slant import Stance, by_place
from reader.vision.tray import Tray

NETWORKS = (
    ("finder", 3, ("found", "sure_found")),
    ("upright", 5, ()),
    ("face", 3, ("temperature", "sharpen", "second_look", "askew", "read", "nothing", "upright", "upright_kind",
                 "finder_kind", "leaning_said", "leaning_shown", "leaning_bias", "stacked_said", "stacked_bias",
                 "alone")),
    ("d4", 1, ()),
)  # fmt: skip
"""How many things each tells, and the levels that its card must name."""


@dataclass(slots=True)
class Eye:
    """Looks at pictures. Open it once: loading takes a second, looking some milliseconds."""

    finder: Network
    classifier: Classifier
    timings: dict[str, float] = field(default_factory=dict)
    """Seconds that each stage of the last look took."""
    memory: Memory | None = None
    """Of dice that were taught, if there is any."""
    stance: Stance | None = None
    """Of the camera, if all pictures are of one that stays where it is."""

    @classmethod
    def open(cls, models: Path | None = None, threads: int = 0) -> "Eye":
        """Loads the networks, verifies and warms them up. A ModelError says what is missing."""
        folder = models or MODELS
        finder, upright, face, d4 = (
            Network(folder, name, threads).expecting(outputs, levels) for name, outputs, levels in NETWORKS
        )
        close = D4Reader(d4)
        eye = cls(finder, Classifier(upright, face, close))
        eye.look(np.full((312, 416, 3), 90, np.uint8))
        eye.classifier.classify([np.zeros((CROP_PX, CROP_PX, 3), np.uint8)])
        close.read([CloseView(np.zeros((CLOSE_PX, CLOSE_PX, 3), np.uint8), AS_FOUND, 0.0, (0.0, 0.0))])
        return eye

    def look(self, frame: Frame, tray: Tray | None = None) -> list[Sighting]:
        clock = [time.perf_counter()]
        if self.stance is not None:
            self.stance.corners = tray.corners if tray is not None else ()
        halves = Halves(frame)
        found = find(halves, self.finder, lambda box: tray is None or tray.contains(box, frame))
        clock.append(time.perf_counter())
        wide = [cut(halves, one.box, four_bytes=True) for one in found]
        clock.append(time.perf_counter())
        seen, crops = self.seen(halves, found, wide), [crop[..., :3] for crop in wide]
        stacked = are_stacked([one.box for one in found])
        levels = self.classifier.face.card.thresholds | self.finder.card.thresholds
        verdicts = [self._verdict(frame, levels, *die) for die in zip(found, seen, crops, stacked, strict=True)]
        clock.append(time.perf_counter())
        dice = [number for number, verdict in enumerate(verdicts) if verdict.is_die]
        boxes = [seen[number].place.box(found[number].box) for number in dice]
        colours = body_colours(frame, boxes, [verdicts[number].candidates[0].kind for number in dice], tray)
        sightings = [
            _sighting(verdicts[number], box, glimpse_of(seen[number], crops[number]), *colour)
            for number, box, colour in zip(dice, boxes, colours, strict=True)
        ]
        clock.append(time.perf_counter())
        stages = ("find", "cut", "read", "colour")
        self.timings = {stage: clock[i + 1] - clock[i] for i, stage in enumerate(stages)}
        return sightings

    def seen(self, picture: Frame | Halves, found: list[Found], crops: list[Crop]) -> list[Seen]:
        """What the networks make of dice that were found and cut out."""
        halves, boxes = Halves.of(picture), [one.box for one in found]
        kinds = [one.kinds for one in found]
        seen = self.classifier.classify(
            crops,
            kinds,
            by_place(boxes, halves.at(0), self.stance),
            closer=lambda number: cut(halves, boxes[number], CLOSE_PX),
            stance=self.stance,
        )
        near = are_near(boxes)
        return [in_company(die, self.classifier.kind_of(die), bool(near[number])) for number, die in enumerate(seen)]

    def _verdict(
        self, frame: Frame, levels: dict[str, float], found: Found, seen: Seen, crop: Crop, stacked: bool
    ) -> Verdict:
        labels, is_cut = self.classifier.labels, is_cut_off(found, seen.place, frame)
        touches = touches_edge(found.box, frame)
        return judge(seen, found, crop, labels, levels, is_cut, stacked, self.memory, touches)


def _sighting(verdict: Verdict, box: Box, glimpse: Glimpse, lightness: float, colour: str) -> Sighting:
    best, sure = verdict.candidates[0], verdict.confidence
    about = (box, lightness, colour, verdict.candidates, verdict.known, glimpse)
    if verdict.why is None:
        return Reading(best.kind, best.face, sure, *about)
    return Unread(verdict.why, box, best.kind, sure, *about[1:])
