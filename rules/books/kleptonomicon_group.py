"""The Kleptonomicon's Group Test: everyone throws, who does well helps the others, and the lowest Score counts."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias

from rules.asks import Choice, Part, after, part
from rules.books.kleptonomicon_score import BEYOND, Score, Style, own_test, score_text
from rules.forms import MOST_EXTRA, Party
from rules.outcome import Outcome, Record, Trail

NOBODY: Final = "nobody"
GIVES_ONE: Final = 7
GIVES_TWO: Final = 10
TO_THE_LOWEST: Final = "every gift goes to the lowest Score"

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
    tests: tuple[Part, ...]
    """Everyone's own."""

    @classmethod
    def of(cls, parties: tuple[Party, ...], style: Style) -> GroupTest:
        return cls(parties, style, tuple(own_test(party, style) for party in parties))

    def first_tests(self) -> Generator[Part, Any, Part]:
        """Everyone's own Test in the order named; each Score says what its owner may give."""
        scores: tuple[Score, ...] = ()
        for test in self.tests:
            score: Score = yield test
            scores += (score,)
        gifts = tuple(index for index, score in enumerate(scores) for _ in range(gifts_of(score)))
        room = tuple(MOST_EXTRA - max(0, party.net_advantages) for party in self.parties)
        standing = tuple(score.rank for score in scores)
        trail = Trail().then(tuple(score.record for score in scores))
        return self._go_on(standing, _room_left(room, len(gifts)), gifts, trail)

    def give(
        self, standing: Standing, room: Room, gifts: Gifts, trail: Trail
    ) -> Generator[Choice, Any, Part | Outcome]:
        """The next gift: a receiver is chosen, or nobody."""
        if not gifts:
            return self._outcome(standing, trail)
        receivers = [index for index, left in enumerate(room) if left and index != gifts[0]]
        if not receivers:
            return self._without(standing, room, gifts, trail)
        lowest = min(receivers, key=standing.__getitem__)
        names = (*(self.parties[index].name for index in receivers), NOBODY)
        why = f"{self.parties[gifts[0]].name} gives an Advantage to"
        chosen: str = yield Choice(names, why, self.parties[lowest].name, TO_THE_LOWEST)
        if chosen == NOBODY:
            return self._without(standing, room, gifts, trail)
        one = next(index for index in receivers if self.parties[index].name == chosen)
        gifts = gifts[1:]
        reach = _reach((*standing[:one], *standing[one + 1 :]), len(gifts))
        more = part(self.helped, one, standing[one], reach)
        left = _room_left((*room[:one], room[one] - 1, *room[one + 1 :]), len(gifts))
        return after(more, self._received, one, standing, left, gifts, trail, key=(one, standing, left, gifts))

    def _received(self, better: Better, one: int, standing: Standing, room: Room, gifts: Gifts, trail: Trail) -> Part:
        """The receiver has thrown one more d10 at once, and the better Score counts."""
        now = list(standing)
        now[one] = better.rank
        return self._go_on(tuple(now), room, gifts, Trail(trail, (one, better, standing[one])))

    def helped(self, receiver: int, before: int, reach: int) -> Generator[Part, Any, Better]:
        party = self.parties[receiver]
        extra: Score = yield own_test(Party(party.name, party.modifier), self.style, "has one more d10")
        rank = max(before, extra.rank)
        return Better(min(rank, reach), rank, extra.record)

    def _without(self, standing: Standing, room: Room, gifts: Gifts, trail: Trail) -> Part:
        """Goes on without the next gift."""
        return self._go_on(standing, _room_left(room, len(gifts) - 1), gifts[1:], trail)

    def _go_on(self, standing: Standing, room: Room, gifts: Gifts, trail: Trail) -> Part:
        within = standing
        left = len(gifts)
        if left < len(standing) - 1:
            reach = sorted(standing)[left]
            within = tuple([rank if rank < reach else reach for rank in standing])
        return Part(self.give, (within, room, gifts), (standing, room, gifts, trail))

    def _outcome(self, standing: Standing, trail: Trail) -> Outcome:
        scores = [Score.ranked(rank, record) for rank, record in zip(standing, _records(trail), strict=True)]
        lowest = min(scores)
        everyone = zip(self.parties, scores, strict=True)
        each = ", ".join(f"{party.name} {score_text(score, party.modifier)}" for party, score in everyone)
        text = f"{each}: the lowest is {lowest.text}"
        dice = sum([score.record for score in scores], Record()).dice
        return Outcome(lowest.total, dice, text, lowest.text, self.style.label(lowest))


def gifts_of(score: Score) -> int:
    return 2 if score.total >= GIVES_TWO else 1 if score.total >= GIVES_ONE else 0


def _reach(standing: Standing, gifts_left: int) -> int:
    """Whoever has more others below than there are gifts left cannot end up lowest: how far above is no matter."""
    return sorted(standing)[gifts_left] if gifts_left < len(standing) else BEYOND


def _room_left(room: Room, gifts_left: int) -> Room:
    return room if gifts_left >= MOST_EXTRA else tuple([min(one, gifts_left) for one in room])


def _records(trail: Trail) -> list[Record]:
    """Everyone's dice; what a better one has outdone is dropped."""
    first, *gifts = trail.steps()
    records: list[Record] = list(first)
    for receiver, better, rank_before in gifts:
        before, extra = records[receiver], better.record
        counts = better.rank > rank_before
        records[receiver] = before.dropped() + extra if counts else before + extra.dropped()
    return records
