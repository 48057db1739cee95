"""The Pi's 40-pin header, and which of its pins the box uses as the settings have them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from reader.config import PanelSettings

BCM_AT: Final = {
    3: 2, 5: 3, 7: 4, 8: 14, 10: 15, 11: 17, 12: 18, 13: 27, 15: 22, 16: 23, 18: 24, 19: 10, 21: 9, 22: 25, 23: 11,
    24: 8, 26: 7, 27: 0, 28: 1, 29: 5, 31: 6, 32: 12, 33: 13, 35: 19, 36: 16, 37: 26, 38: 20, 40: 21,
}  # fmt: skip
POWER_AT: Final = {1: "3.3 V", 2: "5 V", 4: "5 V", 17: "3.3 V"}
GROUND_AT: Final = (6, 9, 14, 20, 25, 30, 34, 39)
PINS: Final = 40
DEFAULT_KNOB: Final = (5, 6)
"""Where a knob goes that the defaults leave out."""


@dataclass(frozen=True, slots=True)
class Wire:
    part: str
    leg: str
    pin: int
    """On the header."""
    colour: str

    @property
    def name(self) -> str:
        """What is printed beside that pin."""
        return name_of(self.pin)


def name_of(pin: int) -> str:
    if pin in BCM_AT:
        return f"GPIO{BCM_AT[pin]}"
    return "ground" if pin in GROUND_AT else POWER_AT[pin]


def pin_of(bcm: int) -> int:
    return next(pin for pin, number in BCM_AT.items() if number == bcm)


def wires(panel: PanelSettings | None = None) -> tuple[Wire, ...]:
    """All of them, part by part."""
    panel = panel or PanelSettings()
    red, green, blue = panel.lamp_pins
    knob = panel.knob_pins or DEFAULT_KNOB
    return (
        Wire("screen (OLED)", "VCC", 1, "#d92d20"),
        Wire("screen (OLED)", "SDA", 3, "#1570ef"),
        Wire("screen (OLED)", "SCL", 5, "#b54708"),
        Wire("screen (OLED)", "GND", 9, "#1f2430"),
        Wire("capture button", "one leg", pin_of(panel.capture_pin), "#079455"),
        Wire("capture button", "other leg, joined with the mode button's", 25, "#1f2430"),
        Wire("mode button", "one leg", pin_of(panel.mode_pin), "#7839ee"),
        Wire("mode button", "other leg, joined with the capture button's", 25, "#1f2430"),
        Wire("lamp (RGB LED)", "red, through 330 Ω", pin_of(red), "#d92d20"),
        Wire("lamp (RGB LED)", "green, through 330 Ω", pin_of(green), "#079455"),
        Wire("lamp (RGB LED)", "blue, through 330 Ω", pin_of(blue), "#1570ef"),
        Wire("lamp (RGB LED)", "common (longest leg)", 20, "#1f2430"),
        Wire("knob (if you like)", "A", pin_of(knob[0]), "#c11574"),
        Wire("knob (if you like)", "B", pin_of(knob[1]), "#0e7090"),
        Wire("knob (if you like)", "C", 39, "#1f2430"),
    )


def as_markdown() -> str:
    """The table in the README."""
    rows = [f"| {wire.part} | {wire.leg} | {wire.pin} | {wire.name} |" for wire in wires()]
    return "\n".join(["| part | its leg | pin of the header | which is |", "| --- | --- | --- | --- |", *rows])
