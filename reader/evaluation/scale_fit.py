"""Fits how much likeness means, on rendered dice of training looks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import Final

import numpy as np
from numpy.typing import NDArray

from reader.evaluation.household import KINDS, OTHER_LIGHT, SAME_LIGHT
from reader.evaluation.taught import SOMEWHERE, Glimpsed
from reader.teaching.opening import networks_of
from reader.teaching.recall import Likened, Rows, worth
from reader.teaching.scale import Scale
from reader.teaching.trait import trait_of
from reader.vision.doubt import weighed_chances
from reader.vision.find import Found
from reader.vision.look import Eye
from reader.vision.networks import Floats

MOST_WRONG: Final = 0.004
"""Share of all dice that may be read wrongly by those that were fitted on."""
UNTAUGHT: Final = 0.3  # share of faces that are left out once: most dice are taught in part
WEIGHTS, EVENS = (15.0, 20.0, 25.0, 32.0, 40.0, 60.0), (0.8, 0.83, 0.86, 0.88, 0.9, 0.93)
AGAINST, GENERAL = (1.0, 3.0, 5.0), (0.75, 1.0)


@dataclass(frozen=True, slots=True, eq=False)
class Trial:
    """Dice beside a gallery: likeness and colours of each taught face, which label that is, chances, the truth."""

    likeness: Floats
    best: Floats
    """Likeness to the most alike face of the same die."""
    colours: Floats
    label_of: NDArray[np.intp]
    chances: Floats
    truth: NDArray[np.intp]


def fitted(houses: Sequence[Glimpsed], eye: Eye) -> Scale:
    """With the colours' limits where own dice and strangers part; then whatever reads most with few wrong."""
    trials = [trial for house in houses for trial in _trials(house, eye)]
    scale = replace(_colour_limits(houses, eye), networks=networks_of(eye.classifier))
    read = eye.classifier.face.card.thresholds["read"]
    best, best_score = scale, (-1.0, -1.0)
    for weight, even, against, general in product(WEIGHTS, EVENS, AGAINST, GENERAL):
        tried = replace(scale, weight=weight, even=even, most_against=against, general=general)
        right, wrong = np.mean([_shares(trial, tried, read) for trial in trials], axis=0)
        score = (1.0, float(right)) if wrong <= MOST_WRONG else (-float(wrong), 0.0)
        if score > best_score:
            best, best_score = tried, score
    return best


def believed(trial: Trial, scale: Scale) -> Floats:
    """`with_belief` for many dice at once."""
    gate = np.clip((trial.colours - scale.other_colours) / (scale.same_colours - scale.other_colours), 0, 1)
    change = gate * worth(trial.likeness, trial.best, scale)
    total = np.zeros(trial.chances.shape, np.float32)
    for label in np.unique(trial.label_of):
        total[:, label] = change[:, trial.label_of == label].max(axis=1)
    general = 1 - (1 - scale.general) * gate.max(axis=1, keepdims=True)
    changed = np.maximum(trial.chances, 1e-7) ** general * np.exp(total - total.max(axis=1, keepdims=True))
    changed /= changed.sum(axis=1, keepdims=True)
    agrees = changed.argmax(axis=1) == trial.chances.argmax(axis=1)
    is_less = agrees & (changed.max(axis=1) < trial.chances.max(axis=1))
    return np.asarray(np.where(is_less[:, None], trial.chances, changed), np.float32)


def _shares(trial: Trial, scale: Scale, read: float) -> tuple[float, float]:
    faces = believed(trial, scale)[:, :-2]
    is_read = faces.max(axis=1) >= read
    is_right = faces.argmax(axis=1) == trial.truth
    return float((is_read & is_right).mean()), float((is_read & ~is_right).mean())


def _trials(house: Glimpsed, eye: Eye) -> list[Trial]:
    rng = np.random.default_rng(0)
    labels = sorted(set(house.house.labels.tolist()))
    left_out = {label for label in labels if rng.random() < UNTAUGHT}
    return [
        _trial(house, eye, examples, leave) for examples, leave in ((1, set()), (2, set()), (4, set()), (2, left_out))
    ]


