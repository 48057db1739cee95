"""What moves on a panel by itself: the lamp's rhythm, pages that turn, a screen that dims or comes back."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

from PIL import Image

from hardware.errors import DisplayError, DisplayLostError, DisplayMissingError
from hardware.panels.lamp import RHYTHMS, Colour, Lamp, is_lit, until_change_s
from hardware.panels.oled import Display
from hardware.panels.readout import Readout, essence
from hardware.panels.screens import TICK_S, draw

RETRY_S = 10.0
"""How long a display that does not answer is left alone before it is tried again."""
DIM_AFTER_S = 600.0
"""After ten minutes of the same readout the screen dims: OLEDs burn in."""

OpenDisplay = Callable[[], Display]


class Animation:
    """Steps whenever something is due, and says when that is next. It has no thread and no clock of its own."""

    def __init__(
        self,
        light: Callable[[Colour | None], None],
        open_display: OpenDisplay | None,
        clock: Callable[[], float],
        dim_after_s: float = DIM_AFTER_S,
    ) -> None:
        self.trouble: DisplayError | None = None
        self._light = light
        self._open_display = open_display
        self._clock = clock
        self._dim_after_s = dim_after_s
        self._display: Display | None = None
        self._retry_at: float | None = clock() if open_display is not None else None
        self._shown: tuple[Readout, float] | None = None
        self._drawn: bytes | None = None
        self._is_dim = False
        self._lamp = (Lamp.OFF, clock())
        self._colour: Colour | None = None

    def show(self, readout: Readout) -> None:
        """May be called while another thread steps. What is shown already does not begin its pages anew, but it wakes
        a dim screen."""
        if self._shown is None or essence(self._shown[0]) != essence(readout) or self._is_dim:
            self._shown = (readout, self._clock())

    def lamp(self, state: Lamp) -> None:
        """May be called while another thread steps. The same state again does not begin its rhythm anew."""
        if state is not self._lamp[0]:
            self._lamp = (state, self._clock())

    def step(self) -> float | None:
        """Do what is due; how many seconds until something is due again, None if nothing is."""
        waits = (self._step_lamp(), self._step_opening(), self._step_screen())
        return min((wait for wait in waits if wait is not None), default=None)

    def close(self) -> None:
        self._light(None)
        if self._display is not None:
            self._display.close()
            self._display = None

    def leave(self) -> None:
        """The lamp goes out, and the last picture stays: dim, since nobody will take it away."""
        self.step()
        self._light(None)
        if self._display is not None:
            with suppress(DisplayLostError):
                self._display.dim(True)
            self._display.leave()
            self._display = None

    def _step_lamp(self) -> float | None:
        state, since = self._lamp
        rhythm = RHYTHMS[state]
        lit_s = self._clock() - since
        colour = rhythm.colour if rhythm and is_lit(rhythm, lit_s) else None
        if colour != self._colour:
            self._light(colour)
            self._colour = colour
        return until_change_s(rhythm, lit_s) if rhythm else None

    def _step_opening(self) -> float | None:
        if self._open_display is None or self._retry_at is None:
            return None
        if self._clock() < self._retry_at:
            return self._retry_at - self._clock()
        try:
            self._display = self._open_display()
        except DisplayError as error:
            self.trouble = error
            self._retry_at = self._clock() + RETRY_S if isinstance(error, DisplayMissingError) else None
            return RETRY_S if self._retry_at is not None else None
        self.trouble, self._retry_at = None, None
        self._drawn, self._is_dim = None, False
        return None

    def _step_screen(self) -> float | None:
        if self._display is None or self._shown is None:
            return None
        readout, since = self._shown
        shown_s = self._clock() - since
        tick = int(shown_s // TICK_S)
        screen = draw(readout, tick)
        try:
            self._put(self._display, screen.image, shown_s >= self._dim_after_s)
        except DisplayLostError as error:
            self._display.close()
            self._display, self.trouble = None, error
            self._retry_at = self._clock() + RETRY_S
            return RETRY_S
        if screen.pages > 1:
            return (tick + 1) * TICK_S - shown_s
        return None if self._is_dim else self._dim_after_s - shown_s

    def _put(self, display: Display, image: Image.Image, is_dim: bool) -> None:
        """A picture takes a tenth of a second on the bus, so the same one is not sent twice."""
        pixels = image.tobytes()
        if pixels != self._drawn:
            display.show(image)
            self._drawn = pixels
        if is_dim != self._is_dim:
            display.dim(is_dim)
            self._is_dim = is_dim
