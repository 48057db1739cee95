"""Dice in doubt are asked for what stands around: the neighbours of the upper face of a d20 or d10 are read too."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from reader.vision.cut import Crop, turned
from reader.vision.neighbours import ORDERS, Neighbour, backing, beside, weighed
from reader.vision.networks import Floats, Network, softmax
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
BATCH = 32  # views at a time: more would only take memory


class AroundReader:
    def __init__(self, face: Network, labels: Sequence[str]) -> None:
        """`labels` are those of the chances of dice."""
        self.face, self.labels = face, labels
        ordered = {kind: [f"{kind}:{face}" for face in order.rings] for kind, order in ORDERS.items()}
        self.in_rings = {
            kind: [labels.index(label) for label in named]
            for kind, named in ordered.items()
            if set(named) <= set(labels)
        }

    def asked(self, seen: Sequence["Seen"], crops: Sequence[Crop], faces: Floats) -> list["Seen"]:
        """All dice; those in doubt with what stands beside their upper faces, all of which is read together. `faces`
        are the maps of how their faces lean."""
        asked = [(number, kind) for number, die in enumerate(seen) if (kind := self._in_doubt(die)) is not None]
        around = [beside(kind, faces[number], seen[number].lean) for number, kind in asked]
        views = [
            view
            for (number, kind), neighbours in zip(asked, around, strict=True)
            for each in neighbours
            if each is not None
            for view in self._ways_up(seen[number], crops[number], kind, each)
        ]
        read, told = self._read(views), list(seen)
        for (number, kind), neighbours in zip(asked, around, strict=True):
            die, spots, ways = seen[number], self.in_rings[kind], len(ORDERS[kind].ways_deg)
            said = [each and np.max([next(read)[spots] for _ in range(ways)], axis=0) for each in neighbours]
            is_upper = die.alone >= ALONE_ENOUGH and die.flat >= FLAT_ENOUGH
            chances = die.faces.copy()
            chances[spots] = weighed(kind, die.faces[spots], backing(kind, said), is_upper)
            told[number] = replace(die, faces=chances)
        assert next(read, None) is None, "every view belongs to a neighbour"
        return told

    def _in_doubt(self, die: "Seen") -> str | None:
        """The kind of a die whose neighbours should be asked."""
        for kind, spots in self.in_rings.items():
            chances = die.faces[spots]
            turns_over = self.labels[spots[int(chances.argmax())]] in TURNING
            sure = SURE_TURNING[kind] if turns_over else SURE_FACE
            if chances.sum() > LIKELY_KIND and chances.max() < sure * chances.sum():
                return kind
        return None

    def _ways_up(self, die: "Seen", crop: Crop, kind: str, neighbour: Neighbour) -> list[Crop]:
        """What stands beside the upper face, straightened, each way up that it may stand."""
        place, side = upper_face(die.place, kind, neighbour.lean), self.face.card.input_px
        ways = (neighbour.turn_deg + way for way in ORDERS[kind].ways_deg)
        return [turned(crop, side, way, place, neighbour.lean) for way in ways]

    def _read(self, views: Sequence[Crop]) -> Iterator[Floats]:
        """The chances of every label of the network, view by view."""
        for start in range(0, len(views), BATCH):
            logits = self.face.see(np.stack(views[start : start + BATCH]))[0]
            yield from softmax(logits, self.face.card.thresholds["temperature"])
