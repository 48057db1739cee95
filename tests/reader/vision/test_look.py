"""What lies around a die tells whether it may lean."""

import numpy as np
import pytest

from reader.vision.classify import Seen
from reader.vision.cut import AS_FOUND
from reader.vision.look import ALONE, STANDS, beside, with_nothing_to_lean_on
from reader.vision.sighting import Box

NOTHING = np.zeros(0, np.float32)


def seen(leaning: float, flat: float = 0.1) -> Seen:
    return Seen(NOTHING, NOTHING, (0, 0), flat, leaning, AS_FOUND, 0.0, 1.0, NOTHING)


def test_a_die_that_touches_another_may_lean_on_it() -> None:
    boxes = [Box(0, 0, 100, 100), Box(105, 20, 90, 90), Box(300, 0, 100, 100)]
    assert [beside(boxes, number) for number in range(3)] == [True, True, False]


def test_a_die_alone_has_nothing_to_lean_on() -> None:
    assert not beside([Box(0, 0, 100, 100)], 0)


@pytest.mark.parametrize("leaning", [0.0, 0.1, 0.5, 0.9])
def test_without_anything_to_lean_on_it_leans_more_seldom(leaning: float) -> None:
    alone = with_nothing_to_lean_on(seen(leaning), "d6").leaning
    assert alone / (1 - alone) == pytest.approx(ALONE * leaning / (1 - leaning))


def test_a_tetrahedron_stands_by_itself_however_its_faces_look() -> None:
    assert with_nothing_to_lean_on(seen(0.5, flat=0.01), "d4").flat == STANDS
    assert with_nothing_to_lean_on(seen(0.5, flat=0.9), "d4").flat == 0.9
    assert with_nothing_to_lean_on(seen(0.5, flat=0.01), "d20").flat == 0.01


def test_a_die_that_surely_leans_still_does() -> None:
    assert with_nothing_to_lean_on(seen(1.0), "d6").leaning > 0.99
