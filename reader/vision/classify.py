"""Crops → chances of every face: find the upper face, turn it upright, then read it; dice in doubt are looked at again.

The upright network says where in its crop a die really is, of what kind, how it leans and which ways its numeral may
point; the face network reads the upper face each of these ways and may answer that it is not upright after all. What
it says is weighed by how likely each way is.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from reader.vision.cut import Crop, Place, turned
from reader.vision.networks import Floats, Network, normalised, softmax
from reader.vision.upper_face import upper_face

WAYS = 3  # most directions that one die is read in
FAINT = 0.18  # a direction less likely than this share of the best is not tried
SHAKES = ((-8.0, 1.0), (8.0, 1.0), (0.0, 1.07), (0.0, 0.94))
"""Turn and zoom of the second look."""
MOST_AGAIN = 8  # dice of one picture that get a second look, the nearest to being read first
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
    place: Place
    face: Place


View = tuple[float, float, float]
"""Degrees that a crop is turned, its zoom, and how much the view counts."""


class Classifier:
    def __init__(self, upright: Network, face: Network) -> None:
        self.upright, self.face = upright, face
        self.labels = face.card.labels[:-1]
        self.kinds = upright.card.labels[:-1]
        if face.card.labels[-1] != TURNED:
            raise ValueError("the face network's last label is not 'turned'")

    def classify(self, crops: list[Crop], guesses: Sequence[Sequence[float]] | None = None) -> list[Seen]:
        """`guesses` are the finder's chances of each crop's kind."""
        if not crops:
            return []
        small = np.stack([turned(crop, self.upright.card.input_px, 0.0) for crop in crops])
        directions, kinds, leans, places = self.upright.run(normalised(small))
        likely = softmax(kinds)
        taken_for = likely[:, : len(self.kinds)] * (
            1.0 if guesses is None else np.maximum(np.array(guesses), LEAST_GUESS)
        )
        dice = [
            _lying(crop, likely[i], leans[i], places[i], self.kinds[int(np.argmax(taken_for[i]))])
            for i, crop in enumerate(crops)
        ]
        chances = softmax(directions)
        seen = self._read([(die, directions_to_try(chance)) for die, chance in zip(dice, chances, strict=True)])
        doubtful = self._in_doubt(seen)
        again = [(dice[i], [(seen[i].turn_deg + turn, zoom, 1.0) for turn, zoom in SHAKES]) for i in doubtful]
        for number, look in zip(doubtful, self._read(again), strict=True):
            seen[number] = _joined(seen[number], look)
        return seen

    def _in_doubt(self, seen: list[Seen]) -> list[int]:
        """The dice that another look may settle."""
        sureness = [float(one.faces[: len(self.labels)].max()) for one in seen]
        level = self.face.card.thresholds["second_look"]
        unsure = [number for number, sure in enumerate(sureness) if sure < level]
        return sorted(unsure, key=lambda number: -sureness[number])[:MOST_AGAIN]

    def _read(self, dice: list[tuple[Lying, list[View]]]) -> list[Seen]:
        """One batch of the face network; the views of each die are weighed together."""
        if not dice:
            return []
        side = self.face.card.input_px
        batch = np.stack(
            [turned(die.crop, side, angle, zoom, die.face) for die, views in dice for angle, zoom, _ in views]
        )
        parts = [self.face.run(normalised(batch[start : start + BATCH])) for start in range(0, len(batch), BATCH)]
        logits, embeddings = (np.concatenate(part) for part in zip(*parts, strict=True))
        chances = softmax(logits, self.face.card.thresholds["temperature"])
        found, start = [], 0
        for die, views in dice:
            rows = slice(start, start + len(views))
            found.append(_weighed(die, views, chances[rows], embeddings[rows]))
            start += len(views)
        return found


def _weighed(die: Lying, views: list[View], chances: Floats, embeddings: Floats) -> Seen:
    """What the views of one die say together: each counts by how likely it is to be upright."""
    weights = np.array([weight for _, _, weight in views], np.float32)
    shares = weights * chances[:, :-1].sum(axis=1)
    faces = (weights[:, None] * chances[:, :-1]).sum(axis=0) / max(float(shares.sum()), 1e-6)
    best = int(np.argmax(shares * chances[:, :-1].max(axis=1)))
    upright = float(shares.sum() / weights.sum())
    views_upright = chances[:, :-1].sum(axis=1)
    return Seen(
        faces, die.kinds, die.lean, die.place, views[best][0], upright, embeddings[best], embeddings, views_upright
    )


def _lying(crop: Crop, kinds: Floats, lean: Floats, place: Floats, kind: str) -> Lying:
    aside, larger = np.clip(place[:2], -MOST_ASIDE, MOST_ASIDE), np.clip(place[2], -MOST_LARGER, MOST_LARGER)
    die = Place(float(aside[0]), float(aside[1]), float(np.exp(larger)))
    leaning = (float(lean[0]), float(lean[1]))
    return Lying(crop, kinds, leaning, die, upper_face(die, kind, leaning))


def directions_to_try(chances: Floats) -> list[View]:
    """The hills of the chances round the circle, best first.

    >>> directions_to_try(np.eye(24, dtype=np.float32)[6])
    [(90.0, 1.0, 1.0)]
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
    return [(angle, 1.0, mass / total) for angle, mass in kept]


def _joined(first: Seen, second: Seen) -> Seen:
    """Both looks in one: the second, of several views, weighs more."""
    faces = np.asarray(0.35 * first.faces + 0.65 * second.faces, np.float32)
    upright = 0.35 * first.upright + 0.65 * second.upright
    views = np.concatenate([first.views, second.views])
    view_upright = np.concatenate([first.view_upright, second.view_upright])
    return replace(first, faces=faces, upright=upright, views=views, view_upright=view_upright)
