"""Crops → chances of every face: turn each crop upright, then read it; dice in doubt are looked at again.

The upright network says which ways a numeral may point; the face network reads it each of these ways and may answer
that the crop is not upright after all. What it says is weighed by how likely each way is.
"""

from dataclasses import dataclass

import numpy as np

from reader.vision.cut import Crop, turned
from reader.vision.networks import Floats, Network, normalised, softmax

WAYS = 3  # most directions that one die is read in
FAINT = 0.18  # a direction less likely than this share of the best is not tried
SHAKES = ((-8.0, 1.0), (8.0, 1.0), (0.0, 1.07), (0.0, 0.94))
"""Turn and zoom of the second look."""
MOST_AGAIN = 8  # dice of one picture that get a second look, the nearest to being read first
BATCH = 32  # views at a time: more would only take memory
LEANING, NOTHING, TURNED = "leaning", "nothing", "turned"


@dataclass(frozen=True, eq=False, slots=True)
class Seen:
    """`faces` are chances of the face network's labels without TURNED; `kinds` those of the upright network."""

    faces: Floats
    kinds: Floats
    lean: tuple[float, float]
    turn_deg: float
    upright: float  # chance that any way tried was upright
    embedding: Floats


class Classifier:
    def __init__(self, upright: Network, face: Network) -> None:
        self.upright, self.face = upright, face
        self.labels = face.card.labels[:-1]
        if face.card.labels[-1] != TURNED:
            raise ValueError("the face network's last label is not 'turned'")

    def classify(self, crops: list[Crop]) -> list[Seen]:
        if not crops:
            return []
        small = np.stack([turned(crop, self.upright.card.input_px, 0.0) for crop in crops])
        directions, kinds, leans = self.upright.run(normalised(small))
        chances, kinds = softmax(directions), softmax(kinds)
        ways = [directions_to_try(chance) for chance in chances]
        views = [(crop, way, 1.0, weight) for crop, tries in zip(crops, ways, strict=True) for way, weight in tries]
        seen = self._read(views, [len(tries) for tries in ways], kinds, leans)
        doubtful = self._in_doubt(seen)
        if doubtful:
            again = [
                (crops[number], seen[number].turn_deg + turn, zoom, 1.0) for number in doubtful for turn, zoom in SHAKES
            ]
            second = self._read(again, [len(SHAKES)] * len(doubtful), kinds[doubtful], leans[doubtful])
            for number, look in zip(doubtful, second, strict=True):
                seen[number] = _joined(seen[number], look)
        return seen

    def _in_doubt(self, seen: list[Seen]) -> list[int]:
        """The dice that another look may settle."""
        sureness = [float(one.faces[: len(self.labels)].max()) for one in seen]
        level = self.face.card.thresholds["second_look"]
        unsure = [number for number, sure in enumerate(sureness) if sure < level]
        return sorted(unsure, key=lambda number: -sureness[number])[:MOST_AGAIN]

    def _read(
        self, views: list[tuple[Crop, float, float, float]], counts: list[int], kinds: Floats, leans: Floats
    ) -> list[Seen]:
        """One batch of the face network; the views of each die are weighed together."""
        side = self.face.card.input_px
        batch = np.stack([turned(crop, side, angle, zoom) for crop, angle, zoom, _ in views])
        parts = [self.face.run(normalised(batch[start : start + BATCH])) for start in range(0, len(batch), BATCH)]
        logits, embeddings = (np.concatenate(part) for part in zip(*parts, strict=True))
        chances = softmax(logits, self.face.card.thresholds["temperature"])
        found, start = [], 0
        for number, count in enumerate(counts):
            rows = slice(start, start + count)
            weights = np.array([view[3] for view in views[rows]], np.float32)
            upright = chances[rows, :-1].sum(axis=1)
            shares = weights * upright
            faces = (weights[:, None] * chances[rows, :-1]).sum(axis=0) / max(float(shares.sum()), 1e-6)
            best = int(np.argmax(shares * chances[rows, :-1].max(axis=1)))
            lean = (float(leans[number, 0]), float(leans[number, 1]))
            sure = float(shares.sum() / weights.sum())
            found.append(Seen(faces, kinds[number], lean, views[start + best][1], sure, embeddings[start + best]))
            start += count
        return found


def directions_to_try(chances: Floats) -> list[tuple[float, float]]:
    """The hills of the chances round the circle: (degrees, share), best first.

    >>> directions_to_try(np.eye(24, dtype=np.float32)[6])
    [(90.0, 1.0)]
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
    return [(angle, mass / total) for angle, mass in kept]


def _joined(first: Seen, second: Seen) -> Seen:
    """Both looks in one: the second, of several views, weighs more."""
    faces = np.asarray(0.35 * first.faces + 0.65 * second.faces, np.float32)
    upright = 0.35 * first.upright + 0.65 * second.upright
    return Seen(faces, first.kinds, first.lean, first.turn_deg, upright, first.embedding)
