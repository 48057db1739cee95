"""Large digits for a terminal: the total is what everybody at the table looks for."""

from __future__ import annotations

from typing import Final

_ROWS: Final = {
    "0": "███ █ █ █ █ █ █ ███",
    "1": " █  ██   █   █  ███",
    "2": "███   █ ███ █   ███",
    "3": "███   █ ███   █ ███",
    "4": "█ █ █ █ ███   █   █",
    "5": "███ █   ███   █ ███",
    "6": "███ █   ███ █ █ ███",
    "7": "███   █   █   █   █",
    "8": "███ █ █ ███ █ █ ███",
    "9": "███ █ █ ███   █ ███",
    "+": "     █  ███  █     ",
    "-": "        ███        ",
    "!": " █   █   █       █ ",
    " ": "                   ",
    "→": " █    █ ███   █  █ ",
}
_HEIGHT: Final = 5
_WIDTH: Final = 3


def large(text: str) -> list[str] | None:
    """The text in five rows, or None if it is more than a number.

    >>> large("1")
    [' █ ', '██ ', ' █ ', ' █ ', '███']
    """
    if not all(char in _ROWS for char in text):
        return None
    step = _WIDTH + 1
    rows = [[_ROWS[char][row * step : row * step + _WIDTH] for char in text] for row in range(_HEIGHT)]
    return ["  ".join(row).rstrip() if len(text) > 1 else row[0] for row in rows]
