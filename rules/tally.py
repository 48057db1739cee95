"""Throws handfuls of dice, explodes what explodes, and adds up: plain rolls, Game Dice, Dungeons of Olde."""

from __future__ import annotations

from collections.abc import Generator, Hashable
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Any, TypeAlias

from rules.asks import Alike, Dice, Part, Pool, Throw, part
from rules.derived import Agreed, highest_of, is_pair, physical, pools_for, tens_and_ones_apart, value_of
from rules.dice import PERCENTILE, Die
from rules.formula import COMPARISONS, Handful

Handfuls: TypeAlias = tuple[Handful, ...]


@dataclass(frozen=True, slots=True)
class Landed:
    """What came to lie for one die of a handful: one die, or the two of a d100."""

    handful: int
    chain: int
    """Which die of the roll it is; what it explodes into has the same number."""
    dice: Dice
    value: int
    exploded: bool


@dataclass(frozen=True, slots=True, order=True)
class Open:
    """A die that is to be thrown, or thrown again."""

    handful: int
    carried: int = 0
    """What it has exploded through so far, where dice are ranked by that."""
    chain: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Tally:
    """How far the counting is. Two tallies are equal if they mean the same, whatever dice made them."""

    sums: tuple[int, ...]
    ranked: tuple[tuple[int, ...], ...]
    """For each handful of which some are kept: those, best first."""
    open: tuple[Open, ...] = ()
    landed: tuple[Landed, ...] = field(default=(), compare=False)


@dataclass(frozen=True, slots=True)
class Counting:
    """What is counted, and how."""

    handfuls: Handfuls
    agreed: Agreed
    why: str
    apart: str

    def start(self) -> Part:
        nothing = (0,) * len(self.handfuls)
        each = [index for index, handful in enumerate(self.handfuls) for _ in range(handful.count)]
        open_dice = tuple(Open(index, chain=chain) for chain, index in enumerate(each))
        return part(count, self, Tally(nothing, ((),) * len(self.handfuls), open_dice))


def count(counting: Counting, tally: Tally) -> Generator[Throw, Any, Part | Tally]:
    """Throws every open die; those that explode are open again, and asked for in one throw."""
    again = bool(tally.landed)
    to_throw, tally = tally.open, replace(tally, open=())
    for batch in _batches(counting, to_throw):
        if len(batch) == 1 and counting.agreed.one_at_a_time and is_pair(_kind(counting, batch[0])):
            dice: Dice = ()
            for name, pools in zip(("tens", "ones"), tens_and_ones_apart(_kind(counting, batch[0])), strict=True):
                one: Dice = yield Throw(pools, f"{_why(counting, again)}, the {name}")
                dice += one
        else:
            dice = yield _throw(counting, tally, batch, again)
        for open_die, landed in zip(batch, _by_die(counting, batch, dice), strict=True):
            tally = _absorb(counting, tally, open_die, landed)
    return part(count, counting, tally) if tally.open else tally


def _kind(counting: Counting, open_die: Open) -> str:
    return counting.handfuls[open_die.handful].kind


def _why(counting: Counting, again: bool) -> str:
    return "it explodes" if again else counting.why


def _batches(counting: Counting, open_dice: tuple[Open, ...]) -> list[tuple[Open, ...]]:
    """Dice that can be thrown together, since what lies in the tray tells which is which."""
    batches: list[list[Open]] = []
    for open_die in open_dice:
        for batch in batches:
            if all(_can_be_told_apart(counting, open_die, other) for other in batch):
                batch.append(open_die)
                break
        else:
            batches.append([open_die])
    return [tuple(batch) for batch in batches]


def _can_be_told_apart(counting: Counting, one: Open, other: Open) -> bool:
    kinds = _kind(counting, one), _kind(counting, other)
    if counting.agreed.one_at_a_time and any(map(is_pair, kinds)):
        return False
    if one.handful == other.handful:
        return not is_pair(kinds[0])
    return physical(kinds[0]) != physical(kinds[1])


def _throw(counting: Counting, tally: Tally, batch: tuple[Open, ...], again: bool) -> Throw:
    pools: list[Pool] = [()]
    for open_die in batch:
        pools = [pool + more for pool in pools for more in pools_for(_kind(counting, open_die), counting.agreed)]
    why = _why(counting, again) if len(batch) == 1 or not again else "they explode"
    return Throw(tuple(pools), why, again=again, apart=counting.apart, alike=_alike(counting, tally, batch))


def _alike(counting: Counting, tally: Tally, batch: tuple[Open, ...]) -> Alike:
    def joined(so_far: Any, die: Die) -> Hashable:
        before, at, tens = so_far or (tally, 0, ())
        dice = (*tens, die)
        if is_pair(_kind(counting, batch[at])) and not tens:
            return before, at, dice
        return _absorb(counting, before, batch[at], dice), at + 1, ()

    return joined


def _by_die(counting: Counting, batch: tuple[Open, ...], dice: Dice) -> list[Dice]:
    ends = [0]
    for open_die in batch:
        ends.append(ends[-1] + (2 if is_pair(_kind(counting, open_die)) else 1))
    return [dice[start:end] for start, end in pairwise(ends)]


def _absorb(counting: Counting, tally: Tally, open_die: Open, dice: Dice) -> Tally:
    index = open_die.handful
    handful = counting.handfuls[index]
    value = value_of(handful.kind, dice, counting.agreed)
    explodes = handful.explodes and value == highest_of(handful.kind, counting.agreed)
    sums, ranked, open_dice = tally.sums, tally.ranked, tally.open
    carried = open_die.carried + value if handful.keep else 0
    if explodes:
        open_dice = tuple(sorted((*open_dice, Open(index, carried, open_die.chain))))
    if handful.counts_successes:
        sums = _changed(sums, index, sums[index] + COMPARISONS[handful.comparison](value, handful.target))
    elif not handful.keep:
        sums = _changed(sums, index, sums[index] + value)
    elif not explodes:
        best = sorted((*ranked[index], carried), reverse=not handful.lowest)[: handful.keep]
        ranked = (*ranked[:index], tuple(best), *ranked[index + 1 :])
        sums = _changed(sums, index, sum(best))
    landed = Landed(index, open_die.chain, dice, value, explodes)
    return Tally(sums, ranked, open_dice, (*tally.landed, landed))


def _changed(sums: tuple[int, ...], index: int, value: int) -> tuple[int, ...]:
    return (*sums[:index], value, *sums[index + 1 :])


def total_of(handfuls: Handfuls, tally: Tally) -> int:
    return sum(-one if handful.subtracted else one for handful, one in zip(handfuls, tally.sums, strict=True))


def digits_of(dice: Dice) -> tuple[int, int]:
    """What the two dice of a d100 or d66 stand for."""
    tens = dice[0].number if dice[0].kind == PERCENTILE else dice[0].number * 10
    return tens, dice[1].number
