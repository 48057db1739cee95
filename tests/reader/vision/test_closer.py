"""Small dice are looked for once more in parts of the picture, and every one lies whole in one of them."""

import numpy as np
import pytest

from reader.vision.closer import CLOSE_PX, MOST_PARTS, SMALL_PX, is_whole, parts
from reader.vision.sighting import Box

INPUT_PX = 416


def strewn(side: float, count: int = 8, width: int = 1600, height: int = 1200, seed: int = 1) -> list[Box]:
    rng = np.random.default_rng(seed)
    spots = rng.uniform((0, 0), (width - side, height - side), (count, 2))
    return [Box(float(x), float(y), side, side) for x, y in spots]


def test_dice_of_the_usual_size_need_no_closer_look() -> None:
    enough = SMALL_PX * 1600 / INPUT_PX
    assert parts(strewn(enough + 1), 1600, 1200, INPUT_PX) == []
    assert parts(strewn(enough - 1), 1600, 1200, INPUT_PX) != []


def test_an_empty_tray_needs_no_closer_look() -> None:
    assert parts([], 1600, 1200, INPUT_PX) == []


@pytest.mark.parametrize("side", [30.0, 45.0, 60.0, 80.0])
@pytest.mark.parametrize("seed", range(6))
def test_every_die_lies_whole_in_some_part(side: float, seed: int) -> None:
    dice = strewn(side, seed=seed)
    nearer = parts(dice, 1600, 1200, INPUT_PX)
    assert 0 < len(nearer) <= MOST_PARTS
    for die in dice:
        assert any(is_whole(die, part, 1600, 1200) and _holds(part, die) for part in nearer)


@pytest.mark.parametrize("seed", range(30))
def test_parts_reach_to_the_pictures_edges_where_dice_lie_there(seed: int) -> None:
    side = 41.3 + seed
    dice = [*strewn(side, seed=seed), Box(0, 300, side, side), Box(1600 - side, 700, side, side / 2)]
    dice += [Box(400, 0, side, side), Box(900, 1200 - side, side, side)]
    nearer = parts(dice, 1600, 1200, INPUT_PX)
    assert min(part.x for part in nearer) == min(part.y for part in nearer) == 0
    assert max(part.x + part.width for part in nearer) == 1600
    assert max(part.y + part.height for part in nearer) == 1200
    assert all(any(is_whole(die, part, 1600, 1200) for part in nearer) for die in dice)


def test_parts_stay_where_they_are_if_boxes_differ_by_a_hair() -> None:
    for seed in range(30):
        dice = strewn(50.0, seed=seed)
        moved = [Box(die.x + 1e-6, die.y - 1e-6, die.width, die.height) for die in dice]
        assert parts(dice, 1600, 1200, INPUT_PX) == parts(moved, 1600, 1200, INPUT_PX)


def test_dice_that_lie_together_are_seen_much_larger_in_one_part() -> None:
    dice = [Box(700.0 + 90 * number, 600.0, 60.0, 60.0) for number in range(3)]
    (part,) = parts(dice, 1600, 1200, INPUT_PX)
    assert 60 * INPUT_PX / max(part.width, part.height) > 0.7 * CLOSE_PX


def test_a_die_at_a_parts_inner_edge_is_not_whole() -> None:
    part = Box(400, 300, 500, 400)
    assert not is_whole(Box(401, 500, 60, 60), part, 1600, 1200)
    assert not is_whole(Box(839, 500, 60, 60), part, 1600, 1200)
    assert is_whole(Box(600, 500, 60, 60), part, 1600, 1200)
    assert is_whole(Box(0, 500, 60, 60), Box(0, 300, 500, 400), 1600, 1200)


def _holds(part: Box, die: Box) -> bool:
    return part.shared(die) == pytest.approx(die.width * die.height)
