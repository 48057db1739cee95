"""A calibration for people to look at: in words, and as pictures."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from reader.calibration.calibration import Calibration, as_jpeg, locks_in_words, outlined
from reader.calibration.perspective import flattened
from reader.vision.tray import WHOLE_PICTURE


def as_shown(calibration: Calibration) -> dict[str, Any]:
    tray = calibration.tray
    return {
        "made_at": calibration.made_at,
        "camera": calibration.camera,
        "locks": list(locks_in_words(calibration.locks)),
        "not_locked": list(calibration.not_locked),
        "findings": [asdict(one) for one in calibration.findings],
        "corners": [list(corner) for corner in tray.corners] if tray is not None else [],
    }


def seen_jpeg(calibration: Calibration) -> bytes:
    """The empty tray with its outline."""
    tray = calibration.tray
    if tray is None or tray.corners == WHOLE_PICTURE:
        return as_jpeg(calibration.reference)
    return as_jpeg(outlined(calibration.reference, tray.corners))


def evened_jpeg(calibration: Calibration) -> bytes:
    """The empty tray in even light, from straight above where its corners tell how."""
    tray = calibration.tray
    if tray is None:
        return as_jpeg(calibration.reference)
    even = tray.evened(calibration.reference)
    flat = flattened(even, tray.corners)
    return as_jpeg(flat if flat is not None else even)
