"""The steps of a calibration, as they are shown on every screen."""

from pathlib import Path

import pytest

from hardware.cameras.camera import CameraLocks
from hardware.panels.plain import in_words
from hardware.panels.screens import draw
from reader.calibration.guide import Guide
from reader.calibration.in_use import InUse
from reader.calibration.shelf import Shelf
from reader.table.commands import Calibrate, Cancel, Command, Glance, Pick, Press, Step
from reader.table.readout import Readout
from reader.vision.sighting import Frame
from tests.reader.calibration.held_camera import SETTLED, HeldCamera, ToldEye, no_sleep

BY_HAND = CameraLocks(gain=1.5)


class Stand:
    def __init__(self, folder: Path, *pictures: Frame) -> None:
        self.camera = HeldCamera(*pictures)
        self.in_use = InUse(Shelf(folder))
        self.guide = Guide(self.camera, ToldEye(), self.in_use, BY_HAND, lambda: "2026-01-02", sleep=no_sleep)
        self.shown: list[Readout] = []

    def do(self, *commands: Command) -> Readout:
        for command in commands:
            self.guide.serve(command, lambda: self.shown.append(self.guide.readout))
        draw(self.guide.readout)
        return self.guide.readout

    @property
    def words(self) -> str:
        return " | ".join(in_words(self.guide.readout))


@pytest.fixture
def stand(tmp_path: Path, empty: Frame) -> Stand:
    return Stand(tmp_path, empty)


def test_a_press_measures_and_keeps_a_good_tray(stand: Stand, tmp_path: Path) -> None:
    assert "Empty the tray" in stand.do(Calibrate()).prompt
    shown = stand.do(Press())
    assert [one.state for one in stand.shown] == ["busy"]
    assert (shown.state, shown.total) == ("outcome", "Ready")
    assert "4 corners" in shown.label
    assert Shelf(tmp_path).load() is not None
    assert stand.in_use.calibration is not None
    assert stand.camera.locked[-1] == CameraLocks(8000, 1.5, (1.8, 1.5), None, 3.0)
    stand.do(Press())
    assert not stand.guide.is_open


@pytest.fixture
def dark(tmp_path: Path, pictures: dict[str, Frame]) -> Stand:
    return Stand(tmp_path, pictures["dark"])


def test_a_bad_tray_is_not_kept_and_why_is_said(dark: Stand, tmp_path: Path) -> None:
    shown = dark.do(Calibrate(), Press())
    assert shown.state == "trouble"
    assert "too dark" in shown.trouble
    assert "add light" in shown.remedy
    assert Shelf(tmp_path).load() is None


def test_it_can_be_measured_again_when_that_is_put_right(dark: Stand, pictures: dict[str, Frame]) -> None:
    dark.do(Calibrate(), Press())
    dark.camera.pictures = [pictures["usual"]]
    assert dark.do(Press()).state == "outcome"


def test_the_mode_button_keeps_it_anyway(dark: Stand, tmp_path: Path) -> None:
    assert dark.do(Calibrate(), Press(), Step(1)).state == "outcome"
    assert Shelf(tmp_path).load() is not None


def test_nothing_is_kept_that_was_not_measured(stand: Stand, tmp_path: Path) -> None:
    stand.do(Calibrate(), Calibrate("keep"))
    assert Shelf(tmp_path).load() is None


def test_whoever_leaves_finds_the_camera_as_it_was(dark: Stand) -> None:
    dark.do(Calibrate(), Press(), Cancel())
    assert not dark.guide.is_open
    assert dark.camera.locked[-1] == BY_HAND
    assert dark.in_use.calibration is None


def test_another_roll_cannot_be_picked_meanwhile(stand: Stand) -> None:
    stand.do(Calibrate())
    trouble = stand.guide.serve(Pick("2d6"), lambda: None)
    assert trouble is not None
    assert "being calibrated" in trouble.what


def test_a_camera_that_cannot_be_had_is_said(stand: Stand) -> None:
    stand.camera.is_missing = True
    stand.do(Calibrate(), Press())
    assert stand.words.startswith("Calibrate: no camera | → plug it in")


def test_a_card_that_cannot_be_written_is_said_and_the_measure_counts(
    stand: Stand, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_calibration: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(stand.in_use.shelf, "keep", full)
    shown = stand.do(Calibrate(), Press())
    assert shown.trouble == "the calibration cannot be kept: No space left on device"
    assert stand.in_use.locks.exposure_us == SETTLED.exposure_us


def test_a_forgotten_calibration_counts_no_more(stand: Stand, tmp_path: Path) -> None:
    stand.do(Calibrate(), Press(), Press(), Calibrate("forget"))
    assert stand.in_use.calibration is None
    assert Shelf(tmp_path).load() is None


@pytest.mark.parametrize("is_calibrated", [True, False])
def test_only_what_was_measured_is_checked_at_the_start(stand: Stand, is_calibrated: bool) -> None:
    asked: list[object] = []

    class Table:
        def submit(self, command: object) -> None:
            asked.append(command)

    if is_calibrated:
        stand.do(Calibrate(), Press(), Press())
    stand.guide.recheck(Table())
    assert asked == ([Glance()] if is_calibrated else [])


def test_the_page_is_told_everything(stand: Stand) -> None:
    assert stand.guide.as_json()["measured"] is None
    assert stand.guide.jpeg("seen") is None
    stand.do(Calibrate(), Press())
    told = stand.guide.as_json()
    assert (told["is_open"], told["is_kept"], told["made_at"]) == (True, True, "2026-01-02")
    assert told["measured"]["locks"][0] == "exposure 8.0 ms"
    assert all((stand.guide.jpeg(which) or b"").startswith(b"\xff\xd8") for which in ("seen", "evened"))
