"""What every panel can do: tell what hands do to it, show a readout, light its lamp."""

from __future__ import annotations

import contextlib
import queue
from types import TracebackType
from typing import Protocol, Self

from hardware import closing
from hardware.errors import HardwareError
from hardware.panels.gestures import Gesture
from hardware.panels.lamp import Lamp
from hardware.panels.readout import Readout


class GestureQueue(Protocol):
    """Where a panel puts gestures: a `queue.Queue`, which may take other things besides."""

    def put(self, item: Gesture, /, block: bool = ...) -> object: ...


def offer(gestures: GestureQueue, gesture: Gesture) -> None:
    """Put it there without ever waiting: a table that is so far behind that its queue is full drops presses anyway."""
    with contextlib.suppress(queue.Full):
        gestures.put(gesture, block=False)


class Panel(Protocol):
    """Buttons, a screen and a lamp. It is handed its queue when it is made, and puts gestures there at any moment.

    `show` and `lamp` return at once and never raise because a part is missing: `troubles` names what is.
    """

    @property
    def troubles(self) -> tuple[HardwareError, ...]:
        """The parts that do not work now, each with what to do about it."""

    def show(self, readout: Readout) -> None: ...

    def lamp(self, state: Lamp) -> None: ...

    def close(self) -> None:
        """Dark, and no more gestures. May be called twice."""

    def leave(self) -> None:
        """As `close`, but a screen that keeps its picture goes on showing it when the program has ended."""

    def __enter__(self) -> Self: ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...


class ClosesItself(closing.ClosesItself):
    """And may be left: whoever leaves a panel closes it, unless it wants to show something to the last."""

    def leave(self) -> None:
        self.close()
