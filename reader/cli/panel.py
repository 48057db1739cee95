"""`dice-reader panel`: the panel's layouts on a stand-in; on a Pi, every part of it tried in turn."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from reader.errors import RefusedError

if TYPE_CHECKING:
    from queue import Queue

    from hardware.panels.gestures import Gesture
    from hardware.panels.lamp import Lamp
    from hardware.panels.panel import Panel
    from reader.config import Settings

PICTURE_SCALE = 4
"""How many times larger a saved picture is than the screen: its pixels are meant to be seen."""


def show_panel(
    config: Annotated[Path | None, typer.Option(help="Settings to use instead of the defaults.")] = None,
    stand_in: Annotated[bool, typer.Option("--stand-in", help="Draw it in the terminal, even on a Pi.")] = False,
    save: Annotated[Path | None, typer.Option(help="Write every layout as a picture into this folder.")] = None,
) -> None:
    """Show the panel: every layout in the terminal, or on a Pi a walk through button, knob, lamp and screen."""
    from hardware.board import raspberry_pi
    from hardware.errors import HardwareError
    from reader.config import Settings, load

    try:
        settings = load(config) if config is not None else Settings()
        if save is not None:
            _save(save)
        elif raspberry_pi() is not None and not stand_in:
            raise typer.Exit(0 if _walk_through(settings) else 1)
        elif sys.stdin.isatty() and sys.stdout.isatty():
            _leaf_through()
        else:
            _print_all()
    except (HardwareError, OSError) as error:
        raise RefusedError(str(error)) from error


def _save(folder: Path) -> None:
    from hardware.panels.samples import SAMPLES
    from hardware.panels.screens import draw

    folder.mkdir(parents=True, exist_ok=True)
    for name, readout in SAMPLES.items():
        image = draw(readout).image
        image.resize((image.width * PICTURE_SCALE, image.height * PICTURE_SCALE)).save(folder / f"{name}.png")
    typer.echo(f"{len(SAMPLES)} layouts in {folder}")


def _print_all() -> None:
    from queue import Queue

    from hardware.panels.samples import SAMPLES
    from hardware.panels.terminal import TerminalPanel

    with TerminalPanel(Queue(), sys.stdin, sys.stdout) as panel:
        for name, readout in SAMPLES.items():
            typer.echo(f"\n{name}")
            panel.lamp(_lamp_for(readout.state))
            panel.show(readout)


def _leaf_through() -> None:
    from queue import Queue

    from hardware.panels.terminal import TerminalPanel

    gestures: Queue[Gesture] = Queue()
    with TerminalPanel(gestures, sys.stdin, sys.stdout, in_place=True) as panel:
        leaf(panel, gestures)


def leaf(panel: Panel, gestures: Queue[Gesture]) -> None:
    """Press or mode shows the next layout, mode held the one before; every other gesture is shown as seen."""
    from dataclasses import replace

    from hardware.panels.gestures import Mode, ModeHeld, Press, Quit
    from hardware.panels.samples import SAMPLES
    from hardware.panels.walk import in_words

    layouts = list(SAMPLES.values())
    at, seen = 0, ""
    while True:
        readout = layouts[at % len(layouts)]
        panel.lamp(_lamp_for(readout.state))
        panel.show(replace(readout, warning=seen) if seen else readout)
        match gestures.get():
            case Quit():
                return
            case Press() | Mode():
                at, seen = at + 1, ""
            case ModeHeld():
                at, seen = at - 1, ""
            case gesture:
                seen = f"Seen: {in_words(gesture)}"


def _walk_through(settings: Settings) -> bool:
    from queue import Queue

    from hardware.panels.walk import parts_of, walk
    from reader.wiring import open_gpio_panel

    panel_settings = settings.panel
    knob = panel_settings.knob_pins
    parts = parts_of(
        has_knob=knob is not None,
        capture_pin=f"GPIO{panel_settings.capture_pin}",
        mode_pin=f"GPIO{panel_settings.mode_pin}",
        knob_pins=f"GPIO{knob[0]} and GPIO{knob[1]}" if knob is not None else "",
        hold_s=panel_settings.hold_s,
    )
    gestures: Queue[Gesture] = Queue()
    with open_gpio_panel(panel_settings, gestures) as panel:
        results = walk(panel, gestures, parts, typer.echo)
    typer.echo("")
    for seen in results:
        typer.echo(f"{'✓' if seen.is_well else '✗'} {seen.part}: {seen.remark}")
    return all(seen.is_well for seen in results)


def _lamp_for(state: str) -> Lamp:
    from hardware.panels.lamp import Lamp

    lamps = {"idle": Lamp.READY, "outcome": Lamp.READY, "busy": Lamp.BUSY, "trouble": Lamp.TROUBLE}
    return lamps.get(state, Lamp.THROW_AGAIN)
