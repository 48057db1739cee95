"""Dice that are thrown on other dice: a d3 on a d6, a d5 on a d10, a d100 on two d10, a d66 on two d6."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from rules.asks import Dice, Pool, Want
from rules.dice import HEADS, PERCENTILE, Die, Shade

D2Method = Literal["high-low", "odd-even"]

THROWN_ON: Final = {"d2": "d6", "d3": "d6", "d5": "d10", "d66": "d6", "d100": "d10"}


@dataclass(frozen=True, slots=True)
class Agreed:
    """What the table agreed on before the game."""

    d2: D2Method = "high-low"
    tens: Shade = "dark"
    """Which of two d10 (or of a d66's two d6) is the tens digit."""
    from_zero: bool = False
    """A d100 runs from 0 to 99."""
    one_at_a_time: bool = False
    """The dice of a d100 or d66 are thrown one after the other, tens first."""


def physical(kind: str) -> str:
    """The kind that lies in the tray."""
    return THROWN_ON.get(kind, kind)


def is_pair(kind: str) -> bool:
    """Thrown on two dice, tens and ones."""
    return kind in ("d66", "d100")


def pools_for(kind: str, agreed: Agreed) -> tuple[Pool, ...]:
    """What may be thrown for one such die."""
    if not is_pair(kind):
        return ((Want(physical(kind), coin=kind == "d2", counts_as=kind if kind in THROWN_ON else ""),),)
    tens, ones = (Want(physical(kind), shade) for shade in _tens_and_ones(agreed))
    by_shade = (tens, ones)
    return ((Want(PERCENTILE), Want("d10")), by_shade) if kind == "d100" else (by_shade,)


def tens_and_ones_apart(kind: str) -> tuple[tuple[Pool, ...], tuple[Pool, ...]]:
    """What may be thrown for the tens, and then for the ones."""
    die = (Want(physical(kind)),)
    return ((die, (Want(PERCENTILE),)) if kind == "d100" else (die,)), (die,)


def _tens_and_ones(agreed: Agreed) -> tuple[Shade, Shade]:
    return ("dark", "light") if agreed.tens == "dark" else ("light", "dark")


def value_of(kind: str, dice: Dice, agreed: Agreed) -> int:
    """What the dice thrown for one such die count for.

    >>> value_of("d100", (Die("d%", "00"), Die("d10", "0")), Agreed())
    100
    """
    first = dice[0]
    if kind not in THROWN_ON:
        return first.value
    if kind == "d2":
        return _value_of_d2(first, agreed)
    if kind in ("d3", "d5"):
        return (first.value + 1) // 2
    number = sum(digits_of(dice))
    return 100 if kind == "d100" and not number and not agreed.from_zero else number


def digits_of(dice: Dice) -> tuple[int, int]:
    """What the two dice of a d100 or d66 stand for."""
    tens, ones = dice
    return tens.number if tens.kind == PERCENTILE else tens.number * 10, ones.number


def _value_of_d2(die: Die, agreed: Agreed) -> int:
    if die.is_coin:
        return 1 if die.face == HEADS else 2
    if agreed.d2 == "odd-even":
        return 2 - die.number % 2
    return 1 if die.number <= 3 else 2


def highest_of(kind: str, agreed: Agreed) -> int:
    """
    >>> highest_of("d3", Agreed()), highest_of("d100", Agreed(from_zero=True))
    (3, 99)
    """
    return 99 if kind == "d100" and agreed.from_zero else int(kind[1:])
