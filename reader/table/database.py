"""The journal's file: its tables, how it is opened to write or to read, and what can be wrong with it in words."""

from __future__ import annotations

import base64
import contextlib
import errno
import json
import sqlite3
from pathlib import Path
from typing import Any, Final

import numpy as np

from reader.table.errors import JournalMissingError, JournalNewerError
from reader.table.events import Recorded, event_from
from reader.table.lying import PATCH_PX, Left
from reader.vision.sighting import Box

FILE: Final = "journal.db"
MIGRATIONS: Final = (
    """
    CREATE TABLE events (
        sequence INTEGER PRIMARY KEY,
        roll INTEGER,
        kind TEXT NOT NULL,
        at TEXT NOT NULL,
        body TEXT NOT NULL
    );
    CREATE INDEX events_by_roll ON events (roll, sequence);
    CREATE INDEX beginnings ON events (sequence) WHERE kind = 'began';
    CREATE TABLE left_lying (only_row INTEGER PRIMARY KEY CHECK (only_row = 1), dice TEXT NOT NULL);
    """,
)
"""One script for each version of the file, in order; `user_version` says how many it has seen."""
BUSY_TIMEOUT_S: Final = 5.0
IN_WORDS: Final = {
    errno.ENOSPC: "the disk is full",
    errno.EROFS: "the disk is read-only",
    errno.EACCES: "no permission to write",
    errno.EPERM: "no permission to write",
    errno.EIO: "the disk does not answer",
}


def opened(path: Path) -> sqlite3.Connection:
    """To write; every commit is on the disk when it returns."""
    database = sqlite3.connect(path, timeout=BUSY_TIMEOUT_S, isolation_level=None, check_same_thread=False)
    try:
        database.execute("PRAGMA journal_mode = WAL")
        database.execute("PRAGMA synchronous = FULL")
        _migrate(database)
    except BaseException:
        database.close()
        raise
    return database


def _migrate(database: sqlite3.Connection) -> None:
    version = database.execute("PRAGMA user_version").fetchone()[0]
    if version > len(MIGRATIONS):
        raise JournalNewerError(version)
    for number, script in enumerate(MIGRATIONS[version:], start=version + 1):
        database.executescript(f"BEGIN IMMEDIATE;{script}PRAGMA user_version = {number};COMMIT;")


def opened_to_read(folder: Path) -> sqlite3.Connection:
    """Also while the box is running, and from a card that cannot be written. Raises JournalMissingError."""
    path = (folder / FILE).absolute()
    if not path.is_file():
        raise JournalMissingError(str(folder), "nothing has been recorded there")
    why = ""
    for how in ("mode=ro", "mode=ro&immutable=1"):
        try:
            database = sqlite3.connect(f"{path.as_uri()}?{how}", uri=True, check_same_thread=False)
            with contextlib.closing(database.execute("SELECT count(*) FROM sqlite_master")) as found:
                found.fetchone()
            version = database.execute("PRAGMA user_version").fetchone()[0]
        except sqlite3.Error as error:
            why = str(error)
            continue
        if version > len(MIGRATIONS):
            database.close()
            raise JournalNewerError(version)
        return database
    raise JournalMissingError(str(folder), why)


def events_in(database: sqlite3.Connection, where: str = "1", values: tuple[Any, ...] = ()) -> list[Recorded]:
    """In the order in which they happened. Raises ValueError for events that this program does not know."""
    rows = database.execute(
        f"SELECT sequence, roll, at, kind, body FROM events WHERE {where} ORDER BY sequence", values
    )
    return [Recorded(sequence, roll, at, event_from(kind, body)) for sequence, roll, at, kind, body in rows]


def last_sequence(database: sqlite3.Connection) -> int:
    return int(database.execute("SELECT coalesce(max(sequence), 0) FROM events").fetchone()[0])


def set_aside(path: Path) -> str:
    """A damaged file is kept under another name, which is returned, with what belongs to it."""
    number = 1
    while (aside := path.with_name(f"{path.stem}.damaged-{number}{path.suffix}")).exists():
        number += 1
    path.rename(aside)
    for tail in ("-wal", "-shm"):
        beside = path.with_name(path.name + tail)
        if beside.exists():
            beside.rename(aside.with_name(aside.name + tail))
    return aside.name


def in_words(error: sqlite3.Error | OSError) -> str:
    """
    >>> in_words(OSError(errno.EROFS, "Read-only file system")), in_words(sqlite3.OperationalError("disk I/O error"))
    ('the disk is read-only', 'the disk does not answer')
    """
    said = str(error)
    if isinstance(error, OSError) and error.errno is not None:
        return IN_WORDS.get(error.errno, said)
    for mark, words in (
        ("disk is full", IN_WORDS[errno.ENOSPC]),
        ("readonly", IN_WORDS[errno.EROFS]),
        ("unable to open", "the journal cannot be opened"),
        ("I/O error", IN_WORDS[errno.EIO]),
        ("locked", "another program has the journal"),
    ):
        if mark in said:
            return words
    return said


def left_to_text(left: tuple[Left, ...]) -> str:
    return json.dumps([_left_to_json(one) for one in left], separators=(",", ":"))


def _left_to_json(one: Left) -> list[Any]:
    box = [round(float(side), 2) for side in (one.box.x, one.box.y, one.box.width, one.box.height)]
    patch = base64.b64encode(one.patch.tobytes()).decode() if one.patch is not None else None
    return [one.kind, one.face, box, patch]


def left_from_text(text: str) -> tuple[Left, ...]:
    """Raises ValueError for what was not written by `left_to_text`."""
    return tuple(Left(kind, face, Box(*box), _patch(patch)) for kind, face, box, patch in json.loads(text))


def _patch(coded: str | None) -> Any:
    if coded is None:
        return None
    return np.frombuffer(base64.b64decode(coded), dtype=np.uint8).reshape(PATCH_PX, PATCH_PX)
