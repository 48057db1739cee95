"""PiCamera against the fake picamera2."""

import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from hardware.cameras import fake_picamera2
from hardware.cameras.camera import Camera, CameraLocks
from hardware.cameras.pi import PiCamera
from hardware.errors import (
    CameraBusyError,
    CameraLibraryError,
    CameraMissingError,
    CameraPermissionError,
    CameraStalledError,
)

FakeClass = type[fake_picamera2.Picamera2]
LOCKS = CameraLocks(exposure_us=8_000, gain=1.5, colour_gains=(1.7, 1.4), focus=4.0)


@pytest.fixture(autouse=True)
def fake(monkeypatch: pytest.MonkeyPatch) -> FakeClass:
    for name, value in {"opened": [], "stalls": 0, "busy": False, "focuses": True, "ignores_controls": False}.items():
        monkeypatch.setattr(fake_picamera2.Picamera2, name, value)
    monkeypatch.setattr(fake_picamera2.Picamera2, "attached", [{"Model": "imx708", "Num": 0}])
    return fake_picamera2.Picamera2


@pytest.fixture
def camera() -> Iterator[PiCamera]:
    with open_camera() as opened:
        yield opened


def open_camera(**options: Any) -> PiCamera:
    return PiCamera(picamera2=fake_picamera2, timeout_s=1.0, **options)


def test_it_is_a_camera(camera: PiCamera) -> None:
    known: Camera = camera
    assert known.name == "Pi camera 0 (imx708)"


def test_a_still_has_the_sensors_full_resolution_and_is_blue_green_red(camera: PiCamera) -> None:
    still = camera.still()
    assert still.shape == (360, 640, 3)
    assert still[0, 0].tolist() == [10, 20, 30]


def test_a_preview_is_small_and_without_the_padding_of_its_rows() -> None:
    with open_camera(preview_width_px=200) as camera:
        preview = camera.preview()
    assert preview.shape == (112, 200, 3)
    assert np.ptp(preview) == 0, "the padding beside the picture is of another grey"
    assert preview.flags.c_contiguous


def test_one_configuration_serves_both_sizes(camera: PiCamera, fake: FakeClass) -> None:
    camera.preview()
    camera.still()
    camera.preview()
    configured = [call[1] for call in fake.opened[0].calls if call[0] == "configure"]
    assert len(configured) == 1
    assert configured[0]["main"] == {"size": (640, 360), "format": "RGB888"}
    assert configured[0]["lores"] == {"size": (320, 180), "format": "YUV420"}
    assert configured[0]["raw"] is None


def test_every_wait_is_bounded_and_every_picture_is_newer_than_the_call(camera: PiCamera, fake: FakeClass) -> None:
    camera.still()
    assert [call for call in fake.opened[0].calls if call[0] == "capture_request"] == [("capture_request", 1.0, True)]


def test_every_buffer_is_given_back(camera: PiCamera, fake: FakeClass) -> None:
    camera.preview()
    camera.still()
    camera.measure()
    assert fake.opened[0].in_hand == 0


