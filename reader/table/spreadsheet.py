"""What was rolled as a table: the same columns for the command line and the page."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator
from typing import Final

from reader.table.history import RollRecord

COLUMNS: Final = ("id", "at", "roll", "state", "total", "label", "winner", "dice", "typed", "corrected", "text")
STARTS_A_FORMULA: Final = ("=", "+", "-", "@", "\t", "\r")
"""Names of players are typed by people: a spreadsheet must not take one for a formula."""

Cell = str | int | None


def csv_lines(rolls: Iterable[RollRecord]) -> Iterator[str]:
    """The head, and a line a roll."""
    yield _line(COLUMNS)
    for roll in rolls:
        yield _line(row_of(roll))


def row_of(roll: RollRecord) -> tuple[Cell, ...]:
    outcome = roll.outcome
    result = (outcome.total, outcome.label, outcome.winner) if outcome else (None, None, None)
    marks = ("yes" if roll.is_typed else "", "yes" if roll.corrections else "")
    text = outcome.text if outcome else ""
    return (roll.number, roll.at, roll.roll, roll.state, *result, dice_in_words(roll), *marks, text)


def dice_in_words(roll: RollRecord) -> str:
    """Every die that was thrown, used or not."""
    return " ".join(f"{die.kind}:{die.face}" for throw in roll.throws for die in throw)


def harmless(cell: Cell) -> Cell:
    """
    >>> harmless("=1+1"), harmless("High Score"), harmless(-2)
    ("'=1+1", 'High Score', -2)
    """
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(STARTS_A_FORMULA) else cell


def _line(cells: Iterable[Cell]) -> str:
    file = io.StringIO()
    csv.writer(file, lineterminator="\n").writerow([harmless(cell) for cell in cells])
    return file.getvalue()
