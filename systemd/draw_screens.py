"""Draws what the box's own screen shows: `python -m systemd.draw_screens` writes .pictures/screens.png."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from PIL import Image, ImageDraw

from hardware.panels.readout import Readout
from hardware.panels.samples import SAMPLES
from hardware.panels.screens import draw as screen_of
from reader.calibration.guide import EMPTY_IT
from reader.last_words import THEN, one_screenful

PICTURE: Final = Path(__file__).parents[1] / ".pictures" / "screens.png"
ZOOM: Final = 2
COLUMNS, GAP, RIM = 3, 20, 10
LIGHT, GLASS, BOARD = (214, 236, 255), (6, 8, 14), (28, 35, 48)
WRONG: Final = 'Line 7: camera.kind is "pie"; it must be "pi" or "usb" or "recorded" or "studio"'


def draw() -> Image.Image:
    """Waiting, throwing again, a result; a die that is not guessed, calibrating, and a wrong line in the settings."""
    samples = [SAMPLES[name] for name in ("idle-named", "prompt-again", "outcome", "trouble")]
    readouts: list[Readout] = [*samples, EMPTY_IT, one_screenful("dice-reader.toml", WRONG, THEN)]
    screens = [screen_of(readout).image for readout in readouts]
    width, height = (side * ZOOM + 2 * RIM for side in screens[0].size)
    rows = -(-len(screens) // COLUMNS)
    sheet = Image.new("RGB", (COLUMNS * (width + GAP) - GAP, rows * (height + GAP) - GAP), "white")
    pen = ImageDraw.Draw(sheet)
    for at, screen in enumerate(screens):
        left, top = at % COLUMNS * (width + GAP), at // COLUMNS * (height + GAP)
        pen.rounded_rectangle((left, top, left + width - 1, top + height - 1), RIM, fill=BOARD)
        large = screen.convert("L").resize((screen.width * ZOOM, screen.height * ZOOM), Image.Resampling.NEAREST)
        lit = Image.composite(Image.new("RGB", large.size, LIGHT), Image.new("RGB", large.size, GLASS), large)
        sheet.paste(lit, (left + RIM, top + RIM))
    return sheet


if __name__ == "__main__":
    draw().save(PICTURE, optimize=True)
    print(PICTURE)
