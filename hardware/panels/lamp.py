"""The lamp: what each state looks like, as data. No two share a rhythm, so the colours need not be told apart."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Literal

Colour = Literal["green", "blue", "yellow", "red"]


class Lamp(Enum):
    OFF = "off"
    READY = "ready"
    BUSY = "busy"
    THROW_AGAIN = "throw again"
    TROUBLE = "trouble"


@dataclass(frozen=True, slots=True)
class Rhythm:
    """A colour, and how long it is lit and dark by turns, over and over. No beats: it stays lit."""

    colour: Colour
    beats_s: tuple[tuple[float, float], ...] = ()


RHYTHMS: dict[Lamp, Rhythm | None] = {
    Lamp.OFF: None,
    Lamp.READY: Rhythm("green"),
    Lamp.BUSY: Rhythm("blue", ((0.1, 0.1),)),
    Lamp.THROW_AGAIN: Rhythm("yellow", ((0.6, 0.6),)),
    Lamp.TROUBLE: Rhythm("red", ((0.15, 0.15), (0.15, 0.15), (0.15, 1.05))),
}
"""Ready: steady · busy: a quick flicker · throw again: a slow even blink · trouble: three short flashes and a pause."""


def is_lit(rhythm: Rhythm, since_s: float) -> bool:
    """Whether the lamp is lit that long after the rhythm began."""
    return _beat(rhythm, since_s)[0]


def until_change_s(rhythm: Rhythm, since_s: float) -> float | None:
    """How long until it goes on or off next; None if it never does."""
    return _beat(rhythm, since_s)[1]


def _beat(rhythm: Rhythm, since_s: float) -> tuple[bool, float | None]:
    if not rhythm.beats_s:
        return True, None
    left = since_s % sum(lit + dark for lit, dark in rhythm.beats_s)
    for lit, dark in rhythm.beats_s:
        if left < lit:
            return True, lit - left
        left -= lit
        if left < dark:
            return False, dark - left
        left -= dark
    return True, rhythm.beats_s[0][0]
