"""The eye is told of the tray only while it is where it was, in the light that it had."""

from pathlib import Path

import pytest

from hardware.cameras.camera import CameraLocks
from reader.calibration.calibration import Calibration, small
from reader.calibration.find_tray import find_tray
from reader.calibration.in_use import CalibratedEye, CheckingWatcher, InUse
from reader.calibration.shelf import Shelf
from reader.vision.sighting import Frame
from reader.vision.tray import Tray
from tests.reader.calibration.held_camera import ToldEye


@pytest.fixture
def in_use(tmp_path: Path, empty: Frame) -> InUse:
    made = InUse(Shelf(tmp_path))
    tray = Tray.of_empty(empty, find_tray(empty) or ())
    made.use(Calibration("2026-01-02", "a camera", CameraLocks(8000), small(empty), tray))
    return made


def test_without_a_calibration_everything_is_as_before(tmp_path: Path, empty: Frame) -> None:
    eye, in_use = ToldEye(), InUse(Shelf(tmp_path))
    CalibratedEye(eye, in_use).look(empty)
    assert eye.trays == [None]
    assert (in_use.remark, in_use.locks) == ("", CameraLocks())


@pytest.mark.parametrize("name", ["usual", "dice"])
def test_the_eye_is_told_of_the_tray(in_use: InUse, pictures: dict[str, Frame], name: str) -> None:
    eye = ToldEye()
    CalibratedEye(eye, in_use).look(pictures[name])
    assert in_use.calibration is not None
    assert eye.trays == [in_use.calibration.tray]
    assert in_use.remark == ""


@pytest.mark.parametrize("name", ["moved", "half as bright", "warm"])
def test_a_calibration_that_fits_no_more_is_left_out_and_the_player_is_told(
    in_use: InUse, pictures: dict[str, Frame], name: str
) -> None:
    eye = ToldEye()
    CalibratedEye(eye, in_use).look(pictures[name])
    assert eye.trays == [None]
    assert "calibrate" in in_use.remark


def test_what_is_put_right_is_not_complained_of_any_more(in_use: InUse, pictures: dict[str, Frame]) -> None:
    in_use.check(pictures["moved"])
    in_use.check(pictures["usual"])
    assert in_use.remark == ""


def test_a_glance_at_the_start_tells_whether_all_is_as_it_was(in_use: InUse, pictures: dict[str, Frame]) -> None:
    class Watching:
        def look(self, is_called_off: object) -> None: ...

        def glance(self) -> Frame:
            return pictures["moved"]

        def rest(self) -> None: ...

    CheckingWatcher(Watching(), in_use).glance()
    assert "moved" in in_use.remark


def test_of_the_pictures_of_one_look_the_first_is_compared(
    in_use: InUse, pictures: dict[str, Frame], monkeypatch: pytest.MonkeyPatch
) -> None:
    compared: list[Frame] = []
    monkeypatch.setattr(in_use, "check", compared.append)
    eye = CalibratedEye(ToldEye(), in_use)

    class Watching:
        def look(self, is_called_off: object) -> None:
            del is_called_off
            for _ in range(3):
                eye.look(pictures["usual"])

        def glance(self) -> Frame: ...

        def rest(self) -> None: ...

    watcher = CheckingWatcher(Watching(), in_use)
    watcher.look(lambda: False)
    assert len(compared) == 1
    watcher.look(lambda: False)
    assert len(compared) == 2
