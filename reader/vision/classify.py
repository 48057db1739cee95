"""Crops → chances of every face: find the upper face, turn it upright, then read it.

The upright network says where in its crop a die really is, of what kind, how it leans and which ways its numeral may
point. The face network reads the upper face turned the likeliest way, and of a die in doubt the other ways too; it may
answer that a view is not upright after all. Its word is weighed by how likely each way is and how sure it is.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import NamedTuple

import numpy as np

from reader.vision.cut import Crop, Place, turned
from reader.vision.networks import Floats, Network, normalised, softmax
from reader.vision.slant import settled
from reader.vision.upper_face import upper_face

WAYS = 3  # most directions that one die is read in
FAINT = 0.18  # a direction less likely than this share of the best is not tried
CLEAR = 0.9  # weight of the first direction from which a 6 is not a 9 upside down
TURNS_OVER = ("6", "9")
TRUST = 4.0  # how much more a sure view counts than an unsure one
BATCH = 32  # views at a time: more would only take memory
MOST_ASIDE, MOST_LARGER = 0.16, 0.35  # how far the upright network may put a box right; the latter as a logarithm
LEAST_GUESS = 0.02  # what the finder leaves to every kind
LEANING, NOTHING, TURNED = "leaning", "nothing", "turned"


@dataclass(frozen=True, eq=False, slots=True)
class Seen:
    """`faces` are chances of the face network's labels without TURNED; `kinds` those of the upright network."""

    faces: Floats
    kinds: Floats
    lean: tuple[float, float]
    leaning: float  # the upright network's chance that it does not lie flat
    place: Place
    turn_deg: float
    upright: float  # chance that any way tried was upright
    embedding: Floats
    views: Floats = field(default_factory=lambda: np.zeros((0, 0), np.float32))  # embeddings of all ways it was turned
    view_upright: Floats = field(default_factory=lambda: np.zeros(0, np.float32))  # how likely each of them was upright


@dataclass(frozen=True, eq=False, slots=True)
class Lying:
    """A crop with what the upright network says of it, but for the direction. `face` is where its upper face is."""

    crop: Crop
    kinds: Floats
    lean: tuple[float, float]
    leaning: float
    place: Place
    face: Place


class Way(NamedTuple):
    """How a crop is turned to be read: degrees, and how likely its numeral is upright then."""

    turn_deg: float
    weight: float


class View(NamedTuple):
    """What the face network says of a die turned one way; the last chance is that it is not upright."""

    way: Way
    chances: Floats
    embedding: Floats


