"""The real panel: buttons, knob and lamp on the Pi's pins, and an OLED."""

from __future__ import annotations

import time
from collections.abc import Callable
from threading import Event, Thread
from typing import Any

from hardware.errors import HardwareError
from hardware.panels.animation import DIM_AFTER_S, Animation, OpenDisplay
from hardware.panels.gestures import Gesture
from hardware.panels.lamp import Lamp
from hardware.panels.panel import ClosesItself, GestureQueue, offer
from hardware.panels.pins import PanelPins, Pins
from hardware.panels.readout import Readout

CLOSE_TIMEOUT_S = 2.0
"""A last picture on a slow I2C bus takes a tenth of a second; more than this is a hung bus."""


class GpioPanel(ClosesItself):
    """Raises a PinsError where the pins cannot be had. A screen that is missing is only a trouble: it is tried again
    now and then, and the panel goes on without it."""

    def __init__(
        self,
        gestures: GestureQueue,
        pins: PanelPins,
        open_display: OpenDisplay | None,
        *,
        dim_after_s: float = DIM_AFTER_S,
        clock: Callable[[], float] = time.monotonic,
        factory: Any | None = None,
        in_background: bool = True,
    ) -> None:
        """Not in the background, everything is drawn before `show` and `lamp` return, and nothing moves by itself."""
        self._gestures = gestures
        self._pins = Pins(pins, self._tell, clock, factory)
        self._animation = Animation(self._pins.light, open_display, clock, dim_after_s)
        self._wake = Event()
        self._closed = False
        self._thread = Thread(target=self._animate, name="panel", daemon=True) if in_background else None
        self.step()
        if self._thread is not None:
            self._thread.start()

    @property
    def troubles(self) -> tuple[HardwareError, ...]:
        trouble = self._animation.trouble
        return () if trouble is None else (trouble,)

    def show(self, readout: Readout) -> None:
        self._animation.show(readout)
        self._stir()

    def lamp(self, state: Lamp) -> None:
        self._animation.lamp(state)
        self._stir()

    def step(self) -> float | None:
        """Do what is due now; how many seconds until something is due again."""
        return self._animation.step()

    def close(self) -> None:
        self._end(self._animation.close)

    def leave(self) -> None:
        self._end(self._animation.leave)

    def _end(self, last: Callable[[], None]) -> None:
        if self._closed:
            return
        self._closed = True
        self._wake.set()
        if self._thread is not None:
            self._thread.join(CLOSE_TIMEOUT_S)
        last()
        self._pins.close()

    def _tell(self, gesture: Gesture) -> None:
        offer(self._gestures, gesture)

    def _stir(self) -> None:
        if self._thread is None:
            self.step()
        else:
            self._wake.set()

    def _animate(self) -> None:
        while not self._closed:
            self._wake.wait(self.step())
            self._wake.clear()
