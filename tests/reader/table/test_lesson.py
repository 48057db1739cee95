"""Lessons: the owner lays a die down face by face, the box says what it sees, and learns what it was."""

from dataclasses import replace
from typing import Any

import pytest

from reader.table.commands import Answer, Cancel, Knob, Pick, Press, Step, Teach
from reader.teaching.gallery import Gallery
from reader.teaching.scale import Scale
from reader.teaching.store import Store
from reader.vision.sighting import Candidate, Reading, Unread, Why
from reader.vision.watch import Lying
from tests.reader.table.learning_box import LearningBox, glimpse
from tests.reader.table.painted import Put, paint


def test_a_lesson_asks_shows_its_guess_and_learns_with_one_press(school: LearningBox) -> None:
    school.do(Teach("Red d6"))
    assert (school.readout.state, school.readout.is_lesson) == ("lesson", True)
    assert school.readout.prompt == "Throw, press: 6 left"
    school.press(Put("d6", "3", 40))
    assert school.readout.prompt == "Shows 3?"
    assert school.faces("seen") == []
    school.do(Press())
    assert school.faces("seen") == ["3"]
    assert school.readout.prompt == "Lay it with 1 2 4 5 6 up, press"
    assert school.gallery.dice[0].name == "Red d6"


def test_whoever_lays_the_next_face_down_confirms_and_shows_it_with_one_press(school: LearningBox) -> None:
    school.do(Teach("Red d6"))
    school.press(Put("d6", "3", 40))
    school.press(Put("d6", "4", 140))
    assert school.faces("seen") == ["3"]
    assert school.readout.prompt == "Shows 4?"


def test_a_press_on_a_die_that_lies_as_it_lay_only_confirms(school: LearningBox) -> None:
    school.do(Teach("Red d6"))
    school.press(Put("d6", "3", 40))
    school.do(Press())
    school.do(Press())
    assert school.gallery.dice[0].seen == {"3": 1}
    assert school.readout.why == "3 learned; turn if it was not"


def test_a_die_that_was_taken_away_after_its_last_face_is_no_trouble(school: LearningBox) -> None:
    school.do(Teach("Red d6"))
    school.press(Put("d6", "3", 40))
    school.press()
    assert school.readout.state == "lesson"
    assert school.gallery.dice[0].seen == {"3": 1}


def test_a_wrong_guess_is_turned_to_what_the_die_shows_and_asked_for_once_more(school: LearningBox) -> None:
    school.do(Teach("Red d6"))
    school.press(Put("d6", "3", 40))
    school.do(Step(1))
    school.do(Knob(1))
    assert school.readout.prompt == "Shows 5?"
    school.do(Press())
    assert school.gallery.dice[0].seen == {"5": 1}
    assert school.faces("unsure") == ["5"]
    school.press(Put("d6", "5", 60))
    school.do(Press())
    assert school.faces("unsure") == []
    assert school.faces("seen") == ["5"]


def test_a_tap_says_what_it_shows_and_confirms_it(school: LearningBox) -> None:
    school.do(Teach("Red d6"))
    school.press(Put("d6", "3", 40, why=Why.NOT_SURE))
    assert school.do(Answer("9")).refused == "a d6 never shows 9"
    school.do(Answer("4"))
    assert school.gallery.dice[0].seen == {"4": 1}


def test_what_was_learned_wrongly_is_taken_back_by_turning(school: LearningBox) -> None:
    school.do(Teach("Red d6"))
    school.press(Put("d6", "3", 40))
    school.do(Press())
    school.do(Step(1))
    assert school.gallery.dice[0].seen == {}
    school.do(Press())
    assert school.gallery.dice[0].seen == {"4": 1}


def test_a_face_that_is_known_is_not_asked_about(school: LearningBox) -> None:
    school.do(Teach("Red d6"))
    school.press(Put("d6", "3", 40))
    school.do(Press())
    school.watcher.known = school.gallery.dice[0].known
    school.press(Put("d6", "3", 60))
    assert school.readout.why == "3: known already"
    assert len(school.gallery.dice[0].examples) == 1


