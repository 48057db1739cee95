"""`dice-reader calibrate` in a terminal, on pictures of a tray."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2
import pytest

from reader.calibration.shelf import FILE
from reader.vision.sighting import Frame
from tests.reader.calibration import photographed as studio

SETTINGS = """
[camera]
kind = "recorded"
recording = "{folder}/pictures"
[page]
enabled = false
[panel]
kind = "none"
[state]
folder = "{folder}/state"
"""


class NoEye:
    """Sees an empty tray: what the networks see of it is tested elsewhere."""

    def look(self, frame: Frame, tray: object = None) -> list[object]:
        del frame, tray
        return []


@pytest.fixture
def calibrate(run: Callable[..., Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Any]:
    (tmp_path / "settings.toml").write_text(SETTINGS.replace("{folder}", str(tmp_path)))
    (tmp_path / "pictures").mkdir()
    monkeypatch.setattr("reader.vision.look.Eye.open", lambda *_: NoEye())
    monkeypatch.setattr("time.sleep", lambda _seconds: None)

    def ran(picture: Frame, *options: str) -> Any:
        cv2.imwrite(str(tmp_path / "pictures/tray.png"), picture)
        return run("calibrate", "--config", str(tmp_path / "settings.toml"), *options)

    return ran


@pytest.fixture(scope="module")
def good() -> Frame:
    return studio.empty(2)


@pytest.fixture(scope="module")
def dark() -> Frame:
    return studio.photographed(studio.scene(2), 0.2 * studio.usual_gain(2))


def test_a_good_tray_is_kept_checked_and_forgotten(calibrate: Callable[..., Any], tmp_path: Path, good: Frame) -> None:
    ran = calibrate(good, "--save", str(tmp_path / "found.jpg"))
    assert ran.code == 0, ran.err
    for line in ("Calibrate: Empty the tray", "✓ focus: sharp", "✓ tray: found: ", "Calibrate: Ready"):
        assert line in ran.out
    assert (tmp_path / "state" / FILE).exists()
    assert cv2.imread(str(tmp_path / "found.jpg")) is not None
    assert calibrate(good, "--check").out.startswith("all is as it was measured on")
    assert calibrate(good, "--forget").out == "forgotten\n"
    assert calibrate(good, "--check").code == 1


def test_a_dark_tray_is_not_kept_unless_told(calibrate: Callable[..., Any], tmp_path: Path, dark: Frame) -> None:
    ran = calibrate(dark)
    assert ran.code == 1
    assert "✗ light: too dark" in ran.out
    assert "→ add light" in ran.out
    assert not (tmp_path / "state" / FILE).exists()
    assert calibrate(dark, "--anyway").code == 0
    assert (tmp_path / "state" / FILE).exists()


def test_light_that_has_changed_is_told_by_a_check(calibrate: Callable[..., Any], good: Frame, dark: Frame) -> None:
    calibrate(good)
    ran = calibrate(dark, "--check")
    assert (ran.code, "The light is down to" in ran.out) == (1, True)


def test_beside_a_running_box_its_page_is_pointed_to(
    calibrate: Callable[..., Any], good: Frame, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("reader.doctor.running.running_box", lambda _settings: {"camera": {}})
    ran = calibrate(good)
    assert ran.code == 2
    assert "#calibrate" in ran.err
