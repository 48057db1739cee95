"""What a roll came to: the total, its label, and every die with what became of it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any, NamedTuple

from rules.dice import Die


class Fate(StrEnum):
    KEPT = "kept"
    DROPPED = "dropped"
    EXPLODED = "exploded"
    REPLACED = "replaced"
    RESOLVED = "resolved"


@dataclass(frozen=True, slots=True)
class Played:
    """A die that was thrown, what it counts for (None: it only decided something) and what became of it."""

    die: Die
    value: int | None
    fate: Fate
    became: str = ""
    """What is shown behind an arrow: the 5 in 3→5, the 10! that a critical was resolved to."""
    aside: bool = False
    """Shown already behind the arrow of the die that it stands for or decided."""

    @property
    def kind(self) -> str:
        return self.die.kind

    @property
    def face(self) -> str:
        return self.die.face

    @property
    def text(self) -> str:
        """
        >>> Played(Die("d6", "6"), 6, Fate.EXPLODED).text, Played(Die("d4", "3"), 3, Fate.REPLACED, became="5").text
        ('6!', '3→5')
        """
        printed = str(self.value) if self.die.kind == "d10" and self.value == 10 and not self.became else self.die.face
        arrow = f"{printed}→{self.became}" if self.became else printed
        return f"{arrow}!" if self.fate is Fate.EXPLODED else arrow

    @property
    def is_struck(self) -> bool:
        """Thrown, and not counted: shown struck out."""
        return self.fate is Fate.DROPPED or (self.fate is Fate.REPLACED and not self.became)


@dataclass(frozen=True, slots=True)
class Record:
    """Dice on their way to the readout. All records are equal, so that what means the same is one thing to odds."""

    dice: tuple[Played, ...] = field(default=(), compare=False)

    def __add__(self, other: Record) -> Record:
        return Record(self.dice + other.dice)

    def dropped(self) -> Record:
        """The same dice, none of which counts any more."""
        return Record(tuple(die if die.aside else replace(die, fate=Fate.DROPPED) for die in self.dice))


class Trail(NamedTuple):
    """What happened so far, the latest last, each step joined in no time. For the readout only."""

    before: Trail | None = None
    step: Any = None

    def then(self, step: Any) -> Trail:
        return Trail(self, step)

    def steps(self) -> list[Any]:
        """Every step in the order in which it was taken."""
        steps: list[Any] = []
        at: Trail = self
        while at.before is not None:
            steps.append(at.step)
            at = at.before
        return steps[::-1]


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end of a roll."""

    total: int | None
    dice: tuple[Played, ...]
    text: str
    """One line: how it came about."""
    headline: str
    """What is shown largest: the total as players write it."""
    label: str | None = None
    winner: str | None = None
    remember: tuple[tuple[str, str], ...] = ()
    """Options that the next roll of this sort starts with: the number that the fingers showed last."""


def written(dice: tuple[Played, ...]) -> str:
    """Dice in brackets, the way players write them.

    >>> written((Played(Die("d6", "6"), 6, Fate.KEPT), Played(Die("d6", "1"), 1, Fate.DROPPED)))
    '(6, ~~1~~)'
    """
    shown = (f"~~{played.text}~~" if played.is_struck else played.text for played in dice if not played.aside)
    return f"({', '.join(shown)})"


def signed(number: int) -> str:
    """
    >>> signed(0), signed(-2)
    ('+0', '-2')
    """
    return f"{number:+d}"
