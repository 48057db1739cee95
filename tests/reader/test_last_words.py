"""Why the box does not run, on its own screen."""

import socket
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from hardware.errors import DisplayMissingError
from hardware.panels.oled import OledDisplay
from hardware.panels.screens import draw
from reader import wiring
from reader.cli import app
from reader.config import PanelSettings
from reader.last_words import one_screenful
from tests.hardware.panels.conftest import RecordingBus

DISPLAY_OFF = 0xAE

pytestmark = pytest.mark.filterwarnings("ignore:.*getdata.*:DeprecationWarning")  # luma's, against newer Pillows


@pytest.fixture
def bus(monkeypatch: pytest.MonkeyPatch) -> RecordingBus:
    """The display that whoever opens one gets, as long as it is where they look for it."""
    made = RecordingBus(0x3D)

    def open_display(settings: PanelSettings) -> OledDisplay:
        assert settings.display != "none"
        return OledDisplay(settings.display, settings.display_bus, settings.display_address, bus=made)

    monkeypatch.setattr(wiring, "_open_display", open_display)
    return made


def run_supervised(tmp_path: Path, settings: str) -> Any:
    file = tmp_path / "dice-reader.toml"
    file.write_text(settings)
    (tmp_path / "notify").unlink(missing_ok=True)
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listening:
        listening.bind(str(tmp_path / "notify"))
        environment = {"NOTIFY_SOCKET": str(tmp_path / "notify")}
        return CliRunner().invoke(app, ["run", "--config", str(file)], env=environment)


def test_a_wrong_line_is_on_the_screen_when_the_program_has_ended(tmp_path: Path, bus: RecordingBus) -> None:
    told = run_supervised(tmp_path, "[panel]\ndisplay_address = 0x3D\nhold_s = 2\ncapture_pin = 99\n")
    assert told.exit_code == 78
    sentence = "panel.capture_pin is 99; it must be a whole number from 0 to 27"
    assert f"line 4: {sentence}" in told.output
    shown = one_screenful("dice-reader.toml", f"Line 4: {sentence}", "then: sudo systemctl restart dice-reader")
    assert bus.picture().tobytes() == draw(shown).image.tobytes()
    assert bus.commands.count(DISPLAY_OFF) == 1, "luma switches it off once, while it is set up"


def test_a_file_that_is_no_toml_is_said_on_the_screen_that_most_boxes_have(tmp_path: Path, bus: RecordingBus) -> None:
    bus.address = 0x3C
    told = run_supervised(tmp_path, "[panel\n")
    assert told.exit_code == 78
    assert bus.picture().getbbox() is not None


def test_a_box_without_a_screen_ends_all_the_same(tmp_path: Path, bus: RecordingBus) -> None:
    bus.plugged_in = False
    assert run_supervised(tmp_path, "[page]\nport = 0\n").exit_code == 78
    assert run_supervised(tmp_path, '[panel]\nkind = "none"\nhold_s = 99\n').exit_code == 78


def test_somebody_at_a_terminal_gets_the_sentence_and_no_screen(tmp_path: Path, bus: RecordingBus) -> None:
    file = tmp_path / "dice-reader.toml"
    file.write_text("[panel]\ncapture_pin = 99\n")
    told = CliRunner().invoke(app, ["run", "--config", str(file)], env={"NOTIFY_SOCKET": None})
    assert told.exit_code == 1
    assert "capture_pin" in str(told.exception)
    assert bus.commands == []


@pytest.mark.parametrize("length", [10, 100, 150, 200, 400, 4000])
def test_one_screenful_holds_what_it_can(length: int) -> None:
    sentence = ("the port is taken by another program " * 200)[:length]
    shown = one_screenful("cannot start", sentence, "the box tries again by itself")
    assert draw(shown).pages == 1
    assert shown.trouble[:20] == f"T{sentence[1:20]}"


def test_a_page_whose_port_is_taken_is_on_the_screen(
    tmp_path: Path, bus: RecordingBus, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_pins(_settings: PanelSettings, _gestures: object) -> None:
        raise DisplayMissingError("no pins", device="", remedy="none")

    monkeypatch.setattr(wiring, "open_panel", no_pins)
    monkeypatch.setattr("signal.signal", lambda *_: None)
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        told = run_supervised(
            tmp_path,
            f'[camera]\nkind = "recorded"\nrecording = "{tmp_path}"\n[panel]\ndisplay_address = 0x3D\n'
            f'[page]\nhost = "127.0.0.1"\nport = {port}\n[state]\nfolder = "{tmp_path}/state"\n',
        )
    assert told.exit_code != 78
    sentence = f"Port {port} is taken by another program; set page.port to another one"
    shown = one_screenful("cannot start", sentence, "the box tries again by itself")
    assert bus.picture().tobytes() == draw(shown).image.tobytes()
