"""The confidence from which a die is read follows from what was measured."""

import json
from pathlib import Path

import numpy as np

from models.training.fit import FEWEST, LEAST_LEVEL, MOST_WRONG, Fitted, Graded, _floor, _levels, threshold, write
from models.training.labels import INDEX
from reader.vision.find import Found
from reader.vision.sighting import Box


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


def test_a_kind_that_deceives_more_is_read_later() -> None:
    confidences = np.tile(np.linspace(0.6, 0.99, FEWEST * 4), 2)
    kinds = np.repeat([0, 1], FEWEST * 4)
    right = (kinds == 1) | (confidences > 0.9)
    levels = _levels(Graded(confidences, right, kinds, np.ones(len(kinds)), np.arange(len(kinds))))
    assert levels["read_d4"] > 0.88
    assert levels["read_d6"] == LEAST_LEVEL


def test_what_the_reader_would_not_read_does_not_count() -> None:
    levels = {"read": 0.75, "read_turning": 0.88, "read_faint": 0.92, "sure_found": 0.5}
    seen, hardly = (Found(Box(0, 0, 9, 9), chance, ()) for chance in (0.9, 0.4))
    assert _floor(INDEX["d20", "17"], seen, levels) == 0
    assert _floor(INDEX["d20", "9"], seen, levels) == 0.88
    assert _floor(INDEX["d20", "17"], hardly, levels) == 0.92


def test_nothing_is_read_with_less_than_the_least_level() -> None:
    confidences = np.array([0.0, 0.72, 0.8, 0.9])
    levels = _levels(Graded(confidences, np.ones(4, bool), np.zeros(4, np.int64), np.ones(4), np.arange(4)))
    assert levels["read"] == LEAST_LEVEL


def test_the_finders_levels_stay_in_its_own_card(tmp_path: Path) -> None:
    card = tmp_path / "face.json"
    card.write_text('{"thresholds": {"read": 0.9}}')
    write(card, Fitted({"read": 0.8, "read_faint": 0.9, "found": 0.3, "sure_found": 0.5}, "measured"))
    assert json.loads(card.read_text()) == {"thresholds": {"read": 0.8, "read_faint": 0.9}, "fitted": "measured"}
