"""`dice-reader history`: what was rolled."""

from __future__ import annotations

import re
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from reader.errors import RefusedError

if TYPE_CHECKING:
    from rich.text import Text

    from reader.table.history import RollRecord

_AGO: Final = re.compile(r"(\d{1,5})\s*(h|d|w)", re.IGNORECASE)
_HOURS: Final = {"h": 1, "d": 24, "w": 168}


def show_history(
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object a line.")] = False,
    as_csv: Annotated[bool, typer.Option("--csv", help="For a spreadsheet.")] = False,
    since: Annotated[
        str | None,
        typer.Option(
            help="Only rolls since then: 2026-11-01, 2026-11-01T19:30, today, 3h, 2d, 1w.", show_default=False
        ),
    ] = None,
    last: Annotated[int | None, typer.Option(min=1, help="Only the last so many.", show_default=False)] = None,
    config: Annotated[Path | None, typer.Option(help="The box's settings.", show_default=False)] = None,
    state: Annotated[Path | None, typer.Option(help="The folder of the record.", show_default=False)] = None,
) -> None:
    """Show what was rolled, the oldest first. Times are those of the box's own clock."""
    if as_json and as_csv:
        raise RefusedError("--json and --csv do not go together")
    rolls = recorded_rolls(state, config, last=last, since=since_when(since) if since else "")
    if as_csv:
        _write_csv(rolls)
    elif as_json:
        _write_json(rolls)
    else:
        _print(rolls)


def recorded_rolls(state: Path | None, config: Path | None, last: int | None, since: str) -> list[RollRecord]:
    from reader.cli.run import settings_from
    from reader.table.history import read_rolls

    folder = state or settings_from(config).state.folder
    try:
        return read_rolls(folder, last=last, since=since)
    except (OSError, ValueError) as error:
        raise RefusedError(str(error)) from error


def since_when(text: str, now: datetime | None = None) -> str:
    """The time as it is recorded, in UTC.

    >>> since_when("2d", datetime(2026, 11, 3, 12, tzinfo=UTC))
    '2026-11-01T12:00:00+00:00'
    """
    here = now or datetime.now().astimezone()
    ago = _AGO.fullmatch(text.strip())
    if ago:
        then = here - timedelta(hours=int(ago[1]) * _HOURS[ago[2].lower()])
    elif text.strip().lower() == "today":
        then = here.replace(hour=0, minute=0, second=0, microsecond=0)
    else:
        try:
            then = datetime.fromisoformat(text.strip())
        except ValueError:
            why = "write it like 2026-11-01, 2026-11-01T19:30, today, 3h, 2d or 1w"
            raise RefusedError(f'--since "{text}": {why}') from None
        then = then if then.tzinfo else then.replace(tzinfo=here.tzinfo)
    return then.astimezone(UTC).isoformat(timespec="seconds")


def _write_json(rolls: list[RollRecord]) -> None:
    from reader.cli.words import print_json
    from reader.table.history import as_json

    for roll in rolls:
        print_json(as_json(roll))


def _write_csv(rolls: list[RollRecord]) -> None:
    from reader.table.spreadsheet import csv_lines

    sys.stdout.writelines(csv_lines(rolls))


def _print(rolls: list[RollRecord]) -> None:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    if not rolls:
        print("nothing was rolled")
        return
    table = Table(box=None, pad_edge=False, header_style="dim")
    for name in ("", "when", "roll", "", "dice"):
        table.add_column(name, justify="right" if not name else "left")
    for roll in rolls:
        table.add_row(str(roll.number), local_time(roll.at), Text(roll.roll), _result(roll), Text(_shown(roll)))
    Console().print(table)


def _result(roll: RollRecord) -> Text:
    from rich.text import Text

    if roll.outcome is None:
        return Text(roll.state, style="dim")
    label = roll.outcome.label or ""
    said = roll.outcome.headline if label in ("", roll.outcome.headline) else f"{roll.outcome.headline} {label}"
    return Text(said, style="bold")


def _shown(roll: RollRecord) -> str:
    from reader.table.spreadsheet import dice_in_words

    dice = " ".join(die.text for die in roll.outcome.dice) if roll.outcome else dice_in_words(roll)
    marks = ["typed in"] if roll.is_typed else []
    marks += ["corrected"] if roll.corrections else []
    marks += dict.fromkeys(die.name for throw in roll.throws for die in throw if die.name)
    return f"{dice}  ({', '.join(marks)})" if marks else dice


def local_time(at: str) -> str:
    try:
        return f"{datetime.fromisoformat(at).astimezone():%Y-%m-%d %H:%M}"
    except ValueError:
        return at
