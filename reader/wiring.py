"""Which parts the box is made of: the only place that chooses real ones or stand-ins."""

from __future__ import annotations

import logging
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from reader.config import CameraSettings, PageSettings, PanelSettings, Settings
from reader.notify import Notifier
from reader.toml_file import Problem, SettingsError, problem_at

if TYPE_CHECKING:
    from random import Random

    from hardware.cameras.camera import Camera, CameraLocks
    from hardware.cameras.studio import StudioCamera
    from hardware.panels.gpio import GpioPanel
    from hardware.panels.oled import OledDisplay
    from hardware.panels.panel import GestureQueue, Panel
    from hardware.panels.pins import PanelPins
    from reader.page.box import PicturedPupil, TraySetUp
    from reader.page.lens import Lens
    from reader.table.hand import Hand
    from reader.table.inbox import Inbox
    from reader.table.pupil import Pupil
    from reader.table.readout import Readout
    from reader.table.setting_up import SetUp
    from reader.table.table import Table, Watcher
    from reader.vision.watch import Eye, Pictures

log = logging.getLogger("dice-reader")

NO_NETWORK = "no network"
NOBODY_LISTENS = Notifier()
WAITS_OF_A_STALLED_CAMERA = 8
"""Two for each of two tries to take a picture, one each to close, open and start it, and one more."""
SLACK_S = 20.0
"""A picture is read within this on the slowest Pi."""


def open_panel(settings: PanelSettings, gestures: GestureQueue) -> Panel | None:
    """The panel that the settings name; None for a box that only has its page. Raises HardwareError."""
    if settings.kind == "none":
        return None
    if settings.kind == "gpio":
        return open_gpio_panel(settings, gestures)
    from hardware.panels.terminal import TerminalPanel

    return TerminalPanel(gestures, sys.stdin, sys.stdout)


def open_gpio_panel(settings: PanelSettings, gestures: GestureQueue) -> GpioPanel:
    from hardware.panels.gpio import GpioPanel

    return GpioPanel(
        gestures,
        panel_pins(settings),
        partial(_open_display, settings) if settings.display != "none" else None,
        dim_after_s=settings.display_dim_after_s,
    )


def _open_display(settings: PanelSettings) -> OledDisplay:
    from hardware.panels.oled import OledDisplay

    assert settings.display != "none"
    address, rotation = settings.display_address, settings.display_rotation_degrees
    return OledDisplay(settings.display, settings.display_bus, address, rotation)


def leave_on_screen(settings: PanelSettings, readout: Readout) -> None:
    """Shows it there and nowhere else, and it stays when the program has ended. Raises HardwareError."""
    if settings.kind != "gpio" or settings.display == "none":
        return
    from hardware.panels.screens import draw

    display = _open_display(settings)
    display.show(draw(readout).image)
    display.leave()


def panel_pins(settings: PanelSettings) -> PanelPins:
    from hardware.panels.pins import PanelPins

    return PanelPins(
        capture=settings.capture_pin,
        mode=settings.mode_pin,
        knob=settings.knob_pins,
        lamp=settings.lamp,
        lamp_pins=settings.lamp_pins,
        lamp_common_anode=settings.lamp_common_anode,
        hold_s=settings.hold_s,
        off_hold_s=settings.off_hold_s,
        bounce_s=settings.bounce_s,
    )


def open_camera(settings: CameraSettings, measured: CameraLocks | None = None) -> Camera:
    """The camera that the settings name, with their locks, and those that were measured where they give none. Raises
    HardwareError."""
    from reader.calibration.measuring import merged

    camera = _camera(settings)
    by_hand = camera_locks(settings)
    camera.lock(merged(by_hand, measured) if measured is not None else by_hand)
    return camera


def longest_silence_s(settings: CameraSettings) -> float:
    """How long the worker may wait for a camera that stalls, is opened again and stalls again, until it is told."""
    return WAITS_OF_A_STALLED_CAMERA * settings.timeout_s + SLACK_S


def camera_locks(settings: CameraSettings) -> CameraLocks:
    from hardware.cameras.camera import CameraLocks

    red, blue = settings.red_gain, settings.blue_gain
    return CameraLocks(
        exposure_us=settings.exposure_us,
        gain=settings.gain,
        colour_gains=(red, blue) if red is not None and blue is not None else None,
        colour_temperature_k=settings.colour_temperature_k,
        focus=settings.focus,
    )


def _camera(settings: CameraSettings) -> Camera:
    width, height = settings.width_px, settings.height_px
    size_px = (width, height) if width is not None and height is not None else None
    preview_width_px, timeout_s = settings.preview_width_px, settings.timeout_s
    if settings.kind == "pi":
        from hardware.cameras.pi import PiCamera

        return PiCamera(settings.number, size_px, preview_width_px=preview_width_px, timeout_s=timeout_s)
    if settings.kind == "usb":
        from hardware.cameras.usb import DEFAULT_SIZE_PX, UsbCamera

        size_px = size_px or DEFAULT_SIZE_PX
        return UsbCamera(settings.device, size_px, preview_width_px=preview_width_px, timeout_s=timeout_s)
    if settings.recording is not None:
        from hardware.cameras.recorded import RecordedCamera

        return RecordedCamera(settings.recording, repeat=True, preview_width_px=preview_width_px)
    from hardware.cameras.studio import StudioCamera

    return StudioCamera(preview_width_px=preview_width_px)


