"""Text as pixels: the small letters at four sizes, how wide a text is, and how it breaks into lines."""

from __future__ import annotations

import unicodedata
from functools import cache

import numpy as np
import numpy.typing as npt

from hardware.panels.glyphs import DRAWINGS

Pixels = npt.NDArray[np.bool_]

GLYPH_HEIGHT_PX = 8
"""At size 1: seven rows and one that hangs below the line."""
LINE_GAP_PX = 1
SPACE_WIDTH_PX = 3
SIZES = (4, 3, 2, 1)
"""Every size there is, largest first: how many times the drawn glyphs are magnified."""
STAND_IN_GLYPH = "□"
LEANS_ON_NOTHING = frozenset(".:")
"""Marks one pixel wide that get a pixel of air before them, or `1.1` would read `11`."""
BREAKS_AFTER = frozenset("-–/.:,_")
"""Where a word that is too long for a line may be broken before it is broken anywhere."""


def line_height_px(size: int) -> int:
    """From one line to the next. The gap does not grow with the letters: they bring their own row below the line."""
    return GLYPH_HEIGHT_PX * size + LINE_GAP_PX


def width_px(text: str, size: int) -> int:
    """How wide the text is in one line, without the gap after its last letter."""
    if not text:
        return 0
    return sum(int(glyph(letter, size).shape[1]) + size for letter in drawable(text)) - size


@cache
def drawable(text: str) -> str:
    """The text in letters that were drawn: an accent nobody drew is left off, anything else unknown becomes a box."""
    drawn = _drawn()
    letters: list[str] = []
    for letter in text:
        if letter in drawn:
            letters.append(letter)
            continue
        plain = "".join(part for part in unicodedata.normalize("NFKD", letter) if not unicodedata.combining(part))
        letters.append("".join(part if part in drawn else STAND_IN_GLYPH for part in plain))
    return "".join(letters)


@cache
def glyph(letter: str, size: int) -> Pixels:
    """One letter's pixels. Magnified letters have their corners rounded, as a sign painter would."""
    pixels = _drawn()[letter]
    if size == 1:
        return pixels
    if size == 3:
        return _tripled(pixels)
    doubled = _doubled(pixels)
    return doubled if size == 2 else _doubled(doubled)


def line(text: str, size: int) -> Pixels:
    """One line of text as pixels, exactly as wide as `width_px` says."""
    pixels = np.zeros((GLYPH_HEIGHT_PX * size, width_px(text, size)), dtype=np.bool_)
    at = 0
    for letter in drawable(text):
        drawn = glyph(letter, size)
        pixels[:, at : at + drawn.shape[1]] = drawn
        at += drawn.shape[1] + size
    return pixels


def wrapped(text: str, size: int, limit_px: int) -> tuple[str, ...]:
    """The text in lines that fit; a word longer than a line is broken, at punctuation if it can be.

    >>> wrapped("two d6 of different colours, please", 1, 128)
    ('two d6 of different', 'colours, please')
    """
    lines: list[str] = []
    current = ""
    for word in text.split():
        longer = f"{current} {word}" if current else word
        if width_px(longer, size) <= limit_px:
            current = longer
            continue
        if current:
            lines.append(current)
        *whole, current = _pieces(word, size, limit_px)
        lines.extend(whole)
    return (*lines, current) if current else tuple(lines)


def is_broken(text: str, lines: tuple[str, ...]) -> bool:
    """Whether wrapping had to break a word."""
    return " ".join(lines) != " ".join(text.split())


def _pieces(word: str, size: int, limit_px: int) -> list[str]:
    pieces: list[str] = []
    rest = word
    while width_px(rest, size) > limit_px:
        cut = 1
        while width_px(rest[: cut + 1], size) <= limit_px:
            cut += 1
        after_mark = max((at + 1 for at in range(cut) if rest[at] in BREAKS_AFTER), default=0)
        cut = after_mark or cut
        pieces.append(rest[:cut])
        rest = rest[cut:]
    return [*pieces, rest]


@cache
def _drawn() -> dict[str, Pixels]:
    drawn: dict[str, Pixels] = {" ": np.zeros((GLYPH_HEIGHT_PX, SPACE_WIDTH_PX), dtype=np.bool_)}
    for letters, drawing in DRAWINGS:
        rows = [row.split(" ") for row in drawing.strip("\n").split("\n")]
        for column, letter in enumerate(letters):
            cell = np.array([[dot == "#" for dot in row[column]] for row in rows], dtype=np.bool_)
            used = np.flatnonzero(cell.any(axis=0))
            drawn[letter] = cell[:, used[0] - (letter in LEANS_ON_NOTHING) : used[-1] + 1]
    return drawn


def _neighbours(pixels: Pixels) -> tuple[Pixels, Pixels, Pixels, Pixels]:
    ringed = np.pad(pixels, 1)
    return ringed[:-2, 1:-1], ringed[2:, 1:-1], ringed[1:-1, :-2], ringed[1:-1, 2:]


def _doubled(pixels: Pixels) -> Pixels:
    """Twice as large by the Scale2x rule: a corner takes the colour of its two neighbours where these agree."""
    up, down, left, right = _neighbours(pixels)
    bend = (up != down) & (left != right)
    twice = np.repeat(np.repeat(pixels, 2, axis=0), 2, axis=1)
    twice[0::2, 0::2] = np.where(bend & (left == up), left, pixels)
    twice[0::2, 1::2] = np.where(bend & (up == right), right, pixels)
    twice[1::2, 0::2] = np.where(bend & (left == down), left, pixels)
    twice[1::2, 1::2] = np.where(bend & (down == right), right, pixels)
    return twice


def _tripled(pixels: Pixels) -> Pixels:
    """Three times as large; only the corners are rounded."""
    up, down, left, right = _neighbours(pixels)
    bend = (up != down) & (left != right)
    thrice = np.repeat(np.repeat(pixels, 3, axis=0), 3, axis=1)
    thrice[0::3, 0::3] = np.where(bend & (left == up), left, pixels)
    thrice[0::3, 2::3] = np.where(bend & (up == right), right, pixels)
    thrice[2::3, 0::3] = np.where(bend & (left == down), left, pixels)
    thrice[2::3, 2::3] = np.where(bend & (down == right), right, pixels)
    return thrice
