"""Reads a line piece by piece and knows the column of each, whatever spaces, case and dashes were typed."""

from __future__ import annotations

import re
from typing import Final

from rules.errors import NotationError

LONGEST_LINE: Final = 1000
MOST: Final = 1000
"""No modifier, ability or multiplier of any book comes near this."""

DASHES: Final = dict.fromkeys(map(ord, "‐‑‒–—−"), "-")
SPACE: Final = re.compile(r"\s*")
NUMBER: Final = re.compile(r"[0-9]+")
SIGN: Final = re.compile(r"[+-]")
WORD: Final = re.compile(r"[A-Za-z][A-Za-z0-9]*(?:-[A-Za-z][A-Za-z0-9]*)*")
EQUALS: Final = re.compile(r"=")
COMMA: Final = re.compile(r",")
CHUNK: Final = re.compile(r"\S+")
QUOTES: Final = {'"': '"', "'": "'", "“": "”", "„": "“", "‘": "’"}


class Scanner:
    """A line and how far it has been read. Spaces between the pieces do not matter."""

    def __init__(self, line: str) -> None:
        self.line = line
        self._plain = line.translate(DASHES)
        self.at = 0
        if len(line) > LONGEST_LINE:
            raise NotationError("", LONGEST_LINE + 1, f"the line is longer than {LONGEST_LINE} characters")
        for index, char in enumerate(line):
            if not char.isprintable() and not char.isspace():
                raise NotationError(char, index + 1, "this character cannot be read")
        self._skip_spaces()

    @property
    def column(self) -> int:
        return self.at + 1

    @property
    def is_done(self) -> bool:
        return self.at >= len(self.line)

    def sees(self, pattern: re.Pattern[str]) -> str | None:
        found = pattern.match(self._plain, self.at)
        return found.group() if found else None

    def take(self, pattern: re.Pattern[str]) -> str | None:
        """The next piece in lower case and with plain dashes if it looks like this, else None."""
        start = self.at
        found = self.take_as_written(pattern)
        return found if found is None else self._plain[start : start + len(found)].lower()

    def take_as_written(self, pattern: re.Pattern[str]) -> str | None:
        found = pattern.match(self._plain, self.at)
        if not found:
            return None
        written = self.line[self.at : found.end()]
        self.at = found.end()
        self._skip_spaces()
        return written

    def take_rest(self) -> str:
        written = self.line[self.at :].rstrip()
        self.at = len(self.line)
        return written

    def take_quoted(self) -> tuple[str, int] | None:
        """A text in quotes and the column of its first character."""
        closing = QUOTES.get(self.line[self.at : self.at + 1])
        if closing is None:
            return None
        end = self.line.find(closing, self.at + 1)
        if end < 0:
            raise self.refusal(self.line[self.at], "this quote is not closed")
        text, column = self.line[self.at + 1 : end], self.at + 2
        self.at = end + 1
        self._skip_spaces()
        return text, column

    def take_number(self, low: int, high: int, what: str, *, sign: bool = False) -> int:
        """A whole number within a range; `what` names it in the refusal."""
        start = self.at
        minus = sign and self.take(SIGN) not in (None, "+")
        digits = self.take(NUMBER)
        if digits is None:
            self.at = start
            raise self.refusal(self.next_piece(), f"{what} is a number from {low} to {high}")
        number = int(digits) if len(digits) <= len(str(MOST)) else MOST * 10
        number = -number if minus else number
        if not low <= number <= high:
            raise self.refusal(
                self.line[start : self.at].rstrip(), f"{what} is a number from {low} to {high}", start + 1
            )
        return number

    def next_piece(self) -> str:
        found = CHUNK.match(self.line, self.at)
        return found.group() if found else ""

    def refusal(self, part: str, why: str, column: int | None = None) -> NotationError:
        return NotationError(part, self.column if column is None else column, why)

    def _skip_spaces(self) -> None:
        found = SPACE.match(self._plain, self.at)
        self.at = found.end() if found else self.at
