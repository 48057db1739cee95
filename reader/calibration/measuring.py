"""A camera above an empty tray → a calibration, or why it cannot be had."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final, Protocol

import numpy as np

from hardware.cameras.camera import CameraLocks
from reader.calibration.calibration import Calibration, small
from reader.calibration.find_tray import find_tray, tray_of
from reader.calibration.findings import Finding, findings
from reader.calibration.perspective import MOST_TILT_DEG
from reader.vision.settle import has_moved, in_grey
from reader.vision.sighting import Frame, Sighting
from reader.vision.tray import WHOLE_PICTURE

STILLS: Final = 3
"""Averaged: the reference should hold as little of the sensor's noise as may be."""
STEADY: Final = 0.03
"""By how much exposure may still differ between two looks at it."""
STEADY_LOOKS: Final = 4
MOST_LOOKS: Final = 60
LOOK_EVERY_S: Final = 0.05
"""So automatics get at least a fifth of a second, and three at most."""


class MeasuringCamera(Protocol):
    @property
    def name(self) -> str: ...

    def preview(self) -> Frame: ...

    def still(self) -> Frame: ...

    def lock(self, locks: CameraLocks) -> tuple[str, ...]: ...

    def measure(self) -> CameraLocks: ...


class Eye(Protocol):
    def look(self, frame: Frame) -> Sequence[Sighting]: ...


@dataclass(frozen=True, slots=True, eq=False)
class Measured:
    """`faults` speak against keeping it; without any it is kept."""

    calibration: Calibration

    @property
    def faults(self) -> tuple[Finding, ...]:
        return tuple(one for one in self.calibration.findings if not one.is_well)


def measure_tray(
    camera: MeasuringCamera,
    eye: Eye,
    by_hand: CameraLocks,
    made_at: str,
    *,
    sleep: Callable[[float], None] = time.sleep,
) -> Measured:
    """`by_hand` are the locks that the settings give; they are held as they are. Raises HardwareError."""
    camera.lock(by_hand)
    _let_settle(camera, sleep)
    locks = merged(by_hand, camera.measure())
    not_locked = camera.lock(locks)
    pictures = [camera.still() for _ in range(STILLS)]
    picture = np.asarray(np.mean(pictures, axis=0).round(), np.uint8)
    corners = find_tray(picture)
    told = [*_emptiness(pictures, eye), *findings(picture, corners), *_tray(picture, corners)]
    tray = tray_of(picture, corners) if corners is not None else None
    calibration = Calibration(made_at, camera.name, locks, small(picture), tray, (), not_locked)
    return Measured(replace(calibration, findings=(*told, *_askew(calibration))))


def merged(by_hand: CameraLocks, measured: CameraLocks) -> CameraLocks:
    """What the settings say, and what was measured where they say nothing.

    >>> merged(CameraLocks(exposure_us=5000), CameraLocks(exposure_us=8000, gain=2.0))
    CameraLocks(exposure_us=5000, gain=2.0, colour_gains=None, colour_temperature_k=None, focus=None)
    """
    return CameraLocks(
        exposure_us=by_hand.exposure_us if by_hand.exposure_us is not None else measured.exposure_us,
        gain=by_hand.gain if by_hand.gain is not None else measured.gain,
        colour_gains=by_hand.colour_gains or measured.colour_gains,
        colour_temperature_k=by_hand.colour_temperature_k or measured.colour_temperature_k,
        focus=by_hand.focus if by_hand.focus is not None else measured.focus,
    )


def _let_settle(camera: MeasuringCamera, sleep: Callable[[float], None]) -> None:
    """Until exposure has been the same for a few looks. A camera that never settles is measured all the same."""
    before, steady = 0.0, 0
    for _ in range(MOST_LOOKS):
        camera.preview()
        now = camera.measure()
        brightness = (now.exposure_us or 1) * (now.gain or 1.0)
        steady = steady + 1 if abs(brightness - before) <= STEADY * brightness else 0
        if steady >= STEADY_LOOKS:
            return
        before = brightness
        sleep(LOOK_EVERY_S)


def _emptiness(pictures: Sequence[Frame], eye: Eye) -> list[Finding]:
    if has_moved(in_grey(pictures[0]), in_grey(pictures[-1])):
        return [Finding("tray", False, "something moves", "keep your hands out of the picture")]
    dice = len(eye.look(pictures[-1]))
    if dice:
        them = "a die lies" if dice == 1 else f"{dice} dice lie"
        return [Finding("tray", False, f"{them} in it", "take everything out of the tray")]
    return []


def _tray(picture: Frame, corners: tuple[tuple[float, float], ...] | None) -> list[Finding]:
    if corners is None:
        return [Finding("tray", True, "its edge cannot be told; dice count wherever they are seen")]
    if corners == WHOLE_PICTURE:
        return [Finding("tray", True, "it fills the picture")]
    height, width = picture.shape[:2]
    across = np.ptp(np.array(corners), axis=0) * [width, height]
    return [Finding("tray", True, f"found: {across[0]:.0f} × {across[1]:.0f} px, {len(corners)} corners")]


def _askew(calibration: Calibration) -> list[Finding]:
    seen = calibration.perspective
    if seen is None:
        return []
    if seen.is_askew:
        remedy = "mount the camera straight above the tray"
        return [Finding("camera", False, f"looks from aside (about {seen.tilt_deg:.0f}°)", remedy)]
    return [Finding("camera", True, f"looks straight enough down (about {seen.tilt_deg:.0f}° of {MOST_TILT_DEG:.0f}°)")]
