"""The terminal panel on a real pseudo-terminal, in a pipe, and what it draws there."""

import io
import os
import pty
import select
import termios
from collections.abc import Callable, Iterator
from pathlib import Path
from queue import Queue
from typing import Any, TextIO

import numpy as np
import pytest
from PIL import Image

from hardware.panels.blocks import framed, in_blocks, style_for
from hardware.panels.fake import FakePanel
from hardware.panels.gestures import Gesture, Hold, Mode, ModeHeld, Press, Quit, Turn, Typed
from hardware.panels.lamp import Lamp
from hardware.panels.panel import Panel
from hardware.panels.plain import in_words
from hardware.panels.samples import SAMPLES
from hardware.panels.screens import draw
from hardware.panels.terminal import TerminalPanel

SOON_S = 5.0


class Terminal:
    """Both ends of a pseudo-terminal."""

    def __init__(self) -> None:
        self.hands, panels_end = pty.openpty()
        self.keyboard = os.fdopen(os.dup(panels_end), encoding="utf-8")
        self.paper = os.fdopen(panels_end, "w", encoding="utf-8")

    def type(self, keys: str) -> None:
        os.write(self.hands, keys.encode())

    def read_until(self, text: str) -> str:
        seen = b""
        while text.encode() not in seen:
            ready, _, _ = select.select([self.hands], [], [], SOON_S)
            assert ready, f"{text!r} was not written; only {seen.decode()!r}"
            seen += os.read(self.hands, 1 << 16)
        return seen.decode(errors="replace")

    def close(self) -> None:
        self.keyboard.close()
        self.paper.close()
        os.close(self.hands)


@pytest.fixture
def terminal() -> Iterator[Terminal]:
    opened = Terminal()
    yield opened
    opened.close()


@pytest.fixture
def no_keyboard(tmp_path: Path) -> Iterator[TextIO]:
    (tmp_path / "empty").touch()
    with (tmp_path / "empty").open() as opened:
        yield opened


def sized(columns: int, lines: int) -> Callable[[], os.terminal_size]:
    return lambda: os.terminal_size((columns, lines))


def test_keys_come_as_gestures(terminal: Terminal) -> None:
    gestures: Queue[Gesture] = Queue()
    with TerminalPanel(gestures, terminal.keyboard, io.StringIO()) as panel:
        known: Panel = panel
        assert known.troubles == ()
        terminal.type(" hmM+-td6:3\rq")
        told = [gestures.get(timeout=SOON_S) for _ in range(8)]
    assert told == [Press(), Hold(), Mode(), ModeHeld(), Turn(1), Turn(-1), Typed("d6:3"), Quit()]


def test_the_terminal_is_left_as_it_was(terminal: Terminal) -> None:
    before = termios.tcgetattr(terminal.keyboard.fileno())
    panel = TerminalPanel(Queue(), terminal.keyboard, io.StringIO())
    assert termios.tcgetattr(terminal.keyboard.fileno()) != before
    panel.close()
    panel.close()
    assert termios.tcgetattr(terminal.keyboard.fileno()) == before


def test_without_a_keyboard_there_are_no_keys_and_everything_else_works(no_keyboard: TextIO) -> None:
    paper = io.StringIO()
    with TerminalPanel(Queue(), no_keyboard, paper, in_place=True, size=sized(80, 24)) as panel:
        panel.lamp(Lamp.READY)
        panel.show(SAMPLES["outcome"])
        panel.show(SAMPLES["outcome"])
    written = paper.getvalue()
    assert written.count("╭─ ● ready ─") == 1, "the same readout is written once"
    assert "3d6!: 15\n2 3 6! 4\n" in written
    assert "\x1b" not in written


def test_on_a_whole_terminal_it_redraws_in_place_and_leaves_no_trace(terminal: Terminal) -> None:
    panel = TerminalPanel(Queue(), terminal.keyboard, terminal.paper, in_place=True, size=sized(140, 50))
    panel.lamp(Lamp.TROUBLE)
    panel.show(SAMPLES["outcome"])
    picture = in_blocks(draw(SAMPLES["outcome"]).image, "half-blocks")
    seen = terminal.read_until(picture[20])
    assert seen.startswith("\x1b[?1049h")
    terminal.type("t5d6")
    terminal.read_until("> 5d6")
    panel.close()
    assert terminal.read_until("\x1b[?1049l")


