"""`dice-reader panel` on stand-ins."""

import re
from pathlib import Path
from queue import Queue

import pytest
import typer
from PIL import Image
from typer.testing import CliRunner

from hardware.panels.fake import FakePanel
from hardware.panels.gestures import Gesture, Hold, Mode, ModeHeld, Press, Quit, Turn
from hardware.panels.lamp import Lamp
from hardware.panels.samples import SAMPLES
from reader.cli.panel import leaf, show_panel
from reader.errors import RefusedError

app = typer.Typer()
app.command()(show_panel)


@pytest.fixture(autouse=True)
def on_a_laptop(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hardware.board.raspberry_pi", lambda: None)


def refusal(*arguments: str) -> str:
    told = CliRunner().invoke(app, list(arguments))
    assert isinstance(told.exception, RefusedError)
    assert told.output == ""
    return str(told.exception)


def test_without_a_terminal_every_layout_is_printed() -> None:
    told = CliRunner().invoke(app, [])
    assert told.exit_code == 0
    assert [name for name in SAMPLES if f"\n{name}\n" not in told.output] == []
    assert len(re.findall("^╭─ ●", told.output, re.MULTILINE)) == len(SAMPLES)
    assert "2d6! +1: Throw d6 again – it explodes" in told.output


def test_every_layout_is_saved_as_a_picture_four_times_as_large(tmp_path: Path) -> None:
    told = CliRunner().invoke(app, ["--save", str(tmp_path / "pictures")])
    assert told.exit_code == 0
    assert {path.stem for path in (tmp_path / "pictures").iterdir()} == set(SAMPLES)
    with Image.open(tmp_path / "pictures" / "outcome.png") as picture:
        assert picture.size == (512, 256)


def test_wrong_settings_are_refused_before_anything_is_shown(tmp_path: Path) -> None:
    (tmp_path / "box.toml").write_text("[panel]\nlamp = 1\n")
    assert "box.toml line 2: panel.lamp is 1" in refusal("--config", str(tmp_path / "box.toml"))


def test_a_settings_file_that_is_not_there_is_refused_by_its_name(tmp_path: Path) -> None:
    assert "box.toml" in refusal("--config", str(tmp_path / "box.toml"))


def test_on_a_machine_that_says_it_is_a_pi_missing_pins_are_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hardware.board.raspberry_pi", lambda: "Raspberry Pi 5 Model B Rev 1.0")
    monkeypatch.setattr("hardware.panels.pins.DEVICES", Path("/nowhere"))
    assert refusal().startswith("no GPIO pins on this machine (/nowhere/gpiochip0 is not there); ")


@pytest.mark.parametrize(
    ("done", "code", "expected"),
    [
        ((Press(), Hold(), Mode(), ModeHeld()), 0, "✓ hold the mode button for 1.5 seconds: mode held"),
        ((Press(), Quit()), 1, "✗ hold the capture button for 1.5 seconds: left before it was tried"),
    ],
)
def test_on_a_pi_every_part_is_tried_and_ticked_off(
    monkeypatch: pytest.MonkeyPatch, done: tuple[Gesture, ...], code: int, expected: str
) -> None:
    def opened(_: object, gestures: Queue[Gesture]) -> FakePanel:
        for gesture in done:
            gestures.put(gesture)
        return FakePanel(gestures)

    monkeypatch.setattr("hardware.board.raspberry_pi", lambda: "Raspberry Pi 5 Model B Rev 1.0")
    monkeypatch.setattr("reader.wiring.open_gpio_panel", opened)
    told = CliRunner().invoke(app, [])
    assert told.exit_code == code
    assert "press the capture button …\nseen\n" in told.output
    assert expected in told.output


def test_leafing_goes_forth_and_back_and_shows_what_it_saw() -> None:
    gestures: Queue[Gesture] = Queue()
    panel = FakePanel(gestures)
    for gesture in (Press(), ModeHeld(), ModeHeld(), Turn(1), Quit()):
        panel.do(gesture)
    leaf(panel, gestures)
    layouts = list(SAMPLES.values())
    assert panel.shown[:4] == [layouts[0], layouts[1], layouts[0], layouts[-1]]
    assert panel.shown[4].warning == "Seen: knob turned right"
    assert panel.lamps[-1] is Lamp.BUSY
