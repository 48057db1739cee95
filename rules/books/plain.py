"""Plain notation, known to every book: dice added up, kept, exploded or counted; and whatever lies in the tray."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from rules.asks import Dice, Part, Throw, Want, part
from rules.derived import Agreed, value_of
from rules.dice import ANY, PERCENTILE, Die
from rules.fates import fates
from rules.forms import Book, Example, Field, Form, UnfitError, Values
from rules.formula import Formula
from rules.outcome import Fate, Outcome, Played, written
from rules.tally import Counting, Tally, total_of

APART = "throw them one at a time, tens first: add one-at-a-time to the roll"

AGREEMENTS = (
    Field("d2", "pick", "how a d2 is read from a d6", options=("high-low", "odd-even"), default="high-low"),
    Field("tens", "pick", "which of two dice is the tens digit", options=("dark", "light"), default="dark"),
    Field("from", "pick", "whether a d100 begins at 1 or at 0", options=("1", "0"), default="1"),
    Field("one-at-a-time", "flag", "a d100 or d66 is thrown one die after the other, tens first"),
)


def agreed_in(values: Values, kinds: frozenset[str]) -> Agreed:
    """Refuses an agreement about dice that are not in the roll."""
    about = {"d2": {"d2"}, "tens": {"d100", "d66"}, "from": {"d100"}, "one-at-a-time": {"d100", "d66"}}
    for name, wanted in about.items():
        if name in values and not wanted & kinds:
            raise UnfitError(name, f"this is about {' and '.join(sorted(wanted))}, and there is none in the roll")
    return Agreed(
        d2=values.get("d2", "high-low"),
        tens=values.get("tens", "dark"),
        from_zero=values.get("from") == "0",
        one_at_a_time="one-at-a-time" in values,
    )


def counting(formula: Formula, agreed: Agreed, why: str = "") -> Counting:
    return Counting(formula.handfuls, agreed, why or formula.text, APART)


def plain(formula: Formula, counted: Counting, text: str) -> Generator[Part, Any, Outcome]:
    """Every handful is thrown and counted, then the modifier is added."""
    tally: Tally = yield counted.start()
    total = total_of(formula.handfuls, tally) + formula.modifier
    dice = fates(formula.handfuls, tally)
    return Outcome(total, dice, f"{text} {written(dice)} = {total}", str(total))


def free() -> Generator[Throw, Any, Outcome]:
    """Whatever lies in the tray, named and summed; one d% with one d10 is a d100."""
    dice: Dice = yield Throw(((Want(ANY),),), "whatever lies there is added up", open_ended=True)
    played = [Played(die, die.value, Fate.KEPT) for die in dice]
    tens = [die for die in dice if die.kind == PERCENTILE]
    ones = [die for die in dice if die.kind == "d10"]
    total = sum(die.value for die in dice)
    names = [_named(die) for die in dice]
    if len(tens) == len(ones) == 1:
        hundred = value_of("d100", (tens[0], ones[0]), Agreed())
        total += hundred - tens[0].value - ones[0].value
        played = [Played(die, die.number, Fate.KEPT) for die in dice]
        names = [name for die, name in zip(dice, names, strict=True) if die not in (tens[0], ones[0])]
        names.insert(0, f"d100 {hundred}")
    return Outcome(total, tuple(played), f"{' + '.join(names)} = {total}", str(total))


def _named(die: Die) -> str:
    """
    >>> _named(Die("d10", "0")), _named(Die("d%", "00"))
    ('d10 10', 'd% 00')
    """
    kind = "die" if die.kind == ANY else die.kind
    return f"{kind} {die.face if die.kind == PERCENTILE else die.value}"


def _begin(values: Values, text: str) -> Part:
    formula: Formula = values["dice"]
    return part(plain, formula, counting(formula, agreed_in(values, formula.kinds)), text)


PLAIN = Book(
    "dice",
    "Plain dice",
    "Dice as every book writes them: added up, kept, exploded, counted.",
    (
        Form(
            "",
            "Throws the dice and adds them up; ! explodes, kh and kl keep, >= counts successes, d66 reads two d6.",
            (Field("dice", "dice", "dice", needed=True), *AGREEMENTS),
            (
                Example("5d6", "Five d6 are added up."),
                Example("1d6+3", "A d6, and three is added."),
                Example("2d12+3", "Two d12, and three is added."),
                Example("3d8-1", "Three d8, and one is taken away."),
                Example("1d5-1", "A d10 halved and rounded up, less one."),
                Example("d%", "A number from 1 to 100 on a d% and a d10, or on a dark and a light d10."),
                Example("1d12+1d4", "A d12 and a d4 are added up."),
                Example("2d6!+1", "Two d6, and each six is thrown again and added; then one."),
                Example("4d6kh3", "Four d6, and the highest three count."),
                Example("2d20kl1", "Two d20, and the lower one counts."),
                Example("5d6>=5", "Five d6, and each five or six is a success."),
                Example("d66", "Two d6, and the darker one is the tens."),
            ),
            _begin,
        ),
        Form(
            "free",
            "Whatever lies in the tray, named and summed.",
            (),
            (Example("free", "Any dice, named and summed; one d% with one d10 is a d100."),),
            lambda _values, _text: part(free),
        ),
    ),
)
