# mypy: disable-error-code="import-untyped,import-not-found"
# picamera2 comes with the Pi only, and without types.
"""The Pi's own camera, by picamera2. The only file that knows picamera2."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from hardware.cameras.bounded import within
from hardware.cameras.camera import PREVIEW_WIDTH_PX, CameraLocks, Frame
from hardware.cameras.pi_controls import controls_for, in_force, locks_in, refused_by
from hardware.closing import ClosesItself
from hardware.errors import (
    CameraBusyError,
    CameraError,
    CameraLibraryError,
    CameraMissingError,
    CameraPermissionError,
    CameraStalledError,
)

BUFFERS = 2
"""The least that lets the next picture be taken while one is being copied; each is 36 MB with a Camera Module 3."""
FRAME_DURATION_US = (100, 200_000)
"""At least five pictures a second, or settling would be seen too late; so no exposure is longer than that."""
FRAMES_UNTIL_LOCKED = 12
"""Controls take a few pictures to come into force; more than this and the camera does not take them."""


class PiCamera(ClosesItself):
    """One configuration with two streams, small for previews and large for stills, so that nothing is switched
    between them. Every wait is bounded; a camera that stalls is closed and opened again."""

    def __init__(
        self,
        number: int = 0,
        still_size_px: tuple[int, int] | None = None,
        *,
        preview_width_px: int = PREVIEW_WIDTH_PX,
        timeout_s: float = 5.0,
        picamera2: Any | None = None,
        devices: Path = Path("/dev"),
    ) -> None:
        """`still_size_px` None is the sensor's full resolution. Tests hand in a fake `picamera2`."""
        self.reopened = 0
        self._number = number
        self._still_size_px = still_size_px
        self._preview_width_px = preview_width_px
        self._timeout_s = timeout_s
        self._module = picamera2 if picamera2 is not None else _load()
        self._devices = devices
        self._locks = CameraLocks()
        self._preview_size_px = (0, 0)
        self._running = False
        self._camera: Any = None
        self.name = f"Pi camera {number}"
        self._open()

    def preview(self) -> Frame:
        width, height = self._preview_size_px
        planes = self._take("lores")
        whole = cv2.cvtColor(planes, cv2.COLOR_YUV2BGR_I420)  # rows are padded to what the hardware likes
        return np.ascontiguousarray(whole[:height, :width], dtype=np.uint8)

    def still(self) -> Frame:
        return self._take("main")

    def lock(self, locks: CameraLocks) -> tuple[str, ...]:
        self._locks = locks
        self._awake()
        self._camera.set_controls(controls_for(locks, self._camera.camera_controls))
        refused = refused_by(locks, self._camera.camera_controls)
        for _ in range(FRAMES_UNTIL_LOCKED):
            if in_force(locks, self._metadata(), refused):
                return refused
        return (*refused, "exposure") if locks.exposure_us is not None else refused

    def measure(self) -> CameraLocks:
        return locks_in(self._metadata())

    def rest(self) -> None:
        """Stops the sensor; but automatics that must settle anew at every start are left running."""
        if self._running and self._locks.exposure_us is not None and self._locks.colour_gains is not None:
            self._bounded(self._camera.stop)
            self._running = False

    def close(self) -> None:
        camera, self._camera, self._running = self._camera, None, False
        if camera is not None:
            self._bounded(camera.close)

    def _take(self, stream: str) -> Frame:
        picture, _ = self._capture(stream)
        return np.asarray(picture, dtype=np.uint8)

    def _metadata(self) -> dict[str, Any]:
        _, metadata = self._capture(None)
        return metadata

    def _capture(self, stream: str | None) -> tuple[Any, dict[str, Any]]:
        """The next picture that is exposed after now, copied out of the camera's buffer, which is given back."""
        for attempt in range(2):
            self._awake()
            try:
                return within(2 * self._timeout_s, lambda: self._request(stream))
            except TimeoutError as error:
                self.close()
                if attempt == 1:
                    raise self._stalled() from error
                self.reopened += 1
        raise self._stalled()

    def _request(self, stream: str | None) -> tuple[Any, dict[str, Any]]:
        request = self._camera.capture_request(wait=self._timeout_s, flush=True)
        try:
            picture = request.make_array(stream) if stream is not None else None
            return picture, request.get_metadata()
        finally:
            request.release()

    def _awake(self) -> None:
        if self._camera is None:
            self._open()
        if not self._running:
            self._bounded(self._camera.start)
            self._running = True

    def _open(self) -> None:
        cameras = self._module.Picamera2.global_camera_info()
        if self._number >= len(cameras):
            raise self._missing(len(cameras))
        try:
            camera = within(self._timeout_s, lambda: self._module.Picamera2(self._number))
        except TimeoutError as error:
            raise self._stalled() from error
        except RuntimeError as error:
            raise CameraBusyError(
                f"Pi camera {self._number} cannot be opened ({_root(error)})",
                device=f"Pi camera {self._number}",
                remedy="stop the other program that uses it (rpicam-hello, libcamera, motion, another dice-reader)",
            ) from error
        self._camera = camera
        self.name = f"Pi camera {self._number} ({cameras[self._number].get('Model', 'unknown')})"
        self._configure(camera)

    def _configure(self, camera: Any) -> None:
        width, height = self._still_size_px or camera.sensor_resolution
        self._preview_size_px = (self._preview_width_px, _even(height * self._preview_width_px / width))
        camera.configure(
            camera.create_still_configuration(
                main={"size": (width, height), "format": "RGB888"},  # picamera2's name for blue, green, red in memory
                lores={"size": self._preview_size_px, "format": "YUV420"},  # a Pi 4 has nothing else for the small one
                raw=None,
                buffer_count=BUFFERS,
                controls={"FrameDurationLimits": FRAME_DURATION_US}
                | controls_for(self._locks, camera.camera_controls),
            )
        )

    def _bounded(self, work: Any) -> None:
        try:
            within(self._timeout_s, work)
        except TimeoutError:
            return  # the next picture will not come either, and is answered for there

    def _missing(self, found: int) -> CameraError:
        device = f"Pi camera {self._number}"
        media = sorted(self._devices.glob("media*"))
        if found == 0 and media and not any(os.access(path, os.R_OK | os.W_OK) for path in media):
            return CameraPermissionError(
                f"no permission to use {media[0]}",
                device=str(media[0]),
                remedy="add the user to the group: sudo usermod -aG video $USER, then log in again",
            )
        return CameraMissingError(
            f"no {device} ({found} found)",
            device=device,
            remedy="check the ribbon cable at both ends with the power off, then rpicam-hello --list-cameras",
        )

    def _stalled(self) -> CameraError:
        return CameraStalledError(
            f"Pi camera {self._number} has stopped answering, also after it was opened again",
            device=f"Pi camera {self._number}",
            remedy="check the ribbon cable at both ends and the power supply",
        )


def _load() -> Any:
    try:
        import picamera2
    except ImportError as error:
        raise CameraLibraryError(
            f"picamera2 cannot be loaded ({error})",
            device="picamera2",
            remedy="sudo apt install --no-install-recommends python3-picamera2, in a venv with --system-site-packages",
        ) from error
    except ValueError as error:  # Bookworm: apt's simplejpeg is built for numpy 1 ("numpy.dtype size changed")
        raise CameraLibraryError(
            f"picamera2 does not load with this numpy ({error})",
            device="picamera2",
            remedy="pip install simplejpeg, in the same venv",
        ) from error
    return picamera2


def _even(pixels: float) -> int:
    return max(2, round(pixels / 2) * 2)


def _root(error: BaseException) -> BaseException:
    return _root(error.__cause__) if error.__cause__ is not None else error
