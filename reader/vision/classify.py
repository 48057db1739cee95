"""Crops → chances of every face: find the upper face, turn it upright, then read it.

The upright network says where in its crop a die really is, of what kind, how its faces lean and which ways its numeral
may point. The face network reads the upper face turned the likeliest way. It may answer that the view is not upright
after all, and says which way would be: a die in doubt is read that way too. All views are weighed by how likely each
way is and how sure the face network is of what it sees. What is still in doubt is looked at a little askew as well, and
the answers are averaged. Which face of a d4 is up another network tells, which looks closer; and of a d20 or d10 in
doubt the neighbours of that face are read too.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

import numpy as np

from reader.vision.around import BATCH, TURNING, AroundReader
from reader.vision.cut import Crop, Place, turned
from reader.vision.d4 import CLOSE_PX, CloseView, D4Reader
from reader.vision.networks import Floats, Network, of_four_bytes, softmax
from reader.vision.pointing import agreed, further_way, likeliest, weight_of
from reader.vision.resize import all_resized, resized
from reader.vision.slant import Slant, Stance, settled
from reader.vision.upper_face import upper_face

LOOKS = 3  # most directions that one die is read in
CLEAR = 0.9  # weight of the direction from which a 6 is not a 9 upside down
TRUST = 4.0  # how much more a sure view counts than an unsure one
ASKEW_DEG = (8.0, -8.0)  # how a die in doubt is looked at once more
HOPELESS = 0.75  # chance of the best face under which that would not help
MOST_ASIDE, MOST_LARGER = 0.16, 0.35  # how far the upright network may put a box right; the latter as a logarithm
LEAST_GUESS = 0.02  # what the finder leaves to every kind
ALONE = np.ones(1, np.float32)  # the trust in a single view
LIKELY_D4 = 0.2  # chance from which a die is looked at as a d4
LEANING, NOTHING, TURNED = "leaning", "nothing", "turned"


@dataclass(frozen=True, eq=False, slots=True)
class Seen:
    """`faces` are chances of the face network's labels without TURNED; `kinds` those of the upright network."""

    faces: Floats
    kinds: Floats
    lean: tuple[float, float]
    flat: float  # how plainly a face is where the upper one of a flat die would be
    leaning: float  # the upright network's chance that it leans
    place: Place
    turn_deg: float
    upright: float  # chance that any way tried was upright
    embedding: Floats
    expected_lean: tuple[float, float] = (0.0, 0.0)  # by its place and the other dice, whatever faces it shows
    stacked: float = 0.0  # the upright network's chance that it lies on another die, or under one
    near: bool = True  # to another die, on which it might lean
    alone: float = 1.0  # how likely no other of its faces is the upper one
    views: Floats = field(default_factory=lambda: np.zeros((0, 0), np.float32))  # embeddings of all ways it was turned
    view_upright: Floats = field(default_factory=lambda: np.zeros(0, np.float32))  # how likely each of them was upright


class View(NamedTuple):
    """What the face network says of a die turned one way; the last chance is that it is not upright, and `left` which
    turn it says is left."""

    turn_deg: float
    chances: Floats
    embedding: Floats
    left: Floats


@dataclass(eq=False, slots=True)
class Lying:
    """A crop with what is known of it: at first what the upright network says, then view by view what the face network
    does. `face` is where its upper face is, `at_first` the chances of all directions before any view, `best_deg` the
    best of them."""

    crop: Crop
    kinds: Floats
    slant: Slant
    leaning: float
    stacked: float
    place: Place
    face: Place
    at_first: Floats
    best_deg: float
    views: list[View] = field(default_factory=list)

    def next_way(self) -> float | None:
        """The way to look at it next, if one is left that is likely at all."""
        if not self.views:
            return self.best_deg
        way = further_way(self.pointing(), [view.turn_deg for view in self.views])
        return None if way is None else way.turn_deg

    def pointing(self) -> Floats:
        """The chances of all directions by what all views say; of most dice nobody asks."""
        chances = self.at_first
        for view in self.views:
            chances = agreed(chances, view.left, view.turn_deg)
        return chances

    def trust(self) -> Floats:
        """How much each view counts: by how likely it is to be upright, and how sure it is."""
        pointing = self.pointing()
        weights = np.array([weight_of(pointing, view.turn_deg) for view in self.views], np.float32)
        sure = np.array([view.chances[:-1].max() for view in self.views], np.float32)
        trust = (weights * sure / max(float((weights * sure).max()), 1e-12)) ** TRUST
        return np.asarray(trust / max(float(trust.sum()), 1e-12), np.float32)


