"""How many dice would be read, and how many of them wrongly, if the eye were bolder or more careful."""

from collections.abc import Iterable
from dataclasses import dataclass

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
    """From the most careful to the boldest, a point wherever a wrong answer begins, and the last."""
    every = list(judged)
    whole = sum(one.weight for one in every)
    guesses = sorted((_guess(one) for one in every if _answers(one.seen)), key=lambda guess: -guess[0])
    points: list[Point] = []
    read = wrong = 0.0
    for number, (confidence, right, weight) in enumerate(guesses):
        if not right and (number == 0 or guesses[number - 1][1]):
            points.append(Point(_above(guesses, number), read / whole, wrong / whole))
        read += weight
        wrong += 0.0 if right else weight
        if number == len(guesses) - 1:
            points.append(Point(confidence, read / whole, wrong / whole))
    return points


def _above(guesses: list[tuple[float, bool, float]], number: int) -> float:
    return guesses[number - 1][0] if number else 1.0


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
