"""Open Tale: two dice that sum to an attribute's power; a modifier throws one of them again, and dice explode."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import replace
from typing import Any, Final

from rules.asks import Dice, Part, Pool, Throw, Want, endless, part
from rules.dice import FACES, Die
from rules.forms import Book, Field, Form, Values
from rules.outcome import Fate, Outcome, Played, Record, written

SIDES: Final = (12, 10, 8, 6, 4)
MODIFIERS: Final = {"inferiority": -2, "disadvantage": -1, "advantage": 1, "superiority": 2}
WHY: Final = {
    -2: "Inferiority, the worse value counts",
    -1: "Disadvantage, the new value counts",
    1: "Advantage, the new value counts",
    2: "Superiority, the better value counts",
}
PAIRS = "each allowed pair of dice is equally likely"
TIES = "on a tie the die with the most sides is thrown again"


def power_of(level: int) -> int:
    return 6 + 2 * level


def pairs(power: int) -> tuple[Pool, ...]:
    """
    >>> [[want.kind for want in pair] for pair in pairs(16)]
    [['d12', 'd4'], ['d10', 'd6'], ['d8', 'd8']]
    """
    return tuple(
        (Want(f"d{one}"), Want(f"d{other}"))
        for one in SIDES
        for other in SIDES
        if one >= other and one + other == power
    )


def net_modifier(values: Values) -> int:
    """Opposing modifiers compensate: they are added, then limited to -2..+2."""
    total: int = sum(worth * values.get(name, 0) for name, worth in MODIFIERS.items())
    return max(-2, min(2, total))


def tale(level: int, heroic: bool, modifier: int, text: str) -> Generator[Throw, Any, Part]:
    """Throws a pair (and a d4 with Heroism), applies the modifier, then explodes."""
    extra = (Want("d4"),) if heroic else ()
    choices = tuple((*pair, *extra) for pair in pairs(power_of(level)))
    why = f"power {power_of(level)}{', with Heroism' if heroic else ''}"
    dice: Dice = yield Throw(choices, why, equally=True, assume=PAIRS if len(choices) > 1 else "")
    played = [Played(die, die.value, Fate.KEPT) for die in dice]
    if modifier:
        played = yield from _thrown_again(played, modifier)
    counted = [one.die for one in played if one.fate is Fate.KEPT]
    exploding = tuple(sorted(die.kind for die in counted if is_highest(die)))
    record = Record(tuple(_exploded(one) for one in played))
    return endless(explode, sum(die.value for die in counted), exploding, record, text)


def _thrown_again(played: list[Played], modifier: int) -> Generator[Throw, Any, list[Played]]:
    """A nerf throws the highest die again, a buff the lowest; on a tie the player picks which one up."""
    extreme = (max if modifier < 0 else min)(one.die.value for one in played)
    tied = {one.die.kind for one in played if one.die.value == extreme}
    kinds = sorted(tied, key=lambda kind: -len(FACES[kind]))
    dice: Dice = yield Throw(
        tuple((Want(kind),) for kind in kinds), WHY[modifier], again=True, assume=TIES if len(kinds) > 1 else ""
    )
    new = dice[0]
    at = next(index for index, one in enumerate(played) if (one.die.kind, one.die.value) == (new.kind, extreme))
    if abs(modifier) == 1 or new.value == (max if modifier > 0 else min)(extreme, new.value):
        became = f"{new.value}!" if is_highest(new) else str(new.value)
        old = replace(played[at], fate=Fate.REPLACED, became=became)
        return [*played[:at], old, Played(new, new.value, Fate.KEPT, aside=True), *played[at + 1 :]]
    return [*played[: at + 1], Played(new, new.value, Fate.DROPPED), *played[at + 1 :]]


def explode(total: int, kinds: tuple[str, ...], record: Record, text: str) -> Generator[Throw, Any, Part | Outcome]:
    """Dice on their highest value are thrown again and added, without end."""
    if not kinds:
        return Outcome(total, record.dice, f"{text} {written(record.dice)} = {total}", str(total))
    why = "it explodes" if len(kinds) == 1 else "they explode"
    dice: Dice = yield Throw((tuple(Want(kind) for kind in kinds),), why, again=True)
    played = tuple(_exploded(Played(die, die.value, Fate.KEPT)) for die in dice)
    again = tuple(sorted(die.kind for die in dice if is_highest(die)))
    return endless(explode, total + sum(die.value for die in dice), again, record + Record(played), text)


def is_highest(die: Die) -> bool:
    return die.value == len(FACES[die.kind])


def _exploded(played: Played) -> Played:
    return replace(played, fate=Fate.EXPLODED) if played.fate is Fate.KEPT and is_highest(played.die) else played


def _begin(values: Values, text: str) -> Part:
    return part(tale, values["level"], "heroic" in values, net_modifier(values), text)


BOOK = Book(
    "open-tale",
    "Open Tale",
    "Two dice that sum to an attribute's power; modifiers throw one of them again, and the highest value explodes.",
    (
        Form(
            "tale",
            "An attribute is rolled: power 6 + 2 × level, on any two of d4 d6 d8 d10 d12 that sum to it.",
            (
                Field("level", "number", "the attribute's level", low=1, high=9, needed=True),
                Field("heroic", "flag", "Heroism: an extra d4"),
                Field("inferiority", "tally", "the highest die is thrown again, the worse value counts"),
                Field("disadvantage", "tally", "the highest die is thrown again, the second value counts"),
                Field("advantage", "tally", "the lowest die is thrown again, the second value counts"),
                Field("superiority", "tally", "the lowest die is thrown again, the better value counts"),
            ),
            ("tale level=5", "tale level=5 heroic advantage", "tale level=5 superiority disadvantage"),
            _begin,
        ),
    ),
)