def test_what_is_shown_after_a_typed_line_begins_below_it(terminal: Terminal) -> None:
    gestures: Queue[Gesture] = Queue()
    with TerminalPanel(gestures, terminal.keyboard, terminal.paper, style="words") as panel:
        terminal.type("t2d6")
        terminal.read_until("> 2d6")
        terminal.type("\r")
        assert gestures.get(timeout=SOON_S) == Typed("2d6")
        panel.show(SAMPLES["outcome"])
        assert terminal.read_until(in_words(SAMPLES["outcome"])[0]).startswith("\r\n")


def test_a_small_terminal_gets_words(no_keyboard: TextIO) -> None:
    paper = io.StringIO()
    with TerminalPanel(Queue(), no_keyboard, paper, size=sized(40, 10)) as panel:
        panel.show(SAMPLES["prompt-again"])
    assert paper.getvalue() == "2d6! +1: Throw d6 again – it explodes\nso far: 6! 3\n"


@pytest.mark.parametrize(
    ("columns", "rows", "style"),
    [(200, 60, "half-blocks"), (130, 36, "half-blocks"), (129, 60, "braille"), (80, 24, "braille"), (60, 60, "words")],
)
def test_the_clearest_style_that_fits_is_taken(columns: int, rows: int, style: str) -> None:
    assert style_for(columns, rows) == style


@pytest.mark.parametrize("name", SAMPLES)
def test_half_blocks_show_every_pixel(name: str) -> None:
    image = draw(SAMPLES[name]).image
    halves = {" ": (0, 0), "▀": (1, 0), "▄": (0, 1), "█": (1, 1)}
    rows: list[list[int]] = []
    for line in in_blocks(image, "half-blocks"):
        rows += [[halves[character][half] for character in line] for half in (0, 1)]
    assert (np.array(rows, dtype=bool) == np.asarray(image)).all()


def test_braille_shows_every_pixel() -> None:
    image = draw(SAMPLES["outcome"]).image
    dots = [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2), (0, 3), (1, 3)]
    shown = Image.new("1", image.size)
    for row, line in enumerate(in_blocks(image, "braille")):
        for column, character in enumerate(line):
            for bit, (x, y) in enumerate(dots):
                if (ord(character) - 0x2800) >> bit & 1:
                    shown.putpixel((2 * column + x, 4 * row + y), 1)
    assert shown.tobytes() == image.tobytes()


def test_a_frame_is_straight() -> None:
    lines = framed(("ab", "abcdefghij"), "x", 1)
    assert lines == ("╭─ x ──────╮", "│ab        │", "│abcdefghij│", "╰──────────╯")


@pytest.mark.parametrize("name", SAMPLES)
def test_words_say_what_the_screen_says(name: str) -> None:
    readout = SAMPLES[name]
    said = "\n".join(in_words(readout))
    for part in (readout.title, readout.modifier, readout.prompt, readout.total, readout.trouble, readout.warning):
        assert part in said
    assert all(option in said for option in readout.options)


def test_words_mark_what_is_selected() -> None:
    assert in_words(SAMPLES["choice"])[1:] == ("  Anna", "> Bertram", "  nobody")
    assert in_words(SAMPLES["entry"])[1:] == ("1 [_] (0–5)",)


def test_the_fake_panel_is_a_panel_that_remembers() -> None:
    gestures: Queue[Gesture] = Queue()
    with FakePanel(gestures) as panel:
        known: Panel = panel
        known.show(SAMPLES["idle"])
        known.lamp(Lamp.READY)
        for act in (panel.press, panel.hold, panel.mode, panel.hold_mode):
            act()
        panel.turn(-2)
    told: list[Any] = [gestures.get_nowait() for _ in range(5)]
    assert told == [Press(), Hold(), Mode(), ModeHeld(), Turn(-2)]
    assert (panel.shown, panel.lamps, panel.closed) == ([SAMPLES["idle"]], [Lamp.READY], True)
