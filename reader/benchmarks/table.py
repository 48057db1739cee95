"""What the table itself costs: from the press to the readout without camera and vision, and while nobody plays."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import cv2
import numpy as np

from reader.benchmarks import Figure
from reader.config import Settings
from reader.table.commands import Press
from reader.table.inbox import Inbox
from reader.table.journal import Journal
from reader.table.pictures import Pictures
from reader.table.restore import restored
from reader.table.table import Table
from reader.vision.settle import STILL_FOR_S
from reader.vision.sighting import Box, Frame, Reading
from reader.vision.watch import PREVIEW_EVERY_S, Lying

TITLE: Final = "Table (five dice, recorded on this machine's disk)"
PRESSES: Final = 40
PRESS_MOST_MS: Final = 20.0
IDLE_S: Final = 3.0
IDLE_MOST_PERCENT: Final = 2.0
ANSWER_MOST_S: Final = 2.0
PICTURE_PX: Final = (1296, 972)  # a Pi camera's binned mode, as in the section on vision
STILL_S: Final = 0.1
"""From asking a Pi camera for a picture to having it, at 15 pictures a second and one to wait for."""
PI_4_SLOWER: Final = 4.0
"""A Pi 4's core against a laptop's in work like the table's own; generous."""


class Thrower:
    """Sees five dice that lie elsewhere every time, in no time."""

    def __init__(self) -> None:
        self._random = np.random.default_rng(1)
        self._tray: Frame = self._random.integers(60, 90, (PICTURE_PX[1], PICTURE_PX[0], 3)).astype(np.uint8)
        self.view = Lying((), self._tray)

    def throw(self) -> None:
        sightings = []
        picture = self._tray.copy()
        for at in range(5):
            left, top = 40 + 250 * at, int(self._random.integers(100, 800))
            spots = self._random.integers(0, 255, (6, 6, 3)).astype(np.uint8)
            picture[top : top + 90, left : left + 90] = cv2.resize(spots, (90, 90), interpolation=cv2.INTER_NEAREST)
            face = str(self._random.integers(1, 7))
            sightings.append(Reading("d6", face, 0.99, Box(left, top, 90, 90), 0.5, "red"))
        self.view = Lying(tuple(sightings), picture)

    def look(self, is_called_off: Callable[[], bool]) -> Lying:
        del is_called_off
        return self.view

    def glance(self) -> Frame:
        return self.view.picture

    def rest(self) -> None:
        pass


def figures() -> Iterator[Figure]:
    with TemporaryDirectory(prefix="dice-reader-") as name:
        journal = Journal(Path(name))
        pictures = Pictures(Path(name), 500, 200_000_000)
        thrower, inbox = Thrower(), Inbox()
        table = Table(inbox, thrower, journal, lambda: restored(journal, pictures, ("free",)))
        clock_s, processor_s = zip(*(_press_s(table, thrower) for _ in range(PRESSES)), strict=True)
        press_s = statistics.median(processor_s)
        yield Figure("press to readout, by the clock, the quickest", min(clock_s) * 1000, "ms", PRESS_MOST_MS)
        yield Figure("press to readout, by the clock, median", statistics.median(clock_s) * 1000, "ms", PRESS_MOST_MS)
        yield Figure("press to readout, processor time, median", press_s * 1000, "ms")
        yield from _idle(table)
        journal.close()
    yield from _answer(press_s)


def _press_s(table: Table, thrower: Thrower) -> tuple[float, float]:
    thrower.throw()
    table.submit(Press())
    clock, processor = time.perf_counter(), time.process_time()
    table.serve()
    return time.perf_counter() - clock, time.process_time() - processor


def _idle(table: Table) -> Iterator[Figure]:
    """The worker waits in its own thread, as it does in the box."""
    table.start()
    processor, written = time.process_time(), written_bytes()
    time.sleep(IDLE_S)
    busy_s, more = time.process_time() - processor, written_bytes() - written
    table.close()
    yield Figure("while nobody plays: of one core", 100 * busy_s / IDLE_S, "%", IDLE_MOST_PERCENT)
    yield Figure("while nobody plays: written to the disk", float(more), "B", 0.0)


def _answer(press_s: float) -> Iterator[Figure]:
    """Only where there are networks to look with."""
    from reader.benchmarks import vision
    from reader.vision.errors import ModelError

    stills = Settings().table.stills
    with TemporaryDirectory() as name:
        try:
            reference_s, looks = vision.timed(Path(name), {5: vision.rendered(vision.THROWS[5])})
        except ModelError:
            return
    look_s = looks[5].whole_s / reference_s * vision.YOLOV8N_MS["Pi 4"] / 1000
    settled_s = STILL_FOR_S + 2 * PREVIEW_EVERY_S
    answer_s = settled_s + stills * (STILL_S + look_s) + PI_4_SLOWER * press_s
    yield Figure("five dice at rest to the readout on a Pi 4, an estimate", answer_s, "s", ANSWER_MOST_S)


def written_bytes() -> int:
    """By this process, where the system tells."""
    counters = Path("/proc/self/io")
    if not counters.exists():
        return 0
    rows = dict(line.split(": ") for line in counters.read_text().splitlines())
    return int(rows["write_bytes"])
