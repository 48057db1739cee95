"""`dice-reader calibrate`: the empty tray measured step by step, on the box's own screen too."""

from __future__ import annotations

import contextlib
import select
import sys
from pathlib import Path
from queue import Empty, Queue
from typing import TYPE_CHECKING, Annotated, Final

import typer

from reader.errors import RefusedError

if TYPE_CHECKING:
    from hardware.cameras.camera import Camera
    from hardware.panels.gestures import Gesture
    from hardware.panels.panel import Panel
    from reader.calibration.calibration import Calibration
    from reader.calibration.guide import Guide
    from reader.calibration.in_use import InUse
    from reader.config import Settings
    from reader.table.commands import Command

NOT_WELL: Final = 1
LOOK_EVERY_S: Final = 0.2


def calibrate(
    config: Annotated[
        Path | None, typer.Option(help="The settings; /etc/dice-reader.toml if it is there.", show_default=False)
    ] = None,
    check: Annotated[bool, typer.Option("--check", help="Only say whether all is as it was measured.")] = False,
    forget: Annotated[bool, typer.Option("--forget", help="Read as if nothing had been measured.")] = False,
    anyway: Annotated[bool, typer.Option("--anyway", help="Keep what is measured whatever is wrong with it.")] = False,
    stand_in: Annotated[bool, typer.Option("--stand-in", help="A rendered tray instead of the camera's.")] = False,
    save: Annotated[
        Path | None, typer.Option(metavar="PICTURE.jpg", help="Write the picture with the tray's outline, too.")
    ] = None,
) -> None:
    """Measure the empty tray: find it, even out its light, lock the camera."""
    from dataclasses import replace

    from hardware.errors import HardwareError
    from reader.calibration.in_use import InUse
    from reader.calibration.shelf import Shelf
    from reader.cli.run import settings_from
    from reader.vision.errors import ModelError

    settings = settings_from(config)
    settings = replace(settings, camera=replace(settings.camera, kind="studio")) if stand_in else settings
    in_use = InUse(Shelf(settings.state.folder))
    try:
        if forget:
            typer.echo("forgotten" if in_use.shelf.forget() else "there was nothing to forget")
            return
        _refuse_beside_a_running_box(settings)
        is_well = _check(settings, in_use) if check else _calibrate(settings, in_use, anyway, save)
    except (HardwareError, ModelError) as error:
        raise RefusedError(str(error)) from error
    except OSError as error:
        raise RefusedError(f"{error.filename or in_use.shelf.path}: {error.strerror}") from error
    raise typer.Exit(0 if is_well else NOT_WELL)


def _refuse_beside_a_running_box(settings: Settings) -> None:
    from reader.doctor.running import running_box
    from reader.wiring import page_address

    if running_box(settings) is not None:
        page = page_address(settings.page, settings.panel)
        raise RefusedError(
            f"the box is running and has the camera: calibrate on its page, {page}/#calibrate; "
            "or stop it first: sudo systemctl stop dice-reader"
        )


def _check(settings: Settings, in_use: InUse) -> bool:
    from reader.wiring import open_camera

    if in_use.calibration is None:
        typer.echo(in_use.trouble or "nothing has been measured yet: dice-reader calibrate")
        return False
    with open_camera(settings.camera, in_use.locks) as camera:
        in_use.check(camera.still())
    typer.echo(in_use.remark or f"all is as it was measured on {in_use.calibration.made_at[:10]}")
    return not in_use.remark


def _calibrate(settings: Settings, in_use: InUse, anyway: bool, save: Path | None) -> bool:
    from reader.wiring import open_camera

    gestures: Queue[Gesture] = Queue()
    with contextlib.ExitStack() as parts:
        camera = parts.enter_context(open_camera(settings.camera))
        panel = _panel(settings, gestures, parts)
        guide = _guide(settings, camera, in_use)
        is_kept = _lead(guide, panel, gestures, anyway)
        measured = guide.measured.calibration if guide.measured is not None else None
        if save is not None and measured is not None:
            _save(measured, save)
    return is_kept


def _panel(settings: Settings, gestures: Queue[Gesture], parts: contextlib.ExitStack) -> Panel | None:
    """The box's own screen and button, where there are any."""
    from hardware.board import raspberry_pi
    from hardware.errors import HardwareError
    from reader.wiring import open_gpio_panel

    if settings.panel.kind != "gpio" or raspberry_pi() is None:
        return None
    try:
        return parts.enter_context(open_gpio_panel(settings.panel, gestures))
    except HardwareError as error:
        typer.echo(f"without screen and button: {error}", err=True)
        return None


def _guide(settings: Settings, camera: Camera, in_use: InUse) -> Guide:
    from reader.calibration.guide import Guide
    from reader.table.restore import utc_now
    from reader.vision.look import Eye
    from reader.wiring import camera_locks

    return Guide(camera, Eye.open(), in_use, camera_locks(settings.camera), utc_now)


def _lead(guide: Guide, panel: Panel | None, gestures: Queue[Gesture], anyway: bool) -> bool:
    """Step by step until it is kept or somebody leaves; whether it was kept."""
    from hardware.panels.plain import in_words
    from reader.table.commands import Calibrate
    from reader.table.table import lamp_for

    def show() -> None:
        typer.echo("\n".join(in_words(guide.readout)))
        if panel is not None:
            panel.lamp(lamp_for(guide.readout))
            panel.show(guide.readout)

    is_alone = not sys.stdin.isatty()
    command: Command = Calibrate("open")
    while True:
        guide.serve(command, show)
        if guide.readout.state in ("trouble", "outcome") and guide.measured is not None:
            _tell(guide.measured.calibration)
        if not guide.is_open:
            return False
        show()
        if guide.readout.state == "outcome":
            return True
        if guide.readout.state == "trouble" and (is_alone or anyway):
            if not anyway or guide.measured is None:
                return False
            command = Calibrate("keep")
        else:
            command = Calibrate("measure") if is_alone else _next(gestures)


def _next(gestures: Queue[Gesture]) -> Command:
    """Enter or the button goes on, k or the mode button keeps, q or a held button leaves."""
    from reader.table.commands import Calibrate, Cancel, Press, command_for

    typer.echo("Enter or the button: go on · k: keep it anyway · q: leave")
    while True:
        with contextlib.suppress(Empty):
            return command_for(gestures.get(timeout=LOOK_EVERY_S))
        ready, _, _ = select.select([sys.stdin], [], [], 0)
        if ready:
            line = sys.stdin.readline()
            typed = line.strip().lower()
            if not line or typed in ("q", "quit"):
                return Cancel()
            return Calibrate("keep") if typed == "k" else Press()


def _tell(measured: Calibration) -> None:
    from reader.calibration.calibration import locks_in_words

    for one in measured.findings:
        typer.echo(
            f"{'✓' if one.is_well else '✗'} {one.what}: {one.says}" + (f"\n    → {one.remedy}" if one.remedy else "")
        )
    typer.echo(f"locked: {', '.join(locks_in_words(measured.locks)) or 'nothing, this camera tells nothing to lock'}")
    if measured.not_locked:
        typer.echo(f"this camera cannot lock: {', '.join(measured.not_locked)}")


def _save(measured: Calibration, path: Path) -> None:
    from reader.calibration.showing import seen_jpeg

    path.write_bytes(seen_jpeg(measured))
    typer.echo(f"{path}: the tray as it was found")
