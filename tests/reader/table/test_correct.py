"""A misread die is put right: the roll is played again with it, and the record keeps both."""

from typing import Any

import pytest

from reader.table.commands import Cancel, Correct, Enter, Line, Pick, Step
from reader.table.history import as_json, read_rolls


def test_a_die_of_a_finished_roll_is_put_right(box: Any, painter: Any) -> None:
    box.press(painter("d6", "3", 40), painter("d20", "17", 140))
    box.do(Correct(1, "11"))
    assert box.readout.total == "14"
    assert [die.corrected for die in box.readout.dice] == [False, True]


def test_throws_that_are_not_asked_for_any_more_are_kept_as_unused(box: Any) -> None:
    box.do(Pick("1d6!"))
    box.do(Enter("6"))
    box.do(Enter("6"))
    box.do(Enter("2"))
    assert box.readout.total == "14"
    box.do(Correct(1, "5"))
    assert box.readout.total == "11"
    box.do(Correct(0, "4"))
    assert box.readout.total == "4"

    (roll,) = (as_json(roll) for roll in read_rolls(box.folder))
    assert [[die["face"] for die in throw] for throw in roll["throws"]] == [["4"], ["5"], ["2"]]
    assert [[die["face"] for die in throw] for throw in roll["unused"]] == [["2"], ["5"]]
    assert [(one["was"]["face"], one["now"]["face"]) for one in roll["corrections"]] == [("6", "5"), ("6", "4")]
    assert roll["total"] == 4


def test_a_correction_may_ask_for_a_throw_that_was_not_made(box: Any) -> None:
    box.do(Pick("1d6!"))
    box.do(Enter("5"))
    box.do(Correct(0, "6"))
    assert (box.readout.state, box.readout.prompt) == ("prompt", "Throw a d6 again")
    box.do(Enter("3"))
    assert box.readout.total == "9"


def test_throws_that_are_still_asked_for_stay(box: Any) -> None:
    box.do(Pick("2d6!"))
    box.do(Enter("6 6"))
    box.do(Enter("2 3"))
    box.do(Correct(2, "4"))
    assert box.readout.total == "19"


def test_a_kind_that_was_misread_is_put_right_too(box: Any, painter: Any) -> None:
    box.press(painter("d8", "3", 40))
    box.do(Correct(0, "13", kind="d20"))
    assert (box.readout.total, box.readout.dice[0].kind) == ("13", "d20")


def test_the_last_roll_can_be_corrected_after_another_was_chosen(box: Any) -> None:
    box.do(Enter("d6:3"))
    box.do(Step(1))
    box.do(Correct(0, "4"))
    assert (box.readout.state, box.readout.total) == ("outcome", "4")


def test_a_cancelled_roll_goes_on_where_it_was_if_one_of_its_dice_is_corrected(box: Any) -> None:
    box.do(Pick("1d6!"))
    box.do(Enter("6"))
    box.do(Cancel())
    box.do(Correct(0, "5"))
    assert box.readout.total == "5"


def test_it_is_the_same_after_a_restart(box: Any) -> None:
    box.do(Pick("1d6!"))
    box.do(Enter("6"))
    box.do(Enter("6"))
    box.do(Correct(0, "4"))
    before = box.readout
    box.restart()
    assert box.readout.dice == before.dice
    assert box.readout.total == before.total == "4"


@pytest.mark.parametrize(
    ("command", "why"),
    [
        (Correct(0, "9"), "a d6 never shows 9"),
        (Correct(1, "3"), "there is no die 1"),
        (Correct(-1, "3"), "there is no die -1"),
        (Correct(0, "3"), "it is a 3 already"),
        (Correct(0, "3", kind="d7"), "there is no d7"),
        (Correct(0, "3", kind="d8"), "there lies a d8 where a d6 is asked for"),
    ],
)
def test_what_cannot_be_is_refused_and_nothing_changes(box: Any, command: Correct, why: str) -> None:
    box.do(Pick("1d6"))
    box.do(Enter("3"))
    assert box.do(command).refused == why
    assert (box.readout.state, box.readout.total) == ("outcome", "3")


def test_without_a_die_there_is_nothing_to_correct(box: Any) -> None:
    assert box.do(Correct(0, "1")).refused == "there is no die to correct"


def test_a_die_is_corrected_by_a_typed_line_that_counts_the_dice_as_they_are_shown(box: Any) -> None:
    box.do(Pick("2d6!"))
    box.do(Enter("6 3"))
    box.do(Enter("2"))
    assert [die.text for die in box.readout.dice] == ["6!", "3", "2"]
    box.do(Line("correct 2 4"))
    assert [die.text for die in box.readout.dice] == ["6!", "4", "2"]
    box.do(Line("Correct 1 = 5"))
    assert box.readout.total == "9"


@pytest.mark.parametrize("line", ["correct 0 4", "correct 3 4"])
def test_a_line_cannot_correct_a_die_that_is_not_shown(box: Any, line: str) -> None:
    box.do(Pick("2d6"))
    box.do(Enter("6 3"))
    assert box.do(Line(line)).refused == f"there is no die {line.split()[1]} to correct"
    assert [die.face for die in box.readout.dice] == ["6", "3"]


def test_a_line_names_the_kind_where_that_was_misread_too(box: Any) -> None:
    box.do(Enter("d6:3"))
    box.do(Line("correct 1 d8:7"))
    assert [(die.kind, die.face) for die in box.readout.dice] == [("d8", "7")]
