"""The calibration is kept as a whole or not at all, and a damaged one does no harm."""

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from hardware.cameras.camera import CameraLocks
from reader.calibration.calibration import Calibration, DamagedError, small
from reader.calibration.find_tray import find_tray
from reader.calibration.findings import findings_of_empty
from reader.calibration.in_use import InUse
from reader.calibration.shelf import FILE, Shelf
from reader.vision.sighting import Frame
from reader.vision.tray import Tray

LOCKS = CameraLocks(8000, 2.0, (1.8, 1.5), None, 3.0)


@pytest.fixture
def calibration(empty: Frame) -> Calibration:
    tray = Tray.of_empty(empty, find_tray(empty) or ())
    return Calibration("2026-01-02T20:15:00+00:00", "a camera", LOCKS, small(empty), tray, findings_of_empty(empty))


def test_what_was_kept_comes_back(tmp_path: Path, calibration: Calibration) -> None:
    Shelf(tmp_path / "state").keep(calibration)
    again = Shelf(tmp_path / "state").load()
    assert again is not None
    assert (again.locks, again.findings, again.made_at) == (LOCKS, calibration.findings, calibration.made_at)
    assert again.tray is not None
    assert calibration.tray is not None
    assert again.tray.corners == calibration.tray.corners
    assert np.abs(again.reference.astype(int) - calibration.reference).mean() < 4


def test_a_tray_without_edges_is_kept_too(tmp_path: Path, calibration: Calibration) -> None:
    Shelf(tmp_path).keep(replace(calibration, tray=None, locks=CameraLocks()))
    again = Shelf(tmp_path).load()
    assert again is not None
    assert (again.tray, again.locks) == (None, CameraLocks())


def test_power_lost_while_writing_leaves_the_one_before(
    tmp_path: Path, calibration: Calibration, monkeypatch: pytest.MonkeyPatch
) -> None:
    shelf = Shelf(tmp_path)
    shelf.keep(calibration)

    def lost(_handle: int) -> None:
        raise OSError("no space left")

    monkeypatch.setattr("os.fsync", lost)
    with pytest.raises(OSError, match="no space"):
        shelf.keep(replace(calibration, made_at="later"))
    again = shelf.load()
    assert again is not None
    assert again.made_at == calibration.made_at
    assert [path.name for path in tmp_path.iterdir()] == [FILE]


@pytest.mark.parametrize("damage", ["{", "[]", '{"version": 1}', '{"version": 99}', '{"version": 1, "reference": ""}'])
def test_a_damaged_one_is_said_and_the_box_reads_without(tmp_path: Path, damage: str) -> None:
    (tmp_path / FILE).write_text(damage)
    with pytest.raises(DamagedError, match="calibrate again"):
        Shelf(tmp_path).load()
    in_use = InUse(Shelf(tmp_path))
    assert in_use.calibration is None
    assert "calibrate again" in in_use.remark


def test_one_light_map_that_is_broken_is_damage(tmp_path: Path, calibration: Calibration) -> None:
    Shelf(tmp_path).keep(calibration)
    stored = json.loads((tmp_path / FILE).read_text())
    stored["tray"]["light"] = [[0.0]]
    (tmp_path / FILE).write_text(json.dumps(stored))
    with pytest.raises(DamagedError):
        Shelf(tmp_path).load()


def test_a_forgotten_one_is_gone(tmp_path: Path, calibration: Calibration) -> None:
    shelf = Shelf(tmp_path)
    shelf.keep(calibration)
    assert [shelf.forget(), shelf.forget()] == [True, False]
    assert shelf.load() is None
