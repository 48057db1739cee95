"""Settings become parts."""

from dataclasses import replace
from pathlib import Path
from queue import Queue

import cv2
import numpy as np
import pytest

from hardware.cameras import fake_picamera2
from hardware.cameras.camera import CameraLocks
from hardware.cameras.recorded import RecordedCamera
from hardware.errors import CameraMissingError, PinsMissingError
from hardware.panels.pins import PanelPins
from hardware.panels.terminal import TerminalPanel
from reader.config import CameraSettings, PanelSettings, Settings
from reader.wiring import camera_locks, open_camera, open_panel, panel_pins


def test_the_default_pins_are_the_panels_own() -> None:
    assert panel_pins(Settings().panel) == PanelPins(capture=17, mode=27)


def test_every_pin_setting_reaches_the_panel() -> None:
    settings = PanelSettings(
        capture_pin=4,
        mode_pin=5,
        knob_pins=(6, 7),
        lamp="three",
        lamp_pins=(8, 9, 10),
        lamp_common_anode=True,
        hold_s=2.0,
        bounce_s=0.05,
    )
    assert panel_pins(settings) == PanelPins(4, 5, (6, 7), "three", (8, 9, 10), True, 2.0, 0.05)


def test_a_box_may_have_no_panel() -> None:
    assert open_panel(PanelSettings(kind="none"), Queue()) is None


def test_a_panel_may_be_the_terminal() -> None:
    panel = open_panel(PanelSettings(kind="terminal"), Queue())
    assert isinstance(panel, TerminalPanel)
    panel.close()


def test_a_panel_on_pins_needs_pins(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hardware.panels.pins.DEVICES", Path("/nowhere"))
    with pytest.raises(PinsMissingError):
        open_panel(PanelSettings(), Queue())


def test_locks_are_what_the_settings_hold() -> None:
    settings = CameraSettings(
        exposure_us=8000, gain=1.5, red_gain=1.8, blue_gain=1.4, colour_temperature_k=4600, focus=4.0
    )
    assert camera_locks(settings) == CameraLocks(8000, 1.5, (1.8, 1.4), 4600, 4.0)
    assert camera_locks(CameraSettings()) == CameraLocks()


def test_a_recording_is_played_over_and_over(tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "a.png"), np.zeros((48, 64, 3), dtype=np.uint8))
    with open_camera(CameraSettings(kind="recorded", recording=tmp_path)) as camera:
        assert isinstance(camera, RecordedCamera)
        assert [camera.still().shape for _ in range(2)] == [(48, 64, 3)] * 2


def test_a_pi_camera_is_opened_with_its_size_and_locks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hardware.cameras.pi._load", lambda: fake_picamera2)
    monkeypatch.setattr(fake_picamera2.Picamera2, "opened", [])
    settings = CameraSettings(width_px=640, height_px=480, exposure_us=5000)
    with open_camera(settings) as camera:
        assert camera.still().shape == (480, 640, 3)
    opened = fake_picamera2.Picamera2.opened
    assert opened[0].controls["ExposureTime"] == 5000


def test_a_usb_camera_is_looked_for_where_the_settings_say(tmp_path: Path) -> None:
    settings = replace(CameraSettings(kind="usb"), device=str(tmp_path / "video3"))
    with pytest.raises(CameraMissingError, match="video3"):
        open_camera(settings)
