"""Judges what was read against what the studio knows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from reader.vision.sighting import Reading, Sighting

SHAPED_LIKE = {"d10ish": "d20"}
"""To the eye a d10ish is a d20 with other numbers."""


class Judge:
    """A wrong number is a fault; a die that could not be read was said to be so, and is none."""

    def __init__(self) -> None:
        self.rolls = self.given_up = self.dice = self.right = self.unread = self.missed = self.wrong = 0

    def judge(self, truth: Sequence[tuple[str, str]], sightings: Sequence[Sighting]) -> None:
        lying = Counter((SHAPED_LIKE.get(kind, kind), face) for kind, face in truth)
        read = Counter((one.kind, one.face) for one in sightings if isinstance(one, Reading))
        unread = len(sightings) - read.total()
        right = (lying & read).total()
        self.dice += lying.total()
        self.right += right
        self.unread += unread
        self.wrong += read.total() - right
        self.missed += max(0, lying.total() - len(sightings))

    @property
    def sentence(self) -> str:
        words = [f"{self.rolls} rolls, {self.dice} dice seen: {self.right} read right"]
        words += [f"{self.unread} not read and said so"] if self.unread else []
        words += [f"{self.missed} not seen"] if self.missed else []
        words += [f"{self.given_up} rolls given up"] if self.given_up else []
        return ", ".join([*words, f"{self.wrong} wrong"])
