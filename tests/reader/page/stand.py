"""A box to test the page on: the real table and journal, dice painted on a tray, an eye that is told what they show."""

import contextlib
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from threading import Event

import cv2
import httpx
import numpy as np

from hardware.errors import HardwareError
from reader.calibration.guide import Guide
from reader.page.app import make_app, make_box
from reader.page.lens import Lens
from reader.page.server import PageServer
from reader.table.commands import Notice
from reader.table.inbox import Inbox
from reader.table.journal import Journal
from reader.table.pictures import Pictures
from reader.table.restore import restored
from reader.table.table import Table, Watcher
from reader.teaching.pupil import GalleryPupil
from reader.vision.sighting import Box, Candidate, Frame, Reading, Sighting, Unread, Why
from reader.vision.watch import Lying

PRESETS = ("free", "standard", "2d6!", "game 2d10+5", "standard fingers")
CODE = "481516"
WIDTH_PX, HEIGHT_PX, SIDE_PX = 640, 480, 90
NOW = "2026-01-02T20:15:00+00:00"
WAIT_S = 20.0
"""Nothing takes as long; a test that waits so long has failed."""


@dataclass(frozen=True)
class Put:
    """A die on the tray, read with that face unless there is a `why` it was not."""

    kind: str
    face: str
    x: float = 120
    y: float = 200
    lightness: float = 0.5
    colour: str = "red"
    why: Why | None = None
    confidence: float = 0.987

    @property
    def sighting(self) -> Sighting:
        box = Box(self.x, self.y, SIDE_PX, SIDE_PX)
        if self.why is None:
            return Reading(self.kind, self.face, self.confidence, box, self.lightness, self.colour)
        doubt = (Candidate(self.kind, self.face, 0.5), Candidate(self.kind, "1", 0.4))
        return Unread(self.why, box, self.kind, 0.5, self.lightness, self.colour, doubt)


LIGHT, DARK = {"lightness": 0.95, "colour": "white"}, {"lightness": 0.05, "colour": "black", "x": 380.0}


def paint(dice: tuple[Put, ...]) -> Frame:
    picture = np.full((HEIGHT_PX, WIDTH_PX, 3), (60, 80, 40), np.uint8)
    for die in dice:
        grey = int(255 * die.lightness)
        corner = (int(die.x), int(die.y))
        cv2.rectangle(picture, corner, (corner[0] + SIDE_PX, corner[1] + SIDE_PX), (grey, grey, grey), -1)
        ink = (0, 0, 0) if grey > 128 else (255, 255, 255)
        cv2.putText(picture, die.face, (corner[0] + 20, corner[1] + 65), cv2.FONT_HERSHEY_DUPLEX, 1.6, ink, 3)
    return picture


@dataclass
class ScriptedWatcher:
    """Sees the next of the throws with every look; the last one goes on lying there."""

    throws: list[tuple[Put, ...]] = field(default_factory=list)
    error: HardwareError | None = None
    may_look: Event = field(default_factory=Event)
    """Cleared, a look waits: for tests that need the box to be busy."""
    lying: tuple[Put, ...] = ()

    def __post_init__(self) -> None:
        self.may_look.set()

    def look(self, is_called_off: Callable[[], bool]) -> Lying | None:
        while not self.may_look.wait(0.02):
            if is_called_off():
                return None
        if self.error is not None:
            raise self.error
        self.lying = self.throws.pop(0) if self.throws else self.lying
        return Lying(tuple(die.sighting for die in self.lying), paint(self.lying))

    def glance(self) -> Frame:
        if self.error is not None:
            raise self.error
        return paint(self.lying)

    def rest(self) -> None:
        pass


class Stand:
    """The table with its page. `codes` are what the box's own screen was told to show."""

    def __init__(
        self,
        folder: Path,
        watcher: Watcher,
        presets: tuple[str, ...] = PRESETS,
        clock: Callable[[], float] = time.monotonic,
        *,
        set_up: Guide | None = None,
        pupil: GalleryPupil | None = None,
    ) -> None:
        self.folder = folder
        self.codes: list[str] = []
        self.journal = Journal(folder)
        self.pictures = Pictures(folder, 50, 50_000_000)
        self.lens = Lens(watcher)
        self.table = Table(
            Inbox(),
            self.lens,
            self.journal,
            lambda: restored(self.journal, self.pictures, presets, lambda: NOW, pupil),
            address=lambda: "http://dice.local:8000",
            set_up=set_up,
        )
        self.box = make_box(
            self.table,
            self.lens,
            folder,
            presets,
            self.announce,
            clock=clock,
            new_code=lambda: CODE,
            set_up=set_up,
            pupil=pupil,
        )

    def announce(self, code: str) -> None:
        self.codes.append(code)
        self.table.submit(Notice("Pairing code", code, "type it on the page") if code else Notice())

    @contextlib.contextmanager
    def served(self, port: int = 0) -> Iterator[PageServer]:
        """Table and page running, on loopback."""
        self.table.start()
        try:
            with PageServer(make_app(self.box), "127.0.0.1", port) as server:
                yield server
        finally:
            self.table.close()
            self.journal.close()


@contextlib.contextmanager
def client_of(server: PageServer, token: str = "") -> Iterator[httpx.Client]:
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    with httpx.Client(base_url=server.address, headers=headers, timeout=WAIT_S, trust_env=False) as client:
        yield client


def token_for(server: PageServer) -> str:
    """Pairs as a program does."""
    with client_of(server) as client:
        client.post("/api/pairing").raise_for_status()
        answer = client.post("/api/pairing/code", json={"code": CODE, "want": "token", "name": "a test"})
        answer.raise_for_status()
        return str(answer.json()["token"])
