"""The screen's picture in a terminal: half-block characters where there is room, braille dots where there is less."""

from __future__ import annotations

from typing import Literal

import numpy as np
from PIL import Image

from hardware.panels.layout import HEIGHT_PX, WIDTH_PX
from hardware.panels.lettering import Pixels

Style = Literal["half-blocks", "braille", "words"]

HALF_BLOCKS = " ▀▄█"
"""By which halves are lit: 1 the upper, 2 the lower."""
BRAILLE = 0x2800
BRAILLE_DOTS = np.array([[0x01, 0x08], [0x02, 0x10], [0x04, 0x20], [0x40, 0x80]])
"""Unicode's numbering of the dots in a cell two wide and four high."""
FRAME = 2
"""A frame takes one column or row on either side."""
BELOW = 2
"""Rows under the frame: the keys, and where the cursor stands."""


def style_for(columns: int, rows: int) -> Style:
    """The clearest style that fits a terminal of this size."""
    if columns >= WIDTH_PX + FRAME and rows >= HEIGHT_PX // 2 + FRAME + BELOW:
        return "half-blocks"
    if columns >= WIDTH_PX // 2 + FRAME and rows >= HEIGHT_PX // 4 + FRAME + BELOW:
        return "braille"
    return "words"


def in_blocks(image: Image.Image, style: Style) -> tuple[str, ...]:
    """The picture as lines of characters."""
    lit: Pixels = np.asarray(image.convert("1"), dtype=np.bool_)
    return _half_blocks(lit) if style == "half-blocks" else _braille(lit)


def framed(lines: tuple[str, ...], caption: str, caption_width: int) -> tuple[str, ...]:
    """The lines in a frame; the caption, which may hold colour codes that take no room, stands in its upper edge."""
    width = max(len(line) for line in lines)
    top = f"╭─ {caption} {'─' * (width - caption_width - 3)}╮"
    return (top, *(f"│{line:<{width}}│" for line in lines), f"╰{'─' * width}╯")


def _half_blocks(lit: Pixels) -> tuple[str, ...]:
    cells = lit[0::2].astype(int) + 2 * lit[1::2]
    return tuple("".join(HALF_BLOCKS[cell] for cell in row) for row in cells)


def _braille(lit: Pixels) -> tuple[str, ...]:
    rows, columns = lit.shape
    cells = lit.reshape(rows // 4, 4, columns // 2, 2)
    codes = np.einsum("rdcs,ds->rc", cells.astype(int), BRAILLE_DOTS)
    return tuple("".join(chr(BRAILLE + code) for code in row) for row in codes)
