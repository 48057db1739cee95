"""Crops → chances of every face, as sure as can be: a look at each, then more at those in doubt.

What is in doubt after all ways that its numeral may point is looked at a little askew as well, and the answers are
averaged. Which face of a d4 is up another network tells, which looks closer; and of a d20 or d10 in doubt the
neighbours of its upper face are read too.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np

from reader.vision.cut import Crop, turned
from reader.vision.d4 import CLOSE_PX, CloseView, D4Reader
from reader.vision.glance import TURNING, Glance, Lying, Seen, Told, weighed
from reader.vision.neighbours import ORDERS, Neighbour, backing, beside
from reader.vision.neighbours import weighed as with_neighbours
from reader.vision.networks import Floats, Network, softmax
from reader.vision.resize import resized
from reader.vision.slant import Slant, Stance, settled
from reader.vision.upper_face import upper_face

LOOKS = 3  # most directions that one die is read in
ASKEW_DEG = (8.0, -8.0)  # how a die in doubt is looked at once more
HOPELESS = 0.75  # chance of the best face under which that would not help
LIKELY_D4 = 0.2  # chance from which a die is looked at as a d4
LIKELY_KIND = 0.5  # chance from which a die is of a kind whose neighbours can be read
SURE_FACE, SURE_TURNING = 0.9, 0.99  # chance of its face up to which they are asked; of one that is another upside down
ALONE_ENOUGH, FLAT_ENOUGH = 0.85, 0.3  # that nobody doubts which face is the upper one; most flat dice have it


class Classifier(Glance):
    def __init__(self, upright: Network, face: Network, d4: D4Reader | None = None) -> None:
        super().__init__(upright, face)
        self.d4 = d4
        self.d4_faces = [self.labels.index(label) for label in d4.labels] if d4 is not None else []
        ordered = {kind: [f"{kind}:{face}" for face in order.rings] for kind, order in ORDERS.items()}
        self.in_rings = {
            kind: [self.labels.index(label) for label in labels]
            for kind, labels in ordered.items()
            if set(labels) <= set(self.labels)
        }

    def classify(
        self,
        crops: list[Crop],
        guesses: Sequence[Sequence[float]] | None = None,
        slants: Floats | None = None,
        closer: Callable[[int], Crop] | None = None,
        stance: Stance | None = None,
    ) -> list[Seen]:
        """`guesses` are the finder's chances of each crop's kind; `slants` how each should lean by its place; `closer`
        cuts a die out in CLOSE_PX; `stance` is what is known of the camera."""
        if not crops:
            return []
        told = self.tell(crops, guesses)
        expected = np.zeros((len(crops), 2), np.float32) if slants is None else slants
        return self.look_closely(crops, told, settled(told.faces, expected, stance), closer)

    def look_closely(
        self, crops: list[Crop], told: Told, slants: Sequence[Slant], closer: Callable[[int], Crop] | None = None
    ) -> list[Seen]:
        """Dice of which is known how they lie: as many looks as each needs."""
        if not crops:
            return []
        dice = self.read(crops, told, slants, LOOKS)
        self._look_askew(dice)
        seen = [self._ask_neighbours(weighed(die), die.crop, told.faces[i]) for i, die in enumerate(dice)]
        return seen if self.d4 is None else self._look_closer(self.d4, seen, crops, closer)

    def _look_closer(
        self, reader: D4Reader, seen: list[Seen], crops: list[Crop], closer: Callable[[int], Crop] | None
    ) -> list[Seen]:
        """Of dice that may be d4 the d4 reader says how likely each of their faces is; that they are d4 it does not."""
        faces = self.d4_faces
        likely = [number for number, die in enumerate(seen) if die.faces[faces].sum() > LIKELY_D4]
        views = [
            CloseView(
                closer(number) if closer else resized(crops[number], (CLOSE_PX, CLOSE_PX)),
                seen[number].place,
                seen[number].turn_deg,
                seen[number].lean,
            )
            for number in likely
        ]
        told = list(seen)
        for number, said in zip(likely, reader.read(views), strict=True):
            chances = seen[number].faces.copy()
            chances[faces] = chances[faces].sum() * said
            told[number] = replace(seen[number], faces=chances)
        return told

    def doubted_among(self, die: Seen) -> str | None:
        """The kind whose neighbours must be asked which face is up, if one must."""
        for kind, spots in self.in_rings.items():
            chances = die.faces[spots]
            turns_over = self.labels[spots[int(chances.argmax())]] in TURNING
            sure = SURE_TURNING if turns_over else SURE_FACE
            if chances.sum() > LIKELY_KIND and chances.max() < sure * chances.sum():
                return kind
        return None

    def _ask_neighbours(self, die: Seen, crop: Crop, faces: Floats) -> Seen:
        """Of a die in doubt: its chances with what stands beside its upper face."""
        kind = self.doubted_among(die)
        if kind is None:
            return die
        spots = self.in_rings[kind]
        said = [each and self._read_aslant(die, crop, kind, each) for each in beside(kind, faces, die.lean)]
        is_upper = die.alone >= ALONE_ENOUGH and die.flat >= FLAT_ENOUGH
        told = die.faces.copy()
        told[spots] = with_neighbours(kind, die.faces[spots], backing(kind, said), is_upper)
        return replace(die, faces=told)

    def _read_aslant(self, die: Seen, crop: Crop, kind: str, neighbour: Neighbour) -> Floats:
        """The chances of a kind's faces of what stands beside the upper one, whichever way up."""
        place, side = upper_face(die.place, kind, neighbour.lean), self.face.card.input_px
        ways = (neighbour.turn_deg + way for way in ORDERS[kind].ways_deg)
        views = np.stack([turned(crop, side, way, place, neighbour.lean) for way in ways])
        said = softmax(self.face.see(views)[0], self.face.card.thresholds["temperature"])
        return np.asarray(said[:, self.in_rings[kind]].max(axis=0))

    def _look_askew(self, dice: list[Lying]) -> None:
        """Of dice in doubt the view that counts most becomes the average of what is seen there, turned either way."""
        best = [int(np.argmax(die.trust())) if len(die.views) > 1 else 0 for die in dice]
        enough = self.face.card.thresholds["askew"]
        doubtful = [
            (die, number)
            for die, number in zip(dice, best, strict=True)
            if HOPELESS < die.views[number].chances[:-1].max() < enough
        ]
        turns = [(die, die.views[number].turn_deg + aside) for die, number in doubtful for aside in ASKEW_DEG]
        seen = self.views(turns)
        for at, (die, number) in enumerate(doubtful):
            together = [die.views[number], *seen[at * len(ASKEW_DEG) : (at + 1) * len(ASKEW_DEG)]]
            average = np.exp(np.mean([np.log(view.chances + 1e-6) for view in together], axis=0))
            die.views[number] = die.views[number]._replace(chances=np.asarray(average / average.sum(), np.float32))
