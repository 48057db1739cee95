"""Which way a numeral points, as the networks learn it: shares of the circle's directions."""

from functools import cache

import numpy as np
import torch
from torch import Tensor

from models.training.labels import CLASSES, DIRECTIONS, LEANING, is_symmetric

STEP_DEG = 360 / DIRECTIONS
SPREAD_DEG = 9.0  # of the target over neighbouring directions
NEAR_DEG = 25.0  # of upright


def target(turn_deg: float, folds: int) -> Tensor:
    """The directions that are right, as shares: one peak, or as many as look alike."""
    return _target(round(turn_deg) % 360, folds)


@cache
def _target(turn_deg: int, folds: int) -> Tensor:
    centres = torch.arange(DIRECTIONS) * STEP_DEG
    total = torch.zeros(DIRECTIONS)
    for turn in range(folds):
        away = (centres - turn_deg - turn * 360 / folds + 180) % 360 - 180
        total += torch.exp(-0.5 * (away / SPREAD_DEG) ** 2)
    return total / total.sum()


def looks_alike(truth: np.void) -> int:
    """In how many directions this numeral is upright; 0 where none can be told: pips, leaning dice, no die."""
    folds, answer = int(truth["fold"]), int(truth["answer"])
    if folds in (0, 2, 4) or answer >= LEANING:
        return 0
    return 2 if folds == 1 and is_symmetric(*CLASSES[answer]) else folds


def is_near(direction: int, turn_deg: float, folds: int) -> bool:
    """The direction turns the numeral upright, or into one of the ways that look alike."""
    away = (direction * STEP_DEG - turn_deg) % (360 / folds)
    return min(away, 360 / folds - away) < NEAR_DEG


def misled(logits: Tensor, targets: Tensor) -> Tensor:
    """How far the directions told are from the targets, on average of those that have one."""
    oriented = targets.sum(1)
    astray = -(targets * logits.log_softmax(1)).sum(1)
    return (astray * oriented).sum() / oriented.sum().clamp(min=1)