def test_a_buffer_is_given_back_when_copying_it_fails(
    camera: PiCamera, fake: FakeClass, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(request: object, name: str) -> None:
        raise MemoryError(request, name)

    monkeypatch.setattr(fake_picamera2.CompletedRequest, "make_array", fails)
    with pytest.raises(MemoryError):
        camera.still()
    assert fake.opened[0].in_hand == 0


def test_locks_are_given_to_libcamera_in_its_own_words(camera: PiCamera, fake: FakeClass) -> None:
    assert camera.lock(LOCKS) == ()
    assert fake.opened[0].controls == {
        "FrameDurationLimits": (100, 200_000),
        "AeEnable": False,
        "ExposureTime": 8_000,
        "AnalogueGain": 1.5,
        "AwbEnable": False,
        "ColourGains": (1.7, 1.4),
        "AfMode": 0,
        "LensPosition": 4.0,
    }


def test_locking_waits_until_the_exposure_is_in_force(camera: PiCamera) -> None:
    camera.lock(LOCKS)
    assert camera.measure() == LOCKS


def test_what_is_not_locked_goes_back_to_the_automatics(camera: PiCamera, fake: FakeClass) -> None:
    camera.lock(LOCKS)
    camera.lock(CameraLocks())
    controls = fake.opened[0].controls
    assert (controls["AeEnable"], controls["AwbEnable"], controls["AfMode"], controls["ExposureTime"]) == (
        True, True, 2, 0,
    )  # fmt: skip


def test_a_camera_without_focus_refuses_that_lock_only(fake: FakeClass) -> None:
    fake.focuses = False
    with open_camera() as camera:
        assert camera.lock(LOCKS) == ("focus",)


def test_a_pi_camera_refuses_a_colour_temperature(camera: PiCamera) -> None:
    assert camera.lock(CameraLocks(colour_temperature_k=5000)) == ("colour temperature",)


def test_an_exposure_that_never_comes_into_force_is_reported_refused(camera: PiCamera, fake: FakeClass) -> None:
    fake.ignores_controls = True
    assert camera.lock(LOCKS) == ("exposure",)


def test_a_stalled_camera_is_opened_again_with_its_locks(camera: PiCamera, fake: FakeClass) -> None:
    camera.lock(LOCKS)
    fake.stalls = 1
    assert camera.still().shape == (360, 640, 3)
    assert camera.reopened == 1
    first, second = fake.opened
    assert first.calls[-1] == ("close",)
    assert second.controls["ExposureTime"] == 8_000
    assert second.controls["AeEnable"] is False


def test_a_camera_that_stays_stalled_is_an_error_and_tried_again_at_the_next_picture(
    camera: PiCamera, fake: FakeClass
) -> None:
    fake.stalls = 2
    with pytest.raises(CameraStalledError, match="ribbon cable"):
        camera.still()
    assert camera.still().shape == (360, 640, 3)


def test_a_camera_that_hangs_while_it_is_closed_is_left_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    given_up: list[object] = []

    def never(timeout_s: float, work: object) -> None:
        given_up.append((timeout_s, work))
        raise TimeoutError

    camera = open_camera()
    camera.preview()
    monkeypatch.setattr("hardware.cameras.pi.within", never)
    camera.close()
    assert len(given_up) == 1


def test_resting_stops_a_locked_camera_and_the_next_picture_wakes_it(camera: PiCamera, fake: FakeClass) -> None:
    camera.lock(LOCKS)
    camera.rest()
    assert not fake.opened[0].started
    camera.preview()
    assert fake.opened[0].started


def test_automatics_are_not_stopped_since_they_would_have_to_settle_anew(camera: PiCamera, fake: FakeClass) -> None:
    camera.preview()
    camera.rest()
    assert fake.opened[0].started


def test_closing_twice_closes_once(camera: PiCamera, fake: FakeClass) -> None:
    camera.close()
    camera.close()
    assert fake.opened[0].calls.count(("close",)) == 1


def test_no_camera_names_its_number_and_the_cable(fake: FakeClass, tmp_path: Path) -> None:
    fake.attached = []
    with pytest.raises(CameraMissingError, match=r"no Pi camera 0 \(0 found\); check the ribbon cable") as caught:
        open_camera(devices=tmp_path)
    assert caught.value.device == "Pi camera 0"


def test_cameras_that_may_not_be_used_look_like_none_and_are_told_apart(
    fake: FakeClass, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fake.attached = []
    (tmp_path / "media0").touch()
    monkeypatch.setattr("os.access", lambda *_: False)
    with pytest.raises(CameraPermissionError, match="usermod -aG video"):
        open_camera(devices=tmp_path)


def test_a_camera_that_another_program_has_is_said_to_be_busy(fake: FakeClass) -> None:
    fake.busy = True
    with pytest.raises(CameraBusyError, match="Device or resource busy"):
        open_camera()


def test_a_missing_picamera2_says_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "picamera2", None)
    with pytest.raises(CameraLibraryError, match="apt install --no-install-recommends python3-picamera2"):
        PiCamera()


def test_bookworms_simplejpeg_built_for_another_numpy_is_recognised(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "picamera2.py").write_text('raise ValueError("numpy.dtype size changed")\n')
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delitem(sys.modules, "picamera2", raising=False)
    with pytest.raises(CameraLibraryError, match="pip install simplejpeg"):
        PiCamera()


def test_the_real_module_is_used_where_there_is_one(fake: FakeClass, monkeypatch: pytest.MonkeyPatch) -> None:
    module = ModuleType("picamera2")
    module.Picamera2 = fake  # type: ignore[attr-defined]  # a module made by hand
    monkeypatch.setitem(sys.modules, "picamera2", module)
    with PiCamera() as camera:
        assert camera.name == "Pi camera 0 (imx708)"
