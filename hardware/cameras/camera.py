"""What every camera can do: small pictures to see the dice settle by, large ones to read them by."""

from __future__ import annotations

from dataclasses import dataclass
from types import TracebackType
from typing import Protocol, Self

import cv2
import numpy as np
import numpy.typing as npt

Frame = npt.NDArray[np.uint8]
"""Height × width × 3, blue green red."""

PREVIEW_WIDTH_PX = 320
"""Enough to see whether a die moves; a multiple of 64, which the Pi's camera likes."""


@dataclass(frozen=True, slots=True)
class CameraLocks:
    """What is held fixed; None leaves it to the camera's own automatics.

    A moving auto-exposure is the commonest cause of misreads, so a set-up box locks what it measured.
    """

    exposure_us: int | None = None
    """How long the shutter is open."""
    gain: float | None = None
    """A Pi camera's analogue gain, 1 or more; a USB camera's own number."""
    colour_gains: tuple[float, float] | None = None
    """Red and blue, for a Pi camera's white balance."""
    colour_temperature_k: int | None = None
    """For a USB camera's white balance."""
    focus: float | None = None
    """A Pi camera's in dioptres (1 / distance in metres); a USB camera's own number."""


class Camera(Protocol):
    """A camera above the tray. Every picture is the caller's own copy, and no call waits without bound.

    A camera that stops answering is opened again by itself; only if that does not help there is a CameraStalledError,
    and the next call tries once more.
    """

    @property
    def name(self) -> str:
        """Which camera this is, for people: `Pi camera 0 (imx708)`."""

    @property
    def reopened(self) -> int:
        """How often it stopped answering and had to be opened again."""

    def preview(self) -> Frame:
        """A small picture of the tray now."""

    def still(self) -> Frame:
        """A picture in full resolution, taken after the call."""

    def lock(self, locks: CameraLocks) -> tuple[str, ...]:
        """Hold these from now on, also after reopening. The names of those that this camera does not take."""

    def measure(self) -> CameraLocks:
        """What the camera uses now: let its automatics settle, then lock this."""

    def rest(self) -> None:
        """No picture is wanted for a while: stop what costs power. The next picture wakes it."""

    def close(self) -> None:
        """May be called twice."""

    def __enter__(self) -> Self: ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...


def shrunk(frame: Frame, width_px: int = PREVIEW_WIDTH_PX) -> Frame:
    """The picture at preview size, as the caller's own copy; one that is small already keeps its size."""
    height, width = frame.shape[:2]
    if width <= width_px:
        return frame.copy()
    size = (width_px, max(1, round(height * width_px / width)))
    return np.asarray(cv2.resize(frame, size, interpolation=cv2.INTER_AREA), dtype=np.uint8)
