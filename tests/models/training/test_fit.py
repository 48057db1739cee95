"""The confidence from which a die is read follows from what was measured."""

import numpy as np

from models.training.fit import MOST_WRONG, threshold


def test_no_more_than_allowed_is_read_wrongly() -> None:
    rng = np.random.default_rng(0)
    confidences = rng.random(20_000)
    right = rng.random(20_000) < confidences**0.2
    weights = np.ones(20_000)
    level = threshold(confidences, right, weights)
    wrong = np.mean((confidences >= level) & ~right)
    assert wrong <= MOST_WRONG
    assert np.mean((confidences >= level - 0.02) & ~right) > MOST_WRONG


def test_where_all_is_right_all_is_read() -> None:
    confidences = np.linspace(0.6, 1, 50)
    assert threshold(confidences, np.ones(50, bool), np.ones(50)) <= 0.6


def test_where_the_surest_is_wrong_nothing_is_read() -> None:
    confidences = np.linspace(0.6, 0.99, 50)
    right = np.ones(50, bool)
    right[-1] = False
    assert threshold(confidences, right, np.ones(50)) >= 1.0