class Classifier:
    def __init__(self, upright: Network, face: Network) -> None:
        self.upright, self.face = upright, face
        self.labels = face.card.labels[:-1]
        self.kinds = upright.card.labels[:-1]
        if face.card.labels[-1] != TURNED:
            raise ValueError("the face network's last label is not 'turned'")

    def classify(
        self, crops: list[Crop], guesses: Sequence[Sequence[float]] | None = None, slants: Floats | None = None
    ) -> list[Seen]:
        """`guesses` are the finder's chances of each crop's kind; `slants` how each should lean by its place."""
        if not crops:
            return []
        small = np.stack([turned(crop, self.upright.card.input_px, 0.0) for crop in crops])
        directions, kinds, leans, places, leaning = self.upright.run(normalised(small))
        leans = leans if slants is None else settled(leans, slants)
        likely = softmax(kinds)
        taken_for = likely[:, : len(self.kinds)] * (
            1.0 if guesses is None else np.maximum(np.array(guesses), LEAST_GUESS)
        )
        dice = [
            _lying(crop, likely[i], leans[i], places[i], float(leaning[i, 0]), self.kinds[int(np.argmax(taken_for[i]))])
            for i, crop in enumerate(crops)
        ]
        ways = [directions_to_try(chance) for chance in softmax(directions)]
        views = self._views([(die, way[:1]) for die, way in zip(dice, ways, strict=True)])
        doubtful = [number for number, seen in enumerate(views) if not self._is_sure(seen)]
        others = self._views([(dice[i], ways[i][1:]) for i in doubtful])
        for number, more in zip(doubtful, others, strict=True):
            views[number] += more
        return [_weighed(die, seen) for die, seen in zip(dice, views, strict=True)]

    def _is_sure(self, views: list[View]) -> bool:
        """No further view is needed: read in its first direction, and not upside down."""
        first = views[0]
        best = int(np.argmax(first.chances[:-1]))
        turns_over = self.labels[best].endswith(TURNS_OVER) and first.way.weight < CLEAR
        return first.chances[best] >= self.face.card.thresholds["second_look"] and not turns_over

    def _views(self, dice: list[tuple[Lying, list[Way]]]) -> list[list[View]]:
        """The face network's word on every die, turned in each of these ways."""
        side = self.face.card.input_px
        turns = [(die, way) for die, ways in dice for way in ways]
        seen: list[View] = []
        for start in range(0, len(turns), BATCH):
            part = turns[start : start + BATCH]
            batch = np.stack([turned(die.crop, side, way.turn_deg, die.face) for die, way in part])
            logits, embeddings = self.face.run(normalised(batch))
            chances = softmax(logits, self.face.card.thresholds["temperature"])
            seen += [View(way, *said) for (_, way), *said in zip(part, chances, embeddings, strict=True)]
        rest = iter(seen)
        return [list(islice(rest, len(ways))) for _, ways in dice]


def _weighed(die: Lying, views: list[View]) -> Seen:
    """What the views of one die say together: each counts by how likely it is to be upright, and how sure it is."""
    weights = np.array([view.way.weight for view in views], np.float32)
    chances = np.stack([view.chances for view in views])
    upright = chances[:, :-1].sum(axis=1)
    said = chances[:, :-1] / np.maximum(upright[:, None], 1e-6)
    trust = (weights * upright * said.max(axis=1)) ** TRUST
    trust /= max(float(trust.sum()), 1e-12)
    best = int(np.argmax(trust))
    embeddings = np.stack([view.embedding for view in views])
    return Seen(
        faces=np.asarray(trust @ said, np.float32),
        kinds=die.kinds,
        lean=die.lean,
        leaning=die.leaning,
        place=die.place,
        turn_deg=views[best].way.turn_deg,
        upright=float(trust @ upright),
        embedding=embeddings[best],
        views=embeddings,
        view_upright=upright,
    )


def _lying(crop: Crop, kinds: Floats, lean: Floats, place: Floats, leaning: float, kind: str) -> Lying:
    aside, larger = np.clip(place[:2], -MOST_ASIDE, MOST_ASIDE), np.clip(place[2], -MOST_LARGER, MOST_LARGER)
    die = Place(float(aside[0]), float(aside[1]), float(np.exp(larger)))
    tilt = (float(lean[0]), float(lean[1]))
    return Lying(crop, kinds, tilt, 1 / (1 + float(np.exp(-leaning))), die, upper_face(die, kind, tilt))


def directions_to_try(chances: Floats) -> list[Way]:
    """The hills of the chances round the circle, best first.

    >>> directions_to_try(np.eye(24, dtype=np.float32)[6])
    [Way(turn_deg=90.0, weight=1.0)]
    """
    count = len(chances)
    step = 360 / count
    left, right = np.roll(chances, 1), np.roll(chances, -1)
    tops = np.flatnonzero((chances >= left) & (chances > right) | (chances == chances.max()))
    hills = []
    for top in tops:
        mass = float(left[top] + chances[top] + right[top])
        lean = float(right[top] - left[top]) / max(mass, 1e-6)
        hills.append((float((top + lean) * step), mass))
    hills.sort(key=lambda hill: -hill[1])
    kept = [hill for hill in hills[:WAYS] if hill[1] >= FAINT * hills[0][1]]
    total = sum(mass for _, mass in kept)
    return [Way(angle, mass / total) for angle, mass in kept]
