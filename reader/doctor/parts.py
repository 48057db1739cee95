"""Things with wires: camera, calibration, I2C, screen, buttons and lamp."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from queue import Queue
from typing import TYPE_CHECKING, Any

from hardware.errors import HardwareError
from reader.config import PanelSettings, Settings
from reader.doctor.check import Check, ill, well
from reader.doctor.running import said_by_the_box
from reader.doctor.surroundings import Surroundings

if TYPE_CHECKING:
    from hardware.cameras.camera import Frame
    from hardware.panels.gestures import Gesture
    from hardware.panels.panel import Panel
    from reader.calibration.in_use import InUse
    from reader.doctor.press import Answer

RUNS = "the running box has it; sudo systemctl stop dice-reader, to try it from here"


@dataclass(frozen=True, slots=True)
class Person:
    """Who stands beside the box: is told what to do, presses, and says what was seen."""

    say: Callable[[str], None]
    waits_for_press: Callable[[Queue[Gesture]], Answer]
    saw: Callable[[str], bool]


def camera(settings: Settings, around: Surroundings, running: dict[str, Any] | None) -> Iterator[Check]:
    """`running` is what the box that has the camera says of itself; None if none runs."""
    from reader.calibration.in_use import InUse
    from reader.calibration.shelf import Shelf
    from reader.wiring import open_camera

    if running is not None:
        yield from said_by_the_box(running, is_pi=around.is_pi)
        return
    is_stand_in = settings.camera.kind in ("studio", "recorded") or (settings.camera.kind == "pi" and not around.is_pi)
    chosen = (
        replace(settings.camera, kind="studio") if settings.camera.kind == "pi" and is_stand_in else settings.camera
    )
    in_use = InUse(Shelf(settings.state.folder))
    try:
        with open_camera(chosen, in_use.locks) as opened:  # else another exposure would pass for another light
            frame, name = opened.still(), opened.name
    except HardwareError as error:
        yield ill("camera", error.what, error.remedy)
        return
    yield _seen(frame, name, is_stand_in)
    yield _calibration(in_use, None if is_stand_in else frame)


def _seen(frame: Frame, name: str, is_stand_in: bool) -> Check:
    from reader.calibration.findings import findings

    told = findings(frame, is_empty=False)
    faults = [one for one in told if not one.is_well]
    height, width = frame.shape[:2]
    says = f"{name}, {width} × {height} px, {'; '.join(one.says for one in faults or told)}"
    if faults:
        return ill("camera", says, faults[0].remedy, is_stand_in=is_stand_in)
    return well("camera", says, is_stand_in=is_stand_in)


def _calibration(in_use: InUse, frame: Frame | None) -> Check:
    """A rendered picture is not compared with one of a real tray."""
    again = "empty the tray, then sudo dice-reader calibrate"
    if not may_be_read(in_use.shelf.path):
        return well("calibration", "this user may not read it; sudo dice-reader doctor looks at it too")
    if in_use.calibration is None:
        says = "not done yet; everything works without, and light and dark are told better with (dice-reader calibrate)"
        return ill("calibration", in_use.trouble, again) if in_use.trouble else well("calibration", says)
    if frame is not None:
        in_use.check(frame)
    if in_use.remark:
        return ill("calibration", in_use.remark.partition(";")[0], again)
    return well("calibration", f"of {in_use.calibration.made_at[:10]}, still right")


def may_be_read(file: Path) -> bool:
    """Also true of a file that is not there: then that can be said."""
    with contextlib.suppress(FileNotFoundError):
        try:
            file.open("rb").close()
        except PermissionError:
            return False
    return True


def i2c(settings: PanelSettings, around: Surroundings) -> Check:
    if settings.kind != "gpio" or settings.display == "none":
        return well("I2C", "nothing is on it")
    if not around.is_pi:
        return well("I2C", "only a Pi has it", is_stand_in=True)
    bus = around.root / f"dev/i2c-{settings.display_bus}"
    if not bus.exists():
        fix = "sudo raspi-config nonint do_i2c 0, then restart"
        return ill("I2C", f"there is no bus {settings.display_bus}", fix)
    if not os.access(bus, os.R_OK | os.W_OK):
        return ill(
            "I2C", f"no permission to use bus {settings.display_bus}", "sudo usermod -aG i2c $USER, log in again"
        )
    return well("I2C", f"bus {settings.display_bus} is there")


def panel(settings: PanelSettings, around: Surroundings, is_running: bool, person: Person | None) -> Iterator[Check]:
    """Screen, button, lamp. Without a person nothing is pressed and nobody says whether the lamp was lit."""
    if settings.kind == "none":
        yield well("panel", "the settings say that there is none")
        return
    if settings.kind == "terminal" or not around.is_pi:
        yield from (well(part, "drawn in the terminal", is_stand_in=True) for part in ("screen", "button", "lamp"))
        return
    if is_running:
        yield from (well(part, RUNS) for part in ("screen", "button", "lamp"))
        return
    from reader.wiring import open_gpio_panel

    gestures: Queue[Gesture] = Queue()
    left = ["screen", "button", "lamp"]
    try:
        with open_gpio_panel(settings, gestures) as opened:
            for part in tuple(left):
                yield _tried(part, settings, opened, gestures, person)
                left.remove(part)
    except HardwareError as error:
        yield from (ill(part, f"not tried: {error.what}", error.remedy) for part in left)


def _tried(part: str, settings: PanelSettings, opened: Panel, gestures: Queue[Gesture], person: Person | None) -> Check:
    match part:
        case "screen":
            return _screen(settings, opened)
        case "button":
            return _button(settings, gestures, person)
        case _:
            return _lamp(settings, opened, person)


def _screen(settings: PanelSettings, opened: Panel) -> Check:
    from hardware.panels.samples import SAMPLES

    if settings.display == "none":
        return well("screen", "the settings say that there is none")
    opened.show(SAMPLES["outcome"])
    trouble = next(iter(opened.troubles), None)
    if trouble is not None:
        return ill("screen", trouble.what, trouble.remedy)
    return well("screen", f"{settings.display} at 0x{settings.display_address:02X} answers; it shows a large 15")


def _button(settings: PanelSettings, gestures: Queue[Gesture], person: Person | None) -> Check:
    pin = f"GPIO{settings.capture_pin}"
    if person is None:
        return well("button", f"{pin} can be used; nobody was asked to press")
    person.say("press the capture button now … (Enter skips)")
    match person.waits_for_press(gestures):
        case "pressed":
            return well("button", f"pressed on {pin}")
        case "skipped":
            return well("button", f"{pin} can be used; pressing was skipped")
        case "nothing":
            return ill("button", f"nothing came from {pin}", f"check its two wires: one to {pin}, the other to ground")


def _lamp(settings: PanelSettings, opened: Panel, person: Person | None) -> Check:
    from hardware.panels.lamp import Lamp

    if settings.lamp == "none":
        return well("lamp", "the settings say that there is none")
    pins = ", ".join(f"GPIO{pin}" for pin in settings.lamp_pins)
    if person is None:
        return well("lamp", f"{pins} can be used; nobody looked")
    for state, colour in ((Lamp.READY, "green"), (Lamp.THROW_AGAIN, "yellow"), (Lamp.TROUBLE, "red")):
        opened.lamp(state)
        if not person.saw(f"is the lamp {colour} now?"):
            fix = f"check the legs on {pins}, and lamp_common_anode under [panel]"
            return ill("lamp", f"not {colour}", fix)
    return well("lamp", f"green, yellow and red on {pins}")
