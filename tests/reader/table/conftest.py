"""A table with stand-ins around it: dice painted on a tray, an eye that is told what they show, no thread."""

import os
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from hardware.panels.plain import in_words
from reader.table.commands import Command, Press
from reader.table.inbox import Inbox, Reply
from reader.table.journal import Journal
from reader.table.pictures import Pictures
from reader.table.readout import Readout
from reader.table.restore import restored
from reader.table.session import Session
from reader.table.table import Table
from reader.vision.sighting import Frame
from tests.reader.table.painted import FakeWatcher, Put, paint

if TYPE_CHECKING:
    from tests.reader.table.learning_box import LearningBox

IN_MEMORY = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
PRESETS = ("free", "standard", "3d6!", "game 2d10+5", "standard fingers")


class AtHand:
    """The table at hand: `do` serves one command here and now, `press` with these dice on the tray."""

    def __init__(self, folder: Path, presets: tuple[str, ...] = PRESETS) -> None:
        self.folder = folder
        self.presets = presets
        self.watcher = FakeWatcher()
        self.shown: list[Readout] = []
        self.open()

    def open(self) -> None:
        self.journal = Journal(self.folder)
        self.pictures = Pictures(self.folder, 20, 10_000_000)
        self.inbox = Inbox()
        self.table = Table(
            self.inbox, self.watcher, self.journal, self._restored, address=lambda: "http://dice.local:8000"
        )
        self.table.subscribe(self.shown.append)

    def _restored(self) -> Session:
        return restored(self.journal, self.pictures, self.presets, lambda: "2026-01-01T20:00:00+00:00")

    @property
    def readout(self) -> Readout:
        return self.table.readout

    @property
    def words(self) -> str:
        return " | ".join(in_words(self.readout))

    def do(self, command: Command) -> Reply:
        reply = self.table.submit(command)
        self.table.serve()
        return reply.result(timeout=0)

    def press(self, *dice: Put) -> Reply:
        self.watcher.dice = dice
        return self.do(Press())

    def restart(self) -> None:
        """As after a power cut: nothing is closed properly but the file's lock."""
        self.journal.close()
        self.open()


@pytest.fixture
def folder() -> Iterator[Path]:
    """In memory where there is such a place: hundreds of commits that are each waited for take long on a busy disk."""
    with tempfile.TemporaryDirectory(prefix="dice-reader-", dir=IN_MEMORY) as made:
        yield Path(made)


@pytest.fixture
def box(folder: Path) -> Iterator[AtHand]:
    made = AtHand(folder)
    yield made
    made.journal.close()


@pytest.fixture
def school(folder: Path) -> Iterator["LearningBox"]:
    from tests.reader.table.learning_box import LearningBox  # it is made of the table at hand, above

    made = LearningBox(folder)
    yield made
    made.journal.close()


@pytest.fixture
def painter() -> type[Put]:
    return Put


@pytest.fixture
def tray() -> Callable[[tuple[Put, ...]], Frame]:
    return paint
