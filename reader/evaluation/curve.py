"""How many dice would be read, and how many of them wrongly, if the eye were bolder or more careful."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby

from reader.evaluation.tally import Judged
from reader.vision.sighting import Reading, Sighting, Why

DOUBTED = (Why.NOT_SURE, Why.TWO_FACES)  # a bolder eye would have answered; a leaning die it would not


@dataclass(frozen=True, slots=True)
class Point:
    """With answers only from `confidence` on: shares of all dice that are read, and that are read wrongly."""

    confidence: float
    read: float
    wrong: float


def curve(judged: Iterable[Judged]) -> list[Point]:
    """From the most careful to the boldest: the most that can be read before each further wrong answer, and all."""
    every = list(judged)
    whole = sum(one.weight for one in every)
    guesses = sorted((_guess(one) for one in every if _answers(one.seen)), key=lambda guess: -guess[0])
    points: list[Point] = []
    read = wrong = 0.0
    for confidence, equally_sure in groupby(guesses, key=lambda guess: guess[0]):
        for _, right, weight in equally_sure:
            read += weight
            wrong += 0.0 if right else weight
        point = Point(confidence, read / whole, wrong / whole)
        if points and points[-1].wrong == point.wrong:
            points.pop()
        points.append(point)
    return points


def _answers(seen: Sighting | None) -> bool:
    return isinstance(seen, Reading) or (seen is not None and seen.why in DOUBTED and bool(seen.candidates))


def _guess(one: Judged) -> tuple[float, bool, float]:
    """Confidence, whether the best guess is right, weight."""
    seen = one.seen
    if isinstance(seen, Reading):
        guess = (seen.kind, seen.face)
        return seen.confidence, guess == (one.die.kind, one.die.face), one.weight
    assert seen is not None
    best = seen.candidates[0]
    return seen.confidence, (best.kind, best.face) == (one.die.kind, one.die.face), one.weight


def read_at(points: Iterable[Point], wrong: float) -> float:
    """The largest share of dice read with no more than this share of them wrong.

    >>> read_at([Point(.9, .8, .0), Point(.5, .95, .02)], wrong=.01)
    0.8
    """
    return max((point.read for point in points if point.wrong <= wrong), default=0.0)
