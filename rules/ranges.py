"""The Kleptonomicon's Score Ranges: `[..6] 1 Missile, [7..9] 2 Missiles, [10!] 4 Missiles`, and `[Win]`, `[Lose]`."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from rules.errors import NotationError
from rules.scan import DASHES, MOST, Scanner

_RANGE: Final = re.compile(r"\[([^\[\]]*)\]([^\[\]]*)")
_SPAN: Final = re.compile(r"\s*(-?[0-9]{1,5})?\s*(\.\.+|…)\s*(-?[0-9]{1,5})?\s*")
_NUMBER: Final = re.compile(r"\s*(-?[0-9]{1,5})\s*")
_UNQUOTED: Final = re.compile(r"\[.*")
SPECIAL: Final = {"0!": "0!", "10!": "10!", "win": "Win", "lose": "Lose"}


@dataclass(frozen=True, slots=True)
class Range:
    """A span of Scores, or one of the special names; and what happens then."""

    low: int
    high: int
    effect: str
    special: str = ""
    written: str = ""

    @property
    def text(self) -> str:
        name = f"[{self.written}]"
        return name if self.effect == name else f"{name} {self.effect}"

    def __contains__(self, score: int) -> bool:
        return not self.special and self.low <= score <= self.high


@dataclass(frozen=True, slots=True)
class Ranges:
    ranges: tuple[Range, ...]

    @property
    def text(self) -> str:
        return ", ".join(one.text for one in self.ranges)

    def effect_of(self, score: int) -> str | None:
        """
        >>> Ranges((Range(-1000, 6, "misses"), Range(7, 1000, "hits"))).effect_of(7)
        'hits'
        """
        return next((one.effect for one in self.ranges if score in one), None)

    def special(self, name: str) -> str | None:
        return next((one.effect for one in self.ranges if one.special == name), None)

    def at_end(self, *, highest: bool) -> str | None:
        """What happens in the highest or lowest span of Scores."""
        spans = sorted((one for one in self.ranges if not one.special), key=lambda one: one.low)
        return spans[-1 if highest else 0].effect if spans else None


def take_ranges(scanner: Scanner, specials: Iterable[str]) -> Ranges:
    """Ranges in quotes, or unquoted up to the end of the line (a shell may have eaten the quotes)."""
    quoted = scanner.take_quoted()
    if quoted is None:
        column = scanner.column
        quoted = (scanner.take_as_written(_UNQUOTED) or "", column)
    return read_ranges(*quoted, specials=specials)


def read_ranges(text: str, column: int = 1, specials: Iterable[str] = ("0!", "10!")) -> Ranges:
    """Raises NotationError where ranges overlap, are empty, or cannot be read; `column` is where the text begins.

    >>> read_ranges("[..6] misses / [7..] hits").effect_of(6)
    'misses'
    """
    ranges: list[Range] = []
    at = 0
    while at < len(text):
        if text[at].isspace():
            at += 1
            continue
        found = _RANGE.match(text, at)
        if not found:
            raise NotationError(text[at:], column + at, "a range is written like [7..9] and what happens then")
        new = _read(found.group(1), found.group(2), column + at, specials)
        for old in ranges:
            if _overlap(old, new):
                raise NotationError(f"[{new.written}]", column + at, f"it overlaps [{old.written}]")
        ranges.append(new)
        at = found.end()
    if not ranges:
        raise NotationError(text, column, "ranges are written like [..6] misses, [7..] hits")
    return Ranges(tuple(ranges))


def _read(inside: str, effect: str, column: int, specials: Iterable[str]) -> Range:
    written = inside.strip()
    text = effect.strip().strip(",;/").strip() or f"[{written}]"
    plain = inside.translate(DASHES)
    special = SPECIAL.get("".join(plain.lower().split()))
    if special:
        if special not in specials:
            raise NotationError(f"[{written}]", column, f"this roll has ranges of Scores and {', '.join(specials)}")
        return Range(0, 0, text, special, special)
    if "0!" not in specials:
        raise NotationError(f"[{written}]", column, "a contest has [Win] and [Lose]")
    span, number = _SPAN.fullmatch(plain), _NUMBER.fullmatch(plain)
    if number:
        low = high = int(number.group(1))
    elif span and (span.group(1) or span.group(3)):
        low = int(span.group(1)) if span.group(1) else -2 * MOST
        high = int(span.group(3)) if span.group(3) else 2 * MOST
    else:
        raise NotationError(f"[{written}]", column, "a range is written like [7..9], [..6], [10..], [0!] or [10!]")
    if low > high:
        raise NotationError(f"[{written}]", column, "this range is empty")
    if abs(low) > 2 * MOST or abs(high) > 2 * MOST:
        raise NotationError(f"[{written}]", column, "no Score is that far out")
    return Range(low, high, text, "", written)


def _overlap(old: Range, new: Range) -> bool:
    if old.special or new.special:
        return old.special == new.special
    return old.low <= new.high and new.low <= old.high
