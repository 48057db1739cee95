"""`dice-reader run`: the appliance."""

from __future__ import annotations

import contextlib
import logging
import signal
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NoReturn

import typer

from reader.errors import RefusedError

if TYPE_CHECKING:
    from hardware.panels.panel import Panel
    from reader.calibration.guide import Guide
    from reader.config import Settings
    from reader.notify import Notifier
    from reader.table.inbox import Inbox
    from reader.table.table import Watcher
    from reader.teaching.pupil import GalleryPupil

CONFIG = Path("/etc/dice-reader.toml")
SWITCH_OFF = 80
"""Tells the unit to switch the machine off; systemd/dice-reader.service knows it too."""

log = logging.getLogger("dice-reader")


def run(
    config: Annotated[
        Path | None, typer.Option(help=f"The settings; {CONFIG} if it is there.", show_default=False)
    ] = None,
    check: Annotated[bool, typer.Option("--check", help="Only say whether the settings can be used.")] = False,
) -> None:
    """Run the box: button, screen, camera, dice."""
    from reader.notify import Notifier

    notifier = Notifier.from_environment()
    try:
        settings = settings_from(config)
    except RefusedError as refused:
        if check or not notifier.is_supervised:
            raise
        _end_for_good(config or _default(), refused)
    if check:
        typer.echo(f"{config or _default() or 'the defaults'}: these settings can be used")
        return
    logging.basicConfig(level=logging.INFO, format="%(message)s")
    try:
        is_switching_off = _serve(settings, notifier)
    except RefusedError as refused:
        if notifier.is_supervised:
            from reader.last_words import say_why_it_ends

            say_why_it_ends(settings.panel, refused)
        raise
    if is_switching_off:
        raise typer.Exit(SWITCH_OFF)


def _end_for_good(file: Path | None, refused: RefusedError) -> NoReturn:
    """Starting again would not help: somebody must put the settings right."""
    from reader.last_words import BAD_SETTINGS, say_bad_settings

    typer.echo(f"dice-reader: {refused}", err=True)
    say_bad_settings(file, refused)
    raise typer.Exit(BAD_SETTINGS)


def settings_from(config: Path | None) -> Settings:
    """The settings in that file, in /etc, or the defaults. Raises RefusedError with every line that is wrong."""
    from reader.config import Settings, load
    from reader.toml_file import SettingsError
    from reader.wiring import refuse_unknown_presets

    file = config or _default()
    try:
        settings = load(file) if file is not None else Settings()
        refuse_unknown_presets(settings, file)
    except SettingsError as error:
        raise RefusedError(str(error)) from error
    except (OSError, UnicodeDecodeError) as error:
        raise RefusedError(f"{file}: cannot be read: {error}") from error
    return settings


def _default() -> Path | None:
    return CONFIG if CONFIG.exists() else None


def _serve(settings: Settings, notifier: Notifier) -> bool:
    """Until it is told to end; whether the machine shall be switched off then."""
    import faulthandler

    from reader.page.errors import PageError
    from reader.page.lens import Lens
    from reader.table.errors import JournalInUseError
    from reader.table.hand import Hand
    from reader.table.inbox import Inbox
    from reader.vision.errors import ModelError
    from reader.wiring import longest_silence_s, open_page, open_table, page_address

    if not faulthandler.is_enabled():  # a worker that hangs is ended by SIGABRT: then the log says where it hung
        faulthandler.enable()
    notifier.allow(longest_silence_s(settings.camera))
    inbox = Inbox()
    try:
        with contextlib.ExitStack() as parts:
            watcher, guide, pupil = watcher_for(settings, parts)
            panels = [parts.enter_context(panel) for panel in _panels(settings, inbox)]
            lens = Lens(watcher)
            at = partial(page_address, settings.page, settings.panel)
            opened = open_table(settings, inbox, lens, panels, address=at, notifier=notifier, set_up=guide, pupil=pupil)
            table = parts.enter_context(opened)
            if isinstance(watcher, Hand):
                watcher.table = table
            for number in (signal.SIGTERM, signal.SIGINT):
                signal.signal(number, lambda *_: table.ask_to_end())
            table.start()
            guide.recheck(table)
            served = open_page(settings, table, lens, panels=panels, notifier=notifier, set_up=guide, pupil=pupil)
            page = parts.enter_context(served)
            notifier.ready(f"the page: {page}" if page else "serving, without a page")
            table.ended.result()
            notifier.stopping()
            for panel in panels if table.is_switching_off else ():
                panel.leave()
            return table.is_switching_off
    except (ModelError, JournalInUseError, PageError) as error:
        raise RefusedError(str(error)) from error


def watcher_for(settings: Settings, parts: contextlib.ExitStack) -> tuple[Watcher, Guide, GalleryPupil]:
    """The eye on the camera, and who calibrates it and is taught; rendered dice have a hand that throws them."""
    from random import Random

    from hardware.cameras.studio import StudioCamera
    from reader.calibration.guide import Guide
    from reader.calibration.in_use import CalibratedEye, CheckingWatcher, InUse
    from reader.calibration.shelf import Shelf
    from reader.table.on_demand import OnDemandCamera
    from reader.table.restore import utc_now
    from reader.teaching.opening import open_pupil
    from reader.vision.look import Eye
    from reader.vision.slant import Stance
    from reader.wiring import camera_locks, open_camera, studio_hand, watch_for

    eye = Eye.open()
    if settings.camera.kind != "recorded":  # whose pictures may be of many cameras
        eye.stance = Stance()
    pupil = open_pupil(settings.state.folder, eye)
    in_use, by_hand = InUse(Shelf(settings.state.folder)), camera_locks(settings.camera)
    seeing = CalibratedEye(eye, in_use)
    if settings.camera.kind == "studio":
        tray = parts.enter_context(StudioCamera(preview_width_px=settings.camera.preview_width_px))
        guide = Guide(tray, eye, in_use, by_hand, utc_now, take_dice_out=lambda: tray.throw(()))
        return studio_hand(settings, tray, seeing, Random()), guide, pupil
    camera = OnDemandCamera(lambda: open_camera(settings.camera, in_use.locks))
    parts.callback(camera.close)
    watcher = CheckingWatcher(watch_for(settings, camera, seeing), in_use)
    return watcher, Guide(camera, eye, in_use, by_hand, utc_now), pupil


def _panels(settings: Settings, inbox: Inbox) -> list[Panel]:
    """A box whose buttons cannot be had goes on if it has a page, and says so there."""
    from hardware.errors import HardwareError
    from reader.table.no_panel import NoPanel
    from reader.wiring import open_panel

    try:
        panel = open_panel(settings.panel, inbox)
    except HardwareError as error:
        if not settings.page.enabled:
            raise RefusedError(str(error)) from error
        log.warning("%s; going on with the page alone", error)
        panel = NoPanel(error)
    return [panel] if panel is not None else []
