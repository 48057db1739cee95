"""The camera's automatics settle and are locked, and the empty tray is judged."""

import numpy as np
import pytest

from hardware.cameras import fake_picamera2
from hardware.cameras.camera import CameraLocks
from hardware.cameras.pi import PiCamera
from reader.calibration.measuring import Measured, measure_tray
from reader.vision.sighting import Box, Frame, Reading
from tests.reader.calibration.held_camera import SETTLED, HeldCamera, ToldEye, no_sleep

DIE = Reading("d6", "5", 0.99, Box(200, 200, 60, 60), 0.9, "white")
NOW = "2026-01-02T20:15:00+00:00"


def measured(camera: HeldCamera, eye: ToldEye | None = None, by_hand: CameraLocks | None = None) -> Measured:
    return measure_tray(camera, eye or ToldEye(), by_hand or CameraLocks(), NOW, sleep=no_sleep)


def test_what_the_automatics_came_to_rest_at_is_locked(empty: Frame) -> None:
    camera = HeldCamera(empty)
    calibration = measured(camera).calibration
    assert camera.locked == [CameraLocks(), SETTLED]
    assert calibration.locks == SETTLED
    assert calibration.tray is not None
    assert len(calibration.tray.corners) == 4


def test_what_the_settings_lock_is_held_as_it_is(empty: Frame) -> None:
    camera = HeldCamera(empty)
    by_hand = CameraLocks(exposure_us=4321, focus=2.5)
    assert measured(camera, by_hand=by_hand).calibration.locks == CameraLocks(4321, 2.0, (1.8, 1.5), None, 2.5)
    assert camera.locked[0] == by_hand


def test_what_a_camera_cannot_lock_is_said(empty: Frame) -> None:
    camera = HeldCamera(empty)
    camera.cannot_lock = ("focus",)
    assert measured(camera).calibration.not_locked == ("focus",)


def test_a_good_picture_has_no_faults_and_tells_the_tray(empty: Frame) -> None:
    found = measured(HeldCamera(empty))
    assert found.faults == ()
    assert "4 corners" in next(one.says for one in found.calibration.findings if one.what == "tray")


@pytest.mark.parametrize("name", ["dark", "bright", "blurred", "glaring"])
def test_a_bad_picture_has_faults(pictures: dict[str, Frame], name: str) -> None:
    wanted = {"dark": "light", "bright": "light", "blurred": "focus", "glaring": "glare"}
    told = measured(HeldCamera(pictures[name])).faults
    assert wanted[name] in {one.what for one in told}


def test_dice_in_the_tray_are_asked_to_be_taken_out(empty: Frame) -> None:
    (fault,) = measured(HeldCamera(empty), ToldEye(DIE, DIE)).faults
    assert (fault.what, fault.says) == ("tray", "2 dice lie in it")


def test_a_hand_in_the_picture_is_noticed(empty: Frame) -> None:
    hand = empty.copy()
    hand[100:300, 200:400] = 220
    assert "something moves" in {one.says for one in measured(HeldCamera(empty, empty, hand, empty)).faults}


def test_a_pi_camera_is_told_to_hold_what_it_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fake_picamera2.Picamera2, "opened", [])
    with PiCamera(0, (640, 480), picamera2=fake_picamera2) as camera:
        calibration = measure_tray(camera, ToldEye(), CameraLocks(), NOW, sleep=no_sleep).calibration
        controls = fake_picamera2.Picamera2.opened[0].controls
    assert calibration.locks == CameraLocks(12_000, 2.0, (1.8, 1.5), None, 3.0)
    assert (controls["AeEnable"], controls["AwbEnable"], controls["AfMode"]) == (False, False, 0)
    assert (controls["ExposureTime"], controls["AnalogueGain"], controls["LensPosition"]) == (12_000, 2.0, 3.0)


def test_the_reference_holds_less_noise_than_a_picture(empty: Frame) -> None:
    rng = np.random.default_rng(3)
    noisy = [np.asarray(np.clip(empty + rng.normal(0, 12, empty.shape), 0, 255), np.uint8) for _ in range(3)]
    reference = measured(HeldCamera(*noisy)).calibration.reference
    error = np.abs(reference.astype(float) - empty).mean()
    assert error < 0.75 * np.abs(noisy[0].astype(float) - empty).mean()
