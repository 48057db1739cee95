"""What was rolled: the journal's events, one record a roll."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, Literal, TypeAlias

from reader.table.database import events_in, opened_to_read
from reader.table.errors import JournalMissingError
from reader.table.events import (
    Began,
    Cancelled,
    Chose,
    Corrected,
    DieThrown,
    Entered,
    Finished,
    Recorded,
    Rerolled,
    Threw,
)

AFTER_EVERY_TIME: Final = "~"
"""Sorts after whatever begins with a digit."""
RollState: TypeAlias = Literal["outcome", "cancelled", "in progress"]


@dataclass(slots=True)
class RollRecord:
    """A roll. `throws` are all that were made, corrections made good; `unused` are those that ended up counting for
    nothing, since a correction changed what was asked for."""

    number: int
    at: str
    roll: str
    state: RollState = "in progress"
    outcome: Finished | None = None
    throws: list[tuple[DieThrown, ...]] = field(default_factory=list)
    unused: list[tuple[DieThrown, ...]] = field(default_factory=list)
    answers: list[str] = field(default_factory=list)
    corrections: list[Corrected] = field(default_factory=list)
    pictures: list[str] = field(default_factory=list)
    _slots: list[int | None] = field(default_factory=list)
    """For each answer that counts: which of the throws it is."""

    @property
    def is_typed(self) -> bool:
        return any(die.typed for throw in self.throws for die in throw)

    def take(self, recorded: Recorded) -> None:
        match recorded.event:
            case Threw() as threw:
                self._slots.append(len(self.throws))
                self.throws.append(threw.dice)
                self.pictures += [threw.picture] if threw.picture else []
            case Chose(option):
                self._answer(option)
            case Entered(numbers):
                self._answer(" ".join(map(str, numbers)))
            case Corrected() as corrected:
                self._correct(corrected)
            case Rerolled(roll):
                self.roll, self.state = roll, "in progress"
            case Finished() as finished:
                self.outcome, self.state = finished, "outcome"
            case Cancelled():
                self.state, self.outcome = "cancelled", None
            case _:
                return

    def _answer(self, words: str) -> None:
        self._slots.append(None)
        self.answers.append(words)

    def _correct(self, event: Corrected) -> None:
        slot = self._slots[event.throw]
        if slot is not None:
            self.throws[slot] = event.dice
        dropped = [self._slots[at] for at in event.unused]
        self.unused += [self.throws[slot] for slot in dropped if slot is not None]
        self._slots = [slot for at, slot in enumerate(self._slots) if at not in event.unused]
        self.corrections.append(event)
        self.state, self.outcome = "in progress", None


def rolls_of(events: Iterable[Recorded]) -> list[RollRecord]:
    """In the order in which they began."""
    rolls: dict[int, RollRecord] = {}
    for recorded in events:
        if isinstance(recorded.event, Began):
            rolls[recorded.sequence] = RollRecord(recorded.sequence, recorded.at, recorded.event.roll)
        elif recorded.roll in rolls:
            rolls[recorded.roll].take(recorded)
    return list(rolls.values())


def read_rolls(
    folder: Path, *, last: int | None = None, before: int | None = None, since: str = "", until: str = ""
) -> list[RollRecord]:
    """The rolls recorded there: the last so many, those before a number, those since a time and until another by the
    box's own clock.

    Raises JournalMissingError, and ValueError for events of a later version.
    """
    with contextlib.closing(opened_to_read(folder)) as database:
        wanted = "SELECT sequence FROM events WHERE kind = 'began' AND sequence < ? AND at >= ? AND at < ?"
        values: tuple[Any, ...] = (before if before is not None else 1 << 62, since, until or AFTER_EVERY_TIME)
        if last is not None:
            wanted, values = f"{wanted} ORDER BY sequence DESC LIMIT ?", (*values, last)
        try:
            return rolls_of(events_in(database, f"roll IN ({wanted})", values))
        except sqlite3.Error as error:
            raise JournalMissingError(str(folder), str(error)) from error


def as_json(roll: RollRecord) -> dict[str, Any]:
    """The same for the command line and the page."""
    outcome = roll.outcome
    return {
        "id": roll.number,
        "at": roll.at,
        "roll": roll.roll,
        "state": roll.state,
        "total": outcome.total if outcome else None,
        "label": outcome.label if outcome else None,
        "winner": outcome.winner if outcome else None,
        "text": outcome.text if outcome else None,
        "dice": [
            {"kind": die.kind, "face": die.face, "value": die.value, "fate": die.fate, "text": die.text}
            for die in (outcome.dice if outcome else ())
        ],
        "throws": [[_die(die) for die in throw] for throw in roll.throws],
        "answers": roll.answers,
        "corrections": [{"was": _die(one.was), "now": _die(one.now)} for one in roll.corrections],
        "unused": [[_die(die) for die in throw] for throw in roll.unused],
        "pictures": roll.pictures,
    }


def _die(die: DieThrown) -> dict[str, Any]:
    return {
        "kind": die.kind,
        "face": die.face,
        "name": die.name or None,
        "colour": die.colour or None,
        "lightness": die.lightness,
        "confidence": die.confidence,
        "typed": die.typed,
        "corrected": die.corrected,
    }
