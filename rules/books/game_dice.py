"""Game Dice: ten-sided dice only: d10, d5 and d100, a fixed modifier, never below zero; a re-roll must be used."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass, replace
from typing import Any, Final

from rules.asks import Part, part
from rules.books.plain import AGREEMENTS, agreed_in, counting
from rules.fates import fates
from rules.forms import Book, Example, Field, Form, UnfitError, Values
from rules.formula import Formula
from rules.outcome import Fate, Outcome, written
from rules.tally import Counting, Tally, total_of

KINDS: Final = ("d10", "d5", "d100")


@dataclass(frozen=True, slots=True)
class After:
    """What is done with the sum of the dice."""

    modifier: int = 0
    multiplier: int = 1
    divisor: int = 1
    below_zero: bool = False

    def applied(self, dice_total: int) -> int:
        """Modifier, multipliers, division rounded up, and then nothing less than zero.

        >>> After(modifier=-12).applied(5), After(divisor=2).applied(5), After(multiplier=3).applied(5)
        (0, 3, 15)
        """
        total = -(-(dice_total + self.modifier) * self.multiplier // self.divisor)
        return total if self.below_zero else max(0, total)


def combined_multiplier(multipliers: tuple[int, ...]) -> int:
    """Each one beyond the first adds one less than itself.

    >>> combined_multiplier((2, 2)), combined_multiplier((2, 3, 2)), combined_multiplier(())
    (3, 5, 1)
    """
    return 1 + sum(multiplier - 1 for multiplier in multipliers)


def game(formula: Formula, counted: Counting, after: After, reroll: bool, text: str) -> Generator[Part, Any, Outcome]:
    """All dice are added up; with a re-roll they are thrown again, and the second result counts even if it is worse."""
    tally: Tally = yield counted.start()
    total = after.applied(total_of(formula.handfuls, tally))
    dice = fates(formula.handfuls, tally)
    if not reroll:
        return Outcome(total, dice, f"{text} {written(dice)} = {total}", str(total))
    second: Tally = yield counted.start("the re-roll, which must be used")
    total_again = after.applied(total_of(formula.handfuls, second))
    replaced = tuple(replace(one, fate=Fate.REPLACED, became="") for one in dice)
    again = fates(formula.handfuls, second)
    words = f"{text} {written(replaced)} = ~~{total}~~, {written(again)} = {total_again}"
    return Outcome(total_again, replaced + again, words, str(total_again))


def _begin(values: Values, text: str) -> Part:
    formula: Formula = values["dice"]
    for handful in formula.handfuls:
        if handful.kind not in KINDS or not handful.is_plain:
            raise UnfitError("dice", f"Game Dice has d10, d5 and d100, added up; not {handful.text}")
    after = After(
        formula.modifier,
        combined_multiplier(values.get("multiply", ())),
        values.get("divide", 1),
        "below-zero" in values,
    )
    return part(game, formula, counting(formula, agreed_in(values, formula.kinds)), after, "reroll" in values, text)


BOOK = Book(
    "game-dice",
    "Game Dice",
    "Ten-sided dice only: d10, d5 and d100 with a fixed modifier, and nothing below zero.",
    (
        Form(
            "game",
            "Adds up d10, d5 or d100; a re-roll must be used, fractions round up, multipliers combine.",
            (
                Field("dice", "dice", "dice: d10, d5 or d100", needed=True),
                *(one for one in AGREEMENTS if one.name != "d2"),
                Field("reroll", "flag", "all dice are thrown again, and the second result counts"),
                Field("multiply", "numbers", "multipliers, each beyond the first adds one less", low=1, high=100),
                Field("divide", "number", "a divisor, fractions round up", low=1, high=100),
                Field("below-zero", "flag", "the result may be below zero"),
            ),
            (
                Example("game 2d10+5", "Two d10, and five is added."),
                Example("game 1d5-1", "A d10 halved and rounded up, less one."),
                Example("game d100", "A number from 1 to 100; of two d10 the darker one is the tens."),
                Example("game d100 tens=light", "The same, and the lighter one is the tens."),
                Example("game 2d10+5 reroll", "All dice are thrown twice, and the second result counts."),
                Example("game 1d10 multiply=2,2", "Doubled and doubled again is tripled."),
                Example("game 1d10 divide=2", "Halved and rounded up."),
                Example("game d100 from=0", "A number from 0 to 99."),
                Example("game 1d10-12 below-zero", "The result may be below zero."),
            ),
            _begin,
        ),
    ),
)
