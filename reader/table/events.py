"""What happened at the table, as it is recorded. These alone make the state: the same events, the same prompt."""

from __future__ import annotations

import json
from dataclasses import dataclass, fields, is_dataclass
from functools import cache
from types import UnionType
from typing import Any, TypeAlias, Union, get_args, get_origin, get_type_hints

from reader.table.readout import SightingShown
from rules import Answer, Die


@dataclass(frozen=True, slots=True)
class DieThrown:
    """A die as it was taken. `lay_still` is set for one that was counted although it had not moved."""

    kind: str
    face: str
    lightness: float | None = None
    typed: bool = False
    colour: str = ""
    confidence: float | None = None
    lay_still: bool = False
    corrected: bool = False
    seen: int | None = None
    """Which of the dice in the picture it is."""
    known: str = ""
    """By which it is known for good, if it was taught; and what it was called when it was thrown."""
    name: str = ""

    @property
    def die(self) -> Die:
        return Die(self.kind, self.face, self.lightness, self.typed)


@dataclass(frozen=True, slots=True)
class Picked:
    """What is rolled from now on, and by how much its modifier is changed."""

    roll: str
    adjustment: int = 0


@dataclass(frozen=True, slots=True)
class Began:
    """A roll began: the whole of it as a string; and what was chosen and is remembered, so that a restart need not look
    further back."""

    roll: str
    picked: str
    adjustment: int
    remembered: tuple[tuple[str, str, str], ...] = ()
    """The form's word, an option's name and its value: the number that fingers showed last."""


@dataclass(frozen=True, slots=True)
class Threw:
    """Dice in the order of what was asked for, seen or typed in."""

    dice: tuple[DieThrown, ...]
    picture: str = ""
    sightings: tuple[SightingShown, ...] = ()


@dataclass(frozen=True, slots=True)
class Chose:
    option: str


@dataclass(frozen=True, slots=True)
class Entered:
    numbers: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Corrected:
    """A die of the roll was put right. `throw` counts the answers of the roll and `at` the dice of it."""

    throw: int
    at: int
    was: DieThrown
    now: DieThrown
    dice: tuple[DieThrown, ...]
    """The whole throw as it is now, in the order in which it is asked for."""
    unused: tuple[int, ...] = ()
    """Answers of the roll that it does not ask for any more, counted as they were before."""


@dataclass(frozen=True, slots=True)
class Rerolled:
    roll: str


@dataclass(frozen=True, slots=True)
class DieCounted:
    kind: str
    face: str
    value: int | None
    fate: str
    text: str


@dataclass(frozen=True, slots=True)
class Finished:
    """What the roll came to. A correction may be followed by another one."""

    total: int | None
    headline: str
    text: str
    label: str | None = None
    winner: str | None = None
    dice: tuple[DieCounted, ...] = ()
    remember: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Cancelled:
    """The roll in progress was given up."""


@dataclass(frozen=True, slots=True)
class Cleared:
    """A finished roll was put away."""


Event: TypeAlias = Picked | Began | Threw | Chose | Entered | Corrected | Rerolled | Finished | Cancelled | Cleared
KINDS: dict[str, type[Event]] = {kind.__name__.lower(): kind for kind in get_args(Event)}


@dataclass(frozen=True, slots=True)
class Recorded:
    """An event in its place: its number, the number at which its roll began (None outside of a roll), and the clock's
    time, which is only for people and may be wrong."""

    sequence: int
    roll: int | None
    at: str
    event: Event


def kind_of(event: Event) -> str:
    return type(event).__name__.lower()


def answer_in(event: Threw | Chose | Entered) -> Answer:
    match event:
        case Threw():
            return tuple(die.die for die in event.dice)
        case Chose():
            return event.option
        case Entered():
            return event.numbers


def body_of(event: Event) -> str:
    """As JSON, without what is at its default."""
    return json.dumps(_plain(event), ensure_ascii=False, separators=(",", ":"))


def event_from(kind: str, body: str) -> Event:
    """Raises ValueError for what no version of this program has written."""
    try:
        event: Event = _made(KINDS[kind], json.loads(body))
    except (KeyError, TypeError, AttributeError) as error:
        raise ValueError(f"not an event: {kind} {body[:80]}") from error
    return event


def _plain(value: Any) -> Any:
    if is_dataclass(value):
        named = ((one.name, getattr(value, one.name), one.default) for one in fields(value))
        return {name: _plain(part) for name, part, default in named if part != default}
    if isinstance(value, tuple):
        return [_plain(part) for part in value]
    return value


@cache
def _types_of(kind: type) -> dict[str, Any]:
    return get_type_hints(kind)


def _made(kind: Any, value: Any) -> Any:
    if is_dataclass(kind) and isinstance(kind, type):
        hints = _types_of(kind)
        return kind(**{name: _made(hints[name], part) for name, part in value.items()})
    if get_origin(kind) is tuple:
        inner = get_args(kind)
        kinds = [inner[0]] * len(value) if inner[-1] is Ellipsis else list(inner)
        return tuple(_made(each, part) for each, part in zip(kinds, value, strict=True))
    if get_origin(kind) in (Union, UnionType) and value is not None:
        return _made(next(each for each in get_args(kind) if each is not type(None)), value)
    return value
