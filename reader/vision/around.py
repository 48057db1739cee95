"""Dice in doubt are asked for what stands around: the neighbours of the upper face of a d20 or d10 are read too."""

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from reader.vision.cut import Crop, Place, turned
from reader.vision.neighbours import ORDERS, Neighbour, backing, beside, weighed
from reader.vision.networks import Floats, Network, softmax
from reader.vision.pointing import weight_of
from reader.vision.upper_face import upper_face

if TYPE_CHECKING:
    from reader.vision.classify import Seen

TURNING = tuple(f"{kind}:{face}" for kind in ("d10", "d12", "d20") for face in "69")  # that have both
LIKELY_KIND = 0.5  # chance from which a die is of a kind whose neighbours can be read
SURE_FACE, ALWAYS = 0.9, 2.0  # chance of its face up to which they are asked
SURE_TURNING = {"d20": 0.99, "d10": ALWAYS}
"""Likewise of a face that is another one upside down. The mark of a kite's 6 or 9 is small, and its neighbours cost few
looks: no sure one of the networks is believed without them."""
ALONE_ENOUGH, FLAT_ENOUGH = 0.85, 0.3  # that nobody doubts which face is the upper one; most flat dice have it
LEAST_WAY = 0.08  # a way up that is less likely than this share of the best is not read
BATCH = 32  # views at a time: more would only take memory


class AroundReader:
    def __init__(self, face: Network, labels: Sequence[str]) -> None:
        """`labels` are those of the chances of dice."""
        self.face, self.labels = face, labels
        ordered = {kind: [f"{kind}:{face}" for face in order.rings] for kind, order in ORDERS.items()}
        self.in_rings = {
            kind: np.array([labels.index(label) for label in named])
            for kind, named in ordered.items()
            if set(named) <= set(labels)
        }

    def asked(self, seen: Sequence["Seen"], crops: Sequence[Crop], faces: Floats) -> list["Seen"]:
        """All dice; those in doubt with what stands beside their upper faces, all of which is read together. `faces`
        are the maps of how their faces lean."""
        asked = [(number, kind) for number, die in enumerate(seen) if (kind := self._in_doubt(die)) is not None]
        around = [beside(kind, faces[number], seen[number].lean) for number, kind in asked]
        read = iter(self._read([
            _Straightened(crops[number], kind, upper_face(seen[number].place, kind, each.lean), each)
            for (number, kind), neighbours in zip(asked, around, strict=True)
            for each in neighbours
            if each is not None
        ]))  # fmt: skip
        told = list(seen)
        for (number, kind), neighbours in zip(asked, around, strict=True):
            die, spots = seen[number], self.in_rings[kind]
            said = [each and next(read)[spots] for each in neighbours]
            is_upper = die.alone >= ALONE_ENOUGH and die.flat >= FLAT_ENOUGH
            chances = die.faces.copy()
            chances[spots] = weighed(kind, die.faces[spots], backing(kind, said), is_upper)
            told[number] = replace(die, faces=chances)
        assert next(read, None) is None, "every view belongs to a neighbour"
        return told

    def _in_doubt(self, die: "Seen") -> str | None:
        """The kind of a die whose neighbours should be asked."""
        for kind, spots in self.in_rings.items():
            chances = die.faces.take(spots)
            total = chances.sum()
            if total <= LIKELY_KIND:
                continue
            best = int(chances.argmax())
            sure = SURE_TURNING[kind] if self.labels[spots[best]] in TURNING else SURE_FACE
            if chances[best] < sure * total:
                return kind
        return None

    def _read(self, neighbours: Sequence["_Straightened"]) -> list[Floats]:
        """The chances of every label, of each neighbour; it is turned the other ways up that it says are likely, and
        what it says best in any counts."""
        first = self._said([(each, 0) for each in neighbours])
        again = [
            (number, way)
            for number, (_, left) in enumerate(first)
            for way in neighbours[number].ways_left(left)
        ]  # fmt: skip
        told = [chances for chances, _ in first]
        further = self._said([(neighbours[number], way) for number, way in again])
        for (number, _), (chances, _) in zip(again, further, strict=True):
            told[number] = np.maximum(told[number], chances)
        return told

    def _said(self, views: Sequence[tuple["_Straightened", int]]) -> list[tuple[Floats, Floats]]:
        """Of every neighbour, that way up: the chances of all labels, and of what turn is left."""
        side = self.face.card.input_px
        said: list[tuple[Floats, Floats]] = []
        for start in range(0, len(views), BATCH):
            batch = np.stack([each.turned(side, way) for each, way in views[start : start + BATCH]])
            logits, _, left = self.face.see(batch)
            said += zip(softmax(logits, self.face.card.thresholds["temperature"]), softmax(left), strict=True)
        return said


class _Straightened(NamedTuple):
    """A neighbour of the upper face in its crop, and where it is there."""

    crop: Crop
    kind: str
    place: Place
    neighbour: Neighbour

    def turned(self, side_px: int, way: int) -> Crop:
        """As if seen straight on, one of the ways up that its numeral may stand."""
        turn_deg = self.neighbour.turn_deg + ORDERS[self.kind].ways_deg[way]
        return turned(self.crop, side_px, turn_deg, self.place, self.neighbour.lean)

    def ways_left(self, left: Floats) -> list[int]:
        """Which ways up may be meant, beside the first, by what it says is left to turn."""
        first, *others = (weight_of(left, way) for way in ORDERS[self.kind].ways_deg)
        enough = LEAST_WAY * max(first, *others)
        return [number for number, weight in enumerate(others, 1) if weight > enough]
