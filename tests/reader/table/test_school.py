"""The box learns from corrections and from throws that were let stand."""

from errno import ENOSPC

import pytest

from reader.table.commands import Cancel, Correct, Enter, ForgetDie, NameDie, Pick
from reader.table.fairness import dice_in
from reader.table.history import as_json, read_rolls
from tests.reader.table.learning_box import LearningBox
from tests.reader.table.painted import Put

NOT_LEARNED = "Corrected, but nothing was learned from it: {}"


def test_a_corrected_die_becomes_an_example_at_once(school: LearningBox) -> None:
    school.press(Put("d6", "3", 40), Put("d6", "5", 140))
    school.do(Correct(1, "6"))

    (die,) = school.gallery.dice
    assert (die.kind, die.name, die.seen) == ("d6", "", {"6": 1})
    assert die.examples[0].source == "corrected"


def test_a_correction_after_a_restart_teaches_from_the_picture_that_was_kept(school: LearningBox) -> None:
    school.press(Put("d6", "3", 40), Put("d6", "5", 140))
    school.restart()
    school.do(Correct(1, "6"))

    assert [die.seen for die in school.gallery.dice] == [{"6": 1}]
    (crop,) = school.seen_again
    assert crop.shape == (128, 128, 3)
    kept = school.gallery.store.crop(school.gallery.dice[0].id, school.gallery.dice[0].examples[0])
    assert kept is not None
    assert abs(kept.astype(float) - crop).mean() < 5


def test_without_its_picture_a_throw_before_a_restart_is_corrected_all_the_same(school: LearningBox) -> None:
    school.press(Put("d6", "3", 40))
    for picture in (school.folder / "pictures").iterdir():
        picture.unlink()
    school.restart()
    assert school.do(Correct(0, "6")).refused == ""
    assert [die.text for die in school.readout.dice] == ["6"]
    assert school.gallery.dice == ()
    assert school.readout.warning == NOT_LEARNED.format("its picture is gone")
    assert f"! {school.readout.warning}" in school.words.split(" | ")
    school.do(Cancel())
    assert school.readout.warning == ""


def test_a_picture_that_cannot_be_read_any_more_is_as_good_as_gone(school: LearningBox) -> None:
    school.press(Put("d6", "3", 40))
    for picture in (school.folder / "pictures").iterdir():
        picture.write_bytes(b"no picture")
    school.restart()
    school.do(Correct(0, "6"))
    assert school.readout.warning == NOT_LEARNED.format("its picture is gone")


def test_what_the_disk_does_not_take_is_corrected_and_said_not_to_be_learned(
    school: LearningBox, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(ENOSPC, "No space left on device")

    monkeypatch.setattr(school.gallery.store, "write_example", full)
    school.press(Put("d6", "3", 40))
    school.do(Correct(0, "6"))
    assert [die.text for die in school.readout.dice] == ["6"]
    assert school.readout.warning.startswith(NOT_LEARNED.format(""))
    assert school.gallery.dice[0].seen == {}


def test_a_correction_that_was_learned_is_not_spoken_of(school: LearningBox) -> None:
    school.press(Put("d6", "3", 40))
    school.do(Correct(0, "6"))
    assert school.readout.warning == ""


def test_a_known_die_that_is_corrected_gets_the_example_itself(school: LearningBox) -> None:
    red = school.gallery.new_die("d6", "Red")
    school.watcher.known = red.known
    school.press(Put("d6", "3", 40))
    school.do(Correct(0, "5"))
    assert [(die.name, die.seen) for die in school.gallery.dice] == [("Red", {"5": 1})]


def test_a_die_whose_kind_was_misread_is_another_die(school: LearningBox) -> None:
    school.watcher.known = school.gallery.new_die("d8", "Blue").known
    school.press(Put("d8", "3", 40))
    school.do(Correct(0, "3", "d6"))
    assert [(die.kind, die.seen) for die in school.gallery.dice] == [("d8", {}), ("d6", {"3": 1})]


def test_what_was_typed_in_teaches_nothing(school: LearningBox) -> None:
    school.do(Pick("2d6"))
    school.do(Enter("3 4"))
    school.do(Correct(0, "5"))
    assert [die.text for die in school.readout.dice] == ["5", "4"]
    assert school.gallery.dice == ()


def test_a_throw_that_was_let_stand_adds_what_is_new_and_only_that(school: LearningBox) -> None:
    red = school.gallery.new_die("d6", "Red")
    school.watcher.known = red.known
    school.press(Put("d6", "3", 40))
    assert school.gallery.by_id(red.id).seen == {}
    school.press(Put("d6", "4", 140))
    assert school.gallery.by_id(red.id).seen == {"3": 1}
    school.press(Put("d6", "3", 240))
    school.press(Put("d6", "3", 40, 100))
    assert school.gallery.by_id(red.id).seen == {"3": 1, "4": 1}


def test_a_stranger_teaches_nothing_by_lying_there(school: LearningBox) -> None:
    school.press(Put("d6", "3", 40))
    school.press(Put("d6", "4", 140))
    assert school.gallery.dice == ()


def test_a_name_appears_in_the_result_the_history_and_the_statistics(school: LearningBox) -> None:
    red = school.gallery.new_die("d6", "Red Chessex d6")
    school.watcher.known = red.known
    school.press(Put("d6", "3", 40))
    assert school.readout.dice[0].name == "Red Chessex d6"
    assert school.readout.sightings[0].name == "Red Chessex d6"
    rolls = read_rolls(school.folder)
    assert as_json(rolls[0])["throws"][0][0]["name"] == "Red Chessex d6"
    assert [(die.name, die.throws) for die in dice_in(rolls)] == [("Red Chessex d6", 1)]
    assert [die.name for die in dice_in(rolls, {red.id: "Crimson"})] == ["Crimson"]


def test_each_named_die_has_a_record_of_its_own(school: LearningBox) -> None:
    for name in ("Red", "Blue"):
        school.watcher.known = school.gallery.new_die("d6", name).known
        school.press(Put("d6", "3", 40 if name == "Red" else 140))
    school.watcher.known = None
    school.press(Put("d6", "2", 240))
    records = dice_in(read_rolls(school.folder))
    assert [(one.name, one.colour, one.throws) for one in records] == [("Blue", "", 1), ("Red", "", 1), ("", "red", 1)]


def test_dice_are_renamed_and_forgotten(school: LearningBox) -> None:
    red = school.gallery.new_die("d6", "Red")
    school.do(NameDie(red.id, "Crimson"))
    assert school.gallery.dice[0].name == "Crimson"
    school.do(ForgetDie(red.id))
    assert school.gallery.dice == ()
    assert "no die is called" in school.do(ForgetDie(red.id)).refused
