"""A finger on a button: what its going down, staying and letting go amount to."""

from __future__ import annotations

from collections.abc import Callable
from threading import Lock, Timer
from typing import Literal, Protocol

from hardware.panels.gestures import Gesture


class Later(Protocol):
    """Something that will happen unless it is cancelled."""

    def cancel(self) -> None: ...


After = Callable[[float, Callable[[], None]], Later]
"""Calls back so many seconds from now."""


def by_timer(seconds: float, call: Callable[[], None]) -> Later:
    timer = Timer(seconds, call)
    timer.daemon = True
    timer.start()
    return timer


class Finger:
    """Tells a press when the finger lets go, or a hold when it has stayed for `hold_s`; never both. One that stays on
    until `long_s` is told once more.

    Contacts bounce. The driver filters that where it can; here, going down again within `bounce_s` of letting go
    is the same press once more, and is not told a second time.
    """

    def __init__(
        self,
        tell: Callable[[Gesture], None],
        pressed: Gesture,
        held: Gesture,
        held_long: Gesture,
        *,
        hold_s: float,
        long_s: float,
        bounce_s: float,
        clock: Callable[[], float],
        after: After = by_timer,
    ) -> None:
        self._tell = tell
        self._pressed = pressed
        self._held = held
        self._held_long = held_long
        self._hold_s = hold_s
        self._long_s = long_s
        self._bounce_s = bounce_s
        self._clock = clock
        self._after = after
        self._lock = Lock()
        self._let_go_at = float("-inf")
        self._waiting: Later | None = None
        self._is_held = False

    def down(self) -> None:
        with self._lock:
            if self._waiting is None and self._clock() - self._let_go_at >= self._bounce_s:
                self._waiting = self._after(self._hold_s, self._stayed)

    def up(self) -> None:
        self._let_go_at = self._clock()
        if self._ended() == "pressed":
            self._tell(self._pressed)

    def close(self) -> None:
        """Whatever it was about to tell is not told any more."""
        self._ended()

    def _stayed(self) -> None:
        with self._lock:
            if self._waiting is None:
                return
            self._is_held = True
            self._waiting = self._after(self._long_s - self._hold_s, self._stayed_long)
        self._tell(self._held)

    def _stayed_long(self) -> None:
        if self._ended() == "held":
            self._tell(self._held_long)

    def _ended(self) -> Literal["pressed", "held", "nothing"]:
        """What it was until now. The first of letting go and staying decides; they come in different threads."""
        with self._lock:
            waiting, self._waiting = self._waiting, None
            was_held, self._is_held = self._is_held, False
        if waiting is None:
            return "nothing"
        waiting.cancel()
        return "held" if was_held else "pressed"
