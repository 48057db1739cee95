"""The Kleptonomicon's Group Test: everyone throws, who does well helps the others, and the lowest Score counts."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias, TypeVar

from rules.asks import Choice, Part, part
from rules.books.kleptonomicon_score import BEYOND, Score, Style, own_test
from rules.forms import MOST_EXTRA, Party
from rules.outcome import Outcome, Record, Trail

NOBODY: Final = "nobody"
GIVES_ONE: Final = 7
GIVES_TWO: Final = 10
TO_THE_LOWEST: Final = "every gift goes to the lowest Score"

T = TypeVar("T")
Standing: TypeAlias = tuple[int, ...]
"""The rank of everyone's best Score so far."""
Room: TypeAlias = tuple[int, ...]
"""How many Advantages each can still get: up to three, and no more than there are to give."""
Gifts: TypeAlias = tuple[int, ...]
"""Who gives, in order; once for each Advantage to give."""


@dataclass(frozen=True, slots=True)
class Better:
    """The rank of a Score after help; ranks out of reach are equal, since they make no difference to the group."""

    within_reach: int
    rank: int = field(compare=False)
    record: Record = field(compare=False)


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
        standing = tuple(score.rank for score in scores)
        return self._go_on(standing, room, gifts, Trail().then(tuple(score.record for score in scores)))

    def give(
        self, standing: Standing, room: Room, gifts: Gifts, trail: Trail
    ) -> Generator[Choice, Any, Part | Outcome]:
        """The next gift: a receiver is chosen, or nobody."""
        if not gifts:
            return self._outcome(standing, trail)
        receivers = [index for index, left in enumerate(room) if left and index != gifts[0]]
        if not receivers:
            return self._go_on(standing, room, gifts[1:], trail)
        lowest = min(receivers, key=standing.__getitem__)
        names = (*(self.parties[index].name for index in receivers), NOBODY)
        why = f"{self.parties[gifts[0]].name} gives an Advantage to"
        chosen: str = yield Choice(names, why, self.parties[lowest].name, TO_THE_LOWEST)
        if chosen == NOBODY:
            return self._go_on(standing, room, gifts[1:], trail)
        one = next(index for index in receivers if self.parties[index].name == chosen)
        left = gifts[1:]
        return part(self.receive, one, standing, room, left, trail, key=(one, standing, room, left))

    def receive(
        self, one: int, standing: Standing, room: Room, gifts: Gifts, trail: Trail
    ) -> Generator[Part, Any, Part]:
        """The receiver throws one more d10 at once, and the better Score counts."""
        reach = _reach((*standing[:one], *standing[one + 1 :]), len(gifts))
        better: Better = yield part(self.helped, one, standing[one], reach)
        trail = trail.then((one, better.record, better.rank > standing[one]))
        return self._go_on(_with(standing, one, better.rank), _with(room, one, room[one] - 1), gifts, trail)

    def helped(self, receiver: int, before: int, reach: int) -> Generator[Part, Any, Better]:
        party = self.parties[receiver]
        extra: Score = yield own_test(Party(party.name, party.modifier), self.style, "has one more d10")
        rank = max(before, extra.rank)
        return Better(min(rank, reach), rank, extra.record)

    def _go_on(self, standing: Standing, room: Room, gifts: Gifts, trail: Trail) -> Part:
        left = len(gifts)
        if left < MOST_EXTRA:
            room = tuple([min(one, left) for one in room])
        reach = _reach(standing, left)
        within = tuple([rank if rank < reach else reach for rank in standing])
        return part(self.give, standing, room, gifts, trail, key=(within, room, gifts))

    def _outcome(self, standing: Standing, trail: Trail) -> Outcome:
        scores = [Score.ranked(rank) for rank in standing]
        lowest = min(scores)
        each = ", ".join(f"{party.name} {score.text}" for party, score in zip(self.parties, scores, strict=True))
        text = f"{each}: the lowest is {lowest.text}"
        return Outcome(lowest.total, _record(trail).dice, text, lowest.text, self.style.label(lowest))


def gifts_of(score: Score) -> int:
    return 2 if score.total >= GIVES_TWO else 1 if score.total >= GIVES_ONE else 0


def _reach(standing: Standing, gifts_left: int) -> int:
    """Whoever has more others below than there are gifts left cannot end up lowest: how far above is no matter."""
    return sorted(standing)[gifts_left] if gifts_left < len(standing) else BEYOND


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
