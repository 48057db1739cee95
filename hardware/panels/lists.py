"""The two layouts with a cursor: the options of a choice, and the values of an entry."""

from __future__ import annotations

from hardware.panels.layout import Area, Part, Sheet
from hardware.panels.lettering import GLYPH_HEIGHT_PX, line_height_px, width_px, wrapped
from hardware.panels.readout import Readout

ARROW_PX = 7
"""What the arrows at the right of a list take, with the gap before them."""
EMPTY_VALUE = "_"
BOX_EDGE_PX = 3
"""What a box needs above and below its letters; their own row below the line is the fourth."""


def draw_options(sheet: Sheet, readout: Readout, area: Area) -> None:
    """The options as a list; the cursor's is dark on light, and arrows say that there are more above or below."""
    if not readout.options:
        return
    inner = area.width - ARROW_PX - 2
    pitch = line_height_px(1)
    rows = max(1, area.height // pitch)
    selected = min(max(readout.selected, 0), len(readout.options) - 1)
    heights = [max(1, len(wrapped(option, 1, inner))) for option in readout.options]
    first, last = _window(heights, selected, rows)
    top = area.top
    for at in range(first, last + 1):
        height = min(heights[at], rows) * pitch
        sheet.flow([Part(readout.options[at])], Area(area.left + 1, top + 1, inner, height - 1))
        if at == selected:
            sheet.invert(Area(area.left, top, inner + 2, height))
        top += height
    arrow_left = area.left + area.width - ARROW_PX + 2
    if first > 0:
        sheet.text("▲", arrow_left, area.top)
    if last < len(readout.options) - 1:
        sheet.text("▼", arrow_left, area.top + area.height - GLYPH_HEIGHT_PX)


def draw_values(sheet: Sheet, readout: Readout, area: Area) -> None:
    """The values in boxes, the cursor's filled; under them what it may be."""
    if not readout.values:
        return
    shown = [value or EMPTY_VALUE for value in readout.values]
    selected = min(max(readout.selected, 0), len(shown) - 1)
    room = area.width - 2 * ARROW_PX
    below_px = line_height_px(1) if readout.allowed else 0
    fits = area.height - below_px >= 2 * GLYPH_HEIGHT_PX + BOX_EDGE_PX and _box_px(shown[selected], 2) <= room
    size = 2 if fits else 1
    widths = [min(_box_px(value, size), room) for value in shown]
    first, last = _window(widths, selected, room)
    box_height = GLYPH_HEIGHT_PX * size + BOX_EDGE_PX
    left = area.left + (area.width - sum(widths[first : last + 1])) // 2
    for at in range(first, last + 1):
        box = Area(left, area.top, widths[at] - 2, box_height)
        inside = Area(left + 2, area.top + 2, box.width - 4, GLYPH_HEIGHT_PX * size)
        sheet.flow([Part(shown[at], (size, 1), one_line=True)], inside, "centre")
        if at == selected:
            sheet.invert(box)
        else:
            sheet.box(box)
        left += widths[at]
    middle = area.top + (box_height - GLYPH_HEIGHT_PX) // 2
    if first > 0:
        sheet.text("◀", area.left, middle)
    if last < len(shown) - 1:
        sheet.text("▶", area.left + area.width - 3, middle)
    if not readout.allowed:
        return
    foot = Area(area.left, area.top + box_height + 1, area.width, area.height - box_height - 1)
    sheet.flow([Part(readout.allowed)], foot, "centre")


def _box_px(value: str, size: int) -> int:
    """A box around the value and the gap after it; never narrower than one digit."""
    return max(width_px(value, size), width_px("0", size)) + 6


def _window(sizes: list[int], selected: int, room: int) -> tuple[int, int]:
    """The first and last of a run around the selected one that fits into the room, grown to both sides in turn."""
    first = last = selected
    used = sizes[selected]
    while True:
        below = last + 1 < len(sizes) and used + sizes[last + 1] <= room
        if below:
            last += 1
            used += sizes[last]
        above = first > 0 and used + sizes[first - 1] <= room
        if above:
            first -= 1
            used += sizes[first]
        if not below and not above:
            return first, last
