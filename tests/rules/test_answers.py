"""Answers as players type them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules import Choice, Conversation, Die, Entry, Mismatch, NotationError, Throw, parse, read_answer
from rules.asks import Want, throw

STANDARD = throw(Want("d6", "light"), Want("d6", "dark"), why="roll")
MIXED = throw(Want("d12"), Want("d4"), why="roll")
D100 = parse("d100").rule().send(None).start().send(None)
TIE = throw(Want("any", coin=True), why="a tie")
TALE = parse("tale level=5").rule().send(None)


def shown(answer):
    assert not isinstance(answer, Mismatch), answer
    return [f"{die.kind}:{die.face}" for die in answer]


@pytest.mark.parametrize(
    ("ask", "text", "dice"),
    [
        (STANDARD, "5 2", ["d6:5", "d6:2"]),
        (STANDARD, "w5 b2", ["d6:5", "d6:2"]),
        (STANDARD, "B2, W5", ["d6:2", "d6:5"]),
        (MIXED, "7 3", ["d12:7", "d4:3"]),
        (MIXED, "3 7", ["d4:3", "d12:7"]),
        (MIXED, "D12:7 d4:3", ["d12:7", "d4:3"]),
        (MIXED, "d4:3 7", ["d4:3", "d12:7"]),
        (D100, "40 7", ["d%:40", "d10:7"]),
        (D100, "7 40", ["d10:7", "d%:40"]),
        (D100, "4 7", ["d10:4", "d10:7"]),
        (D100, "00 0", ["d%:00", "d10:0"]),
        (D100, "0 0", ["d10:0", "d10:0"]),
        (D100, "d100:00 d10:10", ["d%:00", "d10:0"]),
        (TALE, "11 3", ["d12:11", "d4:3"]),
    ],
)
def test_numbers_find_their_dice(ask, text, dice):
    assert shown(read_answer(ask, text)) == dice


def test_numbers_without_any_shade_are_white_then_black():
    assert [die.lightness for die in read_answer(STANDARD, "5 2")] == [1.0, 0.0]
    assert [die.lightness for die in read_answer(STANDARD, "b2 w5")] == [0.0, 1.0]
    assert [die.lightness for die in read_answer(STANDARD, "d6:5 d6:2")] == [None, None]
    assert [die.lightness for die in read_answer(STANDARD, "d6:5:light d6:2:0.25")] == [1.0, 0.25]


@pytest.mark.parametrize(("ask", "text"), [(TALE, "7 3"), (D100, "10 10")])
def test_numbers_that_could_be_several_dice_are_asked_back(ask, text):
    answer = read_answer(ask, text)
    assert isinstance(answer, Mismatch)
    assert "which dice are they?" in answer.line


@pytest.mark.parametrize(
    ("ask", "text", "part", "column"),
    [
        (STANDARD, "d6:7", "d6:7", 1),
        (STANDARD, "d6:1 d6:0", "d6:0", 6),
        (STANDARD, "5 7", "7", 3),
        (STANDARD, "w5 b9", "b9", 4),
        (STANDARD, "five", "five", 1),
        (STANDARD, "d7:1", "d7:1", 1),
        (STANDARD, "d3:1", "d3:1", 1),
        (STANDARD, "d6", "d6", 1),
        (STANDARD, "d6:", "d6:", 1),
        (STANDARD, "d6:5:pink", "d6:5:pink", 1),
        (STANDARD, "d6:5:1.5", "d6:5:1.5", 1),
        (STANDARD, "d6:5:nan", "d6:5:nan", 1),
        (STANDARD, "d6:5:light:x", "d6:5:light:x", 1),
        (D100, "d%:5 d10:1", "d%:5", 1),
        (STANDARD, "d6:٣", "d6:٣", 1),
        (TIE, "99", "99", 1),
        (Entry(("a", "b"), 0, 5, "fingers"), "1 x", "x", 3),
    ],
)
def test_an_impossible_answer_is_refused_with_its_column(ask, text, part, column):
    with pytest.raises(NotationError) as refused:
        read_answer(ask, text)
    assert (refused.value.part, refused.value.column) == (part, column)


def test_typed_dice_are_marked_as_typed():
    assert all(die.typed for die in read_answer(STANDARD, "5 d6:2"))
    assert not Die("d6", "1").typed


def test_cards_have_names():
    ask = parse("standard cards").rule().send(None)
    assert read_answer(ask, "Ace six") == (1, 6)


@pytest.mark.parametrize(
    "roll", ["standard", "d100", "tale level=5", "free", "test advantages=3", "standard fingers", "5d6", "1d2+1d6"]
)
@given(
    text=st.text()
    | st.lists(st.sampled_from(["5", "d6:5", "heads", "w1", "d%:00", "0", "10", ":", "d20:0"])).map(" ".join)
)
def test_no_text_at_all_can_crash_a_prompt(roll, text):
    talk = Conversation(parse(roll))
    ask = talk.state
    assert isinstance(ask, Throw | Choice | Entry)
    try:
        answer = read_answer(ask, text)
    except NotationError as refused:
        answer = Mismatch(str(refused), "unclear")
    if isinstance(answer, Mismatch):
        assert "\n" not in answer.line
    if not isinstance(answer, Mismatch) and talk.answer(answer):
        assert talk.state == ask
