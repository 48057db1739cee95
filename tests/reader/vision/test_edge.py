"""A die at the picture's edge is cut off, or lies there whole: its box, and what the networks see of it, tell."""

import numpy as np
import pytest

from reader.vision.cut import AS_FOUND, DIE_PX, SEEN_PX, Place
from reader.vision.edge import gap, is_cut_off, touches_edge
from reader.vision.find import Found
from reader.vision.sighting import Box

FRAME = np.zeros((750, 1000, 3), np.uint8)
SIDE = 100.0


def found(x: float, width: float = SIDE, beyond: float = 0.0) -> Found:
    return Found(Box(x, 300, width, SIDE), 0.9, (), beyond)


def further_left(share: float) -> Place:
    """Seen so many of its sides further left than its box."""
    return Place(right=-share * DIE_PX / SEEN_PX)


def test_a_die_in_the_middle_is_whole_wherever_it_is_seen() -> None:
    assert not is_cut_off(found(400), AS_FOUND, FRAME)
    assert not is_cut_off(found(400, width=50), further_left(0.15), FRAME)


def test_a_whole_die_that_touches_the_edge_is_whole() -> None:
    assert not is_cut_off(found(0), AS_FOUND, FRAME)
    assert not is_cut_off(found(900), AS_FOUND, FRAME)
    assert not is_cut_off(found(0, beyond=0.02), further_left(0.03), FRAME)


@pytest.mark.parametrize(
    ("cut", "place"),
    [
        (found(0, width=70), AS_FOUND),  # half a die is narrow
        (found(0, beyond=0.1), AS_FOUND),  # the finder sees it go on
        (found(0), further_left(0.1)),  # the upright network does
        (found(7), further_left(0.2)),  # as plainly that a gap of some pixels does not matter
    ],
)
def test_a_die_that_is_cut_off_is_said_to_be(cut: Found, place: Place) -> None:
    assert is_cut_off(cut, place, FRAME)


@pytest.mark.parametrize("box", [Box(0, 0, 60, 60), Box(930, 690, 70, 60), Box(0, 0, 985, 750), Box(300, 0, 560, 750)])
def test_in_a_corner_and_where_a_die_fills_the_picture_nothing_tells(box: Box) -> None:
    assert is_cut_off(Found(box, 0.9, ()), AS_FOUND, FRAME)


@pytest.mark.parametrize("box", [Box(300, 0, 100, 100), Box(300, 650, 100, 100), Box(0, 300, 100, 100)])
def test_what_touches_an_edge_is_known_to(box: Box) -> None:
    assert touches_edge(box, FRAME)
    assert not is_cut_off(Found(box, 0.9, ()), AS_FOUND, FRAME)
    assert is_cut_off(Found(box, 0.9, (), beyond=0.05), AS_FOUND, FRAME)


def test_a_bar_near_the_edge_is_narrow_and_whole() -> None:
    assert not is_cut_off(found(7, width=45), AS_FOUND, FRAME)


def test_the_gap_is_to_the_nearest_edge() -> None:
    assert gap(Box(5, 300, 20, 20), FRAME) == 5
    assert gap(Box(500, 700, 20, 80), FRAME) == -30
