"""What watching costs the worker: its own time per press with nobody and with fifty viewers; and that all see all."""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from reader.benchmarks import Figure
from reader.benchmarks.table import Thrower
from reader.config import PageSettings, Settings, StateSettings
from reader.page.lens import Lens
from reader.table.commands import Press
from reader.table.inbox import Inbox
from reader.table.readout import Readout
from reader.table.table import Table
from reader.wiring import free_port, open_page, open_table

TITLE: Final = "Page"
VIEWERS: Final = 50
ROLLS: Final = 100
READOUTS_A_ROLL: Final = 2
"""Looking, and the outcome."""
MOST_RATIO: Final = 1.1
MOST_DELAY_MS: Final = 200.0


def figures() -> Iterator[Figure]:
    """Nobody and fifty by turns, so that whatever else the machine does falls on both."""
    alone: list[float] = []
    watched: list[float] = []
    delays_s: list[float] = []
    faults = 0
    for _ in range(2):
        alone += _played(0)[0]
        taken_s, more_delays_s, more_faults = _played(VIEWERS)
        watched += taken_s
        delays_s += more_delays_s
        faults += more_faults
    before_s, after_s = statistics.median(alone), statistics.median(watched)
    yield Figure("the worker's own time per press, nobody watching", 1000 * before_s, "ms")
    yield Figure(f"the worker's own time per press, {VIEWERS} viewers", 1000 * after_s, "ms")
    yield Figure("how many times the time that is", after_s / before_s, "×", MOST_RATIO)
    yield Figure(f"readouts lost or doubled, {VIEWERS} viewers and {ROLLS} rolls", float(faults), "", 0.0)
    yield Figure(
        "from the box's screen to the last of the viewers, median",
        1000 * statistics.median(delays_s),
        "ms",
        MOST_DELAY_MS,
    )


def _played(viewers: int) -> tuple[list[float], list[float], int]:
    """Processor time of each press in the worker's thread; how late the last viewer was; readouts lost or doubled."""
    with TemporaryDirectory(prefix="dice-reader-") as name:
        settings = replace(Settings(), state=StateSettings(folder=Path(name)), page=PageSettings(host="127.0.0.1"))
        thrower = Thrower()
        lens = Lens(thrower)
        with (
            open_table(settings, Inbox(), lens) as table,
            open_page(free_port(settings), table, lens, lambda _: None) as address,
        ):
            watching = _viewers(address, viewers) if viewers else None
            taken_s, shown_s = _rolls(table, thrower)
            if watching is None:
                return taken_s, [], 0
            seen = json.loads(watching.communicate()[0])
    late_s = [last_s - shown_s[int(one)] for one, last_s in seen["last"].items() if int(one) in shown_s]
    return taken_s, late_s, int(seen["faults"]) + ROLLS * READOUTS_A_ROLL - len(late_s)


def _rolls(table: Table, thrower: Thrower) -> tuple[list[float], dict[int, float]]:
    """In this thread, which is the worker for now. When each readout was on the box's screen, and what a press took."""
    shown_s: dict[int, float] = {}

    def note(readout: Readout) -> None:
        shown_s[readout.sequence] = time.monotonic()

    table.subscribe(note)
    taken_s = []
    for _ in range(ROLLS):
        thrower.throw()
        table.submit(Press())
        before_s = time.thread_time()
        table.serve()
        taken_s.append(time.thread_time() - before_s)
    return taken_s, shown_s


def _viewers(address: str, viewers: int) -> subprocess.Popen[str]:
    port = address.rpartition(":")[2]
    command = [sys.executable, "-m", "reader.benchmarks.viewers", port, str(viewers), str(ROLLS * READOUTS_A_ROLL)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    process.stdout.readline()
    return process
