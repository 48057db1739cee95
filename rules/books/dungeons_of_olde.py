"""Dungeons of Olde: dice from two-sided to twenty-sided, unlimited unless it is said otherwise, and contests of two."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass, field, replace
from typing import Any, Final

from rules.asks import Part, part
from rules.books.plain import agreed_in, counting
from rules.fates import fates
from rules.forms import Book, Example, Field, Form, Party, UnfitError, Values
from rules.formula import Formula
from rules.outcome import Outcome, Played, written
from rules.tally import Counting, Tally, total_of

KINDS: Final = ("d2", "d3", "d4", "d6", "d8", "d10", "d12", "d20")
TIE: Final = "Tie"


@dataclass(frozen=True, slots=True)
class Checked:
    """What a Check roll came to. Checks of the same total are the same to odds, whatever dice made it."""

    total: int
    dice: tuple[Played, ...] = field(compare=False)
    text: str = field(compare=False)


def check(formula: Formula, counted: Counting, text: str) -> Generator[Part, Any, Checked]:
    """Dice on their highest value are thrown again and added, each separately; the adjustment comes last."""
    tally: Tally = yield counted.start()
    total = total_of(formula.handfuls, tally) + formula.modifier
    dice = fates(formula.handfuls, tally)
    method = f" with d2 {counted.agreed.d2}" if "d2" in formula.kinds else ""
    return Checked(total, dice, f"{text} {written(dice)} = {total}{method}")


def olde(roll: Part) -> Generator[Part, Any, Outcome]:
    checked: Checked = yield roll
    return Outcome(checked.total, checked.dice, checked.text, str(checked.total))


def contest(names: tuple[str, str], checks: tuple[Part, Part]) -> Generator[Part, Any, Outcome]:
    """Two Check rolls in the order named; the higher total wins, and equal totals are a tie."""
    first: Checked = yield checks[0]
    second: Checked = yield checks[1]
    text = f"{first.text}, {second.text}"
    dice = first.dice + second.dice
    if first.total == second.total:
        return Outcome(first.total, dice, f"{text}: a tie", TIE, TIE)
    winner = names[0] if first.total > second.total else names[1]
    total = max(first.total, second.total)
    return Outcome(total, dice, f"{text}: {winner} wins", f"{winner} wins", winner=winner)


def unlimited(formula: Formula, limited: bool, field: str) -> Formula:
    """The formula with every die exploding, unless it is limited; refuses dice that the book has not."""
    for handful in formula.handfuls:
        if handful.kind not in KINDS or handful.keep or handful.comparison or (limited and handful.explodes):
            raise UnfitError(field, f"Dungeons of Olde has d2 to d20, added up and unlimited; not {handful.text}")
    return Formula(tuple(replace(one, explodes=not limited) for one in formula.handfuls), formula.modifier)


def _begin_roll(values: Values, text: str) -> Part:
    written_as: Formula = values["dice"]
    formula = unlimited(written_as, "limited" in values, "dice")
    counted = counting(formula, agreed_in(values, formula.kinds), why=written_as.text)
    return part(olde, part(check, formula, counted, text))


def _begin_contest(values: Values, _text: str) -> Part:
    parties: tuple[Party, ...] = values["parties"]
    if len(parties) != 2:
        raise UnfitError("parties", "a contest is between two")
    names = tuple(party.name for party in parties)
    written_as = [party.formula for party in parties if party.formula]
    agreed = agreed_in(values, frozenset().union(*(formula.kinds for formula in written_as)))
    checks = []
    for name, one in zip(names, written_as, strict=True):
        formula = unlimited(one, "limited" in values, "parties")
        checks.append(part(check, formula, counting(formula, agreed, why=f"{name}'s Check"), f"{name} {one.text}"))
    return part(contest, names, tuple(checks))


LIMITED = Field("limited", "flag", "dice do not explode")
D2 = Field("d2", "pick", "how a d2 is read from a d6", options=("high-low", "odd-even"), default="high-low")

BOOK = Book(
    "dungeons-of-olde",
    "Dungeons of Olde",
    "Unlimited dice: a die on its highest value is thrown again and added.",
    (
        Form(
            "olde",
            "Dice and an adjustment, unlimited unless limited; a d2 and a d3 are thrown on a d6.",
            (Field("dice", "dice", "dice: d2 to d20", needed=True), LIMITED, D2),
            (
                Example("olde 2d4+1", "Two d4, and each four is thrown again and added; then one."),
                Example("olde 1d3", "A d6 halved and rounded up, and a three is thrown again and added."),
                Example("olde 1d2 d2=odd-even", "A d6, odd is 1 and even is 2; a coin serves too."),
                Example("olde 2d6-1 limited", "Two d6 less one, and nothing explodes."),
            ),
            _begin_roll,
        ),
        Form(
            "olde contest",
            "Two Check rolls: the higher total wins, and equal totals are a tie.",
            (
                Field("parties", "parties", "who throws, each with dice", options=("dice",), needed=True),
                LIMITED,
                D2,
            ),
            (Example("olde contest Thudd=2d4 Flash=2d10", "Two Checks, and the higher total wins."),),
            _begin_contest,
        ),
    ),
)
