"""Which way a numeral points is told by the whole die and by every view of its upper face."""

import numpy as np
import pytest

from reader.vision.pointing import agreed, apart_deg, further_way, likeliest, likely_ways, weight_of


def hills(*tops: tuple[int, float]) -> np.ndarray:
    chances = np.full(24, 0.001, np.float32)
    for top, chance in tops:
        chances[top] = chance
    return chances


def test_both_ways_are_named_where_two_are_likely() -> None:
    ways = likely_ways(hills((3, 0.6), (15, 0.3)))
    assert [round(way.turn_deg) for way in ways] == [45, 225]
    assert sum(way.weight for way in ways) == pytest.approx(1)


def test_a_direction_between_two_steps_is_met() -> None:
    chances = np.zeros(24, np.float32)
    chances[23], chances[0] = 0.5, 0.5
    (way,) = likely_ways(chances)[:1]
    assert abs((way.turn_deg + 7.5 + 180) % 360 - 180) < 5


def test_a_way_that_was_tried_is_not_tried_again() -> None:
    chances = hills((3, 0.6), (15, 0.3))
    further = further_way(chances, [50.0])
    assert further is not None
    assert round(further.turn_deg) == 225
    assert further_way(chances, [50.0, 230.0]) is None


def test_a_view_tells_which_turn_is_left() -> None:
    """Turned by 45° it is still 90° from upright: it points to 135°, whatever the whole die seemed to say."""
    together = agreed(hills((3, 0.9)), hills((6, 0.9)), 45.0)
    assert weight_of(together, 135.0) > 0.4
    assert weight_of(agreed(hills((3, 0.6), (15, 0.4)), hills((0, 0.9)), 45.0), 45.0) > 0.95


def test_a_turn_round_the_whole_circle_is_none() -> None:
    assert weight_of(hills((0, 0.9)), 359.0) == pytest.approx(weight_of(hills((0, 0.9)), 1.0))


def test_the_best_way_of_many_dice_is_that_of_each() -> None:
    chances = np.random.default_rng(1).dirichlet(np.full(24, 0.3), 200).astype(np.float32)
    each = [likely_ways(die)[0].turn_deg for die in chances]
    assert likeliest(chances) == pytest.approx(each, abs=1e-4)


def test_a_way_weighs_as_much_as_all_directions_near_it() -> None:
    chances = np.random.default_rng(2).dirichlet(np.full(24, 0.3)).astype(np.float32)
    for turn in (0.0, 5.0, 39.9, 180.5, 352.0, -20.0):
        near = sum(float(chances[spot]) for spot in range(24) if apart_deg(spot * 15, turn) < 40)
        assert weight_of(chances, turn) == pytest.approx(near)
