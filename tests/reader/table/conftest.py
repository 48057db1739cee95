"""A table with stand-ins around it: dice painted on a tray, an eye that is told what they show, no thread."""

import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np
import pytest

from hardware.errors import HardwareError
from hardware.panels.plain import in_words
from reader.table.commands import Command
from reader.table.inbox import Inbox, Reply
from reader.table.journal import Journal
from reader.table.pictures import Pictures
from reader.table.readout import Readout
from reader.table.restore import restored
from reader.table.session import Session
from reader.table.table import Table
from reader.vision.sighting import Box, Candidate, Frame, Reading, Sighting, Unread, Why
from reader.vision.watch import Lying

PRESETS = ("free", "standard", "3d6!", "game 2d10+5", "standard fingers")
SIDE_PX = 30


@dataclass(frozen=True)
class Put:
    """A die on the tray. `turn` is how it is rotated: a die thrown again never comes to lie just as it lay."""

    kind: str
    face: str
    x: float
    y: float = 60
    lightness: float = 0.5
    colour: str = "red"
    turn: float = 0.0
    why: Why | None = None

    @property
    def sighting(self) -> Sighting:
        box = Box(self.x - SIDE_PX / 2, self.y - SIDE_PX / 2, SIDE_PX, SIDE_PX)
        if self.why is None:
            return Reading(self.kind, self.face, 0.99, box, self.lightness, self.colour)
        return Unread(self.why, box, self.kind, 0.4, self.lightness, self.colour, (Candidate(self.kind, "1", 0.4),))


def paint(dice: tuple[Put, ...], brightness: float = 1.0) -> Frame:
    """A tray with a pattern on every die that tells kinds, faces and rotations apart."""
    picture = np.full((180, 320, 3), 70, np.uint8)
    for die in dice:
        pattern = np.random.default_rng(zlib.crc32(f"{die.kind}:{die.face}".encode())).integers(0, 255, (5, 5, 3))
        top = cv2.resize(pattern.astype(np.uint8), (SIDE_PX * 2, SIDE_PX * 2), interpolation=cv2.INTER_CUBIC)
        turn = cv2.getRotationMatrix2D((SIDE_PX, SIDE_PX), die.turn, 0.7)
        turn[:, 2] += (die.x - SIDE_PX, die.y - SIDE_PX)
        cover = cv2.warpAffine(np.full(top.shape[:2], 255, np.uint8), turn, (320, 180))
        drawn = cv2.warpAffine(top, turn, (320, 180))
        picture[cover > 128] = drawn[cover > 128]
    return np.clip(picture * brightness, 0, 255).astype(np.uint8)


@dataclass
class FakeWatcher:
    """Sees what was put on the tray, unless something is in its way."""

    dice: tuple[Put, ...] = ()
    brightness: float = 1.0
    rolling: bool = False
    error: HardwareError | None = None
    looks: int = 0
    rests: int = 0
    while_looking: Callable[[], None] = field(default=lambda: None)

    def look(self, is_called_off: Callable[[], bool]) -> Lying | None:
        self.looks += 1
        self.while_looking()
        if self.error is not None:
            raise self.error
        if self.rolling or is_called_off():
            return None
        return Lying(tuple(die.sighting for die in self.dice), paint(self.dice, self.brightness))

    def rest(self) -> None:
        self.rests += 1


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
        self.table = Table(self.inbox, self.watcher, self.journal, self._restored, address="http://dice.local:8000")
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
        from reader.table.commands import Press

        self.watcher.dice = dice
        return self.do(Press())

    def restart(self) -> None:
        """As after a power cut: nothing is closed properly but the file's lock."""
        self.journal.close()
        self.open()


@pytest.fixture
def box(tmp_path: Path) -> Iterator[AtHand]:
    made = AtHand(tmp_path)
    yield made
    made.journal.close()


@pytest.fixture
def painter() -> type[Put]:
    return Put


@pytest.fixture
def tray() -> Callable[[tuple[Put, ...]], Frame]:
    return paint
