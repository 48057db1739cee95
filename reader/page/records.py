"""What was rolled, with its pictures; and what each die has shown so far."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC
from pathlib import Path
from typing import Annotated, Any, Final

from fastapi import APIRouter, Query
from pydantic import AwareDatetime
from starlette.responses import StreamingResponse

from reader.page.box import TheBox
from reader.page.errors import RefusalError
from reader.page.watching import ERROR, NEVER_KEPT
from reader.table.errors import JournalMissingError, JournalNewerError
from reader.table.fairness import DieRecord, dice_in
from reader.table.history import RollRecord, as_json, read_rolls
from reader.table.spreadsheet import csv_lines

CHUNK: Final = 200
"""Rolls that are read at a time while those are looked for that a filter lets through."""
MOST: Final = 1 << 53

Containing = Annotated[str, Query(max_length=200, description="Only rolls whose text contains this.")]
Day = Annotated[
    str, Query(pattern=r"^(\d{4}-\d{2}-\d{2})?$", description="Only rolls of that day, by the box's own clock (UTC).")
]
Time = AwareDatetime | None
Since = Annotated[Time, Query(description="Only rolls since then, by the box's own clock.")]
Until = Annotated[Time, Query(description="Only rolls before then.")]
UNREADABLE: Final[dict[int | str, dict[str, Any]]] = {503: {"description": "The journal cannot be read.", **ERROR}}

router = APIRouter(tags=["history"])


@router.get("/api/history", responses=UNREADABLE)
def history(
    box: TheBox,
    last: Annotated[int, Query(ge=1, le=200, description="How many at most.")] = 50,
    before: Annotated[int | None, Query(ge=1, le=MOST, description="Only rolls with a lower id.")] = None,
    roll: Containing = "",
    day: Day = "",
    since: Since = None,
    until: Until = None,
) -> dict[str, Any]:
    """Rolls, the latest first; `more` is the id to go on before, null at the end."""
    found: list[RollRecord] = []
    for one in latest_first(box.folder, before, roll, day, since, until):
        if len(found) == last:
            return {"rolls": [as_json(each) for each in found], "more": found[-1].number}
        found.append(one)
    return {"rolls": [as_json(each) for each in found], "more": None}


@router.get(
    "/api/history.csv",
    response_class=StreamingResponse,
    responses={200: {"content": {"text/csv": {}}, "description": "A line a roll."}, **UNREADABLE},
)
def history_csv(
    box: TheBox, roll: Containing = "", day: Day = "", since: Since = None, until: Until = None
) -> StreamingResponse:
    """The same as a table, the latest first."""
    rolls = latest_first(box.folder, None, roll, day, since, until)
    headers = {**NEVER_KEPT, "Content-Disposition": 'attachment; filename="dice-reader.csv"'}
    return StreamingResponse(csv_lines(rolls), media_type="text/csv; charset=utf-8", headers=headers)


@router.get("/api/statistics", responses=UNREADABLE)
def statistics(box: TheBox) -> dict[str, Any]:
    """How often each die has shown each face, and whether it is fair; taught dice by name, others by kind, colour."""
    names = {die.id: die.name for die in box.pupil.dice}
    return {"dice": [_die_json(one) for one in dice_in(_chunk(box.folder, None, None), names)]}


def latest_first(
    folder: Path, before: int | None, containing: str, day: str, since: Time = None, until: Time = None
) -> Iterator[RollRecord]:
    """Those that the filters let through. Raises RefusalError at once if the journal cannot be read."""
    wanted = containing.strip().lower()
    times = _as_recorded(since), _as_recorded(until)
    first = _chunk(folder, before, CHUNK, *times)

    def found() -> Iterator[RollRecord]:
        chunk = first
        while chunk:
            yield from (one for one in reversed(chunk) if wanted in one.roll.lower() and one.at.startswith(day))
            chunk = _chunk(folder, chunk[0].number, CHUNK, *times)

    return found()


def _as_recorded(time: Time) -> str:
    try:
        return time.astimezone(UTC).isoformat(timespec="seconds") if time is not None else ""
    except OverflowError:
        raise RefusalError(422, "that is no time that anything was rolled at") from None


def _chunk(folder: Path, before: int | None, last: int | None, since: str = "", until: str = "") -> list[RollRecord]:
    try:
        return read_rolls(folder, last=last, before=before, since=since, until=until)
    except JournalMissingError:
        return []
    except (JournalNewerError, ValueError) as error:
        raise RefusalError(503, f"the journal cannot be read: {error}") from error


def _die_json(one: DieRecord) -> dict[str, Any]:
    return {
        "kind": one.kind,
        "name": one.name,
        "colour": one.colour,
        "throws": one.throws,
        "counts": [[face, count] for face, count in one.counts],
        "verdict": one.verdict,
        "sentence": one.sentence,
        "still_needed": one.still_needed,
    }
