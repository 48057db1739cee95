"""What lies in the tray ↔ what was asked for. A mismatch is a value with one clear line for the player."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Final, Literal

from rules.asks import D10ISH, Dice, Pool, Throw, Want, counted, joined
from rules.dice import ANY, COIN, D10ISH_FACES, D20_FACES, PERCENTILE, Die

SHADES_DIFFER: Final = 0.15
"""Lightness runs from 0 to 1; two dice nearer than this cannot be told apart as light and dark."""
MOST_DICE: Final = 50
HIGHEST_FACE: Final = 20
"""Higher numbers are only printed on percentile dice."""

Reason = Literal["empty", "missing", "extra", "kind", "shade", "face", "option", "entry", "unclear"]


@dataclass(frozen=True, slots=True)
class Mismatch:
    """An answer that does not fit what was asked for. The roll waits; nothing is lost."""

    line: str
    reason: Reason


def match(throw: Throw, dice: Dice) -> Dice | Mismatch:
    """The dice in the order of the wants they answer, or why they do not.

    >>> from rules.asks import throw
    >>> [die.face for die in match(throw(Want("d6"), Want("d4"), why="roll"), (Die("d4", "3"), Die("d6", "5")))]
    ['5', '3']
    """
    if not dice:
        return Mismatch(f"the tray is empty: throw {throw.wanted}", "empty")
    if throw.open_ended:
        return _whatever_lies_there(dice)
    fitting = [pool for pool in throw.pools if _serves(pool, dice)]
    if not fitting:
        return _difference(throw, dice)
    return _in_order(fitting[0], dice, throw)


def _serves(pool: Pool, dice: Dice) -> bool:
    missing, extra = _missing_and_extra(pool, dice)
    return not missing and not extra


def _missing_and_extra(pool: Pool, dice: Dice) -> tuple[Counter[str], Counter[str]]:
    wanted = Counter(want.kind for want in pool)
    lying = Counter(die.kind for die in dice)
    anything = wanted.pop(ANY, 0)
    missing, extra = wanted - lying, lying - wanted
    for want in pool:
        if want.coin and extra[COIN] and missing[want.kind]:
            missing[want.kind] -= 1
            extra[COIN] -= 1
    for kind in sorted(extra):
        coin_is_no_die = kind == COIN and not all(want.coin for want in pool if want.kind == ANY)
        taken = 0 if coin_is_no_die else min(anything, extra[kind])
        extra[kind] -= taken
        anything -= taken
    return +missing + Counter({"die": anything}), +extra


def _in_order(pool: Pool, dice: Dice, throw: Throw) -> Dice | Mismatch:
    lying = list(dice)
    matched: dict[int, Die] = {}
    for index, want in sorted(enumerate(pool), key=lambda item: item[1].kind == ANY):
        die = _for(want, pool, lying)
        if isinstance(die, Mismatch):
            apart = f", or {throw.apart}" if throw.apart else ""
            return Mismatch(f"{die.line}{apart}", die.reason)
        lying.remove(die)
        matched[index] = die
    return _with_serving_faces(pool, tuple(matched[index] for index in range(len(pool))))


def _for(want: Want, pool: Pool, lying: list[Die]) -> Die | Mismatch:
    of_kind = [die for die in lying if die.kind == want.kind or want.kind == ANY]
    if not of_kind:
        return next(die for die in lying if die.is_coin)
    if not want.shade:
        return of_kind[0]
    if len(of_kind) == 1:
        return of_kind[0]
    lightness = [die.lightness for die in of_kind if die.lightness is not None]
    # Rounded, since 0.95 - 0.8 is a hair less than 0.15 to a computer.
    if len(lightness) < len(of_kind) or round(max(lightness) - min(lightness), 6) < SHADES_DIFFER:
        count = sum(other.kind == want.kind for other in pool)
        return Mismatch(f"{counted(count, want.kind)} of different colours, please", "shade")
    order = sorted(of_kind, key=lambda die: die.lightness or 0.0)
    return order[-1] if want.shade == "light" else order[0]


def _with_serving_faces(pool: Pool, dice: Dice) -> Dice | Mismatch:
    for want, die in zip(pool, dice, strict=True):
        if die.is_coin:
            continue
        if want.kind == ANY and (die.kind == PERCENTILE or die.number > HIGHEST_FACE):
            return Mismatch("a percentile die is always even: throw any other die", "face")
        if die.kind == "d20" and die.face not in (D10ISH_FACES if want.d10ish else D20_FACES):
            return Mismatch(_foreign_face(want.d10ish, die), "face")
    return dice


def _foreign_face(d10ish: bool, die: Die) -> str:
    if d10ish:
        return f"a d10ish die shows 0 to 10, and this d20 shows {die.face}"
    return f"a d20 that shows {die.face} is a d10ish die, and this roll is not played with one"


def _whatever_lies_there(dice: Dice) -> Dice | Mismatch:
    if len(dice) > MOST_DICE:
        return Mismatch(f"more than {MOST_DICE} dice lie there", "extra")
    for die in dice:
        if die.is_coin:
            return Mismatch("a coin shows no number: throw dice", "kind")
        if die.kind == "d20" and die.face == "0":
            return Mismatch(_foreign_face(False, die), "face")
        if die.kind == ANY and die.number == 0:
            return Mismatch(f"which die shows {die.face}? write it like d10:0", "unclear")
    return dice


def _difference(throw: Throw, dice: Dice) -> Mismatch:
    if len(throw.pools) > 1:
        return Mismatch(f"throw {throw.wanted}; {_lying(Counter(die.kind for die in dice))}", "kind")
    missing, extra = _missing_and_extra(throw.pools[0], dice)
    if D10ISH in throw.pools[0] and missing[D10ISH.kind]:
        missing[D10ISH.name] = missing.pop(D10ISH.kind)
    if not extra:
        verb = "is" if missing.total() == 1 else "are"
        return Mismatch(f"{_listed(missing)} {verb} missing: throw {throw.wanted}", "missing")
    if not missing:
        return Mismatch(f"{_listed(extra)} too many: only {throw.wanted}", "extra")
    verb = "is" if missing.total() == 1 else "are"
    return Mismatch(f"{_lying(extra)} where {_listed(missing)} {verb} asked for", "kind")


def _lying(kinds: Counter[str]) -> str:
    return f"there {'lies' if kinds.total() == 1 else 'lie'} {_listed(kinds)}"


def _listed(kinds: Counter[str]) -> str:
    return joined([counted(count, kind) for kind, count in kinds.items()])