class Classifier:
    def __init__(self, upright: Network, face: Network, d4: D4Reader | None = None) -> None:
        self.upright, self.face, self.d4 = upright, face, d4
        self.labels = face.card.labels[:-1]
        self.kinds = upright.card.labels[:-1]
        if face.card.labels[-1] != TURNED:
            raise ValueError("the face network's last label is not 'turned'")
        self.d4_faces = np.array([self.labels.index(label) for label in d4.labels] if d4 is not None else [], np.intp)
        self.around = AroundReader(face, self.labels)

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
        wide = of_four_bytes(np.stack(crops))
        directions, kinds, places, doubts, maps = self.upright.see(all_resized(wide, self.upright.card.input_px))
        expected = np.zeros((len(crops), 2), np.float32) if slants is None else slants
        likely = softmax(kinds)
        taken_for = likely[:, : len(self.kinds)] * (
            1.0 if guesses is None else np.maximum(np.array(guesses), LEAST_GUESS)
        )
        pointing, unlike, faces = softmax(directions), _sigmoid(doubts), _sigmoid(maps)
        dice = [
            _lying(crop, likely[i], slant, places[i], unlike[i], self.kinds[taken_for[i].argmax()], pointing[i], best)
            for i, (crop, slant, best) in enumerate(
                zip(wide, settled(faces, expected, stance), likeliest(pointing), strict=True)
            )
        ]
        doubtful = dice
        for _ in range(LOOKS):
            turns = [(die, way) for die in doubtful if (way := die.next_way()) is not None]
            for (die, _), view in zip(turns, self._read(turns), strict=True):
                die.views.append(view)
            doubtful = [die for die, _ in turns if not self._is_sure(die)]
        self._look_askew(dice)
        seen = self.around.asked([_weighed(die) for die in dice], crops, faces)
        return seen if self.d4 is None else self._look_closer(self.d4, seen, crops, closer)

    def kind_of(self, die: Seen) -> str:
        """What the upright network takes it for."""
        return self.kinds[int(np.argmax(die.kinds[: len(self.kinds)]))]

    def _look_closer(
        self, reader: D4Reader, seen: list[Seen], crops: list[Crop], closer: Callable[[int], Crop] | None
    ) -> list[Seen]:
        """Of dice that may be d4 the d4 reader says how likely each of their faces is; that they are d4 it does not."""
        faces = self.d4_faces
        likely = [number for number, die in enumerate(seen) if die.faces.take(faces).sum() > LIKELY_D4]
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
        seen = self._read(turns)
        for at, (die, number) in enumerate(doubtful):
            together = [die.views[number], *seen[at * len(ASKEW_DEG) : (at + 1) * len(ASKEW_DEG)]]
            average = np.exp(np.mean([np.log(view.chances + 1e-6) for view in together], axis=0))
            die.views[number] = die.views[number]._replace(chances=np.asarray(average / average.sum(), np.float32))

    def _is_sure(self, die: Lying) -> bool:
        """No further view is needed: read, and not upside down."""
        last = die.views[-1]
        best = int(np.argmax(last.chances[:-1]))
        turns_over = self.labels[best] in TURNING and weight_of(die.pointing(), last.turn_deg) < CLEAR
        return last.chances[best] >= self.face.card.thresholds["second_look"] and not turns_over

    def _read(self, turns: list[tuple[Lying, float]]) -> list[View]:
        """What the face network sees of every die, turned so."""
        side = self.face.card.input_px
        seen: list[View] = []
        for start in range(0, len(turns), BATCH):
            part = turns[start : start + BATCH]
            batch = np.stack([turned(die.crop, side, way, die.face) for die, way in part])
            logits, embeddings, left = self.face.see(batch)
            chances = softmax(logits, self.face.card.thresholds["temperature"])
            told = zip(part, chances, embeddings, softmax(left), strict=True)
            seen += [View(way, *said) for (_, way), *said in told]
        return seen


def _weighed(die: Lying) -> Seen:
    """What the views of one die say together."""
    if len(die.views) == 1:  # as most are
        (first,) = die.views
        chances, embeddings, trust = first.chances[None], first.embedding[None], ALONE
    else:
        chances = np.stack([view.chances for view in die.views])
        embeddings, trust = np.stack([view.embedding for view in die.views]), die.trust()
    upright = 1 - chances[:, -1]
    best = int(trust.argmax())
    return Seen(
        faces=np.asarray((trust / np.maximum(upright, 1e-6)) @ chances[:, :-1], np.float32),
        kinds=die.kinds,
        lean=die.slant.lean,
        flat=die.slant.flat,
        leaning=die.leaning,
        stacked=die.stacked,
        place=die.place,
        turn_deg=die.views[best].turn_deg,
        upright=float(trust @ upright),
        embedding=embeddings[best],
        expected_lean=die.slant.expected,
        alone=die.slant.alone,
        views=embeddings,
        view_upright=upright,
    )


def _lying(
    crop: Crop, kinds: Floats, slant: Slant, place: Floats, doubts: Floats, kind: str, pointing: Floats, best: float
) -> Lying:
    right, down, larger = (
        min(max(float(part), -most), most)
        for part, most in zip(place, (MOST_ASIDE, MOST_ASIDE, MOST_LARGER), strict=True)
    )
    die = Place(right, down, math.exp(larger))
    leaning, stacked = float(doubts[0]), float(doubts[1])
    return Lying(crop, kinds, slant, leaning, stacked, die, upper_face(die, kind, slant.lean), pointing, best)


def _sigmoid(logits: Floats) -> Floats:
    return np.asarray(1 / (1 + np.exp(-np.clip(logits, -60, 60))), np.float32)
