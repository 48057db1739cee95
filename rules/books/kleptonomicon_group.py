"""The Kleptonomicon's Group Test: everyone throws, who does well helps the others, and the lowest Score counts."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from typing import Any, Final, TypeAlias, TypeVar

from rules.asks import Choice, Part, part
from rules.books.kleptonomicon_score import Score, Style, own_test
from rules.forms import MOST_EXTRA, Party
from rules.outcome import Outcome, Record, Trail

NOBODY: Final = "nobody"
GIVES_ONE: Final = 7
GIVES_TWO: Final = 10
TO_THE_LOWEST: Final = "every gift goes to the lowest Score"

T = TypeVar("T")
Standing: TypeAlias = tuple[tuple[int, int], ...]
"""Everyone's best Score so far: its critical and its total."""


@dataclass(frozen=True, slots=True, eq=False)
class GroupTest:
    parties: tuple[Party, ...]
    style: Style

    def first_tests(self) -> Generator[Part, Any, Part]:
        """Everyone's own Test in the order named; each Score says what its owner may give."""
        scores: tuple[Score, ...] = ()
        for party in self.parties:
            score: Score = yield own_test(party, self.style)
            scores += (score,)
        gifts = tuple(index for index, score in enumerate(scores) for _ in range(gifts_of(score)))
        room = tuple(MOST_EXTRA - max(0, party.net_advantages) for party in self.parties)
        standing = tuple((score.critical, score.total) for score in scores)
        return self._go_on(standing, room, gifts, Trail().then(tuple(score.record for score in scores)))

    def give(
        self, standing: Standing, room: tuple[int, ...], gifts: tuple[int, ...], trail: Trail
    ) -> Generator[Choice | Part, Any, Part | Outcome]:
        """The next gift: a receiver is chosen and throws one more d10 at once."""
        if not gifts:
            return self._outcome(standing, trail)
        giver, rest = gifts[0], gifts[1:]
        receivers = [index for index, left in enumerate(room) if left and index != giver]
        if receivers:
            lowest = min(receivers, key=standing.__getitem__)
            names = (*(self.parties[index].name for index in receivers), NOBODY)
            why = f"{self.parties[giver].name} gives an Advantage to"
            chosen: str = yield Choice(names, why, self.parties[lowest].name, TO_THE_LOWEST)
            if chosen != NOBODY:
                one = next(index for index in receivers if self.parties[index].name == chosen)
                better: Score = yield part(self.helped, one, standing[one])
                best = better.critical, better.total
                trail = trail.then((one, better.record, best > standing[one]))
                standing = _with(standing, one, best)
                room = _with(room, one, room[one] - 1)
        return self._go_on(standing, room, rest, trail)

    def helped(self, receiver: int, before: tuple[int, int]) -> Generator[Part, Any, Score]:
        """One more d10 for the receiver; the better Score counts."""
        party = self.parties[receiver]
        extra: Score = yield own_test(Party(party.name, party.modifier), self.style, "has one more d10")
        return Score(*max(before, (extra.critical, extra.total)), extra.record)

    def _go_on(self, standing: Standing, room: tuple[int, ...], gifts: tuple[int, ...], trail: Trail) -> Part:
        """Whoever has more others below than there are gifts left cannot end up lowest: how far above is no matter."""
        room = tuple([min(left, len(gifts)) for left in room])
        reach = sorted(standing)[min(len(gifts), len(standing) - 1)]
        key = tuple([min(score, reach) for score in standing]), room, gifts
        return part(self.give, standing, room, gifts, trail, key=key)

    def _outcome(self, standing: Standing, trail: Trail) -> Outcome:
        scores = [Score(*one) for one in standing]
        lowest = min(scores)
        each = ", ".join(f"{party.name} {score.text}" for party, score in zip(self.parties, scores, strict=True))
        text = f"{each}: the lowest is {lowest.text}"
        return Outcome(lowest.total, _record(trail).dice, text, lowest.text, self.style.label(lowest))


def gifts_of(score: Score) -> int:
    return 2 if score.total >= GIVES_TWO else 1 if score.total >= GIVES_ONE else 0


def _with(those: tuple[T, ...], index: int, one: T) -> tuple[T, ...]:
    return (*those[:index], one, *those[index + 1 :])


def _record(trail: Trail) -> Record:
    """Everyone's dice; what a better one has outdone is dropped."""
    first, *gifts = trail.steps()
    records: list[Record] = list(first)
    for receiver, extra, counts in gifts:
        before = records[receiver]
        records[receiver] = before.dropped() + extra if counts else before + extra.dropped()
    return sum(records, Record())
