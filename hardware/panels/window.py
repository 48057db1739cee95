"""A panel's place on a whole terminal: redrawn where it stands, and gone without a trace when it is closed."""

from __future__ import annotations

from collections.abc import Callable
from threading import Lock
from typing import TextIO

from PIL import Image

from hardware.panels.blocks import Style, framed, in_blocks
from hardware.panels.lamp import Colour

COLOURS: dict[Colour, str] = {
    "green": "\x1b[32m",
    "blue": "\x1b[34m",
    "yellow": "\x1b[33m",
    "red": "\x1b[31m",
}
PLAIN = "\x1b[0m"
ENTER_WINDOW = "\x1b[?1049h\x1b[?25l"
LEAVE_WINDOW = "\x1b[?25h\x1b[?1049l"
HOME = "\x1b[H"
CLEAR_LINE = "\x1b[K"
CLEAR_BELOW = "\x1b[J"


class Window:
    """A display, and a lamp beside it."""

    def __init__(self, paper: TextIO, style: Callable[[], Style], help_line: str) -> None:
        self.words: tuple[str, ...] = ()
        self.lamp_name = "off"
        self.typed: str | None = None
        self._paper = paper
        self._style = style
        self._help = help_line
        self._image: Image.Image | None = None
        self._colour: Colour | None = None
        self._lock = Lock()
        self._paper.write(ENTER_WINDOW)

    def show(self, image: Image.Image) -> None:
        self._image = image
        self.redraw()

    def light(self, colour: Colour | None) -> None:
        self._colour = colour
        self.redraw()

    def dim(self, is_dim: bool) -> None:
        """Terminals do not burn in."""

    def redraw(self) -> None:
        with self._lock:
            below = f"> {self.typed}▏" if self.typed is not None else self._help
            lines = (*self._picture(), below)
            self._paper.write(HOME + "".join(f"{line}{CLEAR_LINE}\r\n" for line in lines) + CLEAR_BELOW)
            self._paper.flush()

    def leave(self) -> None:
        """A terminal is given back."""
        self.close()

    def close(self) -> None:
        with self._lock:
            self._paper.write(LEAVE_WINDOW)
            self._paper.flush()

    def _picture(self) -> tuple[str, ...]:
        dot = f"{COLOURS[self._colour]}●{PLAIN}" if self._colour else "○"
        style = self._style()
        if style == "words" or self._image is None:
            return (f"{dot} {self.lamp_name}", *self.words)
        return framed(in_blocks(self._image, style), f"{dot} {self.lamp_name}", len(self.lamp_name) + 2)
