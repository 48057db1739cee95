"""`dice-reader doctor`: how the box is, part by part, and what to do about what is not well."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from reader.cli.words import print_json
from reader.errors import RefusedError

if TYPE_CHECKING:
    from reader.doctor.check import Check
    from reader.doctor.parts import Person

NOT_WELL = 1


def examine_box(
    config: Annotated[
        Path | None, typer.Option(help="The settings; /etc/dice-reader.toml if it is there.", show_default=False)
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the checks as JSON, and ask nobody to press.")] = False,
    bundle: Annotated[
        Path | None,
        typer.Option(metavar="FILE.zip", help="Also write a file for whoever helps; nothing private is in it."),
    ] = None,
    no_wait: Annotated[bool, typer.Option("--no-wait", help="Ask nobody to press the button.")] = False,
) -> None:
    """Examine the box: ✓ or ✗ for every part, with what to do about each ✗."""
    from reader.cli.run import settings_from
    from reader.doctor.examination import examine
    from reader.doctor.surroundings import Surroundings

    settings, around = settings_from(config), Surroundings()
    is_alone = as_json or no_wait or not (sys.stdin.isatty() and sys.stdout.isatty())
    checks: list[Check] = []
    if not as_json:
        typer.echo(around.board or "This is no Raspberry Pi: parts marked as stand-ins are not the real ones.")
    for check in examine(settings, around, None if is_alone else _person()):
        checks.append(check)
        if not as_json:
            typer.echo(check.line)
    if as_json:
        print_json({"checks": [check.as_json() for check in checks]})
    if bundle is not None:
        _write(bundle, checks, config)
    raise typer.Exit(0 if all(check.ok for check in checks) else NOT_WELL)


def _person() -> Person:
    from reader.doctor.parts import Person
    from reader.doctor.press import enter_was_typed, pressed

    return Person(
        say=typer.echo,
        waits_for_press=lambda gestures: pressed(gestures, enter_was_typed),
        saw=lambda question: typer.confirm(question, default=True),
    )


def _write(path: Path, checks: list[Check], config: Path | None) -> None:
    from reader.cli.run import settings_from
    from reader.doctor.bundle import write_bundle
    from reader.doctor.surroundings import Surroundings

    try:
        write_bundle(path, checks, settings_from(config), Surroundings())
    except OSError as error:
        raise RefusedError(f"{path}: cannot be written ({error.strerror})") from error
    typer.echo(f"{path}: look into it before you send it", err=True)
