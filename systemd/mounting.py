"""How high the camera hangs: what it then sees, and how many pixels a die gets."""

from __future__ import annotations

import json
from dataclasses import dataclass
from math import atan2, degrees, radians, tan
from pathlib import Path
from typing import Final

D20_MM: Final = 20.0
"""Across a usual d20, from edge to edge."""
TRAY_MM: Final = 170.0
"""Across the tray of the drawing, from wall to wall."""
SMALLEST_FOUND_PX: Final = 20.0
"""The smallest die that the finder was trained on, in the picture that it is shown."""
HEIGHTS_MM: Final = (200, 250, 300, 350)
RECOMMENDED_MM: Final = 250
FINDER_CARD: Final = Path(__file__).parents[1] / "models" / "finder.json"


@dataclass(frozen=True, slots=True)
class Lens:
    """As its maker gives it."""

    name: str
    across_deg: float
    down_deg: float
    width_px: int

    def sees_mm(self, height_mm: float) -> tuple[float, float]:
        """How much of the tray's floor, across and down: twice the height times the tangent of half the angle."""
        return 2 * height_mm * tan(radians(self.across_deg / 2)), 2 * height_mm * tan(radians(self.down_deg / 2))

    def die_px(self, height_mm: float, die_mm: float = D20_MM) -> float:
        return self.width_px * die_mm / self.sees_mm(height_mm)[0]

    def widest_tray_mm(self, height_mm: float, die_mm: float = D20_MM) -> float:
        """From wall to wall, on the picture's short side. A die that touches the wall is nearer to the camera by its
        own height, where less is seen than on the floor, and its upper edge must not be cut off."""
        return self.sees_mm(height_mm - die_mm)[1]

    def smallest_mm(self, height_mm: float) -> float:
        """The smallest die that is found at that height."""
        return SMALLEST_FOUND_PX * self.sees_mm(height_mm)[0] / finder_px()


MODULE_3 = Lens("Camera Module 3", 66.0, 41.0, 4608)
MODULE_2 = Lens("Camera Module 2", 62.2, 48.8, 3280)


def finder_px() -> int:
    """The longest side of the picture that the finder is shown."""
    return int(json.loads(FINDER_CARD.read_text(encoding="utf-8"))["input"]["side_px"])


def leans_deg(height_mm: float) -> float:
    """How far from straight above a die at the rim of the tray is seen."""
    return degrees(atan2(TRAY_MM / 2, height_mm))


def as_markdown() -> str:
    """The table in the README."""
    rows = [
        "| camera, height above the tray's floor | sees | tray, on the short side | a 20 mm d20 | smallest die found "
        f"| at the rim of a {TRAY_MM / 10:g} cm tray seen from |",
        "| --- | --- | --- | --- | --- | --- |",
    ]
    for lens in (MODULE_3, MODULE_2):
        for height in HEIGHTS_MM:
            wide, high = lens.sees_mm(height)
            star = "**" if height == RECOMMENDED_MM else ""
            rows.append(
                f"| {star}{lens.name}, {height / 10:g} cm{star} | {wide / 10:.0f} × {high / 10:.0f} cm "
                f"| up to {lens.widest_tray_mm(height) // 10:.0f} cm "
                f"| {lens.die_px(height):.0f} px | {lens.smallest_mm(height):.0f} mm | {leans_deg(height):.0f}° |"
            )
    return "\n".join(rows)
