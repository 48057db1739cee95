"""What is shown: the same immutable object for the screen, the page and the terminal."""

from __future__ import annotations

from dataclasses import dataclass

from hardware.panels.readout import State


@dataclass(frozen=True, slots=True)
class DieShown:
    """A die of the roll. `number` is how `Correct` calls it, None if it cannot be corrected."""

    text: str
    fate: str
    is_struck: bool
    kind: str
    face: str
    typed: bool = False
    corrected: bool = False
    number: int | None = None
    name: str = ""
    """What its owner calls it, if it was taught."""


@dataclass(frozen=True, slots=True)
class SightingShown:
    """A die in the last picture. The box is in shares of the picture's width and height: left, top, width, height."""

    kind: str | None
    face: str | None
    """None for a die that could not be read."""
    confidence: float
    why: str
    """Why it could not be read; empty if it was."""
    box: tuple[float, float, float, float]
    colour: str
    lightness: float
    candidates: tuple[tuple[str, str, float], ...] = ()
    lay_still: bool = False
    """It has not moved since the throw before."""
    number: int | None = None
    """Which die of the roll it is; None if it does not belong to it."""
    name: str = ""
    """What its owner calls it; empty for a stranger."""


@dataclass(frozen=True, slots=True)
class WantShown:
    """A die that is asked for, and what may be typed in for it."""

    kind: str
    shade: str | None
    name: str
    faces: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class FaceShown:
    """A face of the die that is being taught. `mark` is unseen, unsure or seen; `is_now`: it seems to be up."""

    face: str
    mark: str
    is_now: bool = False


@dataclass(frozen=True, slots=True)
class Readout:
    """Has the shape that panels show, and what a page shows besides. `sequence` rises with every readout."""

    state: State
    sequence: int = 0
    title: str = ""
    modifier: str = ""
    address: str = ""
    prompt: str = ""
    why: str = ""
    options: tuple[str, ...] = ()
    selected: int = 0
    values: tuple[str, ...] = ()
    allowed: str = ""
    total: str = ""
    label: str = ""
    winner: str = ""
    dice: tuple[DieShown, ...] = ()
    trouble: str = ""
    remedy: str = ""
    warning: str = ""
    roll: str = ""
    """The roll in full, as it would be typed."""
    roll_id: int | None = None
    """By which history knows the roll that is in progress or was finished last."""
    text: str = ""
    """outcome: one line on how it came about."""
    sightings: tuple[SightingShown, ...] = ()
    picture: str = ""
    """The name of the last throw's picture, empty if there is none."""
    asked: tuple[tuple[WantShown, ...], ...] = ()
    """While dice are asked for: the pools that would serve. Empty where any dice do."""
    asks_for: str = ""
    """throw, choice or entry: what an answer would be to, even in trouble. After an outcome both are about the next
    roll."""
    throws_again: bool = False
    """Dice that lie there already are asked for again."""
    is_lesson: bool = False
    """A die is being taught, also while the box looks or something is wrong."""
    faces: tuple[FaceShown, ...] = ()
    """lesson: the map of what has been seen of the die."""
    offers_reroll: bool = False
    takes_modifier: bool = False
    """Whether the roll that was chosen can be adjusted."""
    is_in_progress: bool = False
    """Something was thrown, chosen or entered, and the roll is not finished."""
