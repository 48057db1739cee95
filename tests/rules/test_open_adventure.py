import pytest

from rules import Conversation, parse


@pytest.mark.parametrize(
    ("previous", "shown", "total"),
    [
        ("", "1 4", 3),
        ("", "4 2", 2),
        (" previous=5", "1 4", 3),
        (" previous=4", "1 4", -3),
        (" previous=4", "0 2", 2),
        (" previous=5", "0 2", -2),
        (" previous=0", "0 2", 2),
        (" previous=0", "0 3", -3),
        (" previous=-3", "0 3", 3),
        (" previous=5", "3 3", 0),
    ],
)
def test_fingers_take_their_sign_from_the_number_before(finish, previous, shown, total):
    assert finish(f"standard fingers{previous}", shown).total == total


def test_the_next_fingers_begin_with_the_size_of_this_number(finish):
    outcome = finish("standard fingers previous=4", "1 4")
    assert outcome.total == -3
    assert outcome.remember == (("previous", "3"),)
    ((name, value),) = outcome.remember
    again = parse("standard fingers").but(name, value)
    assert again.text == "standard fingers previous=3"
    assert finish(again.text, "0 2").total == -2
    assert Conversation.replay(again, [(0, 2)]).outcome.total == -2


@pytest.mark.parametrize("way", ["", " one-die", " cards", " fingers"])
def test_an_ability_is_shown_with_its_modifier(finish, way):
    answers = ["5", "2"] if way == " one-die" else ["5 2"]
    outcome = finish(f"standard{way} ability=7", *answers)
    modifier = 3 if way == " fingers" else -2
    assert outcome.total == 7 + modifier
    assert f"{modifier:+d} → {7 + modifier}" in outcome.text
    assert outcome.headline == f"{modifier:+d} → {7 + modifier}"


def test_the_die_that_does_not_count_is_dropped(finish):
    assert [one.fate.value for one in finish("standard", "w5 b2").dice] == ["dropped", "kept"]
    assert [one.fate.value for one in finish("standard", "w2 b5").dice] == ["kept", "dropped"]
    assert [one.fate.value for one in finish("standard", "w2 b2").dice] == ["kept", "kept"]


def test_what_does_not_count_is_struck_out(finish):
    assert finish("standard", "w5 b2").text == "white ~~5~~, black 2: -2"
    assert finish("standard", "w2 b2").text == "white 2, black 2: +0"
    assert finish("standard cards", "ace 6").text == "first suit 1, second suit ~~6~~: +1"


def test_a_card_that_is_missing_is_asked_for(trouble):
    assert trouble("standard cards", "3") == "two numbers are asked for: first suit and second suit, 1 to 6 each"


def test_two_dice_alike_wait_and_name_the_one_die_way(trouble):
    line = trouble("standard", "d6:5:0.5 d6:2:0.6")
    assert "two d6 of different colours, please" in line
    assert "one-die" in line


def test_one_die_is_asked_for_twice(play):
    talk = play("standard one-die")
    assert talk.state.wants[0].shade is None
    assert "white" in talk.state.why
    talk = play("standard one-die", "5")
    assert "black" in talk.state.why
