"""The steps of a calibration, one readout each: the same on page, screen and in the terminal."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, Final, Protocol

from hardware.cameras.camera import CameraLocks
from hardware.errors import HardwareError
from reader.calibration.calibration import Calibration
from reader.calibration.findings import Finding
from reader.calibration.in_use import InUse
from reader.calibration.measuring import Eye, Measured, MeasuringCamera, measure_tray, merged
from reader.calibration.showing import as_shown, evened_jpeg, seen_jpeg
from reader.table.commands import Calibrate, Cancel, Command, Glance, Press, Step
from reader.table.readout import Readout
from reader.table.take import Trouble

TITLE: Final = "Calibrate"
EMPTY_IT: Final = Readout("prompt", title=TITLE, prompt="Empty the tray", why="take your hands away, then press")
MEASURING: Final = Readout("busy", title=TITLE, prompt="Measuring…")
CLOSED: Final = Trouble("the tray is being calibrated", "finish it, or hold the button to leave")


class Asked(Protocol):
    def submit(self, command: Command) -> object: ...


class Guide:
    """Press goes on: it measures, keeps what is good, and leaves when that is done. The mode button keeps it all the
    same where something speaks against it. Hold leaves, and everything is as before."""

    def __init__(
        self,
        camera: MeasuringCamera,
        eye: Eye,
        in_use: InUse,
        by_hand: CameraLocks,
        now: Callable[[], str],
        *,
        take_dice_out: Callable[[], None] = lambda: None,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        """`take_dice_out` is for rendered dice, which no hand can reach."""
        self._camera = camera
        self._eye = eye
        self._in_use = in_use
        self._by_hand = by_hand
        self._now = now
        self._take_dice_out = take_dice_out
        self._sleep = sleep
        self._shown: Readout | None = None
        self._number = 0
        self.measured: Measured | None = None
        """The last, kept or not; may be read from any thread."""

    @property
    def is_open(self) -> bool:
        return self._shown is not None

    @property
    def readout(self) -> Readout:
        return self._shown or EMPTY_IT

    @property
    def remark(self) -> str:
        return self._in_use.remark

    @property
    def calibration(self) -> Calibration | None:
        return self._in_use.calibration

    def as_json(self) -> dict[str, Any]:
        """For the page."""
        kept, measured = self._in_use.calibration, self.measured
        shown = measured.calibration if measured is not None else kept
        return {
            "can": True,
            "is_open": self.is_open,
            "number": self._number,
            "is_kept": kept is not None and shown is kept,
            "made_at": kept.made_at if kept is not None else "",
            "remark": self.remark,
            "measured": as_shown(shown) if shown is not None else None,
        }

    def jpeg(self, which: str) -> bytes | None:
        shown = self.measured.calibration if self.measured is not None else self._in_use.calibration
        if shown is None:
            return None
        return seen_jpeg(shown) if which == "seen" else evened_jpeg(shown)

    def recheck(self, table: Asked) -> None:
        """A glance at the tray tells whether camera and light are as they were; nothing to compare with, no glance."""
        if self.calibration is not None:
            table.submit(Glance())

    def serve(self, command: Command, show: Callable[[], None]) -> Trouble | None:
        """`show` puts the readout on every screen at once, for measuring takes a while."""
        match command:
            case Calibrate(step="open"):
                self.measured, self._shown = None, EMPTY_IT
            case Calibrate(step="measure"):
                return self._measure(show)
            case Calibrate(step="keep") | Step():
                return self._keep_anyway()
            case Calibrate(step="forget"):
                return self._forget()
            case Calibrate(step="leave") | Cancel():
                self._leave()
            case Press():
                if self.readout.state == "outcome":
                    self._shown = None
                else:
                    return self._measure(show)
            case _:
                return CLOSED
        return None

    def _measure(self, show: Callable[[], None]) -> Trouble | None:
        self._shown = MEASURING
        show()
        self._number += 1
        self._take_dice_out()
        try:
            self.measured = measure_tray(self._camera, self._eye, self._by_hand, self._now(), sleep=self._sleep)
        except HardwareError as error:
            self.measured = None
            return self._trouble(Trouble(error.what, f"{error.remedy}, then press"))
        if self.measured.faults:
            return self._trouble(in_words(self.measured.faults))
        return self._keep(self.measured.calibration)

    def _keep_anyway(self) -> Trouble | None:
        if self.measured is None or self.readout.state != "trouble":
            return Trouble("nothing has been measured yet", "empty the tray, then press")
        return self._keep(self.measured.calibration)

    def _keep(self, calibration: Calibration) -> Trouble | None:
        try:
            self._in_use.shelf.keep(calibration)
        except OSError as error:
            self._in_use.use(calibration)
            why = error.strerror or str(error)
            return self._trouble(Trouble(f"the calibration cannot be kept: {why}", "it counts until the box is off"))
        self._in_use.use(calibration)
        found = next((one.says for one in calibration.findings if one.what == "tray" and one.is_well), "")
        open_ends = f"; not locked: {', '.join(calibration.not_locked)}" if calibration.not_locked else ""
        self._shown = Readout("outcome", title=TITLE, total="Ready", label=f"{found}{open_ends}"[:80])
        return None

    def _forget(self) -> Trouble | None:
        try:
            self._in_use.shelf.forget()
        except OSError as error:
            return Trouble(f"it cannot be forgotten: {error.strerror}", "see who owns the folder")
        self._in_use.use(None)
        return None

    def _leave(self) -> None:
        """The camera is held as it was before."""
        self._shown = None
        try:
            self._camera.lock(merged(self._by_hand, self._in_use.locks))
        except HardwareError:
            return  # the next look at the tray says so

    def _trouble(self, trouble: Trouble) -> Trouble:
        self._shown = Readout("trouble", title=TITLE, trouble=trouble.what, remedy=trouble.remedy)
        return trouble


def in_words(faults: tuple[Finding, ...]) -> Trouble:
    """The first, and how many more; the page lists them all.

    >>> blurred, dark = Finding("focus", False, "blurred", "turn the lens"), Finding("light", False, "too dark", "")
    >>> in_words((blurred, dark)).what
    'Focus: blurred (and 1 more)'
    """
    first = faults[0]
    more = f" (and {len(faults) - 1} more)" if len(faults) > 1 else ""
    what = f"{first.what.capitalize()}: {first.says}{more}"
    return Trouble(what, f"{first.remedy}, then press; mode keeps it anyway")
