"""A panel for tests: it remembers what it was shown, and does what it is told to."""

from __future__ import annotations

from hardware.errors import HardwareError
from hardware.panels.gestures import Gesture, Hold, Mode, ModeHeld, Press, Turn
from hardware.panels.lamp import Lamp
from hardware.panels.panel import ClosesItself, GestureQueue
from hardware.panels.readout import Readout
from hardware.panels.screens import draw


class FakePanel(ClosesItself):
    """Hands by method call; eyes by `shown` and `lamps`. Every readout is drawn too, since drawing must never fail."""

    def __init__(self, gestures: GestureQueue) -> None:
        self.shown: list[Readout] = []
        self.lamps: list[Lamp] = []
        self.troubles: tuple[HardwareError, ...] = ()
        self.closed = False
        self._gestures = gestures

    def show(self, readout: Readout) -> None:
        draw(readout)
        self.shown.append(readout)

    def lamp(self, state: Lamp) -> None:
        self.lamps.append(state)

    def press(self) -> None:
        self.do(Press())

    def hold(self) -> None:
        self.do(Hold())

    def mode(self) -> None:
        self.do(Mode())

    def hold_mode(self) -> None:
        self.do(ModeHeld())

    def turn(self, steps: int) -> None:
        self.do(Turn(steps))

    def do(self, gesture: Gesture) -> None:
        self._gestures.put(gesture)

    def close(self) -> None:
        self.closed = True
