"""Which sighting is which die."""

from collections.abc import Sequence
from dataclasses import dataclass

from reader.evaluation.truth import Lying
from reader.vision.sighting import Reading, Sighting

LEAST_OVERLAP = 0.35  # hand-drawn boxes are generous, tilted views let boxes reach down a die's side


@dataclass(frozen=True, slots=True)
class Matched:
    """`pairs` holds every die with its sighting, or None where it was missed; `extra` are sightings of nothing."""

    pairs: tuple[tuple[Lying, Sighting | None], ...]
    extra: tuple[Sighting, ...]


def match(dice: Sequence[Lying], sightings: Sequence[Sighting]) -> Matched:
    boxed = [(number, die) for number, die in enumerate(dice) if die.box is not None]
    found = _by_overlap(boxed, sightings)
    unboxed = [(number, die) for number, die in enumerate(dice) if die.box is None]
    free = [number for number in range(len(sightings)) if number not in found.values()]
    found |= _by_prominence(unboxed, free, sightings)
    used = set(found.values())
    pairs = tuple((die, sightings[found[number]] if number in found else None) for number, die in enumerate(dice))
    return Matched(pairs, tuple(seen for number, seen in enumerate(sightings) if number not in used))


def _by_overlap(boxed: list[tuple[int, Lying]], sightings: Sequence[Sighting]) -> dict[int, int]:
    """The best overlaps first; one sighting is one die."""
    shared = [
        (die.box.overlap(seen.box), number, candidate)
        for number, die in boxed
        if die.box is not None
        for candidate, seen in enumerate(sightings)
    ]
    found: dict[int, int] = {}
    for overlap, number, candidate in sorted(shared, reverse=True):
        if overlap >= LEAST_OVERLAP and number not in found and candidate not in found.values():
            found[number] = candidate
    return found


def _by_prominence(unboxed: list[tuple[int, Lying]], free: list[int], sightings: Sequence[Sighting]) -> dict[int, int]:
    """Where nobody drew boxes, the largest and surest sightings are the dice; equal answers belong together."""
    chosen = sorted(free, key=lambda number: -_prominence(sightings[number]))[: len(unboxed)]
    found: dict[int, int] = {}
    for number, die in unboxed:
        equal = next((seen for seen in chosen if answer(sightings[seen]) == (die.kind, die.face)), None)
        if equal is not None:
            found[number] = equal
            chosen.remove(equal)
    for number, _ in unboxed:
        if number not in found and chosen:
            found[number] = chosen.pop(0)
    return found


def _prominence(seen: Sighting) -> float:
    return seen.box.width * seen.box.height * seen.confidence


def answer(seen: Sighting) -> tuple[str, str] | None:
    """Kind and face, or None for a die that was not read."""
    return (seen.kind, seen.face) if isinstance(seen, Reading) else None