def _trial(house: Glimpsed, eye: Eye, examples: int, leave: set[str]) -> Trial:
    labels = eye.classifier.labels
    rows = _rows(house, examples, leave)
    tests = [row for row in house.rows((*SAME_LIGHT, *OTHER_LIGHT)) if house.seen[row] is not None]
    likened = [_likened(house, rows, row) for row in tests]
    place = {die: at for at, die in enumerate(rows.dice)}
    likeness, best = np.stack([one.faces for one in likened]), np.zeros((len(likened), len(rows.faces)), np.float32)
    for die in rows.dice:
        own = [at for at, (owner, _) in enumerate(rows.faces) if owner == die]
        best[:, own] = likeness[:, own].max(axis=1, keepdims=True)
    return Trial(
        likeness,
        best,
        np.stack([one.colours[[place[die] for die, _ in rows.faces]] for one in likened]),
        np.array([labels.index(label) for _, label in rows.faces], np.intp),
        np.stack([_chances(house, eye, row) for row in tests]),
        np.array([labels.index(str(house.house.labels[row])) for row in tests], np.intp),
    )


def _rows(house: Glimpsed, examples: int, leave: set[str]) -> Rows:
    named = []
    for row in house.rows(range(examples)):
        glimpse, label = house.glimpse(row), str(house.house.labels[row])
        if glimpse is not None and label not in leave:
            named.append((int(house.house.dice[row]), label, trait_of(glimpse, "")))
    rows = Rows.of(named)
    assert rows is not None
    return rows


def _likened(house: Glimpsed, rows: Rows, row: int) -> Likened:
    glimpse = house.glimpse(row)
    assert glimpse is not None
    return Likened.to(rows, trait_of(glimpse, ""))


def _chances(house: Glimpsed, eye: Eye, row: int) -> Floats:
    seen = house.seen[row]
    assert seen is not None
    names = [label.split(":")[0] for label in eye.classifier.labels if ":" in label]
    kinds = list(dict.fromkeys(names))
    found = Found(SOMEWHERE, 1.0, (1 / len(KINDS),) * len(KINDS))
    thresholds = eye.classifier.face.card.thresholds | eye.finder.card.thresholds
    return weighed_chances(seen, found, tuple(kinds.index(kind) for kind in names), thresholds)


def _colour_limits(houses: Sequence[Glimpsed], eye: Eye) -> Scale:
    """Where own dice and strangers part, in colours and in likeness."""
    del eye
    own, other, wrong_face, right_face = [], [], [], []
    for at, house in enumerate(houses):
        rows = _rows(house, 2, set())
        place = {die: where for where, die in enumerate(rows.dice)}
        for row in house.rows((*SAME_LIGHT, *OTHER_LIGHT))[::2]:
            if house.seen[row] is not None:
                likened, die = _likened(house, rows, row), int(house.house.dice[row])
                own.append(float(likened.colours[place[die]]))
                name = (die, str(house.house.labels[row]))
                right_face += [float(s) for face, s in zip(rows.faces, likened.faces, strict=True) if face == name]
                wrong_face.append(max(float(s) for f, s in zip(rows.faces, likened.faces, strict=True) if f != name))
        stranger = houses[(at + 1) % len(houses)]
        for row in stranger.rows(SAME_LIGHT)[::2]:
            if stranger is not house and stranger.seen[row] is not None:
                other.append(float(_likened(stranger, rows, row).colours.max()))
    same = float(np.percentile(own, 4))
    apart = min(same - 0.03, float(np.percentile(other, 80))) if other else same - 0.1
    pose = min(0.992, max(0.975, float(np.percentile(wrong_face, 99.9))))
    news = float(np.percentile(right_face, 40))
    return Scale(other_colours=apart, same_colours=same, known=(same + apart) / 2, same_pose=pose, news=news)
