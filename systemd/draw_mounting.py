"""Draws how camera and light hang over the tray: `python -m systemd.draw_mounting` writes .pictures/mounting.svg."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from systemd.mounting import D20_MM, MODULE_2, MODULE_3, RECOMMENDED_MM, TRAY_MM, leans_deg
from systemd.svg import BOARD, INK, PAPER, QUIET, Sheet

PICTURE: Final = Path(__file__).parents[1] / ".pictures" / "mounting.svg"
WIDTH, HEIGHT = 980, 520
MIDDLE, FLOOR = 330.0, 440.0
SCALE: Final = 1.25
"""Pixels of the drawing for a millimetre."""
LIGHT, SHEER = "#f79009", "#d0d5dd"


def draw() -> str:
    sheet = Sheet(WIDTH, HEIGHT, "How camera and light hang over the tray")
    sheet.text(30, 40, "Mounting, from the side", size=22, bold=True)
    _view(sheet)
    _lamps(sheet)
    _tray(sheet)
    _camera(sheet)
    _heights(sheet)
    _notes(sheet)
    return sheet.done()


def _lens_y() -> float:
    return FLOOR - RECOMMENDED_MM * SCALE


def _view(sheet: Sheet) -> None:
    half = MODULE_3.sees_mm(RECOMMENDED_MM)[1] / 2 * SCALE
    top = _lens_y()
    sheet.path(
        [(MIDDLE, top), (MIDDLE - half, FLOOR), (MIDDLE + half, FLOOR), (MIDDLE, top)], "#84caff", 1.5, fill="#eff8ff"
    )


def _tray(sheet: Sheet) -> None:
    half, wall, die = TRAY_MM / 2 * SCALE, 24, D20_MM * SCALE
    sheet.path(
        [
            (MIDDLE - half - 6, FLOOR - wall),
            (MIDDLE - half, FLOOR),
            (MIDDLE + half, FLOOR),
            (MIDDLE + half + 6, FLOOR - wall),
        ],
        "#7a4a1d",
        6,
    )
    for at, colour in ((-62, "#fda29b"), (-6, "#d6bbfb"), (64, "#75e0a7")):
        left = MIDDLE + at * SCALE
        shape = [(0.25, 0), (0.75, 0), (1, 0.5), (0.75, 1), (0.25, 1), (0, 0.5), (0.25, 0)]
        sheet.path([(left + x * die, FLOOR - 4 - die + y * die) for x, y in shape], INK, 1.5, fill=colour)
    sheet.text(
        MIDDLE, FLOOR + 34, f"tray, up to {TRAY_MM / 10:g} cm on the picture's short side", at="middle", colour=QUIET
    )
    sheet.text(MIDDLE, FLOOR + 54, "plain, matt, neither white nor black; felt is best", at="middle", colour=QUIET)


def _camera(sheet: Sheet) -> None:
    top = _lens_y()
    sheet.path([(60, top - 30), (MIDDLE, top - 30)], "#98a2b3", 8)
    sheet.path([(60, top - 30), (60, FLOOR)], "#98a2b3", 8)
    sheet.box(MIDDLE - 32, top - 42, 64, 24, BOARD)
    sheet.box(MIDDLE - 11, top - 18, 22, 18, INK)
    sheet.text(MIDDLE + 44, top - 24, "camera, looking straight down", size=13)


def _lamps(sheet: Sheet) -> None:
    half, top = TRAY_MM / 2 * SCALE, FLOOR - 150
    for side in (-1, 1):
        x = MIDDLE + side * (half + 62)
        sheet.path([(x, top), (MIDDLE + side * half * 0.2, FLOOR - 8)], LIGHT, 1.2, "5 6")
        sheet.path([(x, top + 20), (MIDDLE + side * half * 0.9, FLOOR - 30)], LIGHT, 1.2, "5 6")
        sheet.path([(x - side * 10, top - 34), (x - side * 28, top + 42)], SHEER, 5)
        sheet.path([(x + side * 12, top - 20), (x + side * 2, top + 24)], LIGHT, 10)
    left = MIDDLE + half + 92
    sheet.text(left, top - 32, "lamps on two sides, or a ring,", size=13)
    sheet.text(left, top - 12, "each behind paper or frosted plastic:", size=13)
    sheet.text(left, top + 8, "no bare LED, no window in front", size=13)


def _heights(sheet: Sheet) -> None:
    x, top = 110.0, _lens_y()
    sheet.path([(x, top), (x, FLOOR)], QUIET, 1.5)
    for y in (top, FLOOR):
        sheet.path([(x - 6, y), (x + 6, y)], QUIET, 1.5)
    sheet.text(x + 10, (top + FLOOR) / 2 - 40, f"{RECOMMENDED_MM / 10:g} cm", bold=True)


def _notes(sheet: Sheet) -> None:
    (wide, high), (narrow, _) = MODULE_3.sees_mm(RECOMMENDED_MM), MODULE_2.sees_mm(RECOMMENDED_MM)
    above, die = f"{RECOMMENDED_MM / 10:g} cm", f"{D20_MM:g}"
    wide_px, narrow_px = (f"{lens.die_px(RECOMMENDED_MM):.0f} px" for lens in (MODULE_3, MODULE_2))
    lines = (
        f"{MODULE_3.name}, {above} above the floor:",
        f"sees 2 × {above} × tan({MODULE_3.across_deg:g}° / 2) = {wide / 10:.1f} cm across,",
        f"and {high / 10:.1f} cm down; at the top of a d20 {MODULE_3.widest_tray_mm(RECOMMENDED_MM) / 10:.1f} cm",
        f"a {die} mm d20 is {MODULE_3.width_px} px × {die} / {wide:.0f} = {wide_px} wide",
        f"({MODULE_2.name}: {MODULE_2.width_px} px × {die} / {narrow:.0f} = {narrow_px})",
        f"at the rim a die is seen from {leans_deg(RECOMMENDED_MM):.0f}° aside",
    )
    sheet.box(584, 64, 372, 150, PAPER, "#d0d5dd")
    for at, line in enumerate(lines):
        sheet.text(600, 90 + at * 22, line, size=13, bold=at == 0)


if __name__ == "__main__":
    PICTURE.write_text(draw(), encoding="utf-8")
    print(PICTURE)
