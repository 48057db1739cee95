"""A die that was taught, and the examples of it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

from reader.teaching.errors import NoSuchDieError
from reader.vision.sighting import Known

Source = Literal["taught", "corrected", "confirmed"]
"""How it is known what an example shows: its owner said so, put a misread die right, or let a throw stand."""

LONGEST_NAME: Final = 60
_STEM: Final = re.compile(r"(\d{1,2})-(\d{4,6})-(taught|corrected|confirmed)")


@dataclass(frozen=True, slots=True)
class Example:
    """One picture of one face; `number` rises with every example of its die."""

    face: str
    number: int
    source: Source

    @property
    def stem(self) -> str:
        return f"{self.face}-{self.number:04d}-{self.source}"

    @classmethod
    def from_stem(cls, stem: str) -> Example | None:
        """
        >>> Example.from_stem("17-0003-taught"), Example.from_stem("notes")
        (Example(face='17', number=3, source='taught'), None)
        """
        found = _STEM.fullmatch(stem)
        if found is None:
            return None
        sources: dict[str, Source] = {"taught": "taught", "corrected": "corrected", "confirmed": "confirmed"}
        return cls(found[1], int(found[2]), sources[found[3]])


@dataclass(frozen=True, slots=True)
class TaughtDie:
    """`id` stays for good; `name` is empty for a die that was only ever put right and never named."""

    id: str
    kind: str
    name: str = ""
    colour: str = ""
    examples: tuple[Example, ...] = ()

    @property
    def shown_name(self) -> str:
        return self.name or f"{self.colour} {self.kind}".strip()

    @property
    def known(self) -> Known:
        return Known(self.id, self.name)

    @property
    def seen(self) -> dict[str, int]:
        """How many examples there are of each face that was seen."""
        return dict(Counter(example.face for example in self.examples))

    def of_face(self, face: str) -> tuple[Example, ...]:
        return tuple(example for example in self.examples if example.face == face)

    @property
    def next_number(self) -> int:
        return max((example.number for example in self.examples), default=0) + 1


def tidy_name(name: str) -> str:
    """In one line and no longer than it may be.

    >>> tidy_name("  Red\\n Chessex  d20 ")
    'Red Chessex d20'
    """
    return " ".join("".join(sign for sign in name if sign.isprintable() or sign.isspace()).split())[:LONGEST_NAME]


def called(dice: Sequence[TaughtDie], name: str) -> TaughtDie:
    """By its name however it is written, or by its id. Raises NoSuchDieError."""
    wanted = tidy_name(name).casefold()
    found = [die for die in dice if wanted in (die.name.casefold(), die.id)]
    found = found or [die for die in dice if wanted == die.shown_name.casefold()]
    if not wanted or not found:
        raise NoSuchDieError(name)
    return found[0]
