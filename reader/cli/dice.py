"""`dice-reader dice`: the dice that the box was taught."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from reader.errors import RefusedError

if TYPE_CHECKING:
    from collections.abc import Callable

    from rich.text import Text

    from reader.teaching.store import Store
    from reader.teaching.taught_die import TaughtDie

app = typer.Typer(help="The dice that the box was taught.", no_args_is_help=True)

Config = Annotated[Path | None, typer.Option("--config", help="The box's settings.", show_default=False)]
State = Annotated[Path | None, typer.Option("--state", help="The folder of the record.", show_default=False)]
Which = Annotated[str, typer.Argument(metavar="DIE", help="Its name, or its id as `dice list` shows it.")]


@app.command("list")
def list_dice(
    as_json: Annotated[bool, typer.Option("--json", help="Print everything as JSON.")] = False,
    config: Config = None,
    state: State = None,
) -> None:
    """Show every die with the faces that it was taught."""
    store = store_in(state, config)
    dice = store.read()
    if as_json:
        from reader.cli.words import print_json

        print_json([{"id": die.id, "kind": die.kind, "name": die.name, "faces": die.seen} for die in dice])
    elif not dice:
        print('no dice have been taught; begin with: dice-reader teach "Red d20"')
    else:
        _print(dice)
    for trouble in store.troubles:
        typer.echo(f"dice-reader: {trouble}", err=True)


@app.command("rename")
def rename(
    die: Which,
    name: Annotated[str, typer.Argument(help="What it shall be called.")],
    config: Config = None,
    state: State = None,
) -> None:
    """Give a die another name; what was recorded of it goes by the new one."""
    from dataclasses import replace

    from reader.teaching.taught_die import tidy_name

    store = store_in(state, config)
    found = _called(store.read(), die)
    if not tidy_name(name):
        raise RefusedError("a name has at least one letter")
    _on_disk(lambda: store.write_card(replace(found, name=tidy_name(name))))
    print(f"{found.shown_name} is called {tidy_name(name)} now")


@app.command("forget")
def forget(
    die: Which,
    config: Config = None,
    state: State = None,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
) -> None:
    """Forget a die: its name and its examples. What was rolled with it stays on record."""
    store = store_in(state, config)
    found = _called(store.read(), die)
    if not yes and not typer.confirm(f"Forget {found.shown_name} and its {len(found.examples)} examples?"):
        raise typer.Exit(1)
    _on_disk(lambda: store.remove_die(found.id))
    print(f"{found.shown_name} is forgotten")


@app.command("export")
def export_dice(
    file: Annotated[Path, typer.Argument(metavar="FILE.zip", help="Where to write them.")],
    die: Annotated[list[str] | None, typer.Argument(help="Which; all of them if none is named.")] = None,
    config: Config = None,
    state: State = None,
) -> None:
    """Write taught dice into one file, to be imported by another box."""
    from reader.teaching.portable import export

    store = store_in(state, config)
    dice = store.read()
    chosen = [_called(dice, name) for name in die] if die else dice
    if not chosen:
        raise RefusedError("no dice have been taught yet, so there is nothing to export")
    _on_disk(lambda: file.write_bytes(export(store, chosen)))
    print(f"{_counted(len(chosen))} in {file}")


@app.command("import")
def import_dice(
    file: Annotated[Path, typer.Argument(metavar="FILE.zip", help="What `dice export` wrote.")],
    config: Config = None,
    state: State = None,
) -> None:
    """Take in dice that another box was taught. A file that is damaged is refused as a whole."""
    from reader.teaching.errors import TeachingError
    from reader.teaching.portable import read_export, take_in

    store = store_in(state, config)
    try:
        taken = take_in(store, read_export(file))
    except TeachingError as error:
        raise RefusedError(str(error)) from error
    except OSError as error:
        raise RefusedError(f"{error.filename or file}: {error.strerror or error}") from error
    print(f"{_counted(len(taken))} taken in: {', '.join(die.shown_name for die in taken)}")


@app.command("rebuild")
def rebuild(config: Config = None, state: State = None) -> None:
    """Look at all examples with the networks of now. The box does this by itself; this shows how far it is."""
    import sys
    from functools import partial

    from rich.console import Console
    from rich.progress import track

    from reader.teaching.opening import glimpse, open_gallery
    from reader.vision.look import Eye

    classifier = Eye.open().classifier
    gallery = open_gallery(store_in(state, config).folder.parent, classifier)
    done, total = gallery.rebuilding
    steps = iter(track(range(total - done), "looking", console=Console(stderr=True), disable=not sys.stderr.isatty()))
    next(steps, None)
    gallery.rebuild(partial(glimpse, classifier), lambda: next(steps, None))
    print(f"{total - done} examples looked at anew" if total else "all examples are known to these networks")


def store_in(state: Path | None, config: Path | None) -> Store:
    from reader.cli.run import settings_from
    from reader.teaching.store import Store

    return Store(state or settings_from(config).state.folder)


def names_of_dice(state: Path | None, config: Path | None) -> dict[str, str]:
    return {die.id: die.name for die in store_in(state, config).read()}


def _called(dice: list[TaughtDie], name: str) -> TaughtDie:
    from reader.teaching.errors import NoSuchDieError
    from reader.teaching.taught_die import called

    try:
        return called(dice, name)
    except NoSuchDieError as error:
        raise RefusedError(str(error)) from error


def _on_disk(do: Callable[[], object]) -> None:
    try:
        do()
    except OSError as error:
        raise RefusedError(f"{error.filename}: {error.strerror or error}") from error


def _print(dice: list[TaughtDie]) -> None:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, pad_edge=False, header_style="dim")
    for name in ("id", "die", "kind", "examples", "faces seen"):
        table.add_column(name, justify="right" if name == "examples" else "left")
    for die in dice:
        table.add_row(die.id, Text(die.shown_name), die.kind, str(len(die.examples)), _faces(die))
    Console(highlight=False).print(table)


def _faces(die: TaughtDie) -> Text:
    from rich.text import Text

    from reader.table.fairness import faces_of

    faces = Text()
    for face in faces_of(die.kind):
        faces.append(f"{face} ", style="bold green" if face in die.seen else "dim")
    return faces


def _counted(dice: int) -> str:
    return f"{dice} {'die' if dice == 1 else 'dice'}"
