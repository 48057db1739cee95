"""From the finger on the button to the readout, roll by roll."""

from typing import Any

import pytest

from reader.table.commands import Adjust, Answer, Cancel, Correct, Enter, Knob, Line, Pick, Press, Reroll, Step

WHITE, BLACK = 0.9, 0.1


@pytest.fixture
def put(request: pytest.FixtureRequest) -> Any:
    return request.getfixturevalue("painter")


def test_a_press_reads_whatever_lies_there(box: Any, put: Any) -> None:
    box.press(put("d6", "3", 40), put("d20", "17", 140))

    assert box.readout.state == "outcome"
    assert box.readout.total == "20"
    assert [die.text for die in box.readout.dice] == ["3", "17"]


def test_the_standard_roll_takes_the_lighter_die_for_the_white_one(box: Any, put: Any) -> None:
    box.do(Pick("standard ability=7"))
    box.press(put("d6", "2", 40, lightness=BLACK), put("d6", "5", 140, lightness=WHITE))

    assert box.readout.total == "−2 → 5"


def test_two_dice_alike_are_no_standard_roll_and_the_other_way_is_named(box: Any, put: Any) -> None:
    box.do(Pick("standard"))
    box.press(put("d6", "2", 40), put("d6", "5", 140))

    assert box.readout.state == "trouble"
    assert box.readout.trouble == "Two d6 of different colours, please"
    assert "one-die" in box.readout.remedy


def test_dice_that_explode_are_asked_for_again_and_the_lamp_says_so(box: Any, put: Any) -> None:
    box.do(Pick("3d6!"))
    box.press(put("d6", "2", 40), put("d6", "6", 140), put("d6", "3", 240))

    assert (box.readout.state, box.readout.prompt, box.readout.why) == ("prompt", "Throw a d6 again", "it explodes")
    assert box.readout.is_in_progress
    assert box.readout.throws_again

    box.press(put("d6", "2", 40), put("d6", "4", 160, 130, turn=40), put("d6", "3", 240))

    assert box.readout.total == "15"
    assert [die.text for die in box.readout.dice] == ["2", "6!", "3", "4"]


@pytest.mark.parametrize(
    ("dice", "what"),
    [
        ((), "The tray is empty"),
        ((("d6", "2", 40),), "A d6 is missing"),
        ((("d6", "2", 40), ("d6", "3", 140), ("d6", "3", 240)), "A d6 too many"),
        ((("d6", "2", 40), ("d8", "3", 140)), "There lies a d8 where a d6 is asked for"),
    ],
)
def test_what_was_not_asked_for_is_said_in_one_line_and_the_roll_waits(
    box: Any, put: Any, dice: tuple[Any, ...], what: str
) -> None:
    box.do(Pick("2d6"))
    reply = box.press(*(put(*die) for die in dice))

    assert box.readout.trouble == what
    assert reply.refused
    box.press(put("d6", "2", 40), put("d6", "5", 140, 130))
    assert box.readout.total == "7"


def test_a_die_that_cannot_be_read_is_named_with_what_to_do(box: Any, put: Any) -> None:
    from reader.vision.sighting import Why

    box.do(Pick("d20"))
    box.press(put("d20", "17", 40, why=Why.LEANING, colour="black"))

    assert box.readout.trouble == "The black d20 leans"
    assert box.readout.remedy == "lay it flat or throw it again, then press again"
    assert box.readout.sightings[0].why == "leaning"
    assert box.readout.sightings[0].face is None


def test_dice_that_still_roll_are_waited_for(box: Any, put: Any) -> None:
    box.watcher.rolling = True
    box.press(put("d6", "3", 40))
    assert box.readout.trouble == "Still rolling"
    box.watcher.rolling = False
    box.press(put("d6", "3", 40))
    assert box.readout.total == "3"


def test_mode_goes_through_the_presets_and_back(box: Any) -> None:
    titles = []
    for by in (1, 1, -1, -1, -1):
        box.do(Step(by))
        titles.append(box.readout.title)
    assert titles == ["standard", "3d6!", "standard", "free", "standard fingers"]


def test_mode_from_a_roll_that_is_no_preset_begins_with_the_first(box: Any) -> None:
    box.do(Pick("4d6kh3"))
    box.do(Step(1))
    assert box.readout.title == "free"


