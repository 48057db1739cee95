"""The Kleptonomicon: Tests, Group Tests and Contests."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from rules.asks import Dice, Part, Throw, Want, part
from rules.books.kleptonomicon_group import GroupTest
from rules.books.kleptonomicon_score import Score, Style, named, own_test, score_text, take_test
from rules.dice import ANY, HEADS, Die
from rules.forms import Book, Example, Field, Form, Party, UnfitError, Values, net_advantages
from rules.outcome import Fate, Outcome, Played, Record, signed
from rules.ranges import Ranges

EVENLY = "a tie is decided by a die that is odd or even equally likely"


def single_test(modifier: int, net: int, style: Style) -> Generator[Part, Any, Outcome]:
    score: Score = yield part(take_test, modifier, net, style.d10ish, f"Test {signed(modifier)}{named(net)}")
    return Outcome(score.total, score.record.dice, score_text(score, modifier), score.text, style.label(score))


def contest(parties: tuple[Party, Party], style: Style) -> Generator[Part | Throw, Any, Outcome]:
    """Two Tests; the higher Score wins, a tie is decided by any die: odd for the first party, even for the second."""
    first: Score = yield own_test(parties[0], style)
    second: Score = yield own_test(parties[1], style)
    record = first.record + second.record
    first_wins = first > second
    tie = ""
    if first == second:
        why = f"a tie at {first.text}, odd is for {parties[0].name} and even for {parties[1].name}"
        dice: Dice = yield Throw(((Want(ANY, coin=True, d10ish=style.d10ish),),), why, assume=EVENLY)
        first_wins = _is_for_the_first(dice[0])
        record += Record((Played(dice[0], None, Fate.RESOLVED),))
        tie = f", decided by {dice[0].face}"
    winner, loser = parties if first_wins else parties[::-1]
    score, other = (first, second) if first_wins else (second, first)
    effects = _effects(style.ranges, winner.name, loser.name)
    better, worse = score_text(score, winner.modifier), score_text(other, loser.modifier)
    text = f"{winner.name} {better} beats {loser.name} {worse}{tie}{effects}"
    label = style.ranges.special("Win") if style.ranges else None
    return Outcome(score.total, record.dice, text, f"{winner.name} wins", label, winner.name)


def _is_for_the_first(die: Die) -> bool:
    return die.face == HEADS if die.is_coin else die.number % 2 == 1


def _effects(ranges: Ranges | None, winner: str, loser: str) -> str:
    if ranges is None:
        return ""
    said = [(winner, ranges.special("Win")), (loser, ranges.special("Lose"))]
    return f": {', '.join(f'{name} {effect}' for name, effect in said if effect)}"


def _style(values: Values) -> Style:
    if "ranges" in values and "pass-fail" in values:
        raise UnfitError("pass-fail", "pass-fail and ranges do not go together")
    return Style("d10ish" in values, "pass-fail" in values, values.get("ranges"))


def _begin_test(values: Values, _text: str) -> Part:
    net = net_advantages(values.get("advantages", 0), values.get("disadvantages", 0))
    return part(single_test, values.get("modifier", 0), net, _style(values))


def _begin_group(values: Values, _text: str) -> Part:
    if len(values["parties"]) < 2:
        raise UnfitError("parties", "a group is at least two")
    return part(GroupTest.of(values["parties"], _style(values)).first_tests)


def _begin_contest(values: Values, _text: str) -> Part:
    if len(values["parties"]) != 2:
        raise UnfitError("parties", "a contest is between two")
    return part(contest, values["parties"], _style(values))


MODIFIER = Field("modifier", "modifier", "the modifier", low=-1000, high=1000)
D10ISH_FIELD = Field("d10ish", "flag", "a d10ish die, shaped like a d20 and printed 0 to 10, instead of a d10")
PASS_FAIL_FIELD = Field("pass-fail", "flag", "the Score only passes or fails")
RANGES = Field("ranges", "ranges", "Score Ranges and what happens in each", options=("0!", "10!"))
PARTIES = Field("parties", "parties", "who throws, each with a modifier", options=("modifier",), needed=True)

TEST = Form(
    "test",
    "A Test: d10 + modifier; a 0 is critical, Advantages and Disadvantages add dice.",
    (
        MODIFIER,
        D10ISH_FIELD,
        Field("advantages", "number", "each adds a d10, and the highest counts", high=50),
        Field("disadvantages", "number", "each adds a d10, and the lowest counts", high=50),
        PASS_FAIL_FIELD,
        RANGES,
    ),
    (
        Example("test +2", "A d10, and two is added."),
        Example(
            "test +2 advantages=5 disadvantages=1", "Four d10, since three Advantages remain, and the highest counts."
        ),
        Example("test d10ish +1", "The same on a d10ish die, where 0 and 10 are critical at once."),
        Example("test pass-fail", "A Score of 7 or more passes."),
        Example(
            'test +1 ranges="[..6] 1 Missile, [7..9] 2 Missiles, [10..] 3 Missiles"',
            "What each Score does is named by its range.",
        ),
    ),
    _begin_test,
)
GROUP = Form(
    "group",
    "A Group Test: everyone throws, who does well helps the others, the lowest Score counts.",
    (PARTIES, D10ISH_FIELD, PASS_FAIL_FIELD, RANGES),
    (
        Example(
            "group Alice=+0 Bob=+3 Carol=+0 David=-1",
            "Four players throw, help one another, and the lowest Score is theirs.",
        ),
    ),
    _begin_group,
)
CONTEST = Form(
    "contest",
    "A Contest: two Tests, the higher Score wins.",
    (PARTIES, D10ISH_FIELD, Field("ranges", "ranges", "what [Win] and [Lose] mean", options=("Win", "Lose"))),
    (
        Example("contest Alice=+2,advantages=1 Bob=+1", "Alice and Bob throw a Test each, and the higher Score wins."),
        Example(
            'contest A=+0 B=+0 ranges="[Win] disarms, [Lose] drops"', "The same, and what winning and losing mean."
        ),
    ),
    _begin_contest,
)

BOOK = Book(
    "kleptonomicon",
    "The Kleptonomicon",
    "A d10 and a modifier make a Score; a 0 is critical and thrown again, odd fails and even succeeds.",
    (TEST, GROUP, CONTEST),
)
