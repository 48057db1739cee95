"""Several pictures of the same still dice vote on what lies there. Disagreement is Unread, never a coin toss."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Final, TypeVar

from reader.vision.sighting import Box, Candidate, Reading, Sighting, Unread, Why

T = TypeVar("T")

SAME_DIE: Final = 0.5
"""Least overlap of two boxes of one die in two pictures."""


def vote(looks: Sequence[Sequence[Sighting]]) -> list[Sighting]:
    """One sighting for every die that was seen in any of the pictures, in the order of the first that shows it."""
    if len(looks) == 1:
        return list(looks[0])
    return [_verdict(ballots, len(looks)) for ballots in _by_die(looks)]


def _by_die(looks: Sequence[Sequence[Sighting]]) -> list[list[Sighting]]:
    dice: list[list[Sighting]] = []
    for look in looks:
        free = list(range(len(dice)))
        pairs = sorted(
            ((dice[at][0].box.overlap(one.box), at, index) for index, one in enumerate(look) for at in free),
            reverse=True,
        )
        placed: set[int] = set()
        for overlap, at, index in pairs:
            if overlap >= SAME_DIE and at in free and index not in placed:
                dice[at].append(look[index])
                free.remove(at)
                placed.add(index)
        dice.extend([one] for index, one in enumerate(look) if index not in placed)
    return dice


def _verdict(ballots: list[Sighting], looks: int) -> Sighting:
    """Read if more than half of the pictures read it, and no two of them differently."""
    readings = [one for one in ballots if isinstance(one, Reading)]
    if len({(one.kind, one.face) for one in readings}) == 1 and len(readings) * 2 > looks:
        return _agreed(readings)
    unread = [one for one in ballots if isinstance(one, Unread)]
    if not readings or len(unread) * 2 > looks:
        return _reason(unread)
    return _disputed(ballots, readings, looks)


def _agreed(readings: list[Reading]) -> Reading:
    surest = max(readings, key=lambda one: one.confidence)
    return replace(
        surest,
        confidence=_mean([one.confidence for one in readings]),
        box=_box(readings),
        lightness=_mean([one.lightness for one in readings]),
        colour=_most_frequent([one.colour for one in readings]),
        known=_most_frequent([one.known for one in readings]),
    )


def _reason(unread: list[Unread]) -> Unread:
    """The reason that most pictures give."""
    why = _most_frequent([one.why for one in unread])
    chosen = next(one for one in unread if one.why == why)
    lightness = _mean([one.lightness for one in unread])
    kind = _most_frequent([one.kind for one in unread])
    known = _most_frequent([one.known for one in unread])
    return replace(chosen, box=_box(unread), kind=kind, lightness=lightness, known=known)


def _disputed(ballots: list[Sighting], readings: list[Reading], looks: int) -> Unread:
    votes = Counter((one.kind, one.face) for one in readings)
    candidates = tuple(Candidate(kind, face, count / looks) for (kind, face), count in votes.most_common())
    kinds = {one.kind for one in ballots}
    return Unread(
        Why.NOT_SURE,
        _box(ballots),
        readings[0].kind if len(kinds) == 1 else None,
        candidates[0].chance,
        _mean([one.lightness for one in ballots]),
        _most_frequent([one.colour for one in ballots]),
        candidates,
        _most_frequent([one.known for one in ballots]),
        readings[0].glimpse,
    )


def _mean(numbers: Sequence[float]) -> float:
    return sum(numbers) / len(numbers)


def _most_frequent(values: Sequence[T]) -> T:
    return Counter(values).most_common(1)[0][0]


def _box(sightings: Sequence[Sighting]) -> Box:
    sides = [(one.box.x, one.box.y, one.box.width, one.box.height) for one in sightings]
    x, y, width, height = (_mean(side) for side in zip(*sides, strict=True))
    return Box(x, y, width, height)
