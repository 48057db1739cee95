"""What may be asked of the table, by button, page or keyboard."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from hardware.panels.gestures import Gesture, HeldLong, Hold, Mode, ModeHeld, Turn, Typed
from hardware.panels.gestures import Press as PressGesture
from hardware.panels.gestures import Quit as QuitGesture


@dataclass(frozen=True, slots=True)
class Press:
    """Read the tray; at a choice or an entry, confirm what is selected."""


@dataclass(frozen=True, slots=True)
class Pick:
    """Choose what is rolled next, as a roll string. A roll in progress is cancelled."""

    roll: str


@dataclass(frozen=True, slots=True)
class Answer:
    """Choose one of the options that are asked for."""

    option: str


@dataclass(frozen=True, slots=True)
class Enter:
    """Answer what is asked for by hand: `5 2`, `w5 b2`, `d12:7 d4:3`, `heads`."""

    values: str


@dataclass(frozen=True, slots=True)
class Adjust:
    """Change the modifier of the next roll by this much."""

    modifier: int


@dataclass(frozen=True, slots=True)
class Correct:
    """A die of the last roll shows another face than was read; `die` counts from 0 in the order they were thrown.

    Where the kind was misread too it is given as well.
    """

    die: int
    face: str
    kind: str | None = None


@dataclass(frozen=True, slots=True)
class Reroll:
    """Game Dice: throw a finished roll again; the second result must be used."""


@dataclass(frozen=True, slots=True)
class Cancel:
    """Give up the roll in progress; what was thrown stays on record."""


@dataclass(frozen=True, slots=True)
class Step:
    """The mode button: so many presets, options or numbers further."""

    by: int


@dataclass(frozen=True, slots=True)
class Knob:
    """The knob: the modifier before a roll; options or numbers where something is asked for."""

    by: int


@dataclass(frozen=True, slots=True)
class Line:
    """A line typed by somebody who does not say what it is: values for what is asked for, or a roll."""

    text: str


@dataclass(frozen=True, slots=True)
class Notice:
    """Say this on the box's own screen and nowhere else, until the next command. Empty takes it back."""

    title: str = ""
    text: str = ""
    hint: str = ""


@dataclass(frozen=True, slots=True)
class Glance:
    """Take a picture for somebody who sets up the camera; nothing is read or counted."""


@dataclass(frozen=True, slots=True)
class Calibrate:
    """Set up the tray. `open` begins it; then Press measures and Cancel leaves, or these steps do."""

    step: Literal["open", "measure", "keep", "leave", "forget"] = "open"


@dataclass(frozen=True, slots=True)
class Teach:
    """Begin a lesson about the die of that name; then Press looks and confirms, Step puts right, Cancel ends it.

    The kind may be left out where the name has it, or where it can be seen.
    """

    name: str
    kind: str | None = None


@dataclass(frozen=True, slots=True)
class NameDie:
    """Give a die that was taught another name."""

    die: str
    name: str


@dataclass(frozen=True, slots=True)
class ForgetDie:
    """Forget a die that was taught."""

    die: str


@dataclass(frozen=True, slots=True)
class Shutdown:
    """Somebody at the box wants the program to end."""


@dataclass(frozen=True, slots=True)
class SwitchOff:
    """Somebody wants the box to be switched off, so that its plug can be pulled. What is rolled goes on next time."""


Command: TypeAlias = (
    Press
    | Pick
    | Answer
    | Enter
    | Adjust
    | Correct
    | Reroll
    | Cancel
    | Step
    | Knob
    | Line
    | Notice
    | Glance
    | Calibrate
    | Teach
    | NameDie
    | ForgetDie
    | SwitchOff
    | Shutdown
)


def command_for(gesture: Gesture) -> Command:
    """What a hand on the panel asks for."""
    match gesture:
        case PressGesture():
            return Press()
        case Hold():
            return Cancel()
        case Mode():
            return Step(1)
        case ModeHeld():
            return Step(-1)
        case Turn(steps):
            return Knob(steps)
        case Typed(line):
            return Line(line)
        case HeldLong():
            return SwitchOff()
        case QuitGesture():
            return Shutdown()
