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
    beats_ms: tuple[tuple[int, int], ...] = ()


RHYTHMS: dict[Lamp, Rhythm | None] = {
    Lamp.OFF: None,
    Lamp.READY: Rhythm("green"),
    Lamp.BUSY: Rhythm("blue", ((100, 100),)),
    Lamp.THROW_AGAIN: Rhythm("yellow", ((600, 600),)),
    Lamp.TROUBLE: Rhythm("red", ((150, 150), (150, 150), (150, 1050))),
}
"""Ready: steady · busy: a quick flicker · throw again: a slow even blink · trouble: three short flashes and a pause."""


def is_lit(rhythm: Rhythm, since_s: float) -> bool:
    """Whether the lamp is lit that long after the rhythm began."""
    return _beat(rhythm, since_s)[0]


def until_change_s(rhythm: Rhythm, since_s: float) -> float | None:
    """How long until it goes on or off next; None if it never does."""
    return _beat(rhythm, since_s)[1]


def _beat(rhythm: Rhythm, since_s: float) -> tuple[bool, float | None]:
    if not rhythm.beats_ms:
        return True, None
    left = round(since_s * 1000) % sum(lit + dark for lit, dark in rhythm.beats_ms)
    lengths = [length for beat in rhythm.beats_ms for length in beat]
    for at, length in enumerate(lengths):
        if left < length:
            return at % 2 == 0, (length - left) / 1000
        left -= length
    raise AssertionError("the remainder lies within the rhythm")
