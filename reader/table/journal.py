"""The journal: every event, durable before it is shown; only ever added to; in order of number, never of clock."""

from __future__ import annotations

import contextlib
import fcntl
import sqlite3
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import IO, Final

from reader.table.database import (
    FILE,
    events_in,
    in_words,
    last_sequence,
    left_from_text,
    left_to_text,
    opened,
    set_aside,
)
from reader.table.errors import JournalInUseError, JournalNewerError
from reader.table.events import Recorded, body_of, kind_of
from reader.table.lying import Left

LOCK: Final = "journal.lock"
MOST_WAITING: Final = 20_000
"""Events that wait for a disk that takes them; beyond that the oldest are lost, as the screen has said all along."""


class Journal:
    """Never raises while a game goes on: `trouble` says in a few words why nothing is recorded, and is empty otherwise.

    What could not be recorded waits in memory, and is recorded as soon as that is possible.
    """

    def __init__(self, folder: Path) -> None:
        """Raises JournalInUseError if another program writes it."""
        self.trouble = ""
        self.remark = ""
        """What happened to the file when it was opened, if the player should know."""
        self._folder = folder
        self._waiting: list[Recorded] = []
        self._left: tuple[Left, ...] | None = None
        self._ahead = 0
        """By how much numbers on the disk are ahead of ours, if it only could be read after events had happened."""
        self._lock = _locked(folder)
        self._database: sqlite3.Connection | None = None
        with self._saying_what_is_wrong():
            self._database = self._open()

    @property
    def last_sequence(self) -> int:
        with self._saying_what_is_wrong():
            if self._database is not None:
                return last_sequence(self._database)
        return 0

    def recent(self) -> list[Recorded]:
        """All that is needed to go on: from the beginning of the roll before the last one. Raises ValueError for
        events that this program does not know."""
        with self._saying_what_is_wrong():
            if self._database is not None:
                return self._recent_in(self._database)
        return []

    def left_lying(self) -> tuple[Left, ...]:
        """The dice of the last throw that was looked at."""
        with self._saying_what_is_wrong():
            if self._database is not None:
                row = self._database.execute("SELECT dice FROM left_lying").fetchone()
                return left_from_text(row[0]) if row else ()
        return ()

    def append(self, events: Sequence[Recorded], left: tuple[Left, ...] | None = None) -> None:
        """All of them or none. `left` replaces the dice that were left lying."""
        self._waiting.extend(events)
        self._left = left if left is not None else self._left
        with self._saying_what_is_wrong():
            if self._database is None:
                self._database = self._open()
                self._ahead = max(self._ahead, last_sequence(self._database) - self._waiting[0].sequence + 1)
            self._write(self._database)
        del self._waiting[:-MOST_WAITING]

    def close(self) -> None:
        """What still waits is tried once more. May be called twice."""
        if self._waiting:
            self.append(())
        self._close_database()
        if self._lock is not None:
            self._lock.close()
            self._lock = None

    def _recent_in(self, database: sqlite3.Connection) -> list[Recorded]:
        beginnings = "SELECT sequence FROM events WHERE kind = 'began' ORDER BY sequence DESC LIMIT 1 OFFSET 1"
        try:
            since = database.execute(beginnings).fetchone()
            return events_in(database, "sequence >= ?", (since[0] if since else 0,))
        except sqlite3.OperationalError:
            raise
        except sqlite3.DatabaseError:
            self._close_database()
            self._database = self._afresh()
            return []

    def _write(self, database: sqlite3.Connection) -> None:
        with database:
            database.execute("BEGIN IMMEDIATE")
            database.executemany("INSERT INTO events VALUES (?, ?, ?, ?, ?)", map(self._row, self._waiting))
            if self._left is not None:
                database.execute("INSERT OR REPLACE INTO left_lying VALUES (1, ?)", (left_to_text(self._left),))
        self._waiting.clear()
        self._left = None
        self.trouble = ""

    def _row(self, one: Recorded) -> tuple[int, int | None, str, str, str]:
        roll = one.roll + self._ahead if one.roll is not None else None
        return one.sequence + self._ahead, roll, kind_of(one.event), one.at, body_of(one.event)

    def _open(self) -> sqlite3.Connection:
        self._folder.mkdir(parents=True, exist_ok=True)
        path = self._folder / FILE
        try:
            return opened(path)
        except sqlite3.OperationalError:
            raise
        except sqlite3.DatabaseError:
            return self._afresh()

    def _afresh(self) -> sqlite3.Connection:
        path = self._folder / FILE
        self.remark = f"the journal was damaged, it is kept as {set_aside(path)}"
        return opened(path)

    def _close_database(self) -> None:
        if self._database is not None:
            with contextlib.suppress(sqlite3.Error):
                self._database.close()
            self._database = None

    @contextlib.contextmanager
    def _saying_what_is_wrong(self) -> Iterator[None]:
        """After an error the file is opened anew: a disk that was away may be another one."""
        try:
            yield
        except JournalNewerError:
            self.trouble = "not recorded: the journal is of a newer version"
        except (sqlite3.Error, OSError) as error:
            self.trouble = f"not recorded: {in_words(error)}"
            self._close_database()


def _locked(folder: Path) -> IO[str] | None:
    """Held as long as it is open. None where nothing can be written, and so nothing can be spoilt."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        lock = (folder / LOCK).open("a", encoding="utf-8")
    except OSError:
        return None
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        lock.close()
        raise JournalInUseError(str(folder)) from None
    return lock
