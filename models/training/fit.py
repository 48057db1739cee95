"""Doubt, measured: sharpness, the weight of the other networks' opinions, and the confidence from which a die is read.

Fitted over rendered dice of held-back looks and training photographs, leaving groups of dice out; never on dev.
"""

import json
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from models.training.gather import Noted
from models.training.labels import CLASSES, KIND_OF_CLASS
from reader.vision.doubt import weighed_chances

MOST_WRONG = 0.002  # of all dice, at the confidence from which a die is read
FOLDS = 8
TEMPERATURES = (0.7, 0.8, 0.9, 1.0, 1.1, 1.25, 1.4, 1.6)
EXPONENTS = (0.0, 0.15, 0.3, 0.5, 0.8)
OPINIONS = ("upright_kind", "finder_kind", "upright_leaning")


@dataclass(frozen=True, eq=False, slots=True)
class Fitted:
    thresholds: dict[str, float]
    report: str


def fit(noted: list[Noted], thresholds: dict[str, float]) -> Fitted:
    best = dict(thresholds)
    for _ in range(2):
        for name, choices in (("sharpen", TEMPERATURES), *((name, EXPONENTS) for name in OPINIONS)):
            best = min(({**best, name: choice} for choice in choices), key=lambda tried: _surprise(noted, tried))
    confidences, right, weights, groups = _graded(noted, best)
    outside: list[float] = []
    for fold in range(FOLDS):
        inside = groups % FOLDS != fold
        level = threshold(confidences[inside], right[inside], weights[inside])
        apart = ~inside
        outside.append(
            float(np.sum(weights[apart] * ((confidences[apart] >= level) & ~right[apart])))
            / float(weights[apart].sum())
        )
    best["read"] = round(threshold(confidences, right, weights), 4)
    read = confidences >= best["read"]
    report = (
        f"read from {best['read']}: {np.average(read & right, weights=weights):.4f} right, "
        f"{np.average(read & ~right, weights=weights):.4f} wrong; on groups left out {np.mean(outside):.4f} wrong"
    )
    return Fitted(best, report)


def threshold(confidences: NDArray[np.float64], right: NDArray[np.bool_], weights: NDArray[np.float64]) -> float:
    """The least confidence at which no more than MOST_WRONG of all dice are read wrongly."""
    order = np.argsort(-confidences)
    wrong = np.cumsum(weights[order] * ~right[order]) / weights.sum()
    allowed = np.flatnonzero(wrong <= MOST_WRONG)
    if len(allowed) == 0 or allowed[-1] + 1 >= len(order):
        return float(confidences[order[-1]]) if len(allowed) else 1.0
    return float(np.clip(confidences[order[allowed[-1] + 1]] + 1e-4, 0.5, 0.9999))


def _graded(
    noted: list[Noted], thresholds: dict[str, float]
) -> tuple[NDArray[np.float64], NDArray[np.bool_], NDArray[np.float64], NDArray[np.int64]]:
    """Of every die: the confidence of the best face, whether it is right, its weight, its group."""
    names = {group: number for number, group in enumerate(dict.fromkeys(one.group for one in noted))}
    confidences, right = np.zeros(len(noted)), np.zeros(len(noted), bool)
    for number, one in enumerate(noted):
        chances = weighed_chances(one.seen, one.found, KIND_OF_CLASS, thresholds)
        best = int(np.argmax(chances[: len(CLASSES)]))
        confidences[number], right[number] = chances[best], best == one.answer
    weights = np.array([one.weight for one in noted])
    return confidences, right, weights, np.array([names[one.group] for one in noted])


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
    written["thresholds"] = fitted.thresholds
    written["fitted"] = fitted.report
    card.write_text(json.dumps(written, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
