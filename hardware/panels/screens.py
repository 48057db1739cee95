"""A readout as a picture for the 128×64 screen: one layout a state, pure, the same pixels everywhere."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from PIL import Image

from hardware.panels.face_map import draw_faces, map_height_px
from hardware.panels.layout import HEIGHT_PX, WIDTH_PX, Align, Area, Part, Sheet, lines_needed
from hardware.panels.lettering import GLYPH_HEIGHT_PX, line_height_px, width_px
from hardware.panels.lists import draw_options, draw_values
from hardware.panels.readout import Readout, dice_line, outcome_label, spoken_address

BAR_PX = GLYPH_HEIGHT_PX + 1
"""A bar across the screen: a line of letters with one light row above."""
MARGIN_PX = 1
LONGEST_MODIFIER_PX = 40
"""A modifier wider than this joins the title instead of standing at the right."""
TICK_S = 2.0
"""How long a page of text that is too long for the screen stays: time to read five short lines."""


@dataclass(frozen=True, slots=True)
class Screen:
    """One picture, and how many ticks it takes until everything has been seen (1: nothing moves)."""

    image: Image.Image
    pages: int


def draw(readout: Readout, tick: int = 0) -> Screen:
    """The readout as a 1-bit picture; text too long for the screen turns a page with each tick."""
    sheet = Sheet(tick)
    body = _warning(sheet, readout, Area(0, 0, WIDTH_PX, HEIGHT_PX))
    match readout.state:
        case "idle":
            _idle(sheet, readout, body)
        case "prompt":
            _prompt(sheet, readout, _header(sheet, readout, body))
        case "choice":
            draw_options(sheet, readout, _question(sheet, readout, _header(sheet, readout, body)))
        case "entry":
            draw_values(sheet, readout, _question(sheet, readout, _header(sheet, readout, body)))
        case "outcome":
            _outcome(sheet, readout, _header(sheet, readout, body))
        case "trouble":
            _trouble(sheet, readout, _header(sheet, readout, body))
        case "busy":
            _flow(sheet, _header(sheet, readout, body), "centre", Part(readout.prompt, (2, 1)))
        case "lesson":
            _lesson(sheet, readout, _header(sheet, readout, body))
    image = Image.fromarray(np.where(sheet.pixels, np.uint8(255), np.uint8(0)))
    return Screen(image.convert("1", dither=Image.Dither.NONE), sheet.pages)


def _warning(sheet: Sheet, readout: Readout, area: Area) -> Area:
    """The warning lies along the bottom of every layout, dark on light."""
    if not readout.warning:
        return area
    top = area.height - BAR_PX
    sheet.flow([Part(readout.warning)], Area(MARGIN_PX, top + 1, area.width - 2 * MARGIN_PX, GLYPH_HEIGHT_PX), "centre")
    sheet.invert(Area(0, top, area.width, BAR_PX))
    return Area(area.left, area.top, area.width, top - 1)


def _header(sheet: Sheet, readout: Readout, area: Area) -> Area:
    """What is being rolled, dark on light along the top: the roll on the left, its modifier on the right."""
    title, modifier = readout.title, readout.modifier
    if width_px(modifier, 1) > LONGEST_MODIFIER_PX:
        title, modifier = f"{title} {modifier}".strip(), ""
    if not title and not modifier:
        return area
    inner = area.width - 2 * MARGIN_PX
    beside = inner - width_px(modifier, 1)
    sheet.text(modifier, MARGIN_PX + beside, 1)
    if title:
        sheet.flow([Part(title)], Area(MARGIN_PX, 1, beside - 3 if modifier else inner, GLYPH_HEIGHT_PX))
    sheet.invert(Area(0, 0, area.width, BAR_PX))
    return _below(area, BAR_PX + 1)


def _idle(sheet: Sheet, readout: Readout, area: Area) -> None:
    address = spoken_address(readout.address)
    foot_lines = min(2, lines_needed(address, area.width)) if address else 0
    body = _above_foot(sheet, area, foot_lines, address)
    roll = " ".join(part for part in (readout.title, readout.modifier) if part)
    _flow(sheet, body, "centre", Part(roll, (3, 2, 1)), Part(readout.prompt))


def _prompt(sheet: Sheet, readout: Readout, area: Area) -> None:
    body = _with_margin(_dice_foot(sheet, readout, area))
    _flow(sheet, body, "left", Part(readout.prompt, (2, 1)), Part(_after("– ", readout.why)))


def _question(sheet: Sheet, readout: Readout, area: Area) -> Area:
    """Prompt and why above the options or the values: at most half of the room."""
    asked = " – ".join(part for part in (readout.prompt, readout.why) if part)
    if not asked:
        return area
    text = _with_margin(area)
    height = min(2, lines_needed(asked, text.width)) * line_height_px(1)
    sheet.flow([Part(asked)], Area(text.left, text.top, text.width, height))
    return _below(area, height + 1)


def _outcome(sheet: Sheet, readout: Readout, area: Area) -> None:
    body = _dice_foot(sheet, readout, area)
    total = Part(readout.total, (4, 3, 2, 1), one_line=True)
    _flow(sheet, body, "centre", total, Part(outcome_label(readout)))


def _trouble(sheet: Sheet, readout: Readout, area: Area) -> None:
    _flow(sheet, _with_margin(area), "left", Part(readout.trouble, (2, 1)), Part(_after("→ ", readout.remedy)))


def _lesson(sheet: Sheet, readout: Readout, area: Area) -> None:
    """What to do above, the map of faces along the bottom."""
    height = map_height_px(readout.faces)
    top = area.top + area.height - height
    draw_faces(sheet, readout.faces, Area(area.left, top, area.width, height))
    said = _with_margin(Area(area.left, area.top, area.width, area.height - height - 1))
    _flow(sheet, said, "left", Part(readout.prompt, (2, 1)), Part(_after("– ", readout.why)))


def _dice_foot(sheet: Sheet, readout: Readout, area: Area) -> Area:
    """The dice along the bottom, on one line if they fit, else on two if there is no warning below them."""
    dice = dice_line(readout.dice)
    most = 1 if readout.warning else 2
    return _above_foot(sheet, area, min(most, lines_needed(dice, area.width)), dice)


def _above_foot(sheet: Sheet, area: Area, rows: int, text: str) -> Area:
    if not rows:
        return area
    height = rows * line_height_px(1) - 1
    top = area.top + area.height - height
    sheet.flow([Part(text)], Area(area.left, top, area.width, height), "centre")
    sheet.rule(top - 2)
    return Area(area.left, area.top, area.width, area.height - height - 3)


def _below(area: Area, height: int) -> Area:
    return Area(area.left, area.top + height, area.width, area.height - height)


def _with_margin(area: Area) -> Area:
    return Area(area.left + MARGIN_PX, area.top, area.width - 2 * MARGIN_PX, area.height)


def _after(mark: str, text: str) -> str:
    return f"{mark}{text}" if text else ""


def _flow(sheet: Sheet, area: Area, align: Align, *parts: Part) -> None:
    """The parts that say anything."""
    spoken = [part for part in parts if part.text.split()]
    if spoken:
        sheet.flow(spoken, area, align)
