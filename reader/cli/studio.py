"""`dice-reader studio`: pictures of dice that do not exist, with the truth beside each."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from rich.progress import Progress

    from models.studio.scene import Renderer


def shoot_pictures(
    out: Annotated[Path, typer.Option(file_okay=False, help="Folder for the pictures, their truth and index.csv.")],
    count: Annotated[int, typer.Option(min=1, help="How many pictures.")] = 20,
    seed: Annotated[int, typer.Option(min=0, help="The same seed and fonts give the same pictures.")] = 1,
    dice: Annotated[
        str | None, typer.Option(help='What lies in each picture, as "2d6 1d20" or "d6:dark:5"; anything if not said.')
    ] = None,
    hard: Annotated[
        bool, typer.Option("--hard", help="More leaning, stacked and cut-off dice, clutter and bad light.")
    ] = False,
    held_back: Annotated[bool, typer.Option("--held-back", help="Fonts and materials no training has seen.")] = False,
    width: Annotated[int | None, typer.Option(min=160, max=4608, help="Of the pictures in px.")] = None,
    one_camera: Annotated[bool, typer.Option("--one-camera", help="All under one camera that stays.")] = False,
    box: Annotated[bool, typer.Option("--box", help="As a set-up box sees them: from above, in good light.")] = False,
    afar: Annotated[bool, typer.Option("--afar", help="Whole trays, with the table around them.")] = False,
    fast: Annotated[bool, typer.Option("--fast", help="Draw flat shaded faces instead of casting rays.")] = False,
    workers: Annotated[int | None, typer.Option(min=1, help="How many at once; one for each core if not said.")] = None,
) -> None:
    """Throw and photograph dice that do not exist. Run it again to take up an interrupted session."""
    from models.studio.shoot import Session, shoot
    from models.studio.wants import from_notation

    try:
        if dice is not None:
            from_notation(dice)
        drawn_by: Renderer = "compositor" if fast else "raycaster"
        session = Session(seed, dice, hard, held_back, width, drawn_by, one_camera, box, afar)
        with _progress() as progress:
            task = progress.add_task("photographing", total=count)
            index = shoot(session, out, count, workers or os.cpu_count() or 1, lambda: progress.advance(task))
    except OSError as error:
        typer.echo(f"cannot write pictures into {out}: {error.strerror or error}", err=True)
        raise typer.Exit(2) from error
    except ValueError as error:
        typer.echo(str(error), err=True)
        raise typer.Exit(2) from error
    except KeyboardInterrupt:
        typer.echo("stopped; the same command goes on where it was", err=True)
        raise typer.Exit(130) from None
    typer.echo(f"{count} {'picture' if count == 1 else 'pictures'} and {index}")


def _progress() -> Progress:
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    return Progress(*columns, console=Console(stderr=True))