def test_the_knob_changes_the_modifier_of_the_next_roll(box: Any, put: Any) -> None:
    box.do(Pick("1d6"))
    box.do(Knob(3))
    box.do(Adjust(-1))
    assert box.readout.modifier == "+2"
    box.press(put("d6", "4", 40))
    assert box.readout.total == "6"
    assert box.readout.roll == "1d6+2"


def test_a_roll_without_a_modifier_says_so(box: Any) -> None:
    assert box.do(Knob(1)).refused == "free takes no modifier"


def test_the_modifier_stays_within_what_the_rules_take(box: Any) -> None:
    box.do(Pick("1d6+999"))
    assert box.do(Knob(50)).refused
    assert box.readout.modifier == ""


def test_mode_and_knob_do_not_end_a_roll_in_progress(box: Any, put: Any) -> None:
    box.do(Pick("1d6!"))
    box.press(put("d6", "6", 40))
    for command in (Step(1), Knob(2), Adjust(1)):
        assert box.do(command).refused == "a roll is in progress"
    box.press(put("d6", "2", 140, turn=30))
    assert box.readout.total == "8"


def test_holding_the_button_cancels_the_roll_in_progress(box: Any, put: Any) -> None:
    box.do(Pick("1d6!"))
    box.press(put("d6", "6", 40))
    box.do(Cancel())
    assert box.readout.state == "idle"
    assert not box.readout.is_in_progress


def test_at_a_choice_mode_moves_and_press_confirms(box: Any, put: Any) -> None:
    box.do(Pick("group Anna=+0 Bert=+0 Carl=+0"))
    for face, x in (("8", 40), ("2", 140), ("3", 240)):
        box.press(put("d10", face, x))
    assert box.readout.state == "choice"
    assert box.readout.options == ("Bert", "Carl", "nobody")
    box.do(Step(1))
    assert box.readout.selected == 1
    box.do(Knob(-2))
    assert box.readout.selected == 2
    looks = box.watcher.looks
    box.do(Press())
    assert box.watcher.looks == looks
    assert box.readout.state == "outcome"


def test_an_option_may_be_named(box: Any, put: Any) -> None:
    box.do(Pick("group Anna=+0 Bert=+0"))
    box.press(put("d10", "8", 40))
    assert box.do(Answer("Bert")).refused == "nothing is to be chosen now"
    box.press(put("d10", "2", 140))
    assert box.do(Answer("Anna")).refused == "choose Bert or nobody"
    box.do(Answer("bert"))
    assert (box.readout.state, box.readout.prompt) == ("prompt", "Throw a d10")


def test_an_entry_is_filled_place_by_place_with_the_buttons(box: Any) -> None:
    box.do(Pick("standard fingers"))
    assert box.readout.state == "idle"
    box.do(Press())
    assert (box.readout.state, box.readout.values, box.readout.allowed) == ("entry", ("", ""), "0–5")
    assert box.do(Press()).refused == "no number yet"
    box.do(Knob(2))
    box.do(Press())
    box.do(Step(-1))
    assert box.readout.values == ("1", "5")
    box.do(Step(1))
    box.do(Step(1))
    box.do(Press())
    assert box.readout.total == "+0"


def test_the_number_that_fingers_showed_last_is_remembered_after_a_restart(box: Any) -> None:
    box.do(Pick("standard fingers"))
    box.do(Enter("5 0"))
    assert box.readout.total == "+5"
    box.restart()
    box.do(Enter("1 5"))
    assert box.readout.total == "−4"


def test_dice_may_be_typed_in_at_any_prompt(box: Any, put: Any) -> None:
    box.do(Pick("2d6!"))
    box.press(put("d6", "6", 40), put("d6", "2", 140))
    assert box.do(Enter("7")).refused == '"7" at column 1: a d6 never shows 7'
    box.do(Enter("4"))
    assert box.readout.total == "12"
    assert [die.typed for die in box.readout.dice] == [False, False, True]


def test_a_coin_may_be_typed_where_it_decides(box: Any, put: Any) -> None:
    box.do(Pick("test"))
    box.press(put("d10", "0", 40))
    box.do(Line("heads"))
    assert box.readout.label == "Critical Success"