@contextmanager
def open_table(
    settings: Settings,
    inbox: Inbox,
    watcher: Watcher,
    panels: Sequence[Panel] = (),
    *,
    address: Callable[[], str] = str,
    notifier: Notifier = NOBODY_LISTENS,
    set_up: SetUp | None = None,
    pupil: Pupil | None = None,
) -> Iterator[Table]:
    """The table with its record, where it was left; both are closed afterwards. Raises JournalInUseError."""
    from reader.table.journal import Journal
    from reader.table.pictures import Pictures
    from reader.table.restore import restored
    from reader.table.table import PULSE_S, Table

    state, presets = settings.state, settings.table.presets
    journal = Journal(state.folder)
    try:
        pictures = Pictures(state.folder, state.pictures_kept, state.pictures_max_mb * 1_000_000)
        table = Table(
            inbox,
            watcher,
            journal,
            lambda: restored(journal, pictures, presets, pupil=pupil),
            panels,
            address=address,
            pulse=notifier.beat,
            pulse_s=min(PULSE_S, notifier.beat_every_s or PULSE_S),
            can_switch_off=notifier.is_supervised,
            set_up=set_up,
        )
        try:
            yield table
        finally:
            table.close()
    finally:
        journal.close()


def watch_for(settings: Settings, camera: Pictures, eye: Eye) -> Watcher:
    from reader.vision.watch import Watch

    table = settings.table
    return Watch(camera, eye, stills=table.stills, timeout_s=table.settle_timeout_s)


def studio_hand(settings: Settings, tray: StudioCamera, eye: Eye, random: Random) -> Hand:
    """For rendered dice: whoever looks throws first."""
    from reader.table.hand import Hand, StudioTime
    from reader.vision.watch import Watch

    time, table = StudioTime(), settings.table
    watch = Watch(
        tray, eye, stills=table.stills, timeout_s=table.settle_timeout_s, clock=time.now_s, sleep=time.pass_by
    )
    return Hand(tray, watch, random)


def refuse_unknown_presets(settings: Settings, file: Path | None) -> None:
    """Presets are roll strings, which the settings know nothing of. Raises SettingsError."""
    from rules import NotationError, parse

    text = file.read_text(encoding="utf-8") if file is not None else ""
    problems: list[Problem] = []
    for preset in settings.table.presets:
        try:
            parse(preset)
        except NotationError as error:
            sentence = f'table.presets: "{preset}" is no roll: {error}'
            problems.append(problem_at(text, ("table", "presets"), sentence))
    if problems:
        raise SettingsError(str(file or "settings"), tuple(problems))


def page_address(page: PageSettings, panel: PanelSettings) -> str:
    """What the idle screen says now; empty without a page. A box with a screen of its own says when it has no network:
    nobody can open a browser on it."""
    from reader.page.hosts import EVERYBODY, address_for, address_in_the_house

    if not page.enabled:
        return ""
    if panel.kind == "gpio" and page.host in EVERYBODY and address_in_the_house() is None:
        return NO_NETWORK
    return address_for(page.host, page.port)


def free_port(settings: Settings) -> Settings:
    return replace(settings, page=replace(settings.page, port=0))


def _where_codes_are(settings: PanelSettings, panels: Sequence[Panel], notifier: Notifier) -> str:
    """Now: a screen may be missing at first, be unplugged, and come back."""
    from reader.page.pairing import where_codes_are

    has_screen = settings.kind == "gpio" and settings.display != "none"
    works = bool(panels) and not any(panel.troubles for panel in panels)
    return where_codes_are(has_screen, works, notifier.is_supervised)


@contextmanager
def open_page(
    settings: Settings,
    table: Table,
    lens: Lens,
    announce: Callable[[str], None] | None = None,
    *,
    panels: Sequence[Panel] = (),
    notifier: Notifier = NOBODY_LISTENS,
    set_up: TraySetUp | None = None,
    pupil: PicturedPupil | None = None,
) -> Iterator[str]:
    """The page beside the table, and its address; "" if there shall be none. Raises PageError.

    Pairing codes go to `announce`, which writes to a terminal; without one, to the table's panels and the log.
    """
    if not settings.page.enabled:
        yield ""
        return
    from reader.page.app import make_app, make_box
    from reader.page.pairing import IN_THE_TERMINAL
    from reader.page.server import PageServer
    from reader.table.commands import Notice

    def on_the_screen(code: str) -> None:
        table.submit(Notice("Pairing code", code, "type it on the page") if code else Notice())
        if code:
            log.info("pairing code: %s", code)

    where = partial(_where_codes_are, settings.panel, panels, notifier)
    shows_code = where if announce is None else lambda: IN_THE_TERMINAL
    folder, presets = settings.state.folder, settings.table.presets
    telling = announce or on_the_screen
    box = make_box(table, lens, folder, presets, telling, shows_code=shows_code, set_up=set_up, pupil=pupil)
    with PageServer(make_app(box, settings.page.names), settings.page.host, settings.page.port) as server:
        log.info("the page: %s", server.address)
        yield server.address
