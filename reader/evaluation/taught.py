"""What teaching is worth: dice looked at before and after so many examples of each face; and strangers beside them."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import numpy as np

from reader.evaluation.household import KINDS, OTHER_LIGHT, SAME_LIGHT, Household
from reader.teaching.gallery import Gallery
from reader.teaching.opening import networks_of
from reader.teaching.scale import Scale
from reader.teaching.store import Store
from reader.vision.classify import Seen
from reader.vision.doubt import Memory, Verdict, glimpse_of, judge
from reader.vision.find import Found
from reader.vision.look import Eye
from reader.vision.sighting import Box, Glimpse

EXAMPLES: Final = (0, 1, 2, 4)
SOMEWHERE: Final = Box(0, 0, 84, 84)


@dataclass(slots=True)
class Counted:
    """Of dice whose truth is known. `told`: recognised as themselves; `mistaken`: taken for another die."""

    dice: int = 0
    right: int = 0
    unread: int = 0
    wrong: int = 0
    told: int = 0
    mistaken: int = 0
    wrongs: list[str] = field(default_factory=list)

    def add(self, verdict: Verdict | None, label: str, name: str = "") -> None:
        self.dice += 1
        if verdict is None or verdict.why is not None or not verdict.is_die:
            self.unread += 1
        elif f"{verdict.candidates[0].kind}:{verdict.candidates[0].face}" == label:
            self.right += 1
        else:
            self.wrong += 1
            self.wrongs.append(f"{label} as {verdict.candidates[0].kind}:{verdict.candidates[0].face}")
        if verdict is not None and verdict.known is not None:
            self.told += verdict.known.name == name
            self.mistaken += verdict.known.name != name

    def joined(self, other: Counted) -> Counted:
        sums = (getattr(self, part) + getattr(other, part) for part in self.__slots__)
        return Counted(*sums)

    def __str__(self) -> str:
        share = [f"{100 * part / max(1, self.dice):5.1f} %" for part in (self.right, self.unread, self.wrong)]
        return f"right {share[0]}  unread {share[1]}  wrong {share[2]}  of {self.dice}"


@dataclass(frozen=True, slots=True, eq=False)
class Glimpsed:
    """A household as the networks see it."""

    house: Household
    seen: tuple[Seen | None, ...]

    @classmethod
    def of(cls, house: Household, eye: Eye) -> Glimpsed:
        seen: list[Seen | None] = [None] * len(house.crops)
        for picture in np.unique(house.pictures):
            rows = np.flatnonzero(house.found & (house.pictures == picture))
            crops = [house.crops[row] for row in rows]
            for row, one in zip(rows, eye.classifier.classify(crops, slants=house.slants[rows]), strict=True):
                seen[row] = one
        return cls(house, tuple(seen))

    def rows(self, throws: Iterable[int]) -> list[int]:
        return [int(row) for row in np.flatnonzero(np.isin(self.house.throws, list(throws)))]

    def glimpse(self, row: int) -> Glimpse | None:
        seen = self.seen[row]
        return glimpse_of(seen, self.house.crops[row]) if seen is not None else None

    def verdict(self, row: int, eye: Eye, memory: Memory | None) -> Verdict | None:
        """As the eye judges it, but for what the finder thinks of the kind."""
        seen, classifier = self.seen[row], eye.classifier
        if seen is None:
            return None
        found = Found(SOMEWHERE, 1.0, (1 / len(KINDS),) * len(KINDS))
        thresholds = classifier.face.card.thresholds | eye.finder.card.thresholds
        return judge(seen, found, self.house.crops[row], classifier.labels, thresholds, False, False, memory)


@dataclass(slots=True)
class Lessons:
    """`after` so many examples a face and in which light; how long an example takes to learn, in milliseconds."""

    after: dict[tuple[int, str], Counted] = field(default_factory=dict)
    learning_ms: list[float] = field(default_factory=list)


def taught(glimpsed: Glimpsed, eye: Eye, scale: Scale, keep: Path) -> tuple[Lessons, Gallery]:
    """Teaches throw by throw, and looks at the other throws in between."""
    gallery = Gallery(Store(keep), networks_of(eye.classifier), scale)
    dice = [gallery.new_die(kind, f"die {at}") for at, kind in enumerate(KINDS)]
    lessons = Lessons()
    for examples in EXAMPLES:
        had = max((few for few in EXAMPLES if few < examples), default=0)
        for row in glimpsed.rows(range(had, examples)):
            glimpse = glimpsed.glimpse(row)
            if glimpse is not None:
                began = time.perf_counter()
                face = str(glimpsed.house.labels[row]).partition(":")[2]
                gallery.add(dice[int(glimpsed.house.dice[row])].id, face, glimpse, "taught")
                lessons.learning_ms.append(1000 * (time.perf_counter() - began))
        memory = gallery if examples else None
        for light, throws in (("same light", SAME_LIGHT), ("other light", OTHER_LIGHT)):
            lessons.after[examples, light] = counted(glimpsed, throws, eye, memory)
    return lessons, gallery


def counted(glimpsed: Glimpsed, throws: Iterable[int], eye: Eye, memory: Memory | None) -> Counted:
    count = Counted()
    for row in glimpsed.rows(throws):
        name = f"die {glimpsed.house.dice[row]}"
        count.add(glimpsed.verdict(row, eye, memory), str(glimpsed.house.labels[row]), name)
    return count


def measured(houses: Sequence[Glimpsed], eye: Eye, scale: Scale) -> tuple[Lessons, Counted, Counted]:
    """All households together; and each beside the gallery of another: strangers without and with it."""
    together = Lessons()
    without, with_others = Counted(), Counted()
    tests = (*SAME_LIGHT, *OTHER_LIGHT)
    with tempfile.TemporaryDirectory(prefix="dice-reader-") as folder:
        galleries: list[Gallery] = []
        for at, house in enumerate(houses):
            lessons, gallery = taught(house, eye, scale, Path(folder) / str(at))
            galleries.append(gallery)
            together.learning_ms += lessons.learning_ms
            for key, count in lessons.after.items():
                together.after[key] = together.after.get(key, Counted()).joined(count)
        for at, gallery in enumerate(galleries):
            stranger = houses[(at + 1) % len(houses)]
            if len(houses) > 1:
                without = without.joined(counted(stranger, tests, eye, None))
                with_others = with_others.joined(counted(stranger, tests, eye, gallery))
    return together, without, with_others
