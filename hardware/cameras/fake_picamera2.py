"""A stand-in for the picamera2 module: it records what is asked of it, and can be told to fail as the real one does.

It takes only what PiCamera asks for, and what it takes the real one takes too: its signatures are held against those
of the real wheel by tests/hardware/cameras/test_fake_picamera2.py.
"""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np

from hardware.cameras.camera import Frame

CONTROLS = ("AeEnable", "ExposureTime", "AnalogueGain", "AwbEnable", "ColourGains", "FrameDurationLimits")
FOCUS_CONTROLS = ("AfMode", "LensPosition")
AUTOMATIC = {"ExposureTime": 12_000, "AnalogueGain": 2.0, "ColourGains": (1.8, 1.5), "LensPosition": 3.0}
STRIDE_PX = 64


class CompletedRequest:
    """One picture in the camera's buffer."""

    def __init__(self, camera: Picamera2) -> None:
        self._camera = camera
        self.released = False

    def make_array(self, name: str) -> Frame:
        self._camera.calls.append(("make_array", name))
        width, height = self._camera.configured[name]["size"]
        if name == "main":
            return np.full((height, width, 3), self._camera.bgr, dtype=np.uint8)
        stride = -(-width // STRIDE_PX) * STRIDE_PX
        planes = np.full((height * 3 // 2, stride), 128, dtype=np.uint8)
        planes[:height] = 0
        planes[:height, :width] = self._camera.grey
        return planes

    def get_metadata(self) -> dict[str, Any]:
        return self._camera.metadata()

    def release(self) -> None:
        assert not self.released, "a request is given back once"
        self.released = True
        self._camera.in_hand -= 1


class Picamera2:
    """The real one's methods that PiCamera uses. What the tests set on the class holds for every camera opened."""

    attached: ClassVar[list[dict[str, Any]]] = [{"Model": "imx708", "Num": 0, "Id": "/base/imx708"}]
    opened: ClassVar[list[Picamera2]] = []
    stalls: ClassVar[int] = 0
    busy: ClassVar[bool] = False
    focuses: ClassVar[bool] = True
    ignores_controls: ClassVar[bool] = False

    def __init__(self, camera_num: int) -> None:
        if type(self).busy:
            cause = RuntimeError("Failed to acquire camera: Device or resource busy")
            raise RuntimeError("Camera __init__ sequence did not complete.") from cause
        self.calls: list[tuple[Any, ...]] = [("open", camera_num)]
        self.sensor_resolution = (640, 360)
        self.configured: dict[str, Any] = {}
        self.controls: dict[str, Any] = {}
        self.frames_since_controls = 0
        self.in_hand = 0
        self.bgr = (10, 20, 30)
        self.grey = 90
        self.started = False
        type(self).opened.append(self)

    @staticmethod
    def global_camera_info() -> list[dict[str, Any]]:
        return Picamera2.attached

    @property
    def camera_controls(self) -> dict[str, tuple[Any, Any, Any]]:
        names = CONTROLS + FOCUS_CONTROLS if type(self).focuses else CONTROLS
        return dict.fromkeys(names, (0, 1, 0))

    def create_still_configuration(
        self, *, main: Any, lores: Any, raw: Any, buffer_count: int, controls: Any
    ) -> dict[str, Any]:
        return {"main": main, "lores": lores, "raw": raw, "buffer_count": buffer_count, "controls": controls}

    def configure(self, camera_config: Any) -> None:
        assert not self.started, "Camera must be stopped before configuring"
        self.calls.append(("configure", camera_config))
        self.configured = camera_config
        self.set_controls(camera_config["controls"])

    def start(self) -> None:
        self.calls.append(("start",))
        self.started = True

    def stop(self) -> None:
        self.calls.append(("stop",))
        self.started = False

    def close(self) -> None:
        self.calls.append(("close",))
        self.started = False

    def set_controls(self, controls: Any) -> None:
        unknown = [name for name in controls if name not in self.camera_controls]
        if unknown:
            raise RuntimeError(f"Control {unknown[0]} is not advertised by libcamera")
        self.calls.append(("set_controls", dict(controls)))
        self.controls |= controls
        self.frames_since_controls = 0

    def capture_request(self, *, wait: float, flush: bool) -> CompletedRequest:
        assert self.started, "the real one would wait for a picture that never comes"
        self.calls.append(("capture_request", wait, flush))
        if type(self).stalls:
            type(self).stalls -= 1
            raise TimeoutError
        self.frames_since_controls += 1
        self.in_hand += 1
        return CompletedRequest(self)

    def metadata(self) -> dict[str, Any]:
        """As on a real camera, what was set comes into force a few pictures later."""
        if self.frames_since_controls < 3 or type(self).ignores_controls:
            return dict(AUTOMATIC)
        return AUTOMATIC | {name: value for name, value in self.controls.items() if name in AUTOMATIC and value}
