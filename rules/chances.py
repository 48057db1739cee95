"""Every possible answer to what a rule asks, each with its chance."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from functools import lru_cache
from itertools import product
from typing import Any, Final, TypeAlias

from rules.asks import Alike, Answer, Ask, Choice, Dice, Entry, Pool, Throw, Want
from rules.dice import LIGHTNESS, Die

Chances: TypeAlias = tuple[tuple[Answer, float], ...]
STEPS_A_PATH: Final = 4
"""Joining one more die takes about a quarter of the time of a path through a rule."""
Spend: TypeAlias = Callable[[int], None]
"""Told how many paths the work was worth; it raises when they are too many."""


def chances_of(ask: Ask, spend: Spend) -> Chances:
    match ask:
        case Throw():
            if ask.alike is None or not ask.alike.__closure__:
                return _of_the_same_throw(ask, ask.alike)
            return tuple(_of_throw(ask, ask.alike, spend))
        case Choice():
            return ((ask.assumed, 1.0),)
        case Entry():
            numbers = tuple(product(range(ask.low, ask.high + 1), repeat=len(ask.names)))
            return tuple((answer, 1 / len(numbers)) for answer in numbers)


def faces_of(want: Want) -> list[tuple[Die, float]]:
    """Each face of the die that is wanted, with its chance."""
    weights = want.chances or (1,) * len(want.serving)
    lightness = LIGHTNESS[want.shade] if want.shade else None
    return [
        (Die(want.kind, face, lightness), weight / sum(weights))
        for face, weight in zip(want.serving, weights, strict=True)
    ]


def pools_thrown(throw: Throw) -> tuple[Pool, ...]:
    """The pools that odds reckon with, equally likely."""
    return throw.pools if throw.equally else throw.pools[:1]


@lru_cache(maxsize=256)
def _of_the_same_throw(throw: Throw, alike: Alike | None) -> Chances:
    return tuple(_of_throw(throw, alike, lambda _steps: None))


def _of_throw(throw: Throw, alike: Alike | None, spend: Spend) -> Iterator[tuple[Dice, float]]:
    pools = pools_thrown(throw)
    for pool in pools:
        for dice, chance in _of_pool(pool, alike or _same_faces, spend):
            yield dice, chance / len(pools)


def _of_pool(pool: Pool, alike: Alike, spend: Spend) -> Iterator[tuple[Dice, float]]:
    """Die by die; what comes to the same is one entry, with the dice of one way to get there."""
    thrown: dict[Any, tuple[Dice, float]] = {None: ((), 1.0)}
    for want in pool:
        faces = faces_of(want)
        spend(len(thrown) * len(faces) // STEPS_A_PATH)
        joined: dict[Hashable, tuple[Dice, float]] = {}
        for so_far, (dice, chance) in thrown.items():
            for die, of_face in faces:
                key = alike(so_far, die)
                before = joined.get(key)
                if before:
                    joined[key] = before[0], before[1] + chance * of_face
                else:
                    joined[key] = (*dice, die), chance * of_face
        thrown = joined
    yield from thrown.values()


def _same_faces(so_far: tuple[tuple[str, float, str], ...] | None, die: Die) -> tuple[tuple[str, float, str], ...]:
    return tuple(sorted((*(so_far or ()), (die.kind, die.lightness or 0.0, die.face))))
