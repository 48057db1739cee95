"""What lies around a die tells whether it may lean."""

import pytest

from reader.vision.classify import Seen
from reader.vision.cut import AS_FOUND
from reader.vision.look import ALONE, beside, with_nothing_to_lean_on
from reader.vision.sighting import Box

NOTHING = ()


def seen(leaning: float) -> Seen:
    return Seen(NOTHING, NOTHING, (0, 0), 0.5, leaning, AS_FOUND, 0.0, 1.0, NOTHING)  # type: ignore[arg-type]


def test_a_die_that_touches_another_may_lean_on_it() -> None:
    boxes = [Box(0, 0, 100, 100), Box(105, 20, 90, 90), Box(300, 0, 100, 100)]
    assert [beside(boxes, number) for number in range(3)] == [True, True, False]


def test_a_die_alone_has_nothing_to_lean_on() -> None:
    assert not beside([Box(0, 0, 100, 100)], 0)


@pytest.mark.parametrize("leaning", [0.0, 0.1, 0.5, 0.9])
def test_without_anything_to_lean_on_it_leans_more_seldom(leaning: float) -> None:
    alone = with_nothing_to_lean_on(seen(leaning)).leaning
    assert alone / (1 - alone) == pytest.approx(ALONE * leaning / (1 - leaning))


def test_a_die_that_surely_leans_still_does() -> None:
    assert with_nothing_to_lean_on(seen(1.0)).leaning > 0.99
