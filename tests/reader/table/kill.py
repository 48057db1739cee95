"""Kills the table at random moments of the evening, as a power cut would, and looks at what is left.

    python -m tests.reader.table.kill --moments 200

After every kill: what was acknowledged is recorded, nothing is recorded twice, the prompt is the right one, and the
evening goes on from there to the same end.
"""

import argparse
import os
import random
import signal
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from reader.table.database import events_in, opened_to_read
from reader.table.events import Event
from reader.table.readout import Readout
from reader.table.show import Moment as Passing
from tests.reader.table.conftest import IN_MEMORY, AtHand
from tests.reader.table.evening import EVENING, PRESETS
from tests.reader.table.evening_tray import PaintedTray


@dataclass(frozen=True)
class Standing:
    """After a moment: how many events are recorded, and what a restart must show."""

    events: int
    readout: Readout


def play(folder: Path, first: int = 0, acknowledge: int | None = None) -> list[Standing]:
    """The evening from that moment on. Every moment that was shown is acknowledged with a byte."""
    box = AtHand(folder, PRESETS)
    tray = PaintedTray(box.watcher)
    for moment in EVENING[:first]:
        tray.do(moment.tray)
    standings = [standing(box)]
    for moment in EVENING[first:]:
        tray.do(moment.tray)
        box.do(moment.does)
        if acknowledge is not None:
            os.write(acknowledge, b".")
        else:
            standings.append(standing(box))
    box.journal.close()
    return standings


def standing(box: AtHand) -> Standing:
    session = box.table._session
    passing, session.moment = session.moment, Passing()
    shown = session.readout
    session.moment = passing
    return Standing(box.journal.last_sequence, shown)


def recorded(folder: Path) -> list[Event]:
    found = opened_to_read(folder)
    try:
        return [one.event for one in events_in(found)]
    finally:
        found.close()


def killed_after(folder: Path, seconds: float) -> int:
    """Plays in a process of its own, kills it, and tells how many moments it had acknowledged."""
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        os.close(reading)
        play(folder, acknowledge=writing)
        os._exit(0)
    os.close(writing)
    time.sleep(seconds)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    with open(reading, "rb") as acknowledged:
        return len(acknowledged.read())


def problem_after(folder: Path, acknowledged: int, standings: list[Standing], events: list[Event]) -> str:
    """What is wrong with what the killed process left; empty if nothing is."""
    box = AtHand(folder, PRESETS)
    left = standing(box)
    box.journal.close()
    may_be = standings[acknowledged : acknowledged + 2]
    if left.events not in {one.events for one in may_be}:
        return f"{left.events} events are recorded; acknowledged were {may_be[0].events}"
    if recorded(folder) != events[: left.events]:
        return "other events are recorded than happened"
    if all(left.readout != one.readout for one in may_be if one.events == left.events):
        return f"after the restart it says {left.readout}"
    go_on_from = next(at for at, one in enumerate(standings) if one.events == left.events)
    play(folder, first=go_on_from)
    return "" if recorded(folder) == events else "the evening came to another end"


def main() -> int:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--moments", type=int, default=200)
    arguments.add_argument("--seed", type=int, default=1)
    chosen = arguments.parse_args()
    rng = random.Random(chosen.seed)
    with tempfile.TemporaryDirectory(prefix="dice-reader-kill-", dir=IN_MEMORY) as folder:
        began = time.monotonic()
        standings = play(Path(folder, "whole"))
        lasts_s = time.monotonic() - began
        events = recorded(Path(folder, "whole"))
        cut_short = 0
        for number in range(chosen.moments):
            place = Path(folder, str(number))
            acknowledged = killed_after(place, rng.random() * lasts_s)
            problem = problem_after(place, acknowledged, standings, events)
            if problem:
                print(f"kill {number + 1}, after {acknowledged} moments: {problem}")
                return 1
            cut_short += acknowledged < len(EVENING)
    print(f"killed {chosen.moments} times, {cut_short} of them within the evening of {len(EVENING)} moments and")
    print(f"{len(events)} events: nothing acknowledged was lost, nothing doubled, every prompt was the right one")
    return 0


if __name__ == "__main__":
    sys.exit(main())
