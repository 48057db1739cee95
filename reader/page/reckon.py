"""A process of its own that reckons odds, so that the worker never waits for them: a roll a line in, JSON a line out.

Run as `python -m reader.page.reckon`.
"""

from __future__ import annotations

import contextlib
import json
import os
import random
import sys
from typing import Any, Final

from rules import NotationError, Odds, parse, reckoned

MOST_PATHS: Final = 200_000
SAMPLED: Final = 4_000
NICENESS: Final = 10
"""Reading dice goes first."""


def odds_of(text: str) -> dict[str, Any]:
    try:
        roll = parse(text)
    except NotationError as error:
        return {"error": str(error)}
    odds = reckoned(roll, random.Random(1), paths=SAMPLED, most_paths=MOST_PATHS)
    return {"roll": roll.text, "book": roll.book, **(_written(odds) if odds is not None else NO_ODDS)}


NO_ODDS: Final[dict[str, Any]] = {
    "exact": False,
    "totals": [],
    "mean": None,
    "likely": None,
    "labels": {},
    "winners": {},
    "notes": ["it takes whatever lies in the tray, so there are no odds to tell"],
}


def _written(odds: Odds) -> dict[str, Any]:
    notes = [f"assumed: {sentence}" for sentence in odds.assumed]
    if not odds.exact:
        notes.append(f"sampled: {odds.paths} throws, each chance within {odds.error:.1%}")
    return {
        "exact": odds.exact,
        "totals": [[total, round(chance, 9)] for total, chance in odds.totals.items()],
        "mean": odds.mean,
        "likely": odds.likely,
        "labels": odds.labels,
        "winners": odds.winners,
        "notes": notes,
    }


def main() -> None:
    with contextlib.suppress(OSError):
        os.nice(NICENESS)
    for line in sys.stdin:
        print(json.dumps(odds_of(json.loads(line))), flush=True)


if __name__ == "__main__":
    main()
