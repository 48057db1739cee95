"""Locks in libcamera's words."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from hardware.cameras.camera import CameraLocks

AF_MANUAL, AF_CONTINUOUS = 0, 2
"""libcamera's AfModeEnum, as numbers: so libcamera need not be imported."""
EXPOSURE_TOLERANCE = 0.02
"""A sensor's shutter moves in whole lines; what comes into force is that close to what was asked for."""


def controls_for(locks: CameraLocks, advertised: Collection[str]) -> dict[str, Any]:
    """The controls that hold these locks and hand the rest to the automatics, without any the camera does not have."""
    both = locks.exposure_us is not None and locks.gain is not None
    controls: dict[str, Any] = {
        "AeEnable": not both,
        "ExposureTime": locks.exposure_us or 0,  # nought hands it back to the automatics
        "AnalogueGain": locks.gain or 0.0,
        "AwbEnable": locks.colour_gains is None,
        "AfMode": AF_CONTINUOUS if locks.focus is None else AF_MANUAL,
    }
    if locks.colour_gains is not None:
        controls["ColourGains"] = locks.colour_gains
    if locks.focus is not None:
        controls["LensPosition"] = locks.focus
    return {name: value for name, value in controls.items() if name in advertised}


def refused_by(locks: CameraLocks, advertised: Collection[str]) -> tuple[str, ...]:
    """The locks that were asked for and that this camera has nothing for."""
    needs = {
        "exposure": ("ExposureTime", locks.exposure_us),
        "gain": ("AnalogueGain", locks.gain),
        "colour gains": ("ColourGains", locks.colour_gains),
        "colour temperature": (None, locks.colour_temperature_k),
        "focus": ("LensPosition", locks.focus),
    }
    return tuple(
        name for name, (control, value) in needs.items() if value is not None and control not in advertised
    )


def in_force(locks: CameraLocks, metadata: Mapping[str, Any], refused: Collection[str]) -> bool:
    """Whether a picture was taken with the locked exposure."""
    if locks.exposure_us is None or "exposure" in refused:
        return True
    off_by = abs(int(metadata.get("ExposureTime", 0)) - locks.exposure_us)
    return off_by <= max(EXPOSURE_TOLERANCE * locks.exposure_us, 50)


def locks_in(metadata: Mapping[str, Any]) -> CameraLocks:
    """What a picture was taken with."""
    gains = metadata.get("ColourGains")
    return CameraLocks(
        exposure_us=metadata.get("ExposureTime"),
        gain=metadata.get("AnalogueGain"),
        colour_gains=(gains[0], gains[1]) if gains else None,
        focus=metadata.get("LensPosition"),
    )
