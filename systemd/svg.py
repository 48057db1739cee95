"""A few words of SVG: enough for wires, parts and labels."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

INK, QUIET, PAPER, BOARD = "#1f2430", "#667085", "#ffffff", "#eef3ee"
Point = tuple[float, float]


class Sheet:
    """Paper that shapes are put on; what is put first lies lowest."""

    def __init__(self, width: int, height: int, title: str) -> None:
        self._parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
            f'role="img" font-family="system-ui, sans-serif" font-size="14">',
            f"<title>{escape(title)}</title>",
            f'<rect width="{width}" height="{height}" rx="12" fill="{PAPER}"/>',
        ]

    def box(
        self, x: float, y: float, wide: float, high: float, fill: str = PAPER, line: str = INK, dash: str = ""
    ) -> None:
        dashed = f' stroke-dasharray="{dash}"' if dash else ""
        self._parts.append(
            f'<rect x="{x:g}" y="{y:g}" width="{wide:g}" height="{high:g}" rx="6" fill="{fill}" stroke="{line}" '
            f'stroke-width="1.5"{dashed}/>'
        )

    def circle(self, x: float, y: float, radius: float, fill: str = PAPER, line: str = INK) -> None:
        self._parts.append(
            f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}" fill="{fill}" stroke="{line}" stroke-width="1.5"/>'
        )

    def path(
        self, points: Sequence[Point], colour: str = INK, wide: float = 2.5, dash: str = "", fill: str = "none"
    ) -> None:
        drawn = " ".join(f"{x:g},{y:g}" for x, y in points)
        dashed = f' stroke-dasharray="{dash}"' if dash else ""
        self._parts.append(
            f'<polyline points="{drawn}" fill="{fill}" stroke="{colour}" stroke-width="{wide:g}" '
            f'stroke-linejoin="round" stroke-linecap="round"{dashed}/>'
        )

    def text(
        self,
        x: float,
        y: float,
        words: str,
        *,
        at: str = "start",
        size: float = 14,
        colour: str = INK,
        bold: bool = False,
    ) -> None:
        weight = ' font-weight="600"' if bold else ""
        self._parts.append(
            f'<text x="{x:g}" y="{y:g}" text-anchor="{at}" font-size="{size:g}" fill="{colour}"{weight}>'
            f"{escape(words)}</text>"
        )

    def done(self) -> str:
        return "\n".join([*self._parts, "</svg>"]) + "\n"
