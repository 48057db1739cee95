import pytest

from hardware.panels.gestures import Gesture, Hold, Mode, ModeHeld, Press, Quit, Turn, Typed
from hardware.panels.keys import HELP, KEYS, Keyboard


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        (" ", [Press()]),
        ("\n", [Press()]),
        ("h", [Hold()]),
        ("mM", [Mode(), ModeHeld()]),
        ("+-", [Turn(1), Turn(-1)]),
        ("q", [Quit()]),
        ("\x1b[A\x1b[B", [Turn(-1), Turn(1)]),
        ("x\x1b[3~\x1b[15~\x1bOP", []),
        ("\x1bq\x1b\x1bh", [Quit(), Hold()]),
    ],
)
def test_keys_are_gestures(typed: str, told: list[Gesture]) -> None:
    assert Keyboard().feed(typed) == told


def test_a_line_is_typed_after_t() -> None:
    keyboard = Keyboard()
    assert keyboard.feed("td6:4 hmq") == []
    assert keyboard.line == "d6:4 hmq"
    assert keyboard.feed("\x7f\x7f\x7f\x7f d6:2\r") == [Typed("d6:4 d6:2")]
    assert keyboard.feed(" ") == [Press()]


def test_escape_leaves_the_line() -> None:
    keyboard = Keyboard()
    keyboard.feed("t5d6")
    assert keyboard.feed("\x1b") == []
    assert keyboard.line is None
    assert keyboard.feed("h") == [Hold()]


def test_an_arrow_in_a_line_and_an_empty_line_mean_nothing() -> None:
    keyboard = Keyboard()
    assert keyboard.feed("t\x1b[A") == []
    assert keyboard.line == ""
    assert keyboard.feed("\r") == []
    assert keyboard.line is None


def test_the_help_names_every_key() -> None:
    named = {"space" if key == " " else key for key in KEYS if key not in "\r\n"}
    assert {key.replace("-", "−") for key in named} <= set(HELP.replace("·", " ").split())
