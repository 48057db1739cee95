"""A camera that shows what a test holds before it, with automatics that take a few looks to settle; and its eye."""

from collections.abc import Sequence

from hardware.cameras.camera import CameraLocks
from hardware.errors import CameraMissingError
from reader.vision.sighting import Frame, Sighting
from reader.vision.tray import Tray

SETTLED = CameraLocks(exposure_us=8000, gain=2.0, colour_gains=(1.8, 1.5), focus=3.0)
MISSING = CameraMissingError("no camera", device="camera", remedy="plug it in")


class HeldCamera:
    name = "held camera"

    def __init__(self, *pictures: Frame) -> None:
        """Stills show one after the other; the last stays."""
        self.pictures = list(pictures)
        self.locked: list[CameraLocks] = []
        self.cannot_lock: tuple[str, ...] = ()
        self.is_missing = False
        self.looks = 0

    def preview(self) -> Frame:
        return self.pictures[0]

    def still(self) -> Frame:
        if self.is_missing:
            raise MISSING
        return self.pictures.pop(0) if len(self.pictures) > 1 else self.pictures[0]

    def lock(self, locks: CameraLocks) -> tuple[str, ...]:
        self.locked.append(locks)
        return self.cannot_lock

    def measure(self) -> CameraLocks:
        self.looks += 1
        if self.looks < 5:
            return CameraLocks(exposure_us=2000 * self.looks, gain=2.0, colour_gains=(1.0, 1.0), focus=0.0)
        return SETTLED


class ToldEye:
    """Sees what it is told to, and remembers which tray it was told of."""

    def __init__(self, *sightings: Sighting) -> None:
        self.sightings = sightings
        self.trays: list[Tray | None] = []

    def look(self, frame: Frame, tray: Tray | None = None) -> Sequence[Sighting]:
        del frame
        self.trays.append(tray)
        return self.sightings


def no_sleep(_seconds: float) -> None:
    """Time does not pass in tests."""
