"""Fits how much likeness means, on rendered dice of training looks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from reader.evaluation.household import KINDS, OTHER_LIGHT, SAME_LIGHT
from reader.evaluation.scale_fit_limits import likened_in, limits, rows_of
from reader.evaluation.taught import SOMEWHERE, Glimpsed
from reader.teaching.gallery import FAVOURED
from reader.teaching.opening import networks_of
from reader.teaching.recall import FAINTEST, gate, worth
from reader.teaching.scale import Scale
from reader.vision.doubt import weighed_chances
from reader.vision.find import Found
from reader.vision.look import Eye
from reader.vision.networks import Floats

WRONG_COSTS: Final = 7.0
"""How many dice read more make up for one that is read wrongly."""
UNTAUGHT: Final = 0.3  # share of faces that are left out once: most dice are taught in part
CAREFUL: Final = 0.1
"""By how much less than sure enough already counts as wrong: other dice than those fitted on are less clear."""
TRIED: Final[dict[str, tuple[float, ...]]] = {
    "weight": (0.0, 5.0, 10.0, 15.0, 25.0),
    "even": (0.8, 0.84, 0.88, 0.92),
    "most_for": (0.0, 1.5, 3.0),
    "most_against": (0.0, 1.0, 3.0),
    "most_apart": (1.0, 2.0, 4.0, 8.0),
    "general": (0.25, 0.5, 0.75, 1.0),
    "picture_weight": (1.5, 2.5, 3.5, 5.0, 7.0, 9.0),
    "picture_apart": (4.0, 6.0, 8.0, 12.0),
    "picture_level": (1.5, 3.0, 5.0, 8.0),
    "picture_even": (1.0, 1.2, 1.4, 1.6, 1.8, 2.1),
    "picture_for": (2.0, 4.0, 6.0, 8.0),
    "picture_against": (0.0, 1.0, 2.0),
}
ROUNDS: Final = 5
STARTS: Final[tuple[dict[str, float], ...]] = (
    {},
    {"picture_level": 5.0, "picture_for": 8.0, "picture_weight": 5.0, "most_apart": 2.0, "weight": 15.0},
)


@dataclass(frozen=True, slots=True, eq=False)
class Trial:
    """Dice beside a gallery: likeness, picture and colours of each taught face, which label that is, chances, truth.
    `best…` are those of the most alike face of the same die."""

    likeness: Floats
    best: Floats
    pictures: Floats
    best_pictures: Floats
    colours: Floats
    label_of: NDArray[np.intp]
    chances: Floats
    truth: NDArray[np.intp]


def fitted(houses: Sequence[Glimpsed], eye: Eye) -> Scale:
    """With the limits where own dice and strangers part; then, one number after another, whatever reads most for the
    few that it reads wrongly."""
    scale = replace(limits(houses), networks=networks_of(eye.classifier))
    trials = [trial for house in houses for trial in _trials(house, eye, scale)]
    read = eye.classifier.face.card.thresholds["read"]
    found = [_climbed(Scale(**{**asdict(scale), **start}), trials, read) for start in STARTS]
    return max(found, key=lambda one: one[1])[0]


def _climbed(scale: Scale, trials: Sequence[Trial], read: float) -> tuple[Scale, float]:
    best = _score(trials, scale, read)
    for _ in range(ROUNDS):
        before = scale
        for name, values in TRIED.items():
            for value in values:
                tried = Scale(**{**asdict(scale), name: value})
                score = _score(trials, tried, read)
                if score > best:
                    scale, best = tried, score
        if scale == before:
            break
    return scale, best


def believed(trial: Trial, scale: Scale) -> Floats:
    """`with_belief` for many dice at once, but for a 6 that may be a 9: that rule has no scale."""
    gates = gate(trial.colours, trial.best_pictures, scale)
    change = gates * worth(trial.likeness, trial.best, trial.pictures, trial.best_pictures, scale)
    total = np.zeros(trial.chances.shape, np.float32)
    for label in np.unique(trial.label_of):
        total[:, label] = change[:, trial.label_of == label].max(axis=1)
    general = 1 - (1 - scale.general) * gates.max(axis=1, keepdims=True)
    changed = np.maximum(trial.chances, FAINTEST) ** general * np.exp(total - total.max(axis=1, keepdims=True))
    changed /= changed.sum(axis=1, keepdims=True)
    agrees = changed.argmax(axis=1) == trial.chances.argmax(axis=1)
    is_less = agrees & (changed.max(axis=1) < trial.chances.max(axis=1))
    return np.asarray(np.where(is_less[:, None], trial.chances, changed), np.float32)


def _score(trials: Sequence[Trial], scale: Scale, read: float) -> float:
    """Of all dice of all trials; how sure the right answers are decides between equals."""
    right, wrong, sure, count = 0.0, 0.0, 0.0, 0
    for trial in trials:
        faces = believed(trial, scale)[:, :-2]
        is_right = faces.argmax(axis=1) == trial.truth
        right += float((is_right & (faces.max(axis=1) >= read)).sum())
        wrong += float((~is_right & (faces.max(axis=1) >= read - CAREFUL)).sum())
        sure += float(np.log(np.maximum(faces[np.arange(len(faces)), trial.truth], 1e-4)).sum())
        count += len(faces)
    return (right - WRONG_COSTS * wrong + 0.2 * sure) / count


def _trials(house: Glimpsed, eye: Eye, scale: Scale) -> list[Trial]:
    rng = np.random.default_rng(0)
    labels = sorted(set(house.house.labels.tolist()))
    left_out = {label for label in labels if rng.random() < UNTAUGHT}
    none: set[str] = set()
    plan = ((1, none, 0), (2, none, 0), (2, none, 1), (4, none, 1), (2, left_out, 0))
    return [_trial(house, eye, scale, examples, leave, half) for examples, leave, half in plan]


def _trial(house: Glimpsed, eye: Eye, scale: Scale, examples: int, leave: set[str], half: int) -> Trial:
    """Of every second die, which is enough and takes half the time."""
    labels = eye.classifier.labels
    rows = rows_of(house, examples, leave)
    tests = [row for row in house.rows((*SAME_LIGHT, *OTHER_LIGHT))[half::2] if house.seen[row] is not None]
    chances = [_chances(house, eye, row) for row in tests]
    likened = [
        likened_in(house, rows, row, scale, [labels[at] for at in np.argsort(-chance)[:FAVOURED]])
        for row, chance in zip(tests, chances, strict=True)
    ]
    return Trial(
        np.stack([one.faces for one in likened]),
        np.stack([one.best_of_die(one.faces) for one in likened]),
        np.stack([one.pictures for one in likened]),
        np.stack([one.best_of_die(one.pictures) for one in likened]),
        np.stack([rows.by_die(one.colours) for one in likened]),
        np.array([labels.index(label) for _, label in rows.faces], np.intp),
        np.stack(chances),
        np.array([labels.index(str(house.house.labels[row])) for row in tests], np.intp),
    )


def _chances(house: Glimpsed, eye: Eye, row: int) -> Floats:
    seen = house.seen[row]
    assert seen is not None
    names = [label.split(":")[0] for label in eye.classifier.labels if ":" in label]
    kinds = list(dict.fromkeys(names))
    found = Found(SOMEWHERE, 1.0, (1 / len(KINDS),) * len(KINDS))
    thresholds = eye.classifier.face.card.thresholds | eye.finder.card.thresholds
    return weighed_chances(seen, found, tuple(kinds.index(kind) for kind in names), thresholds)
