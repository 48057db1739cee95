"""Crops → chances of every face: find the upper face, turn it upright, then read it.

The upright network says where in its crop a die really is, of what kind, how its faces lean and which ways its numeral
may point. The face network reads the upper face turned the likeliest way. It may answer that the view is not upright
after all, and says which way would be: a die in doubt is read that way too. All views are weighed by how likely each
way is and how sure the face network is of what it sees. About dice in doubt a second, larger network is asked as well,
and what both say is weighed together. Which face of a d4 is up another network tells, which looks closer; and of a d20
or d10 in doubt the neighbours of that face are read too.
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

SECOND = 0.65  # how much the second network's word counts, against the first one's
LOOKS = 3  # most directions that one die is read in
CLEAR = 0.9  # weight of the direction from which a 6 is not a 9 upside down
TRUST = 4.0  # how much more a sure view counts than an unsure one
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
    """What the face network says of a die turned one way, or both networks together; the last chance is that it is not
    upright, and `left` which turn is left."""

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
    def __init__(
        self, upright: Network, face: Network, d4: D4Reader | None = None, second: Network | None = None
    ) -> None:
        self.upright, self.face, self.d4, self.second = upright, face, d4, second
        if second is not None and second.card.labels != face.card.labels:
            raise ValueError("the second network has other answers than the face network; make both anew")
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
        self._look_again(self._look_first(dice))
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

    def _look_first(self, dice: list[Lying]) -> list[Lying]:
        """Reads every die the likeliest way, and returns those that are in doubt even when both networks have seen
        them."""
        turns = [(die, die.best_deg) for die in dice]
        for (die, _), view in zip(turns, self._read(turns, self.face), strict=True):
            die.views.append(view)
        if self.second is not None:
            asked = [(die, die.best_deg) for die in dice if not self._is_sure(die, "second_opinion")]
            for (die, _), view in zip(asked, self._read(asked, self.second), strict=True):
                die.views[0] = together(die.views[0], view)
        return [die for die in dice if not self._is_sure(die)]

    def _look_again(self, doubtful: list[Lying]) -> None:
        """Reads dice in doubt the other ways that are likely."""
        for _ in range(LOOKS - 1):
            turns = [(die, way) for die in doubtful if (way := die.next_way()) is not None]
            for (die, _), view in zip(turns, self._read_by_all(turns), strict=True):
                die.views.append(view)
            doubtful = [die for die, _ in turns if not self._is_sure(die)]

    def _is_sure(self, die: Lying, level: str = "second_look") -> bool:
        """No further view is needed: read, and not upside down."""
        last = die.views[-1]
        best = int(np.argmax(last.chances[:-1]))
        turns_over = self.labels[best] in TURNING and weight_of(die.pointing(), last.turn_deg) < CLEAR
        return last.chances[best] >= self.face.card.thresholds[level] and not turns_over

    def _read_by_all(self, turns: list[tuple[Lying, float]]) -> list[View]:
        """What both networks see of every die, turned so."""
        views = self._read(turns, self.face)
        if self.second is None:
            return views
        return [together(*pair) for pair in zip(views, self._read(turns, self.second), strict=True)]

    def _read(self, turns: list[tuple[Lying, float]], network: Network) -> list[View]:
        """What the network sees of every die, turned so."""
        side = network.card.input_px
        seen: list[View] = []
        for start in range(0, len(turns), BATCH):
            part = turns[start : start + BATCH]
            batch = np.stack([turned(die.crop, side, way, die.face) for die, way in part])
            logits, embeddings, left = network.see(batch)
            chances = softmax(logits, self.face.card.thresholds["temperature"])
            told = zip(part, chances, embeddings, softmax(left), strict=True)
            seen += [View(way, *said) for (_, way), *said in told]
        return seen


def together(first: View, second: View) -> View:
    """What two networks say of the same view. The embedding is the first one's: those of two cannot be compared."""
    logarithms = ((1 - SECOND) * np.log(each + 1e-6) + SECOND * np.log(other + 1e-6) for each, other in (
        (first.chances, second.chances), (first.left, second.left)))  # fmt: skip
    chances, left = (softmax(np.asarray(each, np.float32)) for each in logarithms)
    return View(first.turn_deg, chances, first.embedding, left)


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
