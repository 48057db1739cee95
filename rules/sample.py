"""Odds of rolls with too many paths to walk: sampled with the caller's dice, and said to be so."""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Callable
from functools import lru_cache
from itertools import accumulate
from typing import Final

from rules.asks import Answer, Ask, Choice, Dice, Throw, Want
from rules.chances import faces_of, pools_thrown
from rules.dice import Die
from rules.forms import Roll
from rules.odds import MOST_PATHS, Meaning, Odds, TooManyPathsError, odds, summed
from rules.outcome import Outcome
from rules.playing import Playing

PATHS: Final = 20_000
NINETY_FIVE_OF_A_HUNDRED: Final = 1.96
STEPS_OF_PROGRESS: Final = 100

Progress = Callable[[int, int], None]


def reckoned(
    roll: Roll,
    chance: random.Random,
    paths: int = PATHS,
    most_paths: int = MOST_PATHS,
    progress: Progress = lambda _done, _of: None,
) -> Odds | None:
    """Exact odds if they can be had within the limit, else sampled ones. None for a roll without odds."""
    try:
        return odds(roll, most_paths)
    except TooManyPathsError:
        return sampled(roll, chance, paths, progress)


def sampled(
    roll: Roll, chance: random.Random, paths: int = PATHS, progress: Progress = lambda _done, _of: None
) -> Odds:
    """Plays the roll so many times with random dice."""
    seen: Counter[Meaning] = Counter()
    assumed: dict[str, None] = {}
    for done in range(paths):
        if done % max(1, paths // STEPS_OF_PROGRESS) == 0:
            progress(done, paths)
        playing = Playing(roll.start)
        while playing.asked:
            if playing.asked.assume:
                assumed[playing.asked.assume] = None
            playing.send(_random_answer(playing.asked, chance))
        outcome: Outcome = playing.result
        seen[outcome.total, outcome.label, outcome.winner] += 1
    progress(paths, paths)
    error = NINETY_FIVE_OF_A_HUNDRED * 0.5 / math.sqrt(paths)
    meanings = [(meaning, count / paths) for meaning, count in seen.items()]
    return summed(meanings, tuple(assumed), exact=False, paths=paths, error=error)


def _random_answer(ask: Ask, chance: random.Random) -> Answer:
    if isinstance(ask, Choice):
        return ask.assumed
    if isinstance(ask, Throw):
        return _random_dice(ask, chance)
    return tuple(chance.randint(ask.low, ask.high) for _ in ask.names)


def _random_dice(throw: Throw, chance: random.Random) -> Dice:
    pool = chance.choice(pools_thrown(throw))
    return tuple(chance.choices(dice, cum_weights=weights)[0] for dice, weights in map(_faces, pool))


@lru_cache(maxsize=256)
def _faces(want: Want) -> tuple[list[Die], list[float]]:
    faces = faces_of(want)
    return [die for die, _ in faces], list(accumulate(likely for _, likely in faces))
