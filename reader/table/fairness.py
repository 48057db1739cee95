"""Whether a die is loaded, by a test that stays valid however often it is looked at.

The evidence is a martingale: how much better bettors who believe in loaded dice would have foretold the faces than one
who believes the die to be fair. For a fair die it ever reaches 100 with a chance of at most one in a hundred (Ville's
inequality), whenever and as often as one looks. A chi-square looked at after every throw has no such bound.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final, Literal, TypeAlias

from reader.table.events import DieThrown
from reader.table.history import RollRecord
from rules.dice import D20_FACES, FACES

CONCENTRATIONS: Final = (2.0, 8.0, 32.0)
"""Bettors who think every face may be off: Dirichlet priors, these much a face; the larger, the less off."""
FAVOURITES: Final = (1.5, 2.0)
"""Bettors who think that one face, whichever, comes up this many times too often. They learn fastest."""
SUSPICIOUS: Final = 20.0
LOADED: Final = 100.0
TELLING: Final = 1.5
"""The fault that enough throws would show: a face half again too frequent."""
MOST_THROWS: Final = 1 << 20

Verdict: TypeAlias = Literal["too early", "fair", "suspicious", "loaded"]


@dataclass(frozen=True, slots=True)
class DieRecord:
    """All throws of one die that was taught, or of all strangers of one kind and colour."""

    kind: str
    colour: str
    counts: tuple[tuple[str, int], ...]
    """How often each face came up, in the order of the faces."""
    name: str = ""
    """What its owner calls it; empty for strangers."""
    known: str = ""

    @property
    def throws(self) -> int:
        return sum(count for _, count in self.counts)

    @property
    def evidence(self) -> float:
        """That it is loaded: 1 says nothing, 100 a lot."""
        return math.exp(min(700.0, log_evidence([count for _, count in self.counts])))

    @property
    def still_needed(self) -> int:
        """How many more throws until a face half again too frequent would probably have shown."""
        return max(0, throws_needed(len(self.counts)) - self.throws)

    @property
    def verdict(self) -> Verdict:
        if self.evidence >= LOADED:
            return "loaded"
        if self.evidence >= SUSPICIOUS:
            return "suspicious"
        return "too early" if self.still_needed else "fair"

    @property
    def oddest(self) -> tuple[str, int, float]:
        """The face that is furthest off, how often it came up, and how often it should have."""
        expected = self.throws / len(self.counts)
        face, count = max(self.counts, key=lambda one: abs(one[1] - expected))
        return face, count, expected

    @property
    def sentence(self) -> str:
        if self.verdict == "too early":
            return f"too early to tell: about {self.still_needed} more throws would show a face half again too frequent"
        if self.verdict == "fair":
            return f"no sign of a loaded die in {self.throws} throws"
        face, count, expected = self.oddest
        off = f"the {face} came up {count} times where {expected:.0f} would be usual"
        if self.verdict == "suspicious":
            return f"suspicious: {off}; one fair die in twenty ever looks like this"
        return f"probably loaded: {off}; one fair die in a hundred ever looks like this"


def dice_in(rolls: Iterable[RollRecord], names: Mapping[str, str] | None = None) -> list[DieRecord]:
    """Each die that was taught and named by itself, all others by kind and colour. Counted is what was seen to be
    thrown: no typed values, no die that was left lying. `names` are those of now, which may have changed since."""
    thrown = [die for roll in rolls for throw in roll.throws for die in throw if _counts(die)]
    called = {die.known: die.name for die in thrown if die.name} | dict(names or {})
    counts: dict[tuple[str, str, str], Counter[str]] = {}
    for die in thrown:
        known = die.known if called.get(die.known) else ""
        counts.setdefault((die.kind, "" if known else die.colour, known), Counter())[die.face] += 1
    kinds = list(FACES)
    return [
        DieRecord(kind, colour, _in_order(kind, counts[kind, colour, known]), called.get(known, ""), known)
        for kind, colour, known in sorted(
            counts, key=lambda one: (kinds.index(one[0]), one[1], called.get(one[2], ""), one[2])
        )
    ]


def _counts(die: DieThrown) -> bool:
    return not die.typed and not die.lay_still and die.face in faces_of(die.kind)


def _in_order(kind: str, counts: Counter[str]) -> tuple[tuple[str, int], ...]:
    return tuple((face, counts[face]) for face in faces_of(kind))


def faces_of(kind: str) -> tuple[str, ...]:
    """Those of a fair die of that kind."""
    return D20_FACES if kind == "d20" else FACES.get(kind, ())


def log_evidence(counts: Sequence[float]) -> float:
    """
    >>> log_evidence([0, 0, 0, 0, 0, 0]), round(math.exp(log_evidence([0, 0, 0, 0, 0, 20]))) > 1_000_000
    (0.0, True)
    """
    dirichlet = [_of_dirichlet(counts, each) for each in CONCENTRATIONS]
    favourites = [_of_favourite(counts, times) for times in FAVOURITES]
    return _mean([_mean(dirichlet), _mean(favourites)])


def _of_dirichlet(counts: Sequence[float], a_face: float) -> float:
    faces, throws = len(counts), sum(counts)
    all_faces = a_face * faces
    seen = sum(math.lgamma(a_face + count) - math.lgamma(a_face) for count in counts)
    return math.lgamma(all_faces) - math.lgamma(all_faces + throws) + seen + throws * math.log(faces)


def _of_favourite(counts: Sequence[float], times: float) -> float:
    faces, throws = len(counts), sum(counts)
    other = (1 - times / faces) / (1 - 1 / faces)
    return _mean([count * math.log(times) + (throws - count) * math.log(other) for count in counts])


def _mean(logs: Sequence[float]) -> float:
    """The logarithm of the mean of what these are logarithms of."""
    most = max(logs)
    return most + math.log(sum(math.exp(one - most) for one in logs) / len(logs))


@cache
def throws_needed(faces: int) -> int:
    """As many as make the evidence conclusive if one face comes up half again too often, all others alike.

    >>> throws_needed(20)
    1565
    """
    favourite = TELLING / faces
    other = (1 - favourite) / (faces - 1)
    low, high = 1, MOST_THROWS
    while low < high:
        middle = (low + high) // 2
        if log_evidence([middle * favourite, *[middle * other] * (faces - 1)]) >= math.log(LOADED):
            high = middle
        else:
            low = middle + 1
    return low
