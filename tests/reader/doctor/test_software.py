"""Packages, networks and what they read: what is wrong is said with a way out."""

import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from reader.doctor import software as examined
from reader.doctor.check import Check
from reader.doctor.software import ON_A_PI, software
from reader.doctor.surroundings import Surroundings
from reader.vision.networks import MODELS, REPAIR

LAPTOP, ON_A_PI_4 = Surroundings(None), Surroundings("Raspberry Pi 4")


def by_part(checks: Iterator[Check]) -> dict[str, Check]:
    return {check.part: check for check in checks}


@dataclass(frozen=True)
class Timed:
    whole_s: float


@pytest.fixture
def without_looking(monkeypatch: pytest.MonkeyPatch) -> None:
    """The networks are not opened, and a look takes a third of the reference."""
    monkeypatch.setattr("reader.vision.look.Eye.open", lambda *_: None)
    monkeypatch.setattr("reader.golden.trouble_with", lambda _eye: "")
    monkeypatch.setattr("reader.benchmarks.vision.timed", lambda *_: (0.3, {2: Timed(0.1)}))


@pytest.fixture
def models(tmp_path: Path) -> Path:
    folder = tmp_path / "models"
    folder.mkdir()
    for file in (*MODELS.glob("*.json"), *MODELS.glob("*.onnx")):
        shutil.copy(file, folder)
    return folder


@pytest.mark.usefixtures("without_looking")
def test_every_package_that_a_pi_lacks_is_named_with_where_it_comes_from(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(examined, "_is_found", lambda name: name not in ("lgpio", "picamera2"))
    found = by_part(software(ON_A_PI_4))["packages"]
    assert (found.ok, found.says) == (False, "missing: lgpio, picamera2")
    assert found.fix == f"{ON_A_PI['lgpio']}; {ON_A_PI['picamera2']}"
    assert by_part(software(LAPTOP))["packages"].ok


@pytest.mark.usefixtures("without_looking")
def test_a_package_that_is_too_old_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(examined, "requires", lambda _name: ["numpy>=999", "rich>=13", "torch>=999; extra == 'train'"])
    found = by_part(software(LAPTOP))["packages"]
    assert (found.ok, found.says, found.fix) == (False, "missing or too old: numpy>=999", "pip install numpy>=999")


def test_a_network_that_was_damaged_is_named_and_nothing_is_read_with_it(models: Path) -> None:
    face = models / "face.onnx"
    face.write_bytes(face.read_bytes()[:-1])
    found = by_part(software(LAPTOP, models=models))
    assert (found["networks"].ok, found["networks"].fix) == (False, REPAIR)
    assert found["networks"].says == "face.onnx is not what its card describes"
    assert "golden picture" not in found


def test_a_network_that_is_missing_is_named(models: Path) -> None:
    (models / "upright.onnx").unlink()
    found = by_part(software(LAPTOP, models=models))["networks"]
    assert (found.ok, found.says) == (False, "upright.onnx cannot be read")


@pytest.mark.usefixtures("without_looking")
def test_a_golden_picture_that_is_read_otherwise_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("reader.golden.trouble_with", lambda _eye: "the d20 was read as 11")
    found = by_part(software(LAPTOP))["golden picture"]
    assert (found.ok, found.says) == (False, "the d20 was read as 11")
    assert "install" in found.fix


@pytest.mark.usefixtures("without_looking")
def test_how_fast_it_looks_is_told_beside_a_fixed_load(monkeypatch: pytest.MonkeyPatch) -> None:
    usual = by_part(software(LAPTOP))["speed"]
    assert (usual.ok, usual.says) == (True, "a look takes 0.33 of the reference load (100 of 300 ms)")
    monkeypatch.setattr("reader.benchmarks.vision.timed", lambda *_: (0.1, {2: Timed(0.1)}))
    slow = by_part(software(LAPTOP))["speed"]
    assert (slow.ok, slow.says.endswith("at most 0.75")) == (False, True)
    assert slow.fix
