"""A camera that is opened when the first picture is wanted: a box without one starts all the same, and says so."""

from __future__ import annotations

from collections.abc import Callable

from hardware.cameras.camera import Camera, CameraLocks, Frame


class OnDemandCamera:
    """Whoever opens it raises a HardwareError if it cannot be had; the next picture tries again."""

    def __init__(self, open_camera: Callable[[], Camera]) -> None:
        self._open_camera = open_camera
        self._camera: Camera | None = None

    def preview(self) -> Frame:
        return self._opened().preview()

    def still(self) -> Frame:
        return self._opened().still()

    @property
    def name(self) -> str:
        return self._opened().name

    def lock(self, locks: CameraLocks) -> tuple[str, ...]:
        return self._opened().lock(locks)

    def measure(self) -> CameraLocks:
        return self._opened().measure()

    def rest(self) -> None:
        if self._camera is not None:
            self._camera.rest()

    def close(self) -> None:
        if self._camera is not None:
            self._camera.close()
            self._camera = None

    def _opened(self) -> Camera:
        if self._camera is None:
            self._camera = self._open_camera()
        return self._camera
