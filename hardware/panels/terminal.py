"""A panel in the terminal: the keyboard for buttons, the screen drawn in characters, the lamp a coloured dot."""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Callable
from threading import Event, Thread
from typing import TextIO

from hardware.errors import HardwareError
from hardware.panels.animation import Animation
from hardware.panels.blocks import Style, framed, in_blocks, style_for
from hardware.panels.keys import HELP, KeyListener
from hardware.panels.lamp import RHYTHMS, Lamp
from hardware.panels.panel import ClosesItself, GestureQueue
from hardware.panels.plain import in_words
from hardware.panels.readout import Readout, essence
from hardware.panels.screens import draw
from hardware.panels.window import COLOURS, PLAIN, Window

CLOSE_TIMEOUT_S = 2.0


class TerminalPanel(ClosesItself):
    """On a whole terminal (`in_place`) it redraws itself and everything moves as on the box; otherwise every new
    readout is written below the last one, which also suits a file or a pipe. Without a keyboard there are no keys."""

    def __init__(
        self,
        gestures: GestureQueue,
        keyboard: TextIO,
        paper: TextIO,
        *,
        in_place: bool = False,
        style: Style | None = None,
        size: Callable[[], os.terminal_size] = shutil.get_terminal_size,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.troubles: tuple[HardwareError, ...] = ()
        self._paper = paper
        self._style = style
        self._size = size
        self._lamp = Lamp.OFF
        self._last: tuple[object, ...] | None = None
        self._closed = False
        self._wake = Event()
        self._threads: list[Thread] = []
        self._window: Window | None = None
        self._animation: Animation | None = None
        self._keys = KeyListener(keyboard, gestures, self._typed_so_far) if keyboard.isatty() else None
        if in_place and paper.isatty():
            window = self._window = Window(paper, self._pick_style, HELP if self._keys else "")
            self._animation = Animation(window.light, lambda: window, clock)
            self._threads.append(Thread(target=self._animate, args=(self._animation,), name="panel", daemon=True))
        if self._keys is not None:
            self._threads.append(Thread(target=self._keys.listen, name="keys", daemon=True))
        for thread in self._threads:
            thread.start()

    def show(self, readout: Readout) -> None:
        if self._animation is not None and self._window is not None:
            self._window.words = in_words(readout)
            self._animation.show(readout)
            self._wake.set()
        elif essence(readout) != self._last:
            self._write_below(readout)
        self._last = essence(readout)

    def lamp(self, state: Lamp) -> None:
        self._lamp = state
        if self._animation is not None and self._window is not None:
            self._window.lamp_name = state.value
            self._animation.lamp(state)
            self._wake.set()

    def close(self) -> None:
        if self._closed:
            return
        self._closed = True
        self._wake.set()
        if self._keys is not None:
            self._keys.close()
        for thread in self._threads:
            thread.join(CLOSE_TIMEOUT_S)
        if self._animation is not None:
            self._animation.close()

    def _pick_style(self) -> Style:
        if self._style is not None:
            return self._style
        size = self._size()
        return style_for(size.columns, size.lines)

    def _write_below(self, readout: Readout) -> None:
        style = self._pick_style()
        words = in_words(readout)
        if style != "words":
            caption = f"{self._dot()} {self._lamp.value}"
            picture = in_blocks(draw(readout).image, style)
            words = (*framed(picture, caption, len(self._lamp.value) + 2), *words)
        self._paper.write("\n".join((*words, "")))
        self._paper.flush()

    def _dot(self) -> str:
        rhythm = RHYTHMS[self._lamp]
        if rhythm is None or not self._paper.isatty():
            return "●" if rhythm else "○"
        return f"{COLOURS[rhythm.colour]}●{PLAIN}"

    def _typed_so_far(self, line: str | None) -> None:
        if self._window is not None:
            self._window.typed = line
            self._window.redraw()
        elif self._paper.isatty():
            self._paper.write(f"\r\x1b[K> {line}" if line is not None else "\n")
            self._paper.flush()

    def _animate(self, animation: Animation) -> None:
        while not self._closed:
            self._wake.wait(animation.step())
            self._wake.clear()
