"""A USB camera, by OpenCV's VideoCapture."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import cv2
import numpy as np

from hardware.cameras.bounded import within
from hardware.cameras.camera import PREVIEW_WIDTH_PX, CameraLocks, Frame, shrunk
from hardware.closing import ClosesItself
from hardware.errors import (
    CameraBusyError,
    CameraError,
    CameraMissingError,
    CameraPermissionError,
    CameraStalledError,
)

DEFAULT_SIZE_PX = (1920, 1080)
"""What nearly every USB camera has."""
STALE_FRAMES = 4
"""How many old pictures V4L2 keeps in its buffers: what was seen before the last ones were asked for."""
STALE_AFTER_S = 0.25
"""A pause in which the buffers have filled with what is old by now."""
V4L2_MANUAL, V4L2_AUTOMATIC = 1, 3
"""V4L2's own numbers for its exposure menu."""
V4L2_EXPOSURE_UNIT_US = 100

OpenCapture = Callable[[str], cv2.VideoCapture]


class UsbCamera(ClosesItself):
    """`device` is `/dev/video0`, or a video file, which is played over and over as if it were a camera."""

    def __init__(
        self,
        device: str = "/dev/video0",
        size_px: tuple[int, int] = DEFAULT_SIZE_PX,
        *,
        preview_width_px: int = PREVIEW_WIDTH_PX,
        timeout_s: float = 5.0,
        clock: Callable[[], float] = time.monotonic,
        open_capture: OpenCapture | None = None,
    ) -> None:
        self.name = f"USB camera {device}"
        self.reopened = 0
        self._device = device
        self._size_px = size_px
        self._preview_width_px = preview_width_px
        self._timeout_s = timeout_s
        self._clock = clock
        self._open_capture = open_capture or _capture
        self._locks = CameraLocks()
        self._last_read = float("-inf")
        self._capture: cv2.VideoCapture | None = self._open()

    def preview(self) -> Frame:
        paused = self._clock() - self._last_read > STALE_AFTER_S
        return shrunk(self._picture(STALE_FRAMES if paused else 0), self._preview_width_px)

    def still(self) -> Frame:
        return self._picture(STALE_FRAMES).copy()

    def lock(self, locks: CameraLocks) -> tuple[str, ...]:
        self._locks = locks
        return _set_locks(self._opened(), locks)

    def measure(self) -> CameraLocks:
        capture = self._opened()
        exposure = capture.get(cv2.CAP_PROP_EXPOSURE)
        temperature = capture.get(cv2.CAP_PROP_WB_TEMPERATURE)
        gain = capture.get(cv2.CAP_PROP_GAIN)
        focus = capture.get(cv2.CAP_PROP_FOCUS)
        return CameraLocks(
            exposure_us=round(exposure * V4L2_EXPOSURE_UNIT_US) if exposure > 0 else None,
            gain=gain if gain >= 0 else None,
            colour_temperature_k=round(temperature) if temperature > 0 else None,
            focus=focus if focus >= 0 else None,
        )

    def rest(self) -> None:
        """V4L2 streams without our doing; what it buffers meanwhile is skipped when the next picture is taken."""

    def close(self) -> None:
        if self._capture is not None:
            self._release(self._capture)
            self._capture = None

    def _picture(self, skip: int) -> Frame:
        for attempt in range(2):
            try:
                return within(self._timeout_s, partial(_read, self._opened(), skip))
            except TimeoutError as error:
                self.close()
                if attempt == 1:
                    raise self._stalled() from error
                self.reopened += 1
            finally:
                self._last_read = self._clock()
        raise self._stalled()

    def _opened(self) -> cv2.VideoCapture:
        if self._capture is None:
            self._capture = self._open()
            _set_locks(self._capture, self._locks)
        return self._capture

    def _open(self) -> cv2.VideoCapture:
        self._check_device()
        try:
            capture = within(self._timeout_s, lambda: self._open_capture(self._device))
        except TimeoutError as error:
            raise self._stalled() from error
        if not capture.isOpened():
            raise CameraBusyError(
                f"{self._device} cannot be opened",
                device=self._device,
                remedy=f"another program may have it (fuser -v {self._device}), or it is no camera; see v4l2-ctl --all",
            )
        width, height = self._size_px
        capture.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))  # raw pictures this large do not fit the bus
        capture.set(cv2.CAP_PROP_FRAME_WIDTH, width)
        capture.set(cv2.CAP_PROP_FRAME_HEIGHT, height)
        return capture

    def _check_device(self) -> None:
        path = Path(self._device)
        if not path.exists():
            raise CameraMissingError(
                f"no camera at {self._device}",
                device=self._device,
                remedy="check the plug, then v4l2-ctl --list-devices; set device under [camera]",
            )
        if not os.access(path, os.R_OK):
            raise CameraPermissionError(
                f"no permission to use {self._device}",
                device=self._device,
                remedy="add the user to the group: sudo usermod -aG video $USER, then log in again",
            )

    def _release(self, capture: cv2.VideoCapture) -> None:
        try:
            within(self._timeout_s, capture.release)
        except TimeoutError:
            return  # a driver that hangs keeps what it has; opening again will say that it is busy

    def _stalled(self) -> CameraError:
        return CameraStalledError(
            f"{self._device} has stopped answering, also after it was opened again",
            device=self._device,
            remedy="unplug the camera and plug it in again, on a port of its own",
        )


def _capture(device: str) -> cv2.VideoCapture:
    return cv2.VideoCapture(device, cv2.CAP_V4L2 if device.startswith("/dev/") else cv2.CAP_ANY)


def _read(capture: cv2.VideoCapture, skip: int) -> Frame:
    for _ in range(skip):
        capture.grab()
    got, picture = capture.read()
    if not got:
        raise TimeoutError("no picture")
    return np.asarray(picture, dtype=np.uint8)


def _set_locks(capture: cv2.VideoCapture, locks: CameraLocks) -> tuple[str, ...]:
    """What is None goes back to the automatics. The driver's word on each lock is asked for by reading it back."""
    refused: list[str] = []

    def hold(name: str, automatic: int, by_hand: float, by_itself: float, prop: int, value: float | None) -> None:
        capture.set(automatic, by_itself if value is None else by_hand)
        if value is not None and not (capture.set(prop, value) and np.isclose(capture.get(prop), value, rtol=0.02)):
            refused.append(name)

    exposure = None if locks.exposure_us is None else locks.exposure_us / V4L2_EXPOSURE_UNIT_US
    temperature = locks.colour_temperature_k
    hold("exposure", cv2.CAP_PROP_AUTO_EXPOSURE, V4L2_MANUAL, V4L2_AUTOMATIC, cv2.CAP_PROP_EXPOSURE, exposure)
    hold("colour temperature", cv2.CAP_PROP_AUTO_WB, 0, 1, cv2.CAP_PROP_WB_TEMPERATURE, temperature)
    hold("focus", cv2.CAP_PROP_AUTOFOCUS, 0, 1, cv2.CAP_PROP_FOCUS, locks.focus)
    if locks.gain is not None and not capture.set(cv2.CAP_PROP_GAIN, locks.gain):
        refused.append("gain")
    if locks.colour_gains is not None:
        refused.append("colour gains")
    return tuple(refused)
