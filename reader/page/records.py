"""What was rolled, with its pictures; and what each die has shown so far."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any, Final

from fastapi import APIRouter, Query
from starlette.responses import StreamingResponse

from reader.page.box import TheBox
from reader.page.errors import RefusalError
from reader.page.watching import ERROR, NEVER_KEPT
from reader.table.errors import JournalMissingError, JournalNewerError
from reader.table.fairness import DieRecord, dice_in
from reader.table.history import RollRecord, as_json, read_rolls

CHUNK: Final = 200
"""Rolls that are read at a time while those are looked for that a filter lets through."""
MOST: Final = 1 << 53
COLUMNS: Final = ("id", "at", "roll", "state", "total", "label", "winner", "dice", "text", "typed", "corrected")
STARTS_A_FORMULA: Final = ("=", "+", "-", "@", "\t", "\r")

Containing = Annotated[str, Query(max_length=200, description="Only rolls whose text contains this.")]
Day = Annotated[
    str, Query(pattern=r"^(\d{4}-\d{2}-\d{2})?$", description="Only rolls of that day, by the box's own clock (UTC).")
]
UNREADABLE: Final[dict[int | str, dict[str, Any]]] = {503: {"description": "The journal cannot be read.", **ERROR}}

router = APIRouter(tags=["history"])


@router.get("/api/history", responses=UNREADABLE)
def history(
    box: TheBox,
    last: Annotated[int, Query(ge=1, le=200, description="How many at most.")] = 50,
    before: Annotated[int | None, Query(ge=1, le=MOST, description="Only rolls with a lower id.")] = None,
    roll: Containing = "",
    day: Day = "",
) -> dict[str, Any]:
    """Rolls, the latest first; `more` is the id to go on before, null at the end."""
    found: list[RollRecord] = []
    for one in latest_first(box.folder, before, roll, day):
        if len(found) == last:
            return {"rolls": [as_json(each) for each in found], "more": found[-1].number}
        found.append(one)
    return {"rolls": [as_json(each) for each in found], "more": None}


@router.get(
    "/api/history.csv",
    response_class=StreamingResponse,
    responses={200: {"content": {"text/csv": {}}, "description": "A line a roll."}, **UNREADABLE},
)
def history_csv(box: TheBox, roll: Containing = "", day: Day = "") -> StreamingResponse:
    """The same as a table, the latest first."""
    rolls = latest_first(box.folder, None, roll, day)
    headers = {**NEVER_KEPT, "Content-Disposition": 'attachment; filename="dice-reader.csv"'}
    return StreamingResponse(_csv_lines(rolls), media_type="text/csv; charset=utf-8", headers=headers)


@router.get("/api/statistics", responses=UNREADABLE)
def statistics(box: TheBox) -> dict[str, Any]:
    """How often each die has shown each face, and whether it is fair; dice are told apart by kind and colour."""
    return {"dice": [_die_json(one) for one in dice_in(_chunk(box.folder, None, None))]}


def latest_first(folder: Path, before: int | None, containing: str, day: str) -> Iterator[RollRecord]:
    """Those that the filters let through."""
    wanted = containing.strip().lower()
    chunk = _chunk(folder, before, CHUNK)
    while chunk:
        for one in reversed(chunk):
            if wanted in one.roll.lower() and one.at.startswith(day):
                yield one
        chunk = _chunk(folder, chunk[0].number, CHUNK)


def _chunk(folder: Path, before: int | None, last: int | None) -> list[RollRecord]:
    try:
        return read_rolls(folder, last=last, before=before)
    except JournalMissingError:
        return []
    except (JournalNewerError, ValueError) as error:
        raise RefusalError(503, f"the journal cannot be read: {error}") from error


def _csv_lines(rolls: Iterator[RollRecord]) -> Iterator[str]:
    yield _csv_line(COLUMNS)
    for one in rolls:
        row = as_json(one)
        dice = " ".join(die.text for die in one.outcome.dice) if one.outcome else ""
        typed = "yes" if one.is_typed else ""
        corrected = "yes" if one.corrections else ""
        first = [row[name] for name in ("id", "at", "roll", "state", "total", "label", "winner")]
        yield _csv_line([*first, dice, row["text"], typed, corrected])


def _csv_line(cells: Any) -> str:
    file = io.StringIO()
    csv.writer(file).writerow([_cell(cell) for cell in cells])
    return file.getvalue()


def _cell(value: Any) -> Any:
    """Names of players are typed by people: a spreadsheet must not take one for a formula."""
    if isinstance(value, str) and value.startswith(STARTS_A_FORMULA):
        return f"'{value}"
    return "" if value is None else value


def _die_json(one: DieRecord) -> dict[str, Any]:
    return {
        "kind": one.kind,
        "colour": one.colour,
        "throws": one.throws,
        "counts": [[face, count] for face, count in one.counts],
        "verdict": one.verdict,
        "sentence": one.sentence,
        "still_needed": one.still_needed,
    }