@pytest.mark.parametrize(
    ("line", "title", "total"), [("4d6kh3", "4d6kh3", ""), ("d6:4 d8:2", "free", "6"), ("5", "free", "5")]
)
def test_a_line_is_values_for_what_is_asked_or_else_a_roll(box: Any, line: str, title: str, total: str) -> None:
    box.do(Line(line))
    assert (box.readout.title, box.readout.total) == (title, total)


def test_a_line_that_is_neither_is_refused_with_its_bad_part(box: Any) -> None:
    assert '"d7"' in box.do(Line("2d6+d7")).refused
    assert box.readout.state == "trouble"
    assert box.readout.title == "free"


def test_picking_another_roll_gives_up_the_one_in_progress(box: Any, put: Any) -> None:
    box.do(Pick("1d6!"))
    box.press(put("d6", "6", 40))
    box.do(Pick("d20"))
    assert (box.readout.state, box.readout.title) == ("idle", "1d20")


def test_a_finished_game_roll_offers_a_re_roll_that_must_be_used(box: Any) -> None:
    box.do(Pick("game 2d10"))
    box.do(Enter("9 8"))
    assert box.readout.offers_reroll
    box.do(Reroll())
    assert (box.readout.state, box.readout.why) == ("prompt", "the re-roll, which must be used")
    box.do(Enter("1 2"))
    assert (box.readout.total, box.readout.offers_reroll) == ("3", False)
    box.do(Enter("5 5"))
    assert (box.readout.total, box.readout.roll) == ("10", "game 2d10")


def test_no_other_roll_offers_one(box: Any) -> None:
    box.do(Enter("d6:3"))
    assert not box.readout.offers_reroll
    assert box.do(Reroll()).refused == "no re-roll is offered"


def test_what_went_wrong_is_gone_with_the_next_command(box: Any) -> None:
    box.do(Line("nonsense"))
    assert box.readout.state == "trouble"
    box.do(Cancel())
    assert box.readout.state == "idle"


def test_the_page_learns_what_may_be_thrown_and_what_was_seen(box: Any, put: Any) -> None:
    box.do(Pick("standard"))
    assert [[want.name for want in pool] for pool in box.readout.asked] == [["light d6", "dark d6"]]
    box.press(put("d6", "5", 80, 90, lightness=WHITE), put("d6", "2", 240, 90, lightness=BLACK))
    left, right = box.readout.sightings
    assert left.box == pytest.approx((65 / 320, 75 / 180, 30 / 320, 30 / 180), abs=1e-3)
    assert [left.number, right.number] == [0, 1]
    assert box.readout.picture
    assert (box.folder / "pictures" / box.readout.picture).is_file()


@pytest.mark.parametrize("command", [Pick("nonsense"), Enter("9 9 9"), Answer("nobody"), Correct(7, "1"), Reroll()])
def test_what_a_page_asks_in_vain_leaves_the_result_on_the_screen(box: Any, command: Any) -> None:
    box.do(Pick("2d6"))
    box.do(Enter("4 5"))
    assert box.do(command).refused
    assert (box.readout.state, box.readout.total) == ("outcome", "9")


@pytest.mark.parametrize(
    ("roll", "asks_for", "asked"),
    [("2d6", "throw", ["d6", "d6"]), ("free", "throw", []), ("standard fingers", "entry", [])],
)
def test_after_an_outcome_it_is_known_what_the_next_roll_begins_with(
    box: Any, roll: str, asks_for: str, asked: list[str]
) -> None:
    box.do(Pick(roll))
    box.do(Enter("d6:4 d6:5" if asks_for == "throw" else "4 5"))
    assert box.readout.state == "outcome"
    assert box.readout.asks_for == asks_for
    assert [want.kind for pool in box.readout.asked for want in pool] == asked


@pytest.mark.parametrize(("roll", "takes_it"), [("2d6", True), ("test", True), ("free", False), ("standard", False)])
def test_a_readout_says_whether_the_roll_takes_a_modifier(box: Any, roll: str, takes_it: bool) -> None:
    box.do(Pick(roll))
    assert box.readout.takes_modifier is takes_it
    assert (not box.do(Adjust(1)).refused) is takes_it
