"""The session as it was: what the journal recorded, played again."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, datetime

from reader.table.game import Game
from reader.table.journal import Journal
from reader.table.ledger import Ledger
from reader.table.pictures import Pictures
from reader.table.pupil import NoPupil, Pupil
from reader.table.school import SchoolSession
from reader.table.session import Session

NOT_BROUGHT_BACK = "the roll in progress could not be brought back"


def utc_now() -> str:
    """For people: a Pi that has not been on the net yet may be years behind."""
    return datetime.now(UTC).isoformat(timespec="seconds")


def restored(
    journal: Journal,
    pictures: Pictures,
    presets: Sequence[str],
    clock: Callable[[], str] = utc_now,
    pupil: Pupil | None = None,
) -> Session:
    try:
        game, left = Game.restored(presets[0], journal.recent()), journal.left_lying()
    except ValueError:  # recorded by another version of the program; it stays in history as it is
        journal.remark = NOT_BROUGHT_BACK
        game, left = Game(presets[0]), ()
    ledger = Ledger(journal, journal.last_sequence, clock)
    return SchoolSession(presets, ledger, pictures.keep, game, left, pupil or NoPupil(), pictures.opened)
