"""Throws handfuls of dice, explodes what explodes, and adds up: plain rolls, Game Dice, Dungeons of Olde."""

from __future__ import annotations

from collections.abc import Generator, Hashable
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, NamedTuple, TypeAlias

from rules.asks import Alike, Dice, Part, Pool, Throw, endless, part
from rules.derived import Agreed, highest_of, is_pair, physical, pools_for, tens_and_ones_apart, value_of
from rules.dice import Die
from rules.formula import COMPARISONS, Handful
from rules.outcome import Trail

Handfuls: TypeAlias = tuple[Handful, ...]
Open: TypeAlias = tuple[int, int]
"""A die to be thrown: its handful, and what it has exploded through so far where dice are ranked by that."""


class Landed(NamedTuple):
    """What came to lie for one die of a handful: one die, or the two of a d100."""

    handful: int
    chain: int
    """Which die of the roll it is; what it explodes into has the same number."""
    dice: Dice
    value: int
    exploded: bool


class Tally(NamedTuple):
    """How far the counting is. Two tallies are equal if they mean the same, whatever dice made them."""

    sums: tuple[int, ...]
    ranked: tuple[tuple[int, ...], ...]
    """For each handful of which some are kept: those, best first."""
    open: tuple[Open, ...] = ()
    chains: tuple[int, ...] = ()
    """Which die of the roll each open one is."""
    trail: Trail = Trail()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Tally) and self[:3] == other[:3]

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return hash(self[:3])


@dataclass(frozen=True, slots=True, eq=False)
class Counting:
    """What is counted, and how."""

    handfuls: Handfuls
    agreed: Agreed
    why: str
    apart: str

    def start(self, why: str = "") -> Part:
        each = [index for index, handful in enumerate(self.handfuls) for _ in range(handful.count)]
        nothing = Tally(
            (0,) * len(self.handfuls),
            ((),) * len(self.handfuls),
            tuple((index, 0) for index in each),
            tuple(range(len(each))),
        )
        return part(self.throw_all, nothing, why or self.why)

    def throw_all(self, tally: Tally, why: str) -> Generator[Throw, Any, Part | Tally]:
        """Throws every open die; those that explode are open again, and asked for in one throw."""
        again = tally.trail.before is not None
        dice_left = list(zip(tally.open, tally.chains, strict=True))
        tally = Tally(tally.sums, tally.ranked, trail=tally.trail)
        for batch in self._batches([open_die for open_die, _ in dice_left]):
            opens = tuple(dice_left[index][0] for index in batch)
            dice: Dice = yield from self._thrown(tally, opens, why, again)
            for index, landed in zip(batch, self._by_die(opens, dice), strict=True):
                tally = self._absorb(tally, *dice_left[index], landed)
        return endless(self.throw_all, tally, "it explodes") if tally.open else tally

    def _kind(self, open_die: Open) -> str:
        return self.handfuls[open_die[0]].kind

    def _batches(self, opens: list[Open]) -> list[list[int]]:
        """Dice that can be thrown together, since what lies in the tray tells which is which."""
        if len(self.handfuls) == 1 and not is_pair(self.handfuls[0].kind):
            return [list(range(len(opens)))]
        batches: list[list[int]] = []
        for index, open_die in enumerate(opens):
            for batch in batches:
                if all(self._can_be_told_apart(open_die, opens[other]) for other in batch):
                    batch.append(index)
                    break
            else:
                batches.append([index])
        return batches

    def _can_be_told_apart(self, one: Open, other: Open) -> bool:
        kinds = self._kind(one), self._kind(other)
        if self.agreed.one_at_a_time and any(map(is_pair, kinds)):
            return False
        if one[0] == other[0]:
            return not is_pair(kinds[0])
        return physical(kinds[0]) != physical(kinds[1])

    def _thrown(self, tally: Tally, opens: tuple[Open, ...], why: str, again: bool) -> Generator[Throw, Any, Dice]:
        kind = self._kind(opens[0])
        if not (self.agreed.one_at_a_time and is_pair(kind)):
            dice: Dice = yield self._throw(tally, opens, why, again)
            return dice
        pair: Dice = ()
        for name, pools in zip(("tens", "ones"), tens_and_ones_apart(kind), strict=True):
            one: Dice = yield Throw(pools, f"{why}, the {name}")
            pair += one
        return pair

    def _throw(self, tally: Tally, opens: tuple[Open, ...], why: str, again: bool) -> Throw:
        pools: list[Pool] = [()]
        for open_die in opens:
            pools = [pool + more for pool in pools for more in pools_for(self._kind(open_die), self.agreed)]
        if again and len(opens) > 1:
            why = "they explode"
        return Throw(tuple(pools), why, again=again, apart=self.apart, alike=self._alike(tally, opens))

    def _alike(self, tally: Tally, opens: tuple[Open, ...]) -> Alike:
        pairs = [is_pair(self._kind(open_die)) for open_die in opens]

        def joined(so_far: Any, die: Die) -> Hashable:
            before, at, tens = so_far or (tally, 0, ())
            if pairs[at] and not tens:
                return before, at, (die,)
            return self._absorb(before, opens[at], 0, (*tens, die)), at + 1, ()

        return joined

    def _by_die(self, opens: tuple[Open, ...], dice: Dice) -> list[Dice]:
        ends = [0]
        for open_die in opens:
            ends.append(ends[-1] + (2 if is_pair(self._kind(open_die)) else 1))
        return [dice[start:end] for start, end in pairwise(ends)]

    def _absorb(self, tally: Tally, open_die: Open, chain: int, dice: Dice) -> Tally:
        index, carried = open_die
        handful = self.handfuls[index]
        value = value_of(handful.kind, dice, self.agreed)
        explodes = handful.explodes and value == highest_of(handful.kind, self.agreed)
        sums, ranked, opens, chains = tally.sums, tally.ranked, tally.open, tally.chains
        if handful.keep:
            carried += value
        if explodes:
            opens, chains = (*opens, (index, carried)), (*chains, chain)
        if handful.comparison:
            sums = _changed(sums, index, sums[index] + COMPARISONS[handful.comparison](value, handful.target))
        elif not handful.keep:
            sums = _changed(sums, index, sums[index] + value)
        elif not explodes:
            best = sorted((*ranked[index], carried), reverse=not handful.lowest)[: handful.keep]
            ranked = (*ranked[:index], tuple(best), *ranked[index + 1 :])
            sums = _changed(sums, index, sum(best))
        return Tally(sums, ranked, opens, chains, tally.trail.then(Landed(index, chain, dice, value, explodes)))


def _changed(sums: tuple[int, ...], index: int, value: int) -> tuple[int, ...]:
    return (value,) if len(sums) == 1 else (*sums[:index], value, *sums[index + 1 :])


def total_of(handfuls: Handfuls, tally: Tally) -> int:
    return sum(-one if handful.subtracted else one for handful, one in zip(handfuls, tally.sums, strict=True))
