"""OPEN ADVENTURE: the Standard Roll, on two dice, on one, with cards, or on the fingers of two players."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from rules.asks import Dice, Entry, Part, Throw, Want, part, throw
from rules.dice import Die
from rules.forms import Book, Example, Field, Form, UnfitError, Values
from rules.outcome import Fate, Outcome, Played, signed

CARDS = "each card is equally likely"
FINGERS = "each player shows 0 to 5 fingers equally likely"


def standard(ability: int | None) -> Generator[Throw, Any, Outcome]:
    """The lower die counts: the white one adds, the black one subtracts, equal dice change nothing."""
    dice: Dice = yield throw(
        Want("d6", "light"),
        Want("d6", "dark"),
        why="the lower one counts, the light one adds and the dark one subtracts",
        apart="throw one d6 twice: standard one-die",
    )
    white, black = dice
    return _outcome(white, black, ability)


def one_die(ability: int | None) -> Generator[Throw, Any, Outcome]:
    """One d6 is thrown twice: the first is white, the second is black."""
    first: Dice = yield throw(Want("d6"), why="the first throw is the white die")
    second: Dice = yield throw(Want("d6"), why="the second throw is the black die", again=True)
    return _outcome(first[0], second[0], ability)


def cards(ability: int | None) -> Generator[Entry, Any, Outcome]:
    """A card of each suit, ace to six: the first suit is white."""
    white, black = yield Entry(("first suit", "second suit"), 1, 6, "draw a card of each", CARDS, words=_CARD_NAMES)
    return Outcome(
        *_applied(standard_modifier(white, black), ability, _shown("first suit", white, "second suit", black))
    )


_CARD_NAMES = tuple(zip(("ace", "a", "two", "three", "four", "five", "six"), (1, 1, 2, 3, 4, 5, 6), strict=True))


def fingers(previous: int | None, ability: int | None) -> Generator[Entry, Any, Outcome]:
    """The difference of the fingers: plus if it and the number before are both even or both odd, else minus."""
    one, other = yield Entry(("one player", "the other"), 0, 5, "count to three and show fingers", FINGERS)
    size = abs(one - other)
    is_plus = previous is None or (size - abs(previous)) % 2 == 0
    modifier = size if is_plus else -size
    total, dice, text, headline = _applied(modifier, ability, f"{one} and {other} after {_spoken(previous)}")
    return Outcome(total, dice, text, headline, remember=(("previous", str(size)),))


def standard_modifier(white: int, black: int) -> int:
    """
    >>> standard_modifier(5, 2), standard_modifier(1, 1), standard_modifier(1, 3)
    (-2, 0, 1)
    """
    if white == black:
        return 0
    return white if white < black else -black


def _outcome(white: Die, black: Die, ability: int | None) -> Outcome:
    modifier = standard_modifier(white.value, black.value)
    total, _, text, headline = _applied(modifier, ability, _shown("white", white.value, "black", black.value))
    lower = min(white.value, black.value)
    played = [Played(die, die.value, Fate.KEPT if die.value == lower else Fate.DROPPED) for die in (white, black)]
    return Outcome(total, tuple(played), text, headline)


def _shown(one_name: str, one: int, other_name: str, other: int) -> str:
    """The higher of the two does not count, and is struck out.

    >>> _shown("white", 5, "black", 2)
    'white ~~5~~, black 2'
    """
    struck = {number: f"~~{number}~~" if number > min(one, other) else str(number) for number in (one, other)}
    return f"{one_name} {struck[one]}, {other_name} {struck[other]}"


def _applied(modifier: int, ability: int | None, thrown: str) -> tuple[int, tuple[Played, ...], str, str]:
    if ability is None:
        return modifier, (), f"{thrown}: {signed(modifier)}", signed(modifier)
    total = ability + modifier
    return total, (), f"{thrown}: {signed(modifier)} → {total}", f"{signed(modifier)} → {total}"


def _spoken(previous: int | None) -> str:
    return "nothing" if previous is None else f"a {abs(previous)}"


def _begin(values: Values, _text: str) -> Part:
    ways = [name for name in ("one-die", "cards", "fingers") if name in values]
    if len(ways) > 1:
        raise UnfitError(ways[1], f"{' and '.join(ways)} do not go together")
    if "previous" in values and ways != ["fingers"]:
        raise UnfitError("previous", "only fingers have a previous number")
    ability = values.get("ability")
    match ways:
        case ["one-die"]:
            return part(one_die, ability)
        case ["cards"]:
            return part(cards, ability)
        case ["fingers"]:
            return part(fingers, values.get("previous"), ability)
        case _:
            return part(standard, ability)


BOOK = Book(
    "open-adventure",
    "OPEN ADVENTURE",
    "Two d6 of different colours: the lower one counts, the light one adds, the dark one subtracts.",
    (
        Form(
            "standard",
            "The Standard Roll: from -5 to +5, added to an ability.",
            (
                Field("ability", "number", "the ability that is tested", low=-100, high=100),
                Field("one-die", "flag", "only one d6 at hand: it is thrown twice"),
                Field("cards", "flag", "no dice at hand: two suits, ace to six"),
                Field("fingers", "flag", "nothing at hand: two players show 0 to 5 fingers"),
                Field("previous", "number", "the number that the fingers showed last", low=-5, high=5),
            ),
            (
                Example("standard", "A light and a dark d6, from -5 to +5."),
                Example("standard ability=7", "The same, applied to an ability of 7."),
                Example("standard one-die", "One d6 thrown twice, white first."),
                Example("standard cards", "Two cards, ace to six, are typed in."),
                Example(
                    "standard fingers", "Two players show fingers, which are typed in; the first number ever is a plus."
                ),
                Example("standard fingers previous=5", "The same after a 5, which decides the sign."),
            ),
            _begin,
        ),
    ),
)
