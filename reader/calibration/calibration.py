"""What is known of the empty tray once it was measured."""

from __future__ import annotations

import base64
from dataclasses import asdict, dataclass
from typing import Any, Final

import cv2
import numpy as np

from hardware.cameras.camera import CameraLocks
from reader.calibration.findings import Finding
from reader.calibration.perspective import Perspective, perspective_of
from reader.vision.sighting import Frame
from reader.vision.tray import WHOLE_PICTURE, Corners, Tray

VERSION: Final = 1
REFERENCE_PX: Final = 640
"""Width of the reference: enough to see a camera that moved by a hundredth, and forty kilobytes."""
QUALITY: Final = 88


class DamagedError(ValueError):
    """A calibration that cannot be used; the box goes on without one."""


@dataclass(frozen=True, slots=True, eq=False)
class Calibration:
    """`tray` is None where its edge could not be told: then the whole picture counts, in the light that it has."""

    made_at: str
    camera: str
    locks: CameraLocks
    reference: Frame
    """The empty tray, small."""
    tray: Tray | None
    findings: tuple[Finding, ...] = ()
    not_locked: tuple[str, ...] = ()

    @property
    def perspective(self) -> Perspective | None:
        if self.tray is None or self.tray.corners == WHOLE_PICTURE:
            return None
        return perspective_of(self.tray.corners, self.reference.shape[0] / self.reference.shape[1])

    def as_json(self) -> dict[str, Any]:
        return {
            "version": VERSION,
            "made_at": self.made_at,
            "camera": self.camera,
            "locks": asdict(self.locks),
            "not_locked": list(self.not_locked),
            "findings": [asdict(one) for one in self.findings],
            "tray": self.tray.as_json() if self.tray is not None else None,
            "reference": base64.b64encode(as_jpeg(self.reference)).decode(),
        }

    @classmethod
    def from_json(cls, stored: Any) -> Calibration:
        """Raises DamagedError."""
        try:
            if stored["version"] != VERSION:
                raise DamagedError("the calibration is of another version; run dice-reader calibrate again")
            packed = np.frombuffer(base64.b64decode(stored["reference"]), np.uint8)
            reference = cv2.imdecode(packed, cv2.IMREAD_COLOR) if len(packed) else None
            if reference is None:
                raise ValueError("no reference picture")
            locks = dict(stored["locks"])
            gains = locks.pop("colour_gains")
            return cls(
                made_at=str(stored["made_at"]),
                camera=str(stored["camera"]),
                locks=CameraLocks(**locks, colour_gains=(float(gains[0]), float(gains[1])) if gains else None),
                reference=np.asarray(reference, np.uint8),
                tray=Tray.from_json(stored["tray"]) if stored["tray"] is not None else None,
                findings=tuple(Finding(**one) for one in stored["findings"]),
                not_locked=tuple(str(name) for name in stored["not_locked"]),
            )
        except DamagedError:
            raise
        except (ValueError, TypeError, KeyError, IndexError, cv2.error) as error:
            raise DamagedError(f"the calibration is damaged ({error}); run dice-reader calibrate again") from error


def small(frame: Frame, width_px: int = REFERENCE_PX) -> Frame:
    height, width = frame.shape[:2]
    size = (width_px, max(2, round(height * width_px / width)))
    return np.asarray(cv2.resize(frame, size, interpolation=cv2.INTER_AREA), np.uint8)


def as_jpeg(picture: Frame) -> bytes:
    return bytes(cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])[1].tobytes())


def outlined(picture: Frame, corners: Corners) -> Frame:
    """A copy with the tray's outline drawn on it, for people."""
    height, width = picture.shape[:2]
    drawn = picture.copy()
    around = np.round(np.array(corners) * [width - 1, height - 1]).astype(np.int32)
    line = max(2, width // 240)
    cv2.polylines(drawn, [around], True, (20, 20, 20), line + 2, cv2.LINE_AA)
    cv2.polylines(drawn, [around], True, (180, 222, 74), line, cv2.LINE_AA)
    return drawn


def locks_in_words(locks: CameraLocks) -> tuple[str, ...]:
    """
    >>> locks_in_words(CameraLocks(exposure_us=8000, gain=1.5, colour_gains=(1.8, 1.5)))
    ('exposure 8.0 ms', 'gain 1.5', 'white balance 1.80 red, 1.50 blue')
    """
    told = []
    if locks.exposure_us is not None:
        told.append(f"exposure {locks.exposure_us / 1000:.1f} ms")
    if locks.gain is not None:
        told.append(f"gain {locks.gain:.3g}")
    if locks.colour_gains is not None:
        told.append(f"white balance {locks.colour_gains[0]:.2f} red, {locks.colour_gains[1]:.2f} blue")
    if locks.colour_temperature_k is not None:
        told.append(f"white balance {locks.colour_temperature_k} K")
    if locks.focus is not None:
        told.append(f"focus {locks.focus:.3g}")
    return tuple(told)
