"""What can be wrong with what was typed.

ValueError
└── NotationError       a roll or an answer that cannot be read: which part, at which column, and why
"""

from __future__ import annotations

from typing import Final

LONGEST_PART: Final = 30


class NotationError(ValueError):
    """A part of a line that cannot be read; columns count from 1."""

    def __init__(self, part: str, column: int, why: str) -> None:
        self.part = part
        self.column = column
        self.why = why
        super().__init__(f'"{printable(part)}" at column {column}: {why}' if part else f"column {column}: {why}")


def printable(part: str) -> str:
    """On one line and not too long, whatever was typed.

    >>> printable("d7\\n"), printable("x" * 40)
    ('d7\\\\n', 'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…')
    """
    short = part if len(part) <= LONGEST_PART else f"{part[:LONGEST_PART]}…"
    return "".join(char if char.isprintable() else ascii(char)[1:-1] for char in short)
