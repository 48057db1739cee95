"""What `dice-reader benchmark` measures: one file a section, each with a TITLE and figures()."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

SECTIONS: Final = ("rules", "vision", "table", "page", "studio")
"""In the order in which they are printed; a name is a file beside this one."""


@dataclass(frozen=True, slots=True)
class Figure:
    """One thing that was measured, and the most or the least that it may be, if there is a bar to pass."""

    name: str
    value: float
    unit: str
    most: float | None = None
    least: float | None = None

    @property
    def passes(self) -> bool:
        return (self.most is None or self.value <= self.most) and (self.least is None or self.value >= self.least)

    @property
    def bar(self) -> str:
        """In words; empty if there is none."""
        limit = f"at most {self.most:g}" if self.most is not None else ""
        limit = f"at least {self.least:g}" if self.least is not None else limit
        return limit and f"{'✓' if self.passes else '✗'} {limit}"
