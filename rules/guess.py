"""Numbers typed without saying which dice show them: found out from what was asked for, or asked back."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from rules.asks import Dice, Pool, Throw, Want
from rules.dice import ANY, COIN, FACES, LIGHTNESS, Die, face_on
from rules.errors import NotationError
from rules.match import Mismatch

MOST_TO_TRY: Final = 6
"""Numbers in another order than the dice are only sorted out if they are this few."""


@dataclass(frozen=True, slots=True)
class Bare:
    """A number as it was typed, with the shade if one was typed before it (w5, b2)."""

    number: str
    lightness: float | None
    written: str
    column: int


def kinds_for(throw: Throw, named: Dice, bare: tuple[Bare, ...]) -> Dice | Mismatch:
    """The dice that the numbers stand for, in the order typed. Raises NotationError where no die can show one."""
    if named or any(number.lightness is not None for number in bare):
        throw = replace(throw, pools=tuple(_without_shades(pool) for pool in throw.pools))
    if throw.open_ended:
        return tuple(_die(Want(ANY), number) for number in bare)
    left = [_left_over(pool, named) for pool in throw.pools]
    if all(len(wants) != len(bare) for wants in left):
        return _as_many_as_typed(left[0] or throw.pools[0], bare)
    for strictly in (True, False):
        fitting = {dice for wants in left if len(wants) == len(bare) for dice in _assignments(wants, bare, strictly)}
        if len(fitting) == 1:
            return fitting.pop()
        if fitting:
            return Mismatch(f"which dice are they? write them like {_example(fitting)}", "unclear")
    wants = next(wants for wants in left if len(wants) == len(bare))
    return tuple(_die(want, number) for want, number in zip(wants, bare, strict=True))


def _without_shades(pool: Pool) -> Pool:
    """Only numbers typed without any shade are taken in the order asked for, light or dark."""
    return tuple(replace(want, shade=None) for want in pool)


def _left_over(pool: Pool, named: Dice) -> Pool:
    """The wants that the dice with names do not answer."""
    lying = Counter(die.kind for die in named)
    left: list[Want] = []
    for want in pool:
        kind = want.kind if lying[want.kind] or not want.coin else COIN
        if lying[kind]:
            lying[kind] -= 1
        else:
            left.append(want)
    return tuple(left)


def _as_many_as_typed(wants: Pool, bare: tuple[Bare, ...]) -> Dice:
    """Too few or too many: dice of the kinds asked for, so that matching can say how many."""
    return tuple(_die(wants[min(index, len(wants) - 1)], number) for index, number in enumerate(bare))


def _assignments(wants: Pool, bare: tuple[Bare, ...], strictly: bool) -> Iterator[Dice]:
    """In the order asked for if that is possible, else every other way."""
    if all(_shows(want, number, strictly) for want, number in zip(wants, bare, strict=True)):
        yield tuple(_die(want, number) for want, number in zip(wants, bare, strict=True))
    elif len(bare) <= MOST_TO_TRY:
        seen: set[tuple[tuple[str, str], ...]] = set()
        for dice in _other_orders(wants, bare, strictly):
            key = tuple((die.kind, die.face) for die in dice)
            if key not in seen:
                seen.add(key)
                yield dice


def _other_orders(wants: Pool, bare: tuple[Bare, ...], strictly: bool) -> Iterator[Dice]:
    if not bare:
        yield ()
        return
    for index, want in enumerate(wants):
        if _shows(want, bare[0], strictly):
            for rest in _other_orders((*wants[:index], *wants[index + 1 :]), bare[1:], strictly):
                yield (_die(want, bare[0]), *rest)


def _shows(want: Want, bare: Bare, strictly: bool) -> bool:
    if want.kind == ANY:
        return face_on(ANY, bare.number) is not None
    if strictly:
        return bare.number in FACES[want.kind]
    return face_on(want.kind, bare.number) is not None


def _die(want: Want, bare: Bare) -> Die:
    face = face_on(want.kind, bare.number)
    if face is None:
        name = "die" if want.kind == ANY else want.kind
        raise NotationError(bare.written, bare.column, f"a {name} never shows {bare.number}")
    lightness = LIGHTNESS[want.shade] if want.shade and bare.lightness is None else bare.lightness
    return Die(want.kind, face, lightness, typed=True)


def _example(fitting: set[Dice]) -> str:
    first = min(fitting, key=lambda dice: [die.kind for die in dice])
    return " ".join(f"{die.kind}:{die.face}" for die in first)
