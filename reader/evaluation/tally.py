"""What became of every die, counted. A film's frames are nearly alike, so that each counts a share of one."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, fields
from enum import StrEnum

from reader.evaluation.matching import Matched, answer
from reader.evaluation.truth import Lying
from reader.vision.sighting import Reading, Sighting


class Fate(StrEnum):
    RIGHT = "right"
    UNREAD = "unread"
    MISSED = "missed"
    WRONG = "wrong"


@dataclass(frozen=True, slots=True)
class Judged:
    """One die and what was said of it; None where it was not seen."""

    die: Lying
    seen: Sighting | None
    fate: Fate
    weight: float


def judge(matched: Matched, weight: float) -> list[Judged]:
    """Dice without a known face in photographs are left out; one that does not rest flat is wrong if given a face."""
    return [Judged(die, seen, _fate(die, seen), weight) for die, seen in matched.pairs if die.face or not die.rests]


def _fate(die: Lying, seen: Sighting | None) -> Fate:
    if seen is None:
        return Fate.MISSED
    if not isinstance(seen, Reading):
        return Fate.UNREAD
    return Fate.RIGHT if answer(seen) == (die.kind, die.face) else Fate.WRONG


@dataclass(slots=True)
class Tally:
    """Shares of dice; `extra` are sightings of no die, `extra_read` those of them that were given a face."""

    dice: float = 0.0
    right: float = 0.0
    unread: float = 0.0
    missed: float = 0.0
    wrong: float = 0.0
    extra: float = 0.0
    extra_read: float = 0.0

    def add(self, judged: Judged) -> None:
        self.dice += judged.weight
        setattr(self, judged.fate.value, getattr(self, judged.fate.value) + judged.weight)

    def add_extra(self, seen: Sighting, weight: float) -> None:
        self.extra += weight
        self.extra_read += weight * isinstance(seen, Reading)

    def share(self, what: str) -> float:
        """Of the dice: `share("right")`.

        >>> Tally(dice=4, right=3, unread=1).share("right")
        0.75
        """
        return float(getattr(self, what)) / self.dice if self.dice else 0.0

    def as_json(self) -> dict[str, float]:
        return {part.name: round(getattr(self, part.name), 3) for part in fields(self)}


def together(tallies: Iterable[Tally]) -> Tally:
    whole = Tally()
    for tally in tallies:
        for part in fields(Tally):
            setattr(whole, part.name, getattr(whole, part.name) + getattr(tally, part.name))
    return whole
