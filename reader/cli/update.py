"""`dice-reader update`: a newer version, and back again."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from reader.errors import RefusedError


def update_program(
    source: Annotated[
        Path | None,
        typer.Argument(
            help="A folder, a wheel or a source archive; where the version in use came from, if none is given. "
            "A checkout is brought up to date first.",
            show_default=False,
        ),
    ] = None,
    undo: Annotated[bool, typer.Option("--undo", help="Go back to the version before.")] = False,
    wheels: Annotated[
        Path | None, typer.Option(help="A folder of wheels, for a box without a network.", show_default=False)
    ] = None,
) -> None:
    """Install a newer version beside this one, look whether it works, and switch to it."""
    from reader.update import steps
    from reader.update.service import SystemdService
    from reader.update.versions import Versions

    if undo and source is not None:
        raise RefusedError("--undo goes back to the version before; name nothing else")
    box = steps.Box(Versions(steps.FOLDER), steps.SETTINGS, SystemdService(), typer.echo, steps.UNIT_FILE)
    if undo:
        steps.undo(box)
    else:
        steps.update(box, source, wheels)
