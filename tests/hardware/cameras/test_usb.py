"""UsbCamera on a real video file, and its locks on a capture that records."""

import os
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest

from hardware.cameras.camera import Camera, CameraLocks
from hardware.cameras.usb import UsbCamera
from hardware.errors import CameraBusyError, CameraMissingError, CameraPermissionError, CameraStalledError

FRAMES = 12


@pytest.fixture(scope="module")
def video(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Each frame is ten brighter than the one before."""
    path = tmp_path_factory.mktemp("video") / "tray.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 10, (640, 480))
    for at in range(FRAMES):
        writer.write(np.full((480, 640, 3), 10 * at, dtype=np.uint8))
    writer.release()
    return path


class Clock:
    def __init__(self) -> None:
        self.now_s = 0.0

    def __call__(self) -> float:
        return self.now_s


class Capture:
    """A VideoCapture that records what it is told, and takes only the settings it has."""

    def __init__(self, has: tuple[int, ...] = (), fails: int = 0, opens: bool = True) -> None:
        self.settings: dict[int, float] = {}
        self.has = has
        self.fails = fails
        self.opens = opens
        self.grabbed = 0
        self.released = False

    def isOpened(self) -> bool:  # noqa: N802  OpenCV's own name
        return self.opens

    def set(self, prop: int, value: float) -> bool:
        if prop in self.has:
            self.settings[prop] = value
        return prop in self.has

    def get(self, prop: int) -> float:
        return self.settings.get(prop, -1.0)

    def grab(self) -> bool:
        self.grabbed += 1
        return True

    def read(self) -> tuple[bool, object]:
        if self.fails:
            self.fails -= 1
            return False, None
        return True, np.zeros((48, 64, 3), dtype=np.uint8)

    def release(self) -> None:
        self.released = True


ALL_SETTINGS = (
    cv2.CAP_PROP_AUTO_EXPOSURE,
    cv2.CAP_PROP_EXPOSURE,
    cv2.CAP_PROP_AUTO_WB,
    cv2.CAP_PROP_WB_TEMPERATURE,
    cv2.CAP_PROP_AUTOFOCUS,
    cv2.CAP_PROP_FOCUS,
    cv2.CAP_PROP_GAIN,
)


def on(captures: list[Capture], video: Path, clock: Clock | None = None) -> UsbCamera:
    waiting: Iterator[Capture] = iter(captures)
    return UsbCamera(str(video), clock=clock or Clock(), open_capture=lambda _: next(waiting))  # type: ignore[arg-type, return-value]  # the part of a capture that is used


def test_it_plays_a_video_file_as_a_camera(video: Path) -> None:
    with UsbCamera(str(video)) as camera:
        known: Camera = camera
        assert known.still().shape == (480, 640, 3)
        assert known.preview().shape == (240, 320, 3)


def test_a_still_skips_what_was_buffered_before_the_call(video: Path) -> None:
    with UsbCamera(str(video)) as camera:
        assert abs(int(camera.still().mean()) - 40) <= 2


def test_previews_follow_one_another_and_skip_only_after_a_pause(video: Path) -> None:
    clock = Clock()
    with UsbCamera(str(video), clock=clock) as camera:
        brightness = []
        for pause_s in (0.0, 0.1, 0.1, 5.0):
            clock.now_s += pause_s
            brightness.append(round(camera.preview().mean() / 10))
    assert brightness == [4, 5, 6, 11]


def test_a_camera_that_runs_dry_is_opened_again(video: Path) -> None:
    with UsbCamera(str(video)) as camera:
        for _ in range(FRAMES):
            assert camera.still().shape == (480, 640, 3)
        assert camera.reopened > 0


def test_a_camera_that_stays_dry_is_stalled(video: Path) -> None:
    camera = on([Capture(fails=1), Capture(fails=1), Capture()], video)
    with pytest.raises(CameraStalledError, match="stopped answering"):
        camera.still()
    assert camera.still().shape == (48, 64, 3), "the next picture tries again"


def test_locks_reach_the_driver_and_are_set_again_after_reopening(video: Path) -> None:
    captures = [Capture(ALL_SETTINGS), Capture(ALL_SETTINGS)]
    camera = on(captures, video)
    locks = CameraLocks(exposure_us=8_000, gain=20, colour_temperature_k=4600, focus=30)
    assert camera.lock(locks) == ()
    assert camera.measure() == locks
    captures[0].fails = 1
    camera.still()
    assert captures[0].released
    assert captures[1].settings == captures[0].settings
    assert captures[1].settings[cv2.CAP_PROP_EXPOSURE] == 80, "V4L2 counts in tenths of a millisecond"
    assert captures[1].settings[cv2.CAP_PROP_AUTO_EXPOSURE] == 1


def test_what_the_driver_does_not_have_is_refused_by_name(video: Path) -> None:
    camera = on([Capture((cv2.CAP_PROP_AUTO_EXPOSURE, cv2.CAP_PROP_EXPOSURE))], video)
    locks = CameraLocks(8_000, 20, (1.0, 1.0), 4600, 30)
    assert camera.lock(locks) == ("colour temperature", "focus", "gain", "colour gains")


def test_unlocking_hands_everything_back_to_the_automatics(video: Path) -> None:
    capture = Capture(ALL_SETTINGS)
    camera = on([capture], video)
    camera.lock(CameraLocks(exposure_us=8_000))
    assert camera.lock(CameraLocks()) == ()
    assert capture.settings[cv2.CAP_PROP_AUTO_EXPOSURE] == 3
    assert capture.settings[cv2.CAP_PROP_AUTO_WB] == 1


def test_a_missing_device_is_named(tmp_path: Path) -> None:
    with pytest.raises(CameraMissingError, match=r"no camera at .*/video7; check the plug"):
        UsbCamera(str(tmp_path / "video7"))


def test_a_device_that_may_not_be_used_says_which_group(video: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "access", lambda *_: False)
    with pytest.raises(CameraPermissionError, match="usermod -aG video"):
        UsbCamera(str(video))


def test_a_device_that_does_not_open_may_belong_to_another_program(video: Path) -> None:
    with pytest.raises(CameraBusyError, match="another program may have it"):
        on([Capture(opens=False)], video)
