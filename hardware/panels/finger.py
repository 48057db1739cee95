"""A finger on a button: what its going down, staying and letting go amount to."""

from __future__ import annotations

from collections.abc import Callable

from hardware.panels.gestures import Gesture


class Finger:
    """Tells a press when the finger lets go, unless it told a hold before.

    Contacts bounce. The driver filters that where it can; here, going down again within `bounce_s` of letting go
    is the same press once more, and is not told a second time.
    """

    def __init__(
        self,
        tell: Callable[[Gesture], None],
        pressed: Gesture,
        held: Gesture,
        bounce_s: float,
        clock: Callable[[], float],
    ) -> None:
        self._tell = tell
        self._pressed = pressed
        self._held = held
        self._bounce_s = bounce_s
        self._clock = clock
        self._let_go_at = float("-inf")
        self._told = True

    def down(self) -> None:
        self._told = self._clock() - self._let_go_at < self._bounce_s

    def stays(self) -> None:
        if not self._told:
            self._told = True
            self._tell(self._held)

    def up(self) -> None:
        self._let_go_at = self._clock()
        if not self._told:
            self._told = True
            self._tell(self._pressed)
