"""Rolls as players write them, and how the rest is refused."""

import random
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules import BOOKS, PLAIN, NotationError, parse

EXAMPLES = [example.text for book in (PLAIN, *BOOKS) for form in book.forms for example in form.examples]


@pytest.mark.parametrize("text", EXAMPLES)
def test_every_example_is_understood_and_its_canonical_text_means_the_same(text):
    roll = parse(text)
    again = parse(roll.text)
    assert again.text == roll.text
    assert again.values == roll.values


@pytest.mark.parametrize(
    ("written", "canonical"),
    [
        ("d10", "1d10"),
        ("2d12 +3", "2d12+3"),
        (" 3 D 8 - 1 ", "3d8-1"),
        ("1d5–1", "1d5-1"),
        ("1d5\N{MINUS SIGN}1", "1d5-1"),
        ("D%", "d100"),
        ("d100", "d100"),
        ("1d6+1d6", "2d6"),
        ("1d6+3-1", "1d6+2"),
        ("4D6KH3", "4d6kh3"),
        ("2d20kl", "2d20kl1"),
        ("5d6 ≥ 5", "5d6>=5"),
        ("STANDARD Ability = 7", "standard ability=7"),
        ("standard one–die", "standard one-die"),
        ("test advantages=1 +2", "test +2 advantages=1"),
        ("game reroll 2d10+5", "game 2d10+5 reroll"),
        ("game2d10", "game 2d10"),
        ("olde limited 2d6−1", "olde 2d6-1 limited"),
        ("tale heroic level=3 advantage advantage", "tale level=3 heroic advantage advantage"),
        ("group Alice=+0, Bob=3", "group Alice=+0 Bob=+3"),
        ('contest "Al B"=+1 C=-1', 'contest "Al B"=+1 C=-1'),
        ("contest O'Brien=+1 C=-1", 'contest "O\'Brien"=+1 C=-1'),
        ("test ranges=[..6] no, [7..] yes", 'test ranges="[..6] no, [7..] yes"'),
        ("game 1d10 multiply=x2,×2", "game 1d10 multiply=2,2"),
    ],
)
def test_case_spaces_and_dashes_do_not_matter(written, canonical):
    assert parse(written).text == canonical


@pytest.mark.parametrize(
    ("written", "part", "column"),
    [
        ("", "", 1),
        ("   ", "", 1),
        ("d7", "d7", 1),
        ("3d6+2d7", "d7", 6),
        ("0d6", "0", 1),
        ("51d6", "51", 1),
        ("30d6+21d8", "21", 6),
        ("99999999999999999999d6", "99999999999999999999", 1),
        ("5d6x", "x", 4),
        ("5d6 5d6", "5d6", 5),
        ("1d6+", "+", 4),
        ("1d6+1001", "1001", 5),
        ("1d6-99999999999999999999", "99999999999999999999", 5),
        ("4d6kh5", "5", 6),
        ("4d6kh0", "0", 6),
        ("4d6!!", "!", 5),
        ("d", "d", 1),
        ("1 2d6", "1", 1),
        ("hello", "hello", 1),
        ("standard foo", "foo", 10),
        ("standard ability=x", "x", 18),
        ("standard cards fingers", "fingers", 16),
        ("standard previous=3", "previous=3", 10),
        ("standard ability=7 ability=8", "ability=8", 20),
        ("tale level=10", "10", 12),
        ("tale level=0", "0", 12),
        ("game 1d6", "1d6", 6),
        ("game 1d10!", "1d10!", 6),
        ("game 1d10 divide=0", "0", 18),
        ("game d100 tens=red", "red", 16),
        ("game 1d10 from=0", "from=0", 11),
        ("olde 1d100", "1d100", 6),
        ("olde contest A=2d4", "A=2d4", 14),
        ("contest A=+1 A=+2", "A", 14),
        ("group nobody=+1 B=+2", "nobody", 7),
        ("group A=+1,advantage=1 B=+2", "advantage", 12),
        ("group A=+1 disadvantages=1 B=+2", "disadvantages", 12),
        ("olde contest A=1d4 B=1d6 d2=odd-even", "d2=odd-even", 26),
        ('test ranges="[..6] a, [6..] b"', "[6..]", 23),
        ('test ranges="[9..7] a"', "[9..7]", 14),
        ('test ranges="[x] a"', "[x]", 14),
        ('test ranges="[Win] a"', "[Win]", 14),
        ('contest A=+0 B=+0 ranges="[7..] a"', "[7..]", 27),
        ('test ranges="[..6] a', '"', 13),
        ('test ranges=""', "", 14),
        ("5d6\x00", "\x00", 4),
        ("2d66", "2d66", 1),
        ("5d6>=5+1d4", "5d6>=5+1d4", 1),
    ],
)
def test_a_refusal_names_the_bad_part_and_its_column(written, part, column):
    with pytest.raises(NotationError) as refused:
        parse(written)
    assert (refused.value.part, refused.value.column) == (part, column)
    assert f"column {column}" in str(refused.value)
    assert "\n" not in str(refused.value)


