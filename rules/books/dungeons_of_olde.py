"""Dungeons of Olde: dice from two-sided to twenty-sided, unlimited unless it is said otherwise, and contests of two."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import replace
from typing import Any, Final

from rules.asks import Part, part
from rules.books.plain import agreed_in, counting
from rules.fates import fates
from rules.forms import Book, Example, Field, Form, Party, UnfitError, Values
from rules.formula import Formula
from rules.outcome import Outcome, Played, Record, written
from rules.tally import Counting, Tally, total_of

KINDS: Final = ("d2", "d3", "d4", "d6", "d8", "d10", "d12", "d20")
TIE: Final = "Tie"


def check(formula: Formula, counted: Counting) -> Generator[Part, Any, tuple[int, Record]]:
    """Dice on their highest value are thrown again and added, each separately; the adjustment comes last."""
    tally: Tally = yield counted.start()
    return total_of(formula.handfuls, tally) + formula.modifier, Record(fates(formula.handfuls, tally))


def olde(formula: Formula, counted: Counting, text: str) -> Generator[Part, Any, Outcome]:
    total, record = yield part(check, formula, counted)
    return Outcome(total, record.dice, shown(text, total, record, counted), str(total))


def shown(text: str, total: int, record: Record, counted: Counting) -> str:
    has_d2 = any(handful.kind == "d2" for handful in counted.handfuls)
    method = f" with d2 {counted.agreed.d2}" if has_d2 else ""
    return f"{text} {written(record.dice)} = {total}{method}"


def contest(
    parties: tuple[Party, Party], formulas: tuple[Formula, Formula], checks: tuple[Counting, Counting]
) -> Generator[Part, Any, Outcome]:
    """Two Check rolls in the order named; the higher total wins, and equal totals are a tie."""
    totals: list[int] = []
    texts: list[str] = []
    dice: tuple[Played, ...] = ()
    for party, formula, counted in zip(parties, formulas, checks, strict=True):
        total, record = yield part(check, formula, counted)
        totals.append(total)
        texts.append(shown(f"{party.name} {party.formula.text if party.formula else ''}", total, record, counted))
        dice += record.dice
    (first, second), (one, other) = totals, [party.name for party in parties]
    text = ", ".join(texts)
    if first == second:
        return Outcome(first, dice, f"{text}: a tie", TIE, TIE)
    winner = one if first > second else other
    return Outcome(max(totals), dice, f"{text}: {winner} wins", f"{winner} wins", winner=winner)


def unlimited(formula: Formula, limited: bool, field: str) -> Formula:
    """The formula with every die exploding, unless it is limited; refuses dice that the book has not."""
    for handful in formula.handfuls:
        if handful.kind not in KINDS or handful.keep or handful.comparison or (limited and handful.explodes):
            raise UnfitError(field, f"Dungeons of Olde has d2 to d20, added up and unlimited; not {handful.text}")
    return Formula(tuple(replace(one, explodes=not limited) for one in formula.handfuls), formula.modifier)


def _begin_roll(values: Values, text: str) -> Part:
    formula = unlimited(values["dice"], "limited" in values, "dice")
    counted = counting(formula, agreed_in(values, formula.kinds), why=values["dice"].text)
    return part(olde, formula, counted, text)


def _begin_contest(values: Values, _text: str) -> Part:
    parties: tuple[Party, ...] = values["parties"]
    if len(parties) != 2:
        raise UnfitError("parties", "a contest is between two")
    formulas = [unlimited(party.formula, "limited" in values, "parties") for party in parties if party.formula]
    agreed = agreed_in(values, formulas[0].kinds | formulas[1].kinds)
    checks = [counting(one, agreed, f"{party.name}'s Check") for one, party in zip(formulas, parties, strict=True)]
    return part(contest, parties, tuple(formulas), tuple(checks))


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
