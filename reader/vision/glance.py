"""A look at every die: how it lies, and what its upper face shows, turned the way it most likely stands.

The upright network says where in its crop a die really is, of what kind, how its faces lean and which ways its numeral
may point. The face network reads the upper face turned the likeliest way. It may answer that the view is not upright
after all, and says which way would be: a die in doubt is read that way too. All views are weighed by how likely each
way is and how sure the face network is of what it sees.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from reader.vision.cut import Crop, Place, turned
from reader.vision.networks import Floats, Network, softmax
from reader.vision.pointing import agreed, further_way, likeliest, weight_of
from reader.vision.resize import resized
from reader.vision.slant import Slant
from reader.vision.upper_face import upper_face

CLEAR = 0.9  # weight of the direction from which a 6 is not a 9 upside down
TURNING = tuple(f"{kind}:{face}" for kind in ("d10", "d12", "d20") for face in "69")  # that have both
TRUST = 4.0  # how much more a sure view counts than an unsure one
BATCH = 32  # views at a time: more would only take memory
MOST_ASIDE, MOST_LARGER = 0.16, 0.35  # how far the upright network may put a box right; the latter as a logarithm
LEAST_GUESS = 0.02  # what the finder leaves to every kind
ALONE = np.ones(1, np.float32)  # the trust in a single view
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


class Told(NamedTuple):
    """What an upright network says of many crops, a row each."""

    kinds: Floats
    taken_for: list[str]  # the kind of each, with the finder's word
    pointing: Floats
    places: Floats
    unlike: Floats  # chances that it leans, and that it lies on another die or under one
    faces: Floats  # maps of how their faces lean

    def only(self, rows: list[int]) -> "Told":
        kinds, _, *rest = self
        return Told(kinds[rows], [self.taken_for[row] for row in rows], *(part[rows] for part in rest))


class Glance:
    def __init__(self, upright: Network, face: Network) -> None:
        self.upright, self.face = upright, face
        self.labels = face.card.labels[:-1]
        self.kinds = upright.card.labels[:-1]
        if face.card.labels[-1] != TURNED:
            raise ValueError("the face network's last label is not 'turned'")

    def tell(self, crops: Sequence[Crop], guesses: Sequence[Sequence[float]] | None = None) -> Told:
        """How dice lie; `guesses` are the finder's chances of each one's kind."""
        small = np.stack([resized(crop, (self.upright.card.input_px,) * 2) for crop in crops])
        directions, kinds, places, doubts, maps = self.upright.see(small)
        likely = softmax(kinds)
        weights = 1.0 if guesses is None else np.maximum(np.array(guesses), LEAST_GUESS)
        taken_for = [self.kinds[best] for best in (likely[:, : len(self.kinds)] * weights).argmax(axis=1)]
        return Told(likely, taken_for, softmax(directions), places, _sigmoid(doubts), _sigmoid(maps))

    def read(self, crops: Sequence[Crop], told: Told, slants: Sequence[Slant], looks: int) -> list[Lying]:
        """Every die, looked at once; those in doubt turned other ways too, up to so many."""
        dice = [
            _lying(crop, slant, best, *said)
            for crop, slant, best, *said in zip(
                crops, slants, likeliest(told.pointing), told.kinds, told.taken_for, told.pointing, told.places,
                told.unlike, strict=True,
            )
        ]  # fmt: skip
        doubtful = dice
        for _ in range(looks):
            turns = [(die, way) for die in doubtful if (way := die.next_way()) is not None]
            for (die, _), view in zip(turns, self.views(turns), strict=True):
                die.views.append(view)
            doubtful = [die for die, _ in turns if not self._is_sure(die)]
        return dice

    def views(self, turns: Sequence[tuple[Lying, float]]) -> list[View]:
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

    def kind_of(self, die: Seen) -> str:
        """What the upright network takes it for."""
        return self.kinds[int(np.argmax(die.kinds[: len(self.kinds)]))]

    def _is_sure(self, die: Lying) -> bool:
        """No further view is needed: read, and not upside down."""
        enough = self.face.card.thresholds["second_look"]
        return bool(die.views[-1].chances[:-1].max() >= enough) and not self.may_be_upside_down(die)

    def may_be_upside_down(self, die: Lying) -> bool:
        """It is read as a 6 or 9 in its last view, and which way it points is not clear."""
        last = die.views[-1]
        return self.turns_over(last.chances[:-1]) and weight_of(die.pointing(), last.turn_deg) < CLEAR

    def turns_over(self, faces: Floats) -> bool:
        """The likeliest face is another one upside down."""
        return self.labels[int(np.argmax(faces))] in TURNING


def weighed(die: Lying) -> Seen:
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
    crop: Crop, slant: Slant, best: float, kinds: Floats, kind: str, pointing: Floats, place: Floats, unlike: Floats
) -> Lying:
    right, down, larger = (
        min(max(float(part), -most), most)
        for part, most in zip(place, (MOST_ASIDE, MOST_ASIDE, MOST_LARGER), strict=True)
    )
    die = Place(right, down, math.exp(larger))
    leaning, stacked = float(unlike[0]), float(unlike[1])
    return Lying(crop, kinds, slant, leaning, stacked, die, upper_face(die, kind, slant.lean), pointing, best)


def _sigmoid(logits: Floats) -> Floats:
    return np.asarray(1 / (1 + np.exp(-np.clip(logits, -60, 60))), np.float32)