PIECES = ["d", "6", "5d6", "+", "-", "–", "!", "kh", "=", '"', "[", "]", ",", " ", "test", "standard", "group", "A=+1"]
PIECES += [
    "ranges=",
    "tale",
    "level=",
    "olde",
    "contest",
    "game",
    "\n",
    "\u0660",
    "\udc80",
    "𝟚",
    "%",
    ">=",
    "0",
    "free",
    "d%",
]


def test_ten_thousand_pieces_of_garbage_are_refused_in_one_line_and_none_is_slow():
    chance = random.Random(2)
    slowest = max(_seconds_to_parse(example) for example in EXAMPLES for _ in range(20))
    times = []
    for number in range(10_000):
        if number % 2:
            text = "".join(chance.choices(PIECES, k=chance.randint(1, 12)))
        else:
            text = "".join(map(chr, chance.choices(range(1, 0x300), k=chance.randint(1, 40))))
        times.append(_seconds_to_parse(text))
    assert sorted(times)[-20] < 5 * slowest


def _seconds_to_parse(text: str) -> float:
    start = time.process_time()
    refused = refusal_of(text)
    seconds = time.process_time() - start
    if refused:
        assert "\n" not in str(refused)
        assert len(str(refused)) < 400
    return seconds


def refusal_of(text: str) -> NotationError | None:
    try:
        parse(text)
    except NotationError as refused:
        return refused
    return None


@given(st.text())
def test_no_text_at_all_can_crash_the_notation(text):
    refused = refusal_of(text)
    if refused:
        assert 1 <= refused.column <= len(text) + 1
    else:
        assert refusal_of(parse(text).text) is None


def test_a_very_long_line_is_refused():
    with pytest.raises(NotationError, match="longer"):
        parse("1d6+" * 1000)


def test_a_roll_may_be_said_differently():
    assert parse("game 2d10+5").rerolled().text == "game 2d10+5 reroll"
    assert parse("game 2d10+5").offers_reroll
    assert not parse("game 2d10+5 reroll").offers_reroll
    assert not parse("2d10+5").offers_reroll
    assert parse("standard fingers").but("previous", 3).text == "standard fingers previous=3"
    assert parse("standard fingers previous=3").but("previous", None).text == "standard fingers"


@pytest.mark.parametrize(
    ("written", "adjusted"),
    [("5d6", "5d6+2"), ("test -1", "test +1"), ("olde 2d4-2", "olde 2d4"), ("game d100+1", "game d100+3")],
)
def test_a_modifier_may_be_turned_up(written, adjusted):
    roll = parse(written).adjusted(2)
    assert roll is not None
    assert roll.text == adjusted


def test_a_modifier_turned_up_too_far_stops_at_what_can_be_written():
    roll = parse("5d6+999").adjusted(50)
    assert roll is not None
    assert parse(roll.text).text == "5d6+1000"


def test_a_roll_without_a_modifier_cannot_be_adjusted():
    assert parse("tale level=5").adjusted(1) is None
