"""What lies in the tray ↔ what was asked for: the dice that are taken, or what the player must put right first."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from reader.table.events import DieThrown
from reader.vision.sighting import Reading, Sighting, Unread
from rules import Die, Mismatch, Throw, match

COUNT_IT: Final = "press again to count it"
COUNT_THEM: Final = "press again to count them"
PRESS_AGAIN: Final = "then press again"
LEAVE_ONLY_ONE: Final = "leave only the die you threw, then press again"
LEAVE_ONLY_THOSE: Final = "leave only the dice you threw, then press again"
DIGITS: Final = 4
"""Lightness and confidence are kept to as many decimals, so that what is replayed is what was played."""


@dataclass(frozen=True, slots=True)
class Taken:
    """The dice in the order in which they were asked for, and which of the sightings each of them is."""

    dice: tuple[DieThrown, ...]
    sightings: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Trouble:
    """The roll waits. `may_count`: pressing again on the same tray counts what lies there."""

    what: str
    remedy: str
    may_count: bool = False


Seen: TypeAlias = Sequence[tuple[int, Sighting]]


def take(ask: Throw, sightings: Sequence[Sighting], still: Collection[int], *, anyway: bool = False) -> Taken | Trouble:
    """`still` are the sightings that have not moved since they were last counted; `anyway` counts those too."""
    everything = list(enumerate(sightings))
    thrown = [(index, one) for index, one in everything if index not in still]
    if still and not thrown and not anyway:
        return Trouble("nothing has moved", f"throw, or {COUNT_IT}", may_count=True)
    if anyway or ask.open_ended:
        thrown = everything
    taken = _all_or_trouble(ask, thrown, still)
    if isinstance(taken, Taken) or any(isinstance(one, Unread) for _, one in thrown):
        return taken
    return _with_those_left(ask, everything, still) or _which_one(ask, thrown) or taken


def _all_or_trouble(ask: Throw, seen: Seen, still: Collection[int]) -> Taken | Trouble:
    unread = [one for _, one in seen if isinstance(one, Unread)]
    if unread:
        return _unread(unread)
    given = [(index, _thrown(one, index, index in still)) for index, one in seen if isinstance(one, Reading)]
    dice = [die.die for _, die in given]
    matched = match(ask, tuple(dice))
    if isinstance(matched, Mismatch):
        return mismatched(matched)
    order = [given[at] for at in places(matched, dice)]
    return Taken(tuple(die for _, die in order), tuple(index for index, _ in order))


def _with_those_left(ask: Throw, everything: Seen, still: Collection[int]) -> Trouble | None:
    """Together with dice that were left lying it would be what was asked for; but those were not thrown."""
    if not still or not isinstance(_all_or_trouble(ask, everything, still), Taken):
        return None
    left = [one for index, one in everything if index in still]
    if len(left) == 1:
        return Trouble(f"the {_name(left[0])} has not moved", f"throw it too, or {COUNT_IT}", may_count=True)
    return Trouble(f"{len(left)} of the dice have not moved", f"throw them too, or {COUNT_THEM}", may_count=True)


def _which_one(ask: Throw, thrown: Seen) -> Trouble | None:
    """More dice have moved than were to be thrown again, and it cannot be told which were."""
    wanted = max(len(pool) for pool in ask.pools)
    if not ask.again or len(thrown) <= wanted:
        return None
    return Trouble(
        f"{wanted} of {len(thrown)} dice {'was' if wanted == 1 else 'were'} to be thrown again",
        LEAVE_ONLY_ONE if wanted == 1 else LEAVE_ONLY_THOSE,
    )


def mismatched(mismatch: Mismatch) -> Trouble:
    """
    >>> mismatched(Mismatch("a d6 is missing: throw two d6", "missing"))
    Trouble(what='a d6 is missing', remedy='throw two d6, then press again', may_count=False)
    """
    marks = [mark for mark in (": ", ", or ") if mark in mismatch.line]
    first = min(marks, key=mismatch.line.index, default=": ")
    what, _, remedy = mismatch.line.partition(first)
    return Trouble(what, f"{remedy}, {PRESS_AGAIN}" if remedy else f"put it right, {PRESS_AGAIN}")


def _unread(unread: Sequence[Unread]) -> Trouble:
    """The first that cannot be read, and how many more."""
    sentence = unread[0].sentence
    mark = next((mark for mark in ("; ", "? ") if mark in sentence), "")
    what, _, remedy = sentence.partition(mark) if mark else (sentence, "", "nudge it")
    more = f" (and {len(unread) - 1} more)" if len(unread) > 1 else ""
    question = "?" if mark == "? " else ""
    return Trouble(f"{what}{question}{more}", f"{remedy[:1].lower()}{remedy[1:]}, {PRESS_AGAIN}")


def _thrown(reading: Reading, index: int, lay_still: bool) -> DieThrown:
    return DieThrown(
        reading.kind,
        reading.face,
        round(float(reading.lightness), DIGITS),
        colour=reading.colour,
        confidence=round(float(reading.confidence), DIGITS),
        lay_still=lay_still,
        seen=index,
        known=reading.known.id if reading.known is not None else "",
        name=reading.known.name if reading.known is not None else "",
    )


def _name(sighting: Sighting) -> str:
    if sighting.known is not None and sighting.known.name:
        return sighting.known.name
    return f"{sighting.colour} {sighting.kind or 'die'}".strip()


def places(matched: Sequence[Die], given: Sequence[Die]) -> list[int]:
    """Where each of the matched dice stands among those given; of dice that are alike each stands for one."""
    free = list(range(len(given)))
    found: list[int] = []
    for die in matched:
        at = next((at for at in free if given[at] is die), None)
        if at is None:
            at = next(at for at in free if given[at] == die)
        free.remove(at)
        found.append(at)
    return found
