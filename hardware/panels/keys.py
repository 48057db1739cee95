"""A keyboard as a panel's buttons: which keys are which gestures."""

from __future__ import annotations

import os
import select
from collections.abc import Callable
from typing import Any, TextIO

from hardware.panels.gestures import Gesture, Hold, Mode, ModeHeld, Press, Quit, Turn, Typed
from hardware.panels.panel import GestureQueue, offer

KEYS: dict[str, Gesture] = {
    " ": Press(),
    "\r": Press(),
    "\n": Press(),
    "h": Hold(),
    "m": Mode(),
    "M": ModeHeld(),
    "+": Turn(1),
    "-": Turn(-1),
    "q": Quit(),
}
ARROWS: dict[str, Gesture] = {
    "\x1b[A": Turn(-1),
    "\x1b[B": Turn(1),
    "\x1b[C": Turn(1),
    "\x1b[D": Turn(-1),
}
"""Up is the option above, down the one below; right is one more, left one less."""
TYPE = "t"
ESCAPE = "\x1b"
SEQUENCE_BEGINS = frozenset("[O")
RUB_OUT = frozenset("\x7f\b")
ENTER = frozenset("\r\n")
HELP = "space press · h hold · m mode · M mode held · + − turn · t type · q quit"


class Keyboard:
    """Takes characters as they are typed; `line` is what has been typed since `t`, None outside of that."""

    def __init__(self) -> None:
        self.line: str | None = None
        self._escape = ""

    def feed(self, characters: str) -> list[Gesture]:
        """The gestures that these characters complete. An escape that nothing follows at once is the Escape key."""
        gestures: list[Gesture] = []
        for character in characters:
            gesture = self._one(character)
            if gesture is not None:
                gestures.append(gesture)
        if self._escape == ESCAPE:
            self._escape, self.line = "", None
        return gestures

    def _one(self, character: str) -> Gesture | None:
        if self._escape or character == ESCAPE:
            return self._escaped(character)
        if self.line is not None:
            return self._typed(character, self.line)
        if character == TYPE:
            self.line = ""
        return KEYS.get(character)

    def _typed(self, character: str, line: str) -> Gesture | None:
        if character in ENTER:
            self.line = None
            return Typed(line.strip()) if line.strip() else None
        if character in RUB_OUT:
            self.line = line[:-1]
        elif character.isprintable():
            self.line = line + character
        return None

    def _escaped(self, character: str) -> Gesture | None:
        """Sequences begin with [ or O and end with a letter or a tilde; those of keys that mean nothing here are
        swallowed whole. Before anything else it was the Escape key."""
        if self._escape == ESCAPE and character not in SEQUENCE_BEGINS:
            self._escape, self.line = "", None
            return self._one(character)
        self._escape += character
        if len(self._escape) < 3 or not (character.isalpha() or character == "~"):
            return None
        sequence, self._escape = self._escape, ""
        return ARROWS.get(sequence) if self.line is None else None


class KeyListener:
    """Listens to a keyboard, key by key, until it is closed."""

    def __init__(self, keyboard: TextIO, gestures: GestureQueue, typed_so_far: Callable[[str | None], None]) -> None:
        import termios
        import tty

        self._descriptor = keyboard.fileno()
        self._gestures = gestures
        self._typed_so_far = typed_so_far
        self._before: list[Any] = termios.tcgetattr(self._descriptor)
        tty.setcbreak(self._descriptor)
        self._stop_reading, self._stop = os.pipe()

    def listen(self) -> None:
        keyboard = Keyboard()
        while typed := self._next():
            line = keyboard.line
            gestures = keyboard.feed(typed.decode(errors="ignore"))
            if keyboard.line != line:
                self._typed_so_far(keyboard.line)
            for gesture in gestures:
                offer(self._gestures, gesture)
        os.close(self._stop_reading)

    def _next(self) -> bytes:
        """What is typed next; nothing when it is closed, or the keyboard is gone."""
        ready, _, _ = select.select([self._descriptor, self._stop_reading], [], [])
        return b"" if self._stop_reading in ready else os.read(self._descriptor, 1024)

    def close(self) -> None:
        """The terminal is as it was before."""
        import termios

        os.close(self._stop)
        termios.tcsetattr(self._descriptor, termios.TCSADRAIN, self._before)
