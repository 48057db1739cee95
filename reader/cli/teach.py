"""`dice-reader teach`: the box learns a die of its owner's."""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from reader.errors import RefusedError

if TYPE_CHECKING:
    from hardware.panels.panel import Panel
    from reader.config import Settings
    from reader.table.inbox import Inbox
    from reader.table.readout import Readout
    from reader.table.table import Table


def teach(
    name: Annotated[str, typer.Argument(metavar="NAME", help='What you call the die: "Red Chessex d20".')],
    kind: Annotated[
        str | None,
        typer.Option(help="d4, d6, d8, d10, d%, d12 or d20, if the name does not say it.", show_default=False),
    ] = None,
    config: Annotated[Path | None, typer.Option(help="The box's settings.", show_default=False)] = None,
    state: Annotated[Path | None, typer.Option(help="The folder of the record.", show_default=False)] = None,
) -> None:
    """Teach the box one of your dice: lay it down face by face, press, and confirm or turn to what it shows.

    A die that is known already goes on where it was left. While the box is running, its page does the same.
    """
    from dataclasses import replace

    from reader.cli.run import settings_from

    settings = settings_from(config)
    if state is not None:
        settings = replace(settings, state=replace(settings.state, folder=state))
    _teach(settings, name, kind)


def _teach(settings: Settings, name: str, kind: str | None) -> None:
    from reader.cli.run import watcher_for
    from reader.table.commands import Teach
    from reader.table.errors import JournalInUseError
    from reader.table.hand import Hand
    from reader.table.inbox import Inbox
    from reader.vision.errors import ModelError
    from reader.wiring import open_table

    inbox = Inbox()
    try:
        with contextlib.ExitStack() as parts:
            watcher, guide, pupil = watcher_for(settings, parts)
            panel = parts.enter_context(_panel(settings, inbox))
            table = parts.enter_context(open_table(settings, inbox, watcher, [panel], set_up=guide, pupil=pupil))
            if isinstance(watcher, Hand):
                watcher.table = table
            table.start()
            reply = table.submit(Teach(name, kind)).result()
            if reply.refused:
                raise RefusedError(f"{reply.refused}; {reply.remedy}")
            _until_it_ends(table)
            for die in pupil.dice:
                if die.shown_name.casefold() == " ".join(name.split()).casefold():
                    typer.echo(f"{die.shown_name}: {len(die.seen)} faces learned from {len(die.examples)} examples")
    except JournalInUseError as error:
        raise RefusedError(f"{error}; the box is running: teach it on its page") from error
    except ModelError as error:
        raise RefusedError(str(error)) from error


def _until_it_ends(table: Table) -> None:
    """Until the lesson is over, or somebody at the keyboard wants to leave."""

    def shown(readout: Readout) -> None:
        if not readout.is_lesson:
            table.ask_to_end()

    unsubscribe = table.subscribe(shown)
    shown(table.readout)
    try:
        table.ended.result()
    finally:
        unsubscribe()


def _panel(settings: Settings, inbox: Inbox) -> Panel:
    """The box's own buttons if it has them; otherwise the keyboard."""
    import sys

    from hardware.errors import HardwareError
    from hardware.panels.terminal import TerminalPanel
    from reader.wiring import open_panel

    with contextlib.suppress(HardwareError):
        panel = open_panel(settings.panel, inbox) if settings.panel.kind == "gpio" else None
        if panel is not None:
            return panel
    return TerminalPanel(inbox, sys.stdin, sys.stdout, in_place=True)
