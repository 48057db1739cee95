"""What a hand does to a panel. A panel only puts these on the queue; what they mean is the table's affair."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Press:
    """The capture button, pressed and let go."""


@dataclass(frozen=True, slots=True)
class Hold:
    """The capture button, held down; told while it is still down."""


@dataclass(frozen=True, slots=True)
class Mode:
    """The mode button, pressed and let go."""


@dataclass(frozen=True, slots=True)
class ModeHeld:
    """The mode button, held down; told while it is still down."""


@dataclass(frozen=True, slots=True)
class HeldLong:
    """Either button, held down so long that nobody does it by mistake; told while it is still down."""


@dataclass(frozen=True, slots=True)
class Turn:
    """The knob, turned: clockwise is positive."""

    steps: int


@dataclass(frozen=True, slots=True)
class Typed:
    """A line typed on a panel that has a keyboard: a roll, or the values of a throw."""

    line: str


@dataclass(frozen=True, slots=True)
class Quit:
    """The player at a keyboard wants to leave. Buttons cannot say this."""


Gesture = Press | Hold | Mode | ModeHeld | HeldLong | Turn | Typed | Quit
