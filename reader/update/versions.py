"""The versions that are installed, and which of them is the one in use."""

from __future__ import annotations

import json
import os
import shutil
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final

from reader.update.errors import UpdateError

CURRENT: Final = "current"
VERSIONS: Final = "versions"
LABEL: Final = "version.json"
"""Written last of all when a version is made: a folder without it is a beginning that was interrupted."""


@dataclass(frozen=True, slots=True)
class Label:
    """What is known of a version: its name, where it came from, and which one was in use when it was made."""

    name: str
    source: str
    before: str = ""


class Versions:
    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._all = folder / VERSIONS
        self._link = folder / CURRENT

    @property
    def current(self) -> Label | None:
        """The one in use; None on a machine that has none yet."""
        try:
            return self.label(Path(os.readlink(self._link)).name)
        except OSError:
            return None

    def label(self, name: str) -> Label | None:
        """None for a version that is not there, or not whole."""
        try:
            return Label(**json.loads((self.place(name) / LABEL).read_text(encoding="utf-8")))
        except (OSError, ValueError, TypeError):
            return None

    def place(self, name: str) -> Path:
        return self._all / name

    def begin(self, name: str) -> Path:
        """An empty place for a new version; what an interrupted attempt left there is removed."""
        self.sweep()
        place = self.place(name)
        shutil.rmtree(place, ignore_errors=True)
        place.mkdir(parents=True)
        return place

    def finish(self, label: Label) -> None:
        """The version is whole, on the card and not only in memory."""
        os.sync()
        _write_durably(self.place(label.name) / LABEL, json.dumps(asdict(label)) + "\n")

    def switch(self, name: str) -> None:
        """From the next start on this one is used. One rename: before it the old is in use, after it the new."""
        if self.label(name) is None:
            raise UpdateError(f"{self.place(name)} is not a whole version; the one in use stays")
        new = self.folder / f".{CURRENT}"
        new.unlink(missing_ok=True)
        new.symlink_to(Path(VERSIONS) / name)
        new.replace(self._link)
        _sync(self.folder)

    def sweep(self, keep: tuple[str, ...] = ()) -> None:
        """Removes what is not whole; and if some are to be kept, every other whole one that is not in use."""
        current = self.current
        kept = {*keep, current.name if current else ""}
        for place in sorted(self._all.glob("*")):
            is_old = bool(keep) and place.name not in kept
            if self.label(place.name) is None or is_old:
                self.remove(place.name)

    def remove(self, name: str) -> None:
        """The label goes first, so that one that is half removed is not taken for a whole one."""
        (self.place(name) / LABEL).unlink(missing_ok=True)
        shutil.rmtree(self.place(name), ignore_errors=True)


def _write_durably(path: Path, text: str) -> None:
    new = path.with_name(f".{path.name}")
    with new.open("w", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    new.replace(path)
    _sync(path.parent)


def _sync(folder: Path) -> None:
    opened = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)
