"""Camera, screen, button and lamp, with stand-ins for the wires and for the person."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from queue import Queue
from typing import Any

import numpy as np
import pytest

from hardware.cameras.recorded import RecordedCamera
from hardware.errors import CameraMissingError, DisplayMissingError, PinsMissingError
from hardware.panels.fake import FakePanel
from hardware.panels.gestures import Gesture, Mode, Press
from hardware.panels.lamp import Lamp
from reader.config import PanelSettings, Settings, StateSettings
from reader.doctor.check import Check
from reader.doctor.parts import Person, camera, i2c, panel
from reader.doctor.press import pressed
from reader.doctor.surroundings import Surroundings

LAPTOP = Surroundings(None)
NO_SCREEN = DisplayMissingError("no display at 0x3C on i2c-1", device="0x3C", remedy="check the four wires")


@pytest.fixture
def on_a_pi(tmp_path: Path) -> Surroundings:
    return Surroundings("Raspberry Pi 4", tmp_path)


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return replace(Settings(), state=StateSettings(folder=tmp_path))


@pytest.fixture
def gpio(monkeypatch: pytest.MonkeyPatch) -> list[FakePanel]:
    """The panels that were opened."""
    opened: list[FakePanel] = []

    def open_panel(_settings: PanelSettings, gestures: Queue[Gesture]) -> FakePanel:
        opened.append(FakePanel(gestures))
        return opened[-1]

    monkeypatch.setattr("reader.wiring.open_gpio_panel", open_panel)
    return opened


def person(*, presses: bool = True, sees: bool = True, said: list[str] | None = None) -> Person:
    heard = said if said is not None else []

    def waits(gestures: Queue[Gesture]) -> Any:
        gestures.put(Mode())
        if presses:
            gestures.put(Press())
        return pressed(gestures, lambda: False, wait_s=5 if presses else 0)

    return Person(heard.append, waits, lambda _question: sees)


def by_part(checks: Iterator[Check]) -> dict[str, Check]:
    return {check.part: check for check in checks}


def test_a_pressed_button_a_lit_lamp_and_a_screen_are_well(gpio: list[FakePanel], on_a_pi: Surroundings) -> None:
    said: list[str] = []
    found = by_part(panel(PanelSettings(), on_a_pi, False, person(said=said)))
    assert all(check.ok for check in found.values())
    assert set(found) == {"screen", "button", "lamp"}
    assert said == ["press the capture button now … (Enter skips)"]
    assert gpio[0].lamps == [Lamp.READY, Lamp.THROW_AGAIN, Lamp.TROUBLE]
    assert gpio[0].closed


@pytest.mark.usefixtures("gpio")
def test_a_button_that_tells_nothing_names_its_wires(on_a_pi: Surroundings) -> None:
    button = by_part(panel(PanelSettings(), on_a_pi, False, person(presses=False)))["button"]
    assert not button.ok
    assert button.fix == "check its two wires: one to GPIO17, the other to ground"


@pytest.mark.usefixtures("gpio")
def test_a_lamp_that_stays_dark_names_its_legs(on_a_pi: Surroundings) -> None:
    lamp = by_part(panel(PanelSettings(), on_a_pi, False, person(sees=False)))["lamp"]
    assert (lamp.ok, lamp.says) == (False, "not green")


@pytest.mark.usefixtures("gpio")
def test_without_a_person_nobody_is_waited_for(on_a_pi: Surroundings) -> None:
    found = by_part(panel(PanelSettings(), on_a_pi, False, None))
    assert "nobody was asked" in found["button"].says
    assert "nobody looked" in found["lamp"].says


def test_pressing_can_be_skipped() -> None:
    assert pressed(Queue(), lambda: True) == "skipped"


@pytest.mark.usefixtures("gpio")
def test_a_missing_screen_says_what_to_do(on_a_pi: Surroundings, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(FakePanel, "troubles", property(lambda _self: (NO_SCREEN,), lambda _self, _value: None), False)
    screen = by_part(panel(PanelSettings(), on_a_pi, False, None))["screen"]
    assert (screen.ok, screen.fix) == (False, "check the four wires")


def test_pins_that_cannot_be_had_are_told(on_a_pi: Surroundings, monkeypatch: pytest.MonkeyPatch) -> None:
    @contextmanager
    def missing(*_parts: object) -> Iterator[None]:
        raise PinsMissingError("no pins", device="gpio", remedy="run it on a Pi")
        yield

    monkeypatch.setattr("reader.wiring.open_gpio_panel", missing)
    found = by_part(panel(PanelSettings(), on_a_pi, False, None))
    assert set(found) == {"screen", "button", "lamp"}
    assert {(check.ok, check.fix) for check in found.values()} == {(False, "run it on a Pi")}


@pytest.mark.usefixtures("gpio")
def test_a_part_that_is_lost_on_the_way_leaves_the_ones_before_as_they_were(
    on_a_pi: Surroundings, monkeypatch: pytest.MonkeyPatch
) -> None:
    def lost(_panel: FakePanel, _state: Lamp) -> None:
        raise PinsMissingError("the pins are gone", device="gpio", remedy="restart")

    monkeypatch.setattr(FakePanel, "lamp", lost)
    found = by_part(panel(PanelSettings(), on_a_pi, False, person()))
    assert [found[part].ok for part in ("screen", "button", "lamp")] == [True, True, False]
    assert found["lamp"].says == "not tried: the pins are gone"


def test_on_a_laptop_the_panel_is_a_stand_in() -> None:
    assert all(check.is_stand_in for check in panel(PanelSettings(), LAPTOP, False, None))
    assert i2c(PanelSettings(), LAPTOP).is_stand_in


def test_a_bus_that_is_switched_off_is_told(on_a_pi: Surroundings, tmp_path: Path) -> None:
    bus = i2c(PanelSettings(), on_a_pi)
    assert (bus.ok, bus.fix) == (False, "sudo raspi-config nonint do_i2c 0, then restart")
    (tmp_path / "dev").mkdir()
    (tmp_path / "dev/i2c-1").touch()
    assert i2c(PanelSettings(), on_a_pi).ok


def seen(picture: Any, settings: Settings, monkeypatch: pytest.MonkeyPatch) -> dict[str, Check]:
    monkeypatch.setattr("reader.wiring.open_camera", lambda *_: RecordedCamera([picture]))
    return by_part(camera(settings, Surroundings("Raspberry Pi 4"), None))


def chess() -> Any:
    return np.repeat(
        (np.kron(np.indices((9, 12)).sum(axis=0) % 2, np.ones((30, 30))) * 120 + 50)[:, :, None], 3, axis=2
    )


def test_a_sharp_camera_is_well_and_a_dark_one_says_what_to_do(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = seen(chess().astype(np.uint8), settings, monkeypatch)
    assert found["camera"].ok
    assert "sharp" in found["camera"].says
    assert "not done yet" in found["calibration"].says
    dark = seen((chess() * 0.1).astype(np.uint8), settings, monkeypatch)["camera"]
    assert (dark.ok, dark.fix) == (False, "add light, or raise camera.exposure_us")


def test_a_calibration_that_only_the_box_may_read_is_not_called_damaged(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    def forbidden(*_how: object, **_more: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "open", forbidden)
    told = seen(chess().astype(np.uint8), settings, monkeypatch)["calibration"]
    assert (told.ok, told.says) == (True, "this user may not read it; sudo dice-reader doctor looks at it too")


def test_a_camera_that_is_not_there_is_told(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(*_parts: object) -> None:
        raise CameraMissingError("no Pi camera 0 (0 found)", device="0", remedy="check the ribbon cable")

    monkeypatch.setattr("reader.wiring.open_camera", missing)
    (found,) = camera(settings, Surroundings("Raspberry Pi 4"), None)
    assert (found.ok, found.fix) == (False, "check the ribbon cable")