def test_when_all_faces_are_learned_the_lesson_says_so(school: LearningBox) -> None:
    school.do(Teach("bone", "d4"))
    for face in "1234":
        school.press(Put("d4", face, 40))
        school.do(Press())
    assert school.readout.prompt == "All faces are learned. Hold to end"
    school.do(Cancel())
    assert not school.readout.is_lesson


def test_a_guess_can_be_dropped_before_the_lesson_ends(school: LearningBox) -> None:
    school.do(Teach("Red d6"))
    school.press(Put("d6", "3", 40))
    school.do(Cancel())
    assert school.readout.is_lesson
    school.do(Cancel())
    assert (school.readout.is_lesson, school.readout.state) == (False, "idle")
    assert school.gallery.dice[0].examples == ()


@pytest.mark.parametrize(("dice", "what"), [((), "No die is in the tray"), ((40, 140), "2 dice are in the tray")])
def test_a_lesson_is_about_one_die(school: LearningBox, dice: tuple[int, ...], what: str) -> None:
    school.do(Teach("Red d6"))
    school.press(*(Put("d6", "3", x) for x in dice))
    assert (school.readout.state, school.readout.trouble) == ("trouble", what)
    assert school.readout.remedy == "leave only the Red d6, then press again"
    school.press(Put("d6", "3", 40))
    assert school.readout.prompt == "Shows 3?"


def test_another_die_that_is_known_is_noticed(school: LearningBox) -> None:
    school.watcher.known = school.gallery.new_die("d6", "Blue d6").known
    school.do(Teach("Red d6"))
    school.press(Put("d6", "3", 40))
    assert school.readout.why.startswith("it looks like Blue d6")


def test_the_kind_is_seen_where_nobody_said_it(school: LearningBox) -> None:
    school.do(Teach("my lucky one"))
    assert school.readout.prompt == "Lay down your my lucky one, then press"
    school.press(Put("d8", "3", 40))
    assert len(school.readout.faces) == 8


def test_no_roll_goes_on_during_a_lesson_and_none_is_lost(school: LearningBox) -> None:
    school.do(Pick("3d6!"))
    school.press(Put("d6", "2", 40), Put("d6", "6", 140), Put("d6", "3", 240))
    school.do(Teach("Red d6"))
    assert school.do(Pick("d20")).refused == "a die is being taught"
    school.do(Cancel())
    assert (school.readout.state, school.readout.prompt) == ("prompt", "Throw a d6 again")


def test_a_power_cut_in_a_lesson_keeps_what_was_confirmed(school: LearningBox) -> None:
    school.do(Teach("Red d6"))
    school.press(Put("d6", "3", 40))
    school.do(Press())
    school.press(Put("d6", "4", 40))
    school.gallery = Gallery(Store(school.folder), "networks", Scale())
    school.restart()
    assert not school.readout.is_lesson
    assert school.gallery.dice[0].seen == {"3": 1}
    school.do(Teach("red D6"))
    assert school.faces("seen") == ["3"]


def test_a_full_disk_is_said_in_the_lesson_and_the_lesson_goes_on(
    school: LearningBox, monkeypatch: pytest.MonkeyPatch
) -> None:
    school.do(Teach("Red d6"))
    school.press(Put("d6", "3", 40))

    def full(*_: Any, **__: Any) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as broken:
        broken.setattr(school.gallery.store, "write_example", full)
        refused = school.do(Press())
    assert refused.refused == "it could not be kept: No space left on device"
    school.do(Press())
    assert school.gallery.dice[0].seen == {"3": 1}


def test_a_box_that_learns_nothing_says_so(box: Any) -> None:
    box.do(Teach("Red d6"))
    box.press(Put("d6", "3", 40))
    assert box.readout.state == "trouble"


def test_candidates_of_another_kind_are_no_guess(school: LearningBox) -> None:
    school.do(Teach("Red d6"))
    seen = Put("d6", "3", 40).sighting
    assert isinstance(seen, Reading)
    odd = Unread(Why.NOT_SURE, seen.box, "d8", 0.4, 0.5, "red", (Candidate("d8", "8", 0.5), Candidate("d6", "2", 0.3)))
    session: Any = school.table._session
    session.saw(Lying((replace(odd, glimpse=glimpse("2")),), paint(())))
    assert session.readout.prompt == "Shows 2?"
