"""How long the odds of each roll of the books take, and how soon `dice-reader roll` asks for dice."""

from __future__ import annotations

import gc
import subprocess
import sys
import time
from collections.abc import Iterator
from typing import Final

from reader.benchmarks import Figure
from rules import BOOKS, PLAIN, parse, reckoned

TITLE: Final = "Rules"
ODDS_MOST_S: Final = 2.0
START_MOST_S: Final = 0.5
STARTS: Final = 5
START = "import sys; sys.argv = ['dice-reader', 'roll', '1d6+3', '--json']; from reader.cli import main; main()"


def figures() -> Iterator[Figure]:
    yield Figure("start of dice-reader roll, best of five", min(_start_s() for _ in range(STARTS)), "s", START_MOST_S)
    for roll in rolls():
        yield Figure(f"odds {roll}, processor time", _odds_s(roll), "s", ODDS_MOST_S)


def rolls() -> list[str]:
    """Every roll that the books give as an example."""
    return [example.text for book in (PLAIN, *BOOKS) for form in book.forms for example in form.examples]


def _odds_s(roll: str) -> float:
    from random import Random

    # As the command does it. Processor time: another program's load says nothing about the rules.
    gc.disable()
    start = time.process_time()
    reckoned(parse(roll), Random(1))
    gc.enable()
    return time.process_time() - start


def _start_s() -> float:
    start = time.perf_counter()
    subprocess.run([sys.executable, "-c", START], check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - start
