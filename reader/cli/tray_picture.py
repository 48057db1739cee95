"""Dice in a terminal: each cut out of the picture and drawn in coloured half-blocks, with what was read below it."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, Literal

if TYPE_CHECKING:
    from collections.abc import Mapping

    from reader.vision.sighting import Frame, Sighting

Colours = Literal["none", "256", "millions"]

DIE_COLUMNS: Final = 22
SMALLEST_COLUMNS: Final = 14
AROUND: Final = 1.25
"""A die is shown with a little of the tray around it."""
GAP: Final = "  "
RESET: Final = "\x1b[0m"


def colours_of(environment: Mapping[str, str], is_terminal: bool) -> Colours:
    """What the terminal can show. NO_COLOR is respected."""
    if not is_terminal or environment.get("NO_COLOR") or environment.get("TERM") == "dumb":
        return "none"
    return "millions" if environment.get("COLORTERM") in ("truecolor", "24bit") else "256"


def dice_in_terminal(
    picture: Frame, sightings: Sequence[Sighting], columns: int, colours: Colours | None = None
) -> list[str]:
    """One line of dice, or several if they are many; without colours only the words."""
    colours = colours_of(os.environ, True) if colours is None else colours
    size = max(SMALLEST_COLUMNS, min(DIE_COLUMNS, columns // max(1, len(sightings)) - len(GAP)))
    in_a_row = max(1, columns // (size + len(GAP)))
    lines: list[str] = []
    for start in range(0, len(sightings), in_a_row):
        row = sightings[start : start + in_a_row]
        if colours != "none":
            drawn = [_die(picture, one, size, colours) for one in row]
            lines += [GAP.join(parts) for parts in zip(*drawn, strict=True)]
        lines.append(GAP.join(f"{caption(one)[:size]:^{size}}" for one in row).rstrip())
    return lines


def caption(sighting: Sighting) -> str:
    """
    >>> from reader.vision.sighting import Box, Reading
    >>> caption(Reading("d20", "17", 0.993, Box(0, 0, 9, 9), 0.2, "black"))
    'black d20: 17'
    """
    from reader.vision.sighting import Reading

    name = f"{sighting.colour} {sighting.kind or 'die'}"
    return f"{name}: {sighting.face}" if isinstance(sighting, Reading) else f"{name}: {sighting.why}"


def _die(picture: Frame, sighting: Sighting, size: int, colours: Colours) -> list[str]:
    import cv2
    import numpy as np

    x, y = sighting.box.centre
    half = AROUND * sighting.box.longer_side / 2
    height, width = picture.shape[:2]
    left, top = max(0, round(x - half)), max(0, round(y - half))
    cut = picture[top : min(height, round(y + half)), left : min(width, round(x + half))]
    small = np.asarray(cv2.resize(cut, (size, size // 2 * 2), interpolation=cv2.INTER_AREA))[:, :, ::-1]
    return [_row(upper, lower, colours) for upper, lower in zip(small[0::2], small[1::2], strict=True)]


def _row(upper: Sequence[Sequence[int]], lower: Sequence[Sequence[int]], colours: Colours) -> str:
    cells = (
        f"\x1b[38;{_code(above, colours)};48;{_code(below, colours)}m▀"
        for above, below in zip(upper, lower, strict=True)
    )
    return "".join(cells) + RESET


def _code(rgb: Sequence[int], colours: Colours) -> str:
    red, green, blue = (int(part) for part in rgb)
    if colours == "millions":
        return f"2;{red};{green};{blue}"
    if max(red, green, blue) - min(red, green, blue) < 12:
        return f"5;{232 + min(23, (red + green + blue) // 3 * 24 // 256)}"
    return f"5;{16 + 36 * _sixth(red) + 6 * _sixth(green) + _sixth(blue)}"


def _sixth(part: int) -> int:
    """The nearest of the six steps of a 256-colour terminal: 0, 95, 135, 175, 215, 255."""
    return 0 if part < 48 else 1 if part < 115 else min(5, (part - 35) // 40)
