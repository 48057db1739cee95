"""Players throw one die again and leave the rest; nothing is counted twice."""

from typing import Any

import numpy as np
import pytest

from reader.table.commands import Cancel, Correct, Pick
from reader.table.lying import left_lying, likeness, unmoved
from reader.vision.sighting import Why

COUNT_IT = "throw, or press again to count it"


def test_a_second_press_on_an_unchanged_tray_is_not_counted_but_a_third_is(box: Any, painter: Any) -> None:
    dice = (painter("d6", "3", 40), painter("d20", "17", 140))
    box.press(*dice)
    first = box.readout.roll_id
    box.press(*dice)
    assert (box.readout.trouble, box.readout.remedy) == ("Nothing has moved", COUNT_IT)
    box.press(*dice)
    assert (box.readout.total, box.readout.roll_id != first) == ("20", True)


def test_it_is_not_counted_twice_after_a_power_cut_either(box: Any, painter: Any) -> None:
    box.press(painter("d6", "3", 40))
    box.restart()
    box.press(painter("d6", "3", 40))
    assert box.readout.trouble == "Nothing has moved"


def test_light_that_changed_moves_no_die(box: Any, painter: Any) -> None:
    box.press(painter("d6", "3", 40))
    box.watcher.brightness = 0.6
    box.press(painter("d6", "3", 40))
    assert box.readout.trouble == "Nothing has moved"


def test_pressing_again_only_counts_the_tray_it_was_said_of(box: Any, painter: Any) -> None:
    box.do(Pick("2d6"))
    still = painter("d6", "3", 40)
    box.press(still, painter("d6", "1", 140))
    box.press(still, painter("d6", "1", 140))
    assert box.readout.trouble == "Nothing has moved"
    box.press(still, painter("d6", "5", 150, 120, turn=50))
    assert box.readout.trouble == "The red d6 has not moved"


def test_the_die_that_moved_is_the_one_that_was_thrown_again(box: Any, painter: Any) -> None:
    box.do(Pick("3d6!"))
    left = (painter("d6", "2", 40), painter("d6", "6", 140))
    box.press(*left, painter("d6", "6", 240))
    assert box.readout.prompt == "Throw two d6 again"
    box.press(left[0], painter("d6", "1", 160, 140, turn=70), painter("d6", "6", 270, 130, turn=20))
    assert box.readout.prompt == "Throw a d6 again"
    box.press(left[0], painter("d6", "1", 160, 140, turn=70), painter("d6", "5", 90, 150, turn=33))
    assert box.readout.total == "26"


def test_a_die_that_turned_on_the_spot_was_thrown(box: Any, painter: Any) -> None:
    box.press(painter("d6", "3", 40, turn=0))
    box.press(painter("d6", "3", 40, turn=50))
    assert box.readout.state == "outcome"


def test_a_die_that_was_away_has_been_thrown_even_if_it_lies_there_again(box: Any, painter: Any) -> None:
    box.do(Pick("1d6!"))
    die = painter("d6", "6", 40)
    box.press(die)
    box.press()
    assert box.readout.trouble == "The tray is empty"
    box.press(die)
    assert [shown.text for shown in box.readout.dice] == ["6", "6"]


def test_dice_of_the_roll_before_may_stay_in_the_tray(box: Any, painter: Any) -> None:
    old = (painter("d6", "2", 40), painter("d6", "6", 140))
    box.press(*old)
    box.do(Pick("d20"))
    box.press(*old, painter("d20", "11", 240))
    assert box.readout.total == "11"
    assert [one.lay_still for one in box.readout.sightings] == [True, True, False]
    assert [one.number for one in box.readout.sightings] == [None, None, 0]


def test_an_old_die_that_cannot_be_read_is_in_nobodys_way(box: Any, painter: Any) -> None:
    from dataclasses import replace

    old = painter("d6", "2", 40)
    box.press(old)
    box.do(Pick("d20"))
    box.press(replace(old, why=Why.GLARE), painter("d20", "11", 240))
    assert box.readout.total == "11"


def test_a_die_that_was_not_thrown_is_not_counted_unasked(box: Any, painter: Any) -> None:
    box.do(Pick("2d6"))
    box.press(painter("d6", "2", 40), painter("d6", "6", 140))
    box.press(painter("d6", "2", 40), painter("d6", "3", 240, 120))
    assert box.readout.trouble == "The red d6 has not moved"
    assert box.readout.remedy == "throw it too, or press again to count it"
    box.press(painter("d6", "2", 40), painter("d6", "3", 240, 120))
    assert box.readout.total == "5"


def test_when_it_cannot_be_told_which_was_thrown_it_asks(box: Any, painter: Any) -> None:
    box.do(Pick("2d6!"))
    box.press(painter("d6", "6", 40), painter("d6", "2", 140))
    box.press(painter("d6", "3", 60, 110, turn=30), painter("d6", "2", 190, 120, turn=60))
    assert box.readout.remedy == "leave only the die you threw, then press again"
    box.press(painter("d6", "3", 60, 110, turn=30))
    assert box.readout.total == "11"


def test_a_tray_that_was_shoved_has_moved_no_die(box: Any, painter: Any) -> None:
    box.do(Pick("3d6!"))
    box.press(painter("d6", "2", 40), painter("d6", "6", 140), painter("d6", "3", 240))
    box.press(painter("d6", "2", 48, 66), painter("d6", "5", 180, 140, turn=60), painter("d6", "3", 248, 66))
    assert box.readout.total == "16"


def test_dice_of_a_cancelled_roll_are_not_counted_unasked(box: Any, painter: Any) -> None:
    box.do(Pick("1d6!"))
    box.press(painter("d6", "6", 40))
    box.do(Cancel())
    box.press(painter("d6", "6", 40))
    assert box.readout.trouble == "Nothing has moved"


def test_a_correction_changes_nothing_about_what_lies_there(box: Any, painter: Any) -> None:
    box.press(painter("d6", "6", 40))
    box.do(Correct(0, "5"))
    box.press(painter("d6", "6", 40))
    assert box.readout.trouble == "Nothing has moved"


def test_free_sums_all_that_lies_there_if_anything_moved(box: Any, painter: Any) -> None:
    box.press(painter("d6", "6", 40), painter("d6", "1", 140))
    box.press(painter("d6", "6", 40), painter("d6", "4", 170, 130, turn=20))
    assert box.readout.total == "10"


@pytest.mark.parametrize(("turn", "is_still"), [(0.0, True), (3.0, True), (25.0, False), (90.0, False)])
def test_how_far_a_die_may_be_turned_and_still_lie_as_it_lay(
    tray: Any, painter: Any, turn: float, is_still: bool
) -> None:
    before, now = ((painter("d20", "7", 90, 80, turn=turned),) for turned in (0.0, turn))
    found = unmoved(*(left_lying([die.sighting for die in dice], tray(dice)) for dice in (before, now)))
    assert (found == {0: 0}) is is_still


def test_patches_of_nothing_are_alike() -> None:
    flat = np.full((32, 32), 80, np.uint8)
    assert likeness(flat, flat) == 1.0
    assert likeness(flat, flat + np.uint8(60)) == 0.0
