"""Doubt, measured: sharpness, the weight of the other networks' opinions, and the confidence from which a die is read.

Fitted over rendered dice of held-back looks and training photographs, leaving groups of dice out; never on dev.
"""

import json
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from models.training.gather import Noted
from models.training.labels import CLASSES, KIND_OF_CLASS, KINDS
from reader.vision.doubt import level_of, may_be_bar, read_from, weighed_chances
from reader.vision.find import Found
from reader.vision.sighting import Candidate

MOST_WRONG = 0.002  # of all dice, at the confidence from which a die is read
MOST_WRONG_OF_KIND = 0.003  # likewise, of the dice that are taken for one kind
FEWEST = 60  # dice of a kind from which a level of its own can be measured
LEAST_LEVEL = 0.7  # no die is read with less, however good its kind
FOLDS = 8
TEMPERATURES = (0.7, 0.8, 0.9, 1.0, 1.1, 1.25, 1.4, 1.6)
EXPONENTS = (0.0, 0.15, 0.3, 0.5, 0.8)
CHOICES = {
    "sharpen": TEMPERATURES,
    "upright_kind": EXPONENTS,
    "finder_kind": EXPONENTS,
    "leaning_said": (0.0, 0.2, 0.3, 0.5, 0.8, 1.0),
    "leaning_shown": (0.0, 0.4, 0.7, 1.0, 1.3, 1.6, 1.9, 2.2),
    "alone": (0.0, 0.25, 0.5, 0.75, 1.0),
    "stacked_said": (0.0, 0.4, 0.7, 1.0, 1.3, 1.6, 2.0),
    "stacked_bias": (-8.0, -7.0, -6.0, -5.0, -4.0, -3.0, -2.0, -1.0, 0.0),
    "leaning_bias": (-7.0, -6.0, -5.5, -5.0, -4.5, -4.0, -3.5, -3.0, -2.5, -2.0),
}


@dataclass(frozen=True, eq=False, slots=True)
class Fitted:
    thresholds: dict[str, float]
    report: str


@dataclass(frozen=True, eq=False, slots=True)
class Graded:
    """Of every die: the confidence of the best face, whether it is right, its kind, the die's weight, its group."""

    confidences: NDArray[np.float64]
    right: NDArray[np.bool_]
    kinds: NDArray[np.int64]
    weights: NDArray[np.float64]
    groups: NDArray[np.int64]

    def where(self, chosen: NDArray[np.bool_]) -> "Graded":
        return Graded(
            self.confidences[chosen], self.right[chosen], self.kinds[chosen], self.weights[chosen], self.groups[chosen]
        )


def fit(noted: list[Noted], thresholds: dict[str, float]) -> Fitted:
    """`thresholds` of both cards, the face network's and the finder's."""
    best = dict(thresholds)
    for _ in range(2):
        for name, choices in CHOICES.items():
            best = min(({**best, name: choice} for choice in choices), key=lambda tried: _surprise(noted, tried))
    graded = _graded(noted, best)
    outside = [_wrong(graded.where(apart), _levels(graded.where(~apart))) for apart in _folds(graded)]
    best |= _levels(graded)
    read = graded.confidences >= _applied(graded, best)
    report = (
        f"read from {best['read']}: {np.average(read & graded.right, weights=graded.weights):.4f} right, "
        f"{_wrong(graded, best):.4f} wrong; on groups left out {np.mean(outside):.4f} wrong"
    )
    return Fitted(best, report)


def _folds(graded: Graded) -> list[NDArray[np.bool_]]:
    return [graded.groups % FOLDS == fold for fold in range(FOLDS)]


def _levels(graded: Graded) -> dict[str, float]:
    """From which confidence dice are read; kinds that deceive more have a level of their own."""
    levels = {"read": max(round(threshold(graded.confidences, graded.right, graded.weights), 4), LEAST_LEVEL)}
    for number, kind in enumerate(KINDS):
        own = graded.where(graded.kinds == number)
        if len(own.right) >= FEWEST:
            level = round(threshold(own.confidences, own.right, own.weights, MOST_WRONG_OF_KIND), 4)
            levels[f"read_{kind}"] = max(level, LEAST_LEVEL)
    return levels


def _applied(graded: Graded, levels: dict[str, float]) -> NDArray[np.float64]:
    return np.array([read_from(KINDS[number], levels) for number in graded.kinds])


def _wrong(graded: Graded, levels: dict[str, float]) -> float:
    read = graded.confidences >= _applied(graded, levels)
    return float(np.average(read & ~graded.right, weights=graded.weights))


def threshold(
    confidences: NDArray[np.float64],
    right: NDArray[np.bool_],
    weights: NDArray[np.float64],
    most_wrong: float = MOST_WRONG,
) -> float:
    """The least confidence at which no more than this share of all dice is read wrongly."""
    order = np.argsort(-confidences)
    wrong = np.cumsum(weights[order] * ~right[order]) / weights.sum()
    allowed = np.flatnonzero(wrong <= most_wrong)
    if len(allowed) == 0 or allowed[-1] + 1 >= len(order):
        return float(confidences[order[-1]]) if len(allowed) else 1.0
    return float(np.clip(confidences[order[allowed[-1] + 1]] + 1e-4, 0.5, 0.9999))


def _graded(noted: list[Noted], thresholds: dict[str, float]) -> Graded:
    names = {group: number for number, group in enumerate(dict.fromkeys(one.group for one in noted))}
    confidences, right, kinds = np.zeros(len(noted)), np.zeros(len(noted), bool), np.zeros(len(noted), np.int64)
    for number, one in enumerate(noted):
        chances = weighed_chances(one.seen, one.found, KIND_OF_CLASS, thresholds)
        best = int(np.argmax(chances[: len(CLASSES)]))
        may_be_other = may_be_bar(Candidate(*CLASSES[best], 0.0), one.seen, thresholds)
        is_open = chances[best] >= _floor(best, one.found, thresholds) and not may_be_other
        confidences[number] = chances[best] if is_open else 0.0
        right[number], kinds[number] = best == one.answer, KIND_OF_CLASS[best]
    weights = np.array([one.weight for one in noted])
    return Graded(confidences, right, kinds, weights, np.array([names[one.group] for one in noted]))


def _floor(answer: int, found: Found, thresholds: dict[str, float]) -> float:
    """Under this confidence the answer is not read, whatever is measured: a 6 that may be a 9, what is hardly found."""
    kind, face = CLASSES[answer]
    return level_of(Candidate(kind, face, 0.0), found, {**thresholds, "read": 0.0, f"read_{kind}": 0.0})


def _surprise(noted: list[Noted], thresholds: dict[str, float]) -> float:
    """Mean negative logarithm of the chance given to the truth."""
    total = weight = 0.0
    for one in noted:
        chances = weighed_chances(one.seen, one.found, KIND_OF_CLASS, thresholds)
        total -= one.weight * float(np.log(max(float(chances[one.answer]), 1e-5)))
        weight += one.weight
    return total / weight


def write(card: Path, fitted: Fitted) -> None:
    """Puts the thresholds into the face network's card."""
    written = json.loads(card.read_text(encoding="utf-8"))
    written["thresholds"] = {
        name: level for name, level in fitted.thresholds.items() if name not in ("found", "sure_found")
    }
    written["fitted"] = fitted.report
    card.write_text(json.dumps(written, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
