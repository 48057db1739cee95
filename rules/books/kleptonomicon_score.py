"""The Kleptonomicon's Test: a d10 and a modifier make a Score; a "0" is a Critical Roll that is resolved first."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass, field
from typing import Any, Final

from rules.asks import D10ISH, Dice, Part, Throw, Want, part
from rules.dice import HEADS, Die
from rules.forms import Party
from rules.outcome import Fate, Played, Record, signed, written
from rules.ranges import Ranges, read_ranges

FAILURE: Final = -1
PLAIN: Final = 0
SUCCESS: Final = 1
CRITICAL_RANK: Final = 1_000_000
"""Beyond every Score that a modifier can make."""
BEYOND: Final = 2 * CRITICAL_RANK
"""Beyond every rank."""
CRITICAL_VALUE: Final = {FAILURE: 0, SUCCESS: 10}
CRITICAL_LABEL: Final = {FAILURE: "Critical Failure", SUCCESS: "Critical Success"}
CRITICAL_RANGE: Final = {FAILURE: "0!", SUCCESS: "10!"}

NO_DICE: Final = Record()

SCORE_RANGES: Final = read_ranges("[..6] Low Score, [7..9] Mixed Score, [10..] High Score")
PASS_FAIL: Final = read_ranges("[..6] Failing Score, [7..] Passing Score")


@dataclass(frozen=True, slots=True, order=True)
class Score:
    """What a Test came to. `0!` ranks lowest and `10!` highest, whatever the modifiers."""

    critical: int
    total: int
    record: Record = field(default=NO_DICE, compare=False)

    @property
    def rank(self) -> int:
        """Higher for the better of two Scores."""
        return self.critical * CRITICAL_RANK + self.total

    @classmethod
    def ranked(cls, rank: int, record: Record = NO_DICE) -> Score:
        """
        >>> Score.ranked(Score(SUCCESS, 10).rank), Score.ranked(Score(PLAIN, -2).rank).total
        (Score(critical=1, total=10, record=Record(dice=())), -2)
        """
        critical = round(rank / CRITICAL_RANK)
        return cls(critical, rank - critical * CRITICAL_RANK, record)

    @property
    def text(self) -> str:
        return CRITICAL_RANGE[self.critical] if self.critical else str(self.total)

    def label(self, ranges: Ranges | None, pass_fail: bool) -> str | None:
        """The exact words of the book, or of the ranges that were given."""
        if not self.critical:
            return (ranges or (PASS_FAIL if pass_fail else SCORE_RANGES)).effect_of(self.total)
        if ranges is None:
            return CRITICAL_LABEL[self.critical]
        at_end = ranges.at_end(highest=self.critical == SUCCESS)
        return ranges.special(CRITICAL_RANGE[self.critical]) or at_end or CRITICAL_LABEL[self.critical]


@dataclass(frozen=True, slots=True)
class Style:
    """How Scores are thrown and named."""

    d10ish: bool = False
    pass_fail: bool = False
    ranges: Ranges | None = None

    def label(self, score: Score) -> str | None:
        return score.label(self.ranges, self.pass_fail)


def own_test(party: Party, style: Style, what: str = "") -> Part:
    net = party.net_advantages
    why = f"{party.name} {what}" if what else f"{party.name}'s Test{named(net)}"
    return part(take_test, party.modifier, net, style.d10ish, why)


def named(net: int) -> str:
    """
    >>> named(2), named(-1), named(0)
    (' with 2 Advantages', ' with 1 Disadvantage', '')
    """
    name = "Advantage" if net > 0 else "Disadvantage"
    return f" with {abs(net)} {name}{'s' if abs(net) > 1 else ''}" if net else ""


def is_success(die: Die) -> bool:
    """Thrown again, even is a success, and "0" is even; of a coin it is heads."""
    return die.face == HEADS if die.is_coin else die.number % 2 == 0


def take_test(modifier: int, net: int, d10ish: bool, why: str) -> Generator[Throw, Any, Score]:
    """A d10 and one more for each Advantage or Disadvantage; the highest or lowest counts, criticals resolved first."""
    wants = (D10ISH if d10ish else Want("d10"),) * (1 + abs(net))
    dice: Dice = yield Throw((wants,), why, alike=_best(net, d10ish))
    zeros = [index for index, die in enumerate(dice) if die.face == "0" and not d10ish]
    deciding: Dice = ()
    if zeros:
        deciding = yield Throw(
            ((Want("d10", coin=True),) * len(zeros),),
            "a 0 is a Critical Roll, odd fails and even succeeds",
            again=True,
            alike=_successes,
        )
    resolved = {index: SUCCESS if is_success(die) else FAILURE for index, die in zip(zeros, deciding, strict=True)}
    ranks = [_rank(die, resolved.get(index), d10ish) for index, die in enumerate(dice)]
    best = max(ranks) if net >= 0 else min(ranks)
    counted = ranks.index(best)
    played = [_played(die, rank, index == counted) for index, (die, rank) in enumerate(zip(dice, ranks, strict=True))]
    decided = [Played(die, None, Fate.RESOLVED, aside=True) for die in deciding]
    critical, number = best
    return Score(critical, number if critical else number + modifier, Record((*played, *decided)))


def _successes(so_far: int | None, die: Die) -> int:
    return (so_far or 0) + is_success(die)


def _rank(die: Die, resolved: int | None, d10ish: bool) -> tuple[int, int]:
    if d10ish and die.face in ("0", "10"):
        resolved = SUCCESS if die.face == "10" else FAILURE
    if resolved is not None:
        return resolved, CRITICAL_VALUE[resolved]
    return PLAIN, die.value


def _played(die: Die, rank: tuple[int, int], is_counted: bool) -> Played:
    critical, value = rank
    kept = Fate.RESOLVED if critical else Fate.KEPT
    return Played(die, value, kept if is_counted else Fate.DROPPED, became=CRITICAL_RANGE[critical] if critical else "")


def _best(net: int, d10ish: bool) -> Any:
    """What dice come to before zeros are resolved: the best plain number, and how many zeros."""

    def joined(so_far: tuple[int | None, int] | None, die: Die) -> tuple[int | None, int]:
        best, zeros = so_far or (None, 0)
        if die.face == "0" and not d10ish:
            return best, zeros + 1
        number = die.number
        return (number if best is None else max(best, number) if net >= 0 else min(best, number)), zeros

    return joined


def score_text(score: Score, modifier: int) -> str:
    """
    >>> score_text(Score(SUCCESS, 10), 2)
    '() = 10!'
    """
    added = f" {signed(modifier)}" if modifier and not score.critical else ""
    return f"{written(score.record.dice)}{added} = {score.text}"
