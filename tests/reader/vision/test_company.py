"""What lies around a die tells whether it may lean."""

import numpy as np
import pytest

from reader.vision.classify import Seen
from reader.vision.company import HARDLY_LEANS, RESTING_ON, STANDS, are_near, are_stacked, in_company
from reader.vision.cut import AS_FOUND
from reader.vision.doubt import ALONE, leaning_chance
from reader.vision.sighting import Box

NOTHING = np.zeros(0, np.float32)


def seen(leaning: float, flat: float = 0.1) -> Seen:
    return Seen(NOTHING, NOTHING, (0, 0), flat, leaning, AS_FOUND, 0.0, 1.0, NOTHING)


def test_a_die_that_touches_another_may_lean_on_it() -> None:
    boxes = [Box(0, 0, 100, 100), Box(105, 20, 90, 90), Box(300, 0, 100, 100)]
    assert are_near(boxes).tolist() == [True, True, False]


def test_a_die_alone_has_nothing_to_lean_on() -> None:
    assert are_near([Box(0, 0, 100, 100)]).tolist() == [False]
    assert are_near([]).tolist() == []


def test_boxes_overlap_where_one_die_lies_on_another() -> None:
    boxes = [Box(0, 0, 100, 100), Box(80, 0, 100, 100), Box(95, 0, 100, 100), Box(0, 200, 50, 50)]
    assert are_stacked(boxes[:2]).tolist() == [False, False]  # they share a ninth
    assert are_stacked(boxes).tolist() == [False, True, True, False]
    assert boxes[1].overlap(boxes[2]) > RESTING_ON > boxes[0].overlap(boxes[1])


@pytest.mark.parametrize("leaning", [0.0, 0.1, 0.5, 0.9])
def test_without_anything_to_lean_on_it_leans_more_seldom(leaning: float) -> None:
    levels = {"leaning_bias": -1.0, "leaning_said": 0.5, "leaning_shown": 1.0}
    beside = leaning_chance(seen(leaning), levels)
    alone = leaning_chance(in_company(seen(leaning), "d6", near=False), levels)
    assert alone / (1 - alone) == pytest.approx(ALONE * beside / (1 - beside))


def test_a_tetrahedron_stands_by_itself_however_its_faces_look() -> None:
    assert in_company(seen(0.5, flat=0.01), "d4", near=False).flat == STANDS
    assert in_company(seen(0.5, flat=0.01), "d4", near=True).flat == HARDLY_LEANS
    assert in_company(seen(0.5, flat=0.9), "d4", near=False).flat == 0.9
    assert in_company(seen(0.5, flat=0.01), "d20", near=False).flat == 0.01
    assert in_company(seen(0.5, flat=0.01), "d20", near=True).flat == 0.01
