"""The map of a die that is being taught: every face in a cell, light once it is known, boxed while it is not sure."""

from __future__ import annotations

from hardware.panels.layout import Area, Sheet
from hardware.panels.lettering import width_px
from hardware.panels.readout import FaceShown

A_ROW = 10
"""Faces in one row: two figures each just fit."""
WIDEST_CELL_PX = 18
CELL_HEIGHT_PX = 10


def map_height_px(faces: tuple[FaceShown, ...]) -> int:
    return -(-len(faces) // A_ROW) * (CELL_HEIGHT_PX + 1)


def draw_faces(sheet: Sheet, faces: tuple[FaceShown, ...], area: Area) -> None:
    columns = min(A_ROW, max(1, len(faces)))
    pitch = min(WIDEST_CELL_PX, area.width // columns)
    left = area.left + (area.width - pitch * columns + 1) // 2
    for at, shown in enumerate(faces):
        row, column = divmod(at, columns)
        cell = Area(left + column * pitch, area.top + row * (CELL_HEIGHT_PX + 1), pitch - 1, CELL_HEIGHT_PX)
        sheet.text(shown.face, cell.left + (cell.width - width_px(shown.face, 1) + 1) // 2, cell.top + 2)
        if shown.mark == "seen":
            sheet.invert(cell)
        elif shown.mark == "unsure":
            sheet.box(cell)
        if shown.is_now:
            sheet.invert(Area(cell.left, cell.top + cell.height - 1, cell.width, 2))
