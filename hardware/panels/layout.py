"""Putting text on the 128×64 screen so that nothing is clipped: it shrinks, then wraps, then scrolls page by page."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from typing import Literal

import numpy as np

from hardware.panels.lettering import LINE_GAP_PX, Pixels, is_broken, line, line_height_px, width_px, wrapped

WIDTH_PX = 128
HEIGHT_PX = 64
SCROLL_BAR_PX = 4
"""What a scroll bar takes from the right of a text: two columns, and two between it and the letters."""

PARAGRAPH_GAP_PX = 4
"""Between two parts, where there is room for it."""

Align = Literal["left", "centre"]


@dataclass(frozen=True, slots=True)
class Area:
    left: int
    top: int
    width: int
    height: int


@dataclass(frozen=True, slots=True)
class Part:
    """A text and the sizes it may take, largest first. One that must stay on one line only wraps at its smallest."""

    text: str
    sizes: tuple[int, ...] = (1,)
    one_line: bool = False


@dataclass(frozen=True, slots=True)
class Line:
    text: str
    size: int


Paragraph = list[Line]


class Sheet:
    """One screenful of pixels being laid out at one tick; it counts how many ticks it takes to show everything."""

    def __init__(self, tick: int) -> None:
        self.pixels: Pixels = np.zeros((HEIGHT_PX, WIDTH_PX), dtype=np.bool_)
        self.tick = tick
        self.pages = 1

    def flow(self, parts: list[Part], area: Area, align: Align = "left") -> None:
        """The parts one under the other, as large as they may be; if they are too much even when small, by pages.

        By pages means: the first part stays, and the others scroll below it; unless it fills the area by itself.
        """
        paragraphs = _largest_that_fits(parts, area)
        if paragraphs is not None:
            self._draw(paragraphs, area, align)
            return
        head = _largest_head(parts[0], area) if len(parts) > 1 else None
        if head is None:
            self._by_pages(parts, area, align)
            return
        self._draw([head], Area(area.left, area.top, area.width, _height_of([head])), align)
        below = _height_of([head]) + LINE_GAP_PX
        self._by_pages(parts[1:], Area(area.left, area.top + below, area.width, area.height - below), align)

    def text(self, text: str, left: int, top: int, size: int = 1) -> None:
        drawn = line(text, size)
        self.pixels[top : top + drawn.shape[0], left : left + drawn.shape[1]] |= drawn

    def invert(self, area: Area) -> None:
        """Light becomes dark: a bar with dark letters."""
        self.pixels[area.top : area.top + area.height, area.left : area.left + area.width] ^= True

    def rule(self, top: int) -> None:
        """A dotted line from side to side."""
        self.pixels[top, ::2] = True

    def box(self, area: Area) -> None:
        right, bottom = area.left + area.width - 1, area.top + area.height - 1
        self.pixels[[area.top, bottom], area.left : right + 1] = True
        self.pixels[area.top : bottom + 1, [area.left, right]] = True

    def _by_pages(self, parts: list[Part], area: Area, align: Align) -> None:
        narrower = Area(area.left, area.top, area.width - SCROLL_BAR_PX, area.height)
        rows = _rows_in(area)
        pages: list[Paragraph] = []
        for part in parts:
            lines = [Line(text, 1) for text in wrapped(part.text, 1, narrower.width)]
            pages.extend(lines[at : at + rows] for at in range(0, len(lines), rows))
        self.pages = max(self.pages, len(pages))
        shown = self.tick % len(pages)
        self._draw([pages[shown]], narrower, align)
        if len(pages) > 1:
            self._scroll_bar(area, shown, len(pages))

    def _draw(self, paragraphs: list[Paragraph], area: Area, align: Align) -> None:
        spare = max(0, area.height - _height_of(paragraphs))
        gap = min(PARAGRAPH_GAP_PX, spare // max(1, len(paragraphs) - 1))
        spare -= gap * (len(paragraphs) - 1)
        top = area.top + (spare // 2 if align == "centre" else 0)
        for paragraph in paragraphs:
            for row in paragraph:
                beside = area.width - width_px(row.text, row.size)
                self.text(row.text, area.left + (beside // 2 if align == "centre" else 0), top, row.size)
                top += line_height_px(row.size)
            top += gap

    def _scroll_bar(self, area: Area, shown: int, pages: int) -> None:
        right = area.left + area.width - 2
        thumb = max(2, area.height // pages)
        top = area.top + (area.height - thumb) * shown // max(1, pages - 1)
        self.pixels[area.top : area.top + area.height : 2, right + 1] = True
        self.pixels[top : top + thumb, right : right + 2] = True


def _height_of(paragraphs: list[Paragraph]) -> int:
    """Without the gap under the last line, which may fall off the area."""
    return sum(line_height_px(row.size) for paragraph in paragraphs for row in paragraph) - LINE_GAP_PX


def _rows_in(area: Area) -> int:
    return max(1, (area.height + LINE_GAP_PX) // line_height_px(1))


def _largest_that_fits(parts: list[Part], area: Area) -> list[Paragraph] | None:
    """The first part is the last to shrink."""
    for sizes in product(*(part.sizes for part in parts)):
        paragraphs = [_set(part, size, area.width) for part, size in zip(parts, sizes, strict=True)]
        whole = [paragraph for paragraph in paragraphs if paragraph is not None]
        if len(whole) == len(parts) and _height_of(whole) <= area.height:
            return whole
    return None


def _largest_head(part: Part, area: Area) -> Paragraph | None:
    """The part at the largest size that leaves a line below it; a text that may wrap must leave half of the area."""
    room = area.height - line_height_px(1) if part.one_line else area.height // 2
    for size in part.sizes:
        paragraph = _set(part, size, area.width)
        if paragraph is not None and _height_of([paragraph]) <= room:
            return paragraph
    return None


def _set(part: Part, size: int, limit_px: int) -> Paragraph | None:
    """The part in lines of this size, unless a smaller size would save breaking a word or a line."""
    texts = wrapped(part.text, size, limit_px)
    smallest = size == part.sizes[-1]
    if not smallest and (is_broken(part.text, texts) or (part.one_line and len(texts) > 1)):
        return None
    return [Line(text, size) for text in texts]


def lines_needed(text: str, width: int) -> int:
    return len(wrapped(text, 1, width))
