"""The calibration at work: the eye with the tray in mind, and a watcher that notices when it fits no more."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from typing import Protocol, TypeVar

from hardware.cameras.camera import CameraLocks
from reader.calibration.calibration import Calibration, DamagedError
from reader.calibration.drift import Drift, drift
from reader.calibration.shelf import Shelf
from reader.vision.sighting import Frame, Sighting
from reader.vision.tray import Tray

log = logging.getLogger("dice-reader")

View = TypeVar("View", covariant=True)


class TrayEye(Protocol):
    def look(self, frame: Frame, tray: Tray | None = None) -> Sequence[Sighting]: ...


class Watching(Protocol[View]):
    def look(self, is_called_off: Callable[[], bool]) -> View | None: ...

    def glance(self) -> Frame: ...

    def rest(self) -> None: ...


class InUse:
    """Holds the calibration that counts now; a new one counts at once. Only the worker's thread touches it, save for
    what is read."""

    def __init__(self, shelf: Shelf) -> None:
        self.shelf = shelf
        self.calibration: Calibration | None = None
        self.drift = Drift()
        self.trouble = ""
        self.checks_every_picture = True
        self.is_due = True
        try:
            self.calibration = shelf.load()
        except DamagedError as error:
            log.warning("%s", error)
            self.trouble = "The calibration cannot be used; calibrate again"

    @property
    def locks(self) -> CameraLocks:
        return self.calibration.locks if self.calibration is not None else CameraLocks()

    @property
    def remark(self) -> str:
        """What the player should know; empty if all is well, and where nothing was calibrated."""
        return self.trouble or self.drift.remark

    def use(self, calibration: Calibration | None) -> None:
        self.calibration, self.drift, self.trouble = calibration, Drift(), ""

    def check(self, frame: Frame) -> None:
        if self.calibration is not None:
            self.drift = drift(self.calibration.reference, frame)

    def tray_for(self, frame: Frame) -> Tray | None:
        """None where the calibration does not fit this picture: then the eye reads as if there were none."""
        if self.is_due or self.checks_every_picture:
            self.check(frame)
            self.is_due = False
        if self.calibration is None or self.drift.remark:
            return None
        return self.calibration.tray


class CalibratedEye:
    """Numerals are read in the light that they have, for every crop is levelled by itself: evened pictures were read
    no better. How light a body is, the map tells."""

    def __init__(self, eye: TrayEye, in_use: InUse) -> None:
        self._eye = eye
        self._in_use = in_use

    def look(self, frame: Frame) -> Sequence[Sighting]:
        return self._eye.look(frame, self._in_use.tray_for(frame))


class CheckingWatcher(Watching[View]):
    """A watcher whose glances are checked too: one at the start tells whether all is as it was. Of the pictures of one
    look only the first is: they are moments apart."""

    def __init__(self, watcher: Watching[View], in_use: InUse) -> None:
        self._watcher = watcher
        self._in_use = in_use
        in_use.checks_every_picture = False

    def look(self, is_called_off: Callable[[], bool]) -> View | None:
        self._in_use.is_due = True
        return self._watcher.look(is_called_off)

    def glance(self) -> Frame:
        picture = self._watcher.glance()
        self._in_use.check(picture)
        return picture

    def rest(self) -> None:
        self._watcher.rest()
