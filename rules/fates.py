"""What became of every die that was counted: kept, dropped or exploded."""

from __future__ import annotations

from collections import defaultdict

from rules.derived import THROWN_ON, digits_of, is_pair
from rules.formula import COMPARISONS
from rules.outcome import Fate, Played
from rules.tally import Handfuls, Landed, Tally


def fates(handfuls: Handfuls, tally: Tally) -> tuple[Played, ...]:
    """Every die in the order in which it was thrown."""
    landings: list[Landed] = tally.trail.steps()
    kept = _kept_chains(handfuls, landings)
    return tuple(
        played
        for landed in landings
        for played in _played(landed, handfuls[landed.handful].kind, _fate(landed, handfuls, landed.chain in kept))
    )


def _fate(landed: Landed, handfuls: Handfuls, is_kept: bool) -> Fate:
    handful = handfuls[landed.handful]
    if handful.counts_successes and not COMPARISONS[handful.comparison](landed.value, handful.target):
        is_kept = False
    if not is_kept:
        return Fate.DROPPED
    return Fate.EXPLODED if landed.exploded else Fate.KEPT


def _kept_chains(handfuls: Handfuls, landings: list[Landed]) -> set[int]:
    totals: dict[int, dict[int, int]] = defaultdict(dict)
    for landed in landings:
        chains = totals[landed.handful]
        chains[landed.chain] = chains.get(landed.chain, 0) + landed.value
    kept: set[int] = set()
    for index, chains in totals.items():
        handful = handfuls[index]
        best = sorted(chains, key=lambda chain: chains[chain], reverse=not handful.lowest)
        kept.update(best[: handful.keep or None])
    return kept


def _played(landed: Landed, kind: str, fate: Fate) -> list[Played]:
    if is_pair(kind):
        return [Played(die, digit, fate) for die, digit in zip(landed.dice, digits_of(landed.dice), strict=True)]
    became = str(landed.value) if kind in THROWN_ON else ""
    return [Played(die, landed.value, fate, became=became) for die in landed.dice]
