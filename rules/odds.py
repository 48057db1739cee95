"""The exact odds of a roll, from the very rule that is played: every possible answer is sent to it with its chance."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from rules.asks import Ask, Part, Throw, go_through
from rules.chances import chances_of
from rules.forms import Roll
from rules.outcome import Outcome

MOST_PATHS: Final = 300_000
"""About two seconds on an ordinary core; a roll with more paths is sampled instead."""
NEGLIGIBLE: Final = 1e-9
"""The tail of an unlimited roll may be cut if it is less likely than this altogether."""
FIRST_CUT: Final = 1e-11
"""The chance below which one path is cut; lower if the cuts add up to more than is negligible."""

Meaning: TypeAlias = tuple[int | None, str | None, str | None]
"""Total, label and winner: what an outcome is to odds, whatever dice made it."""
Chances: TypeAlias = tuple[tuple[Any, float], ...]
"""Results, each with its chance."""

Known: TypeAlias = dict[tuple[float, Part], tuple[Chances, float, dict[str, None]]]
"""What parts come to, at which cut: their results, the chance cut off, and what was assumed."""


class TooManyPathsError(ValueError):
    """The roll cannot be enumerated within the limit."""


@dataclass(frozen=True, slots=True)
class Odds:
    """How likely each total, label and winner is; and what was assumed, cut or sampled to say so."""

    totals: dict[int, float]
    labels: dict[str, float]
    winners: dict[str, float]
    assumed: tuple[str, ...] = ()
    cut: float = 0.0
    """The chance of all that was left out of an unlimited roll's tail."""
    exact: bool = True
    paths: int = 0
    error: float | None = None
    """If sampled: no chance is off by more than this, in 95 of 100 samples."""

    @property
    def mean(self) -> float | None:
        weight = math.fsum(self.totals.values())
        return math.fsum(total * chance for total, chance in self.totals.items()) / weight if weight else None

    @property
    def likely(self) -> int | None:
        """The score whose chance of that or more is nearest one half; of two equally near, the lower."""
        best: tuple[float, int] | None = None
        at_least = 0.0
        for total in sorted(self.totals, reverse=True):
            at_least += self.totals[total]
            # Rounded, so that two that are equally near are equal to a computer too.
            distance = round(abs(at_least - 0.5), 12)
            if best is None or distance <= best[0]:
                best = distance, total
        return best[1] if best else None


def odds(roll: Roll, most_paths: int = MOST_PATHS, known: Known | None = None) -> Odds | None:
    """The exact odds; None for a roll that takes whatever lies there. Raises TooManyPathsError beyond the limit.

    `known` keeps what parts of rolls have come to: handed in again, it makes similar rolls quicker.
    """
    if has_no_odds(roll):
        return None
    cut_below = FIRST_CUT
    known = {} if known is None else known
    while True:
        enumeration = _Enumeration(most_paths, cut_below, known)
        results, lost = enumeration.results_of(roll.start)
        if lost < NEGLIGIBLE:
            return summed(results, tuple(enumeration.assumed), cut=lost, paths=enumeration.paths)
        cut_below /= 1000


def has_no_odds(roll: Roll) -> bool:
    first = next(roll.rule())
    return isinstance(first, Throw) and first.open_ended


def summed(meanings: Iterable[tuple[Meaning, float]], assumed: tuple[str, ...], **rest: Any) -> Odds:
    totals: dict[int, float] = defaultdict(float)
    labels: dict[str, float] = defaultdict(float)
    winners: dict[str, float] = defaultdict(float)
    for (total, label, winner), chance in meanings:
        if total is not None:
            totals[total] += chance
        if label is not None:
            labels[label] += chance
        if winner is not None:
            winners[winner] += chance
    return Odds({total: totals[total] for total in sorted(totals)}, dict(labels), dict(winners), assumed, **rest)


def meaning_of(result: Any) -> Hashable:
    if isinstance(result, Outcome):
        return result.total, result.label, result.winner
    equal_results_are_one: Hashable = result
    return equal_results_are_one


class _Enumeration:
    """Walks every path of a roll, part by part, and keeps together what means the same."""

    def __init__(self, most_paths: int, cut_below: float, known: Known) -> None:
        self.paths = 0
        self.assumed: dict[str, None] = {}
        self._most_paths = most_paths
        self._cut_below = cut_below
        self._known = known

    def results_of(self, start: Part) -> tuple[Chances, float]:
        """What the part may come to, each with its chance; and the chance of what was cut off."""
        key = self._cut_below, start
        if key not in self._known:
            assumed_before, self.assumed = self.assumed, {}
            self._known[key] = *self._walked(start), self.assumed
            self.assumed = assumed_before
        results, lost, assumed = self._known[key]
        if assumed:
            self.assumed |= assumed
        return results, lost

    def _walked(self, start: Part) -> tuple[Chances, float]:
        """Goes on from part to part, all that mean the same together, until nothing is left to ask."""
        results: dict[Any, float] = defaultdict(float)
        lost = 0.0
        going_on: list[tuple[Part, float]] = [(start, 1.0)]
        while going_on:
            # By rule and key rather than by the part itself: tuples are compared without calling back.
            parts: dict[tuple[Any, Hashable], Part] = {}
            following: dict[tuple[Any, Hashable], float] = defaultdict(float)
            for call, chance in going_on:
                if call.endless and chance < self._cut_below:
                    lost += chance
                else:
                    ways, cut = self._ways_through(call, chance)
                    lost += cut
                    for result, reached in ways:
                        if isinstance(result, Part):
                            key = result[:2]
                            parts[key] = result
                            following[key] += reached
                        else:
                            results[meaning_of(result)] += reached
            going_on = [(parts[key], chance) for key, chance in following.items()]
        return tuple(results.items()), lost

    def _ways_through(self, call: Part, chance: float) -> tuple[list[tuple[Any, float]], float]:
        """What one call may return, each with the chance to get there; and the chance that was cut on the way."""
        if call.rule is go_through:
            first, then, args = call.args
            answers, lost = self._answers_to(first)
            return [(then(answer, *args), chance * likely) for answer, likely in answers], chance * lost
        ways: list[tuple[Any, float]] = []
        cut = 0.0
        waiting: list[tuple[tuple[Any, ...], float]] = [((), chance)]
        while waiting:
            history, reached = waiting.pop()
            # A generator cannot be copied: each way starts it anew and sends what was sent before.
            send = call.start().send
            try:
                asked = send(None)
                for answer in history:
                    asked = send(answer)
                while True:
                    answers, lost = self._answers_to(asked)
                    cut += reached * lost
                    for answer, likely in answers[1:]:
                        waiting.append(((*history, answer), reached * likely))
                    answer, likely = answers[0]
                    history, reached = (*history, answer), reached * likely
                    asked = send(answer)
            except StopIteration as end:
                ways.append((end.value, reached))
        return ways, cut

    def _answers_to(self, asked: Ask | Part) -> tuple[Chances, float]:
        if isinstance(asked, Part):
            results, lost = self.results_of(asked)
            self._spend(len(results))
            return results, lost
        if asked.assume:
            self.assumed[asked.assume] = None
        answers = chances_of(asked, self._spend)
        self._spend(len(answers))
        return answers, 0.0

    def _spend(self, paths: int) -> None:
        self.paths += paths
        if self.paths > self._most_paths:
            raise TooManyPathsError(f"more than {self._most_paths} paths")
