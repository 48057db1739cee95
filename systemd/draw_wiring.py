"""Draws how button, lamp, screen and knob are wired: `python -m systemd.draw_wiring` writes .pictures/wiring.svg."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from systemd.header import PINS, Wire, name_of, wires
from systemd.svg import BOARD, INK, PAPER, QUIET, Sheet

PICTURE: Final = Path(__file__).parents[1] / ".pictures" / "wiring.svg"
WIDTH, HEIGHT = 980, 660
TOP, ROW = 122, 25.0
LEFT, RIGHT = 470, 505
"""The two columns of pins."""
LABEL_BELOW = 13
"""The wires on the right come in pairs from both columns: one is named above, the other below."""
PART = 60
"""Where parts on the left begin; those on the right end as far from the edge."""


def y_of(pin: int) -> float:
    return TOP + (pin - 1) // 2 * ROW


def draw() -> str:
    sheet = Sheet(WIDTH, HEIGHT, "How button, lamp, screen and knob are wired to the Pi's header")
    sheet.text(30, 40, "Wiring", size=22, bold=True)
    sheet.text(30, 62, "Seen from above, pin 1 is the corner next to the card. Switch the Pi off first.", colour=QUIET)
    found = {(wire.part.split(" ")[0], wire.leg.split(",")[0]): wire for wire in wires()}
    sheet.box(LEFT - 17, TOP - 19, RIGHT - LEFT + 34, PINS // 2 * ROW + 13, BOARD)
    _screen(sheet, found)
    _buttons(sheet, found)
    _knob(sheet, found)
    _lamp(sheet, found)
    _pins(sheet)
    return sheet.done()


def _pins(sheet: Sheet) -> None:
    used = {wire.pin: wire for wire in wires()}
    for pin in range(1, PINS + 1):
        x, wire = (LEFT if pin % 2 else RIGHT), used.get(pin)
        sheet.circle(x, y_of(pin), 8.5, wire.colour if wire else PAPER, INK if wire else "#b8c0cc")
        sheet.text(x, y_of(pin) + 3.5, str(pin), at="middle", size=9, colour=PAPER if wire else QUIET)
    for wire in used.values():
        is_left = wire.pin % 2 == 1
        goes_left = is_left and not wire.part.startswith("lamp")
        x, above = (LEFT - 22 if goes_left else RIGHT + 22), ROW / 2 + 4 if is_left and not goes_left else 4
        y = y_of(wire.pin) - above if is_left else y_of(wire.pin) + LABEL_BELOW
        sheet.text(x, y, name_of(wire.pin), at="end" if goes_left else "start", size=11, colour=QUIET)
    sheet.text((LEFT + RIGHT) / 2, TOP - 30, "the Pi's 40 pins", at="middle", bold=True)


def _screen(sheet: Sheet, found: dict[tuple[str, str], Wire]) -> None:
    wide = 190
    sheet.box(PART, TOP - 20, wide, 140, "#101828")
    sheet.box(PART + 14, TOP - 6, 118, 78, "#1d2939", "#475467")
    sheet.text(PART + 73, TOP + 28, "3d6+2", at="middle", size=20, colour="#e0f2fe", bold=True)
    sheet.text(PART + 73, TOP + 54, "Throw, then press", at="middle", size=11, colour="#e0f2fe")
    sheet.text(PART + 14, TOP + 104, "OLED 128×64, I2C", size=12, colour="#e0f2fe")
    for leg in ("VCC", "SDA", "SCL", "GND"):
        wire = found["screen", leg]
        sheet.path([(PART + wide, y_of(wire.pin)), (LEFT, y_of(wire.pin))], wire.colour)
        sheet.text(PART + wide - 8, y_of(wire.pin) + 5, leg, at="end", size=12, colour=PAPER)


def _buttons(sheet: Sheet, found: dict[tuple[str, str], Wire]) -> None:
    ground_y, bus = y_of(25), PART - 14
    for name, label, y, lane in (("capture", "capture button", 294.0, 312), ("mode", "mode button", 370.0, 330)):
        wire = found[name, "one leg"]
        pin_y = y_of(wire.pin)
        sheet.path([(PART + 150, y), (lane, y), (lane, pin_y), (LEFT, pin_y)], wire.colour)
        sheet.path([(PART + 20, y), (bus, y), (bus, ground_y), (LEFT, ground_y)])
        if name == "mode":
            sheet.circle(bus, y, 4, INK)  # where the two are joined
        sheet.box(PART + 20, y - 24, 130, 48, "#f9fafb")
        sheet.circle(PART + 85, y, 15, "#fda29b" if name == "capture" else "#d0d5dd")
        sheet.text(PART + 85, y - 31, label, at="middle", size=13, bold=True)


def _knob(sheet: Sheet, found: dict[tuple[str, str], Wire]) -> None:
    top = y_of(29) - 22
    sheet.box(PART, top, 190, 150, "#f9fafb", dash="6 5")
    sheet.circle(PART + 70, top + 68, 36, "#e4e7ec")
    sheet.path([(PART + 70, top + 68), (PART + 92, top + 46)], INK, 4)
    sheet.text(PART + 14, top + 136, "knob, if you like", size=12, colour=QUIET)
    for leg, offset in (("A", 22.0), ("B", 47.0), ("C", 110.0)):
        wire = found["knob", leg]
        y = top + offset
        lane = 300
        sheet.path([(PART + 190, y), (lane, y), (lane, y_of(wire.pin)), (LEFT, y_of(wire.pin))], wire.colour)
        sheet.text(PART + 182, y + 5, leg, at="end", size=12)


def _lamp(sheet: Sheet, found: dict[tuple[str, str], Wire]) -> None:
    left, gap, top = 745, 42.0, y_of(13)
    legs = (("red", "#fda29b"), ("green", "#75e0a7"), ("blue", "#84caff"))
    sheet.circle(left + 118, top + 1.5 * gap, 92, "#f9fafb")
    for at, (leg, glow) in enumerate(legs):
        wire, y, lane = found["lamp", leg], top + at * gap, 640 - at * 18
        start = [(LEFT, y_of(wire.pin)), (LEFT, y_of(wire.pin) - ROW / 2), (RIGHT, y_of(wire.pin) - ROW / 2)]
        begin = start if wire.pin % 2 else [(RIGHT, y_of(wire.pin))]
        sheet.path([*begin, (lane, begin[-1][1]), (lane, y), (left + 70, y)], wire.colour)
        sheet.box(668, y - 9, 64, 18, "#fef0c7")
        sheet.text(700, y + 4.5, "330 Ω", at="middle", size=11)
        sheet.circle(left + 78, y, 13, glow)
        sheet.text(left + 98, y + 5, leg, size=12)
    ground, y = found["lamp", "common (longest leg)"], top + 3 * gap
    sheet.path([(RIGHT, y_of(ground.pin)), (586, y_of(ground.pin)), (586, y), (left + 70, y)], ground.colour)
    sheet.text(left + 76, y + 5, "common", size=12)
    sheet.text(left + 118, top - 42, "lamp (RGB LED)", at="middle", size=13, bold=True)
    _right_notes(sheet)


def _right_notes(sheet: Sheet) -> None:
    for at, line in enumerate(
        (
            "Camera: its ribbon goes to the connector",
            "marked CAM (a Pi 5 needs the narrower cable);",
            "a USB camera goes to any USB port.",
            "Buttons close to ground, and need no resistor.",
            "A lamp whose common leg is the plus goes to",
            "3.3 V (pin 17) with lamp_common_anode = true.",
        )
    ):
        sheet.text(610, 500 + at * 22, line, size=13, colour=QUIET)


if __name__ == "__main__":
    PICTURE.write_text(draw(), encoding="utf-8")
    print(PICTURE)
