"""Waiting for a finger, or for somebody who would rather not."""

from __future__ import annotations

import select
import sys
import time
from collections.abc import Callable
from queue import Empty, Queue
from typing import Final, Literal

from hardware.panels.gestures import Gesture, Hold, Press

WAIT_S: Final = 20.0
LOOK_EVERY_S: Final = 0.2

Answer = Literal["pressed", "skipped", "nothing"]


def pressed(
    gestures: Queue[Gesture],
    wants_to_skip: Callable[[], bool],
    *,
    wait_s: float = WAIT_S,
    clock: Callable[[], float] = time.monotonic,
) -> Answer:
    """Whether the capture button was pressed or held within the time; `wants_to_skip` is asked in between."""
    until_s = clock() + wait_s
    while clock() < until_s:
        try:
            if isinstance(gestures.get(timeout=LOOK_EVERY_S), Press | Hold):
                return "pressed"
        except Empty:
            if wants_to_skip():
                return "skipped"
    return "nothing"


def enter_was_typed() -> bool:
    """Without waiting for it."""
    ready, _, _ = select.select([sys.stdin], [], [], 0)
    return bool(ready) and sys.stdin.readline() != ""
