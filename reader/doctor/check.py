"""One line of the doctor's."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Check:
    """`says` is what was seen; `fix` what to do where that is not well, and empty where it is."""

    part: str
    ok: bool
    says: str
    fix: str = ""
    is_stand_in: bool = False

    @property
    def name(self) -> str:
        """
        >>> Check("camera", True, "sharp", is_stand_in=True).name
        'camera (stand-in)'
        """
        return f"{self.part} (stand-in)" if self.is_stand_in else self.part

    @property
    def line(self) -> str:
        """
        >>> print(Check("disk", False, "12 MB free", "keep fewer pictures").line)
        ✗ disk: 12 MB free
            → keep fewer pictures
        """
        mark = "✓" if self.ok else "✗"
        return f"{mark} {self.name}: {self.says}" + (f"\n    → {self.fix}" if self.fix else "")

    def as_json(self) -> dict[str, Any]:
        return {"name": self.name, "ok": self.ok, "fix": self.fix}


def well(part: str, says: str, *, is_stand_in: bool = False) -> Check:
    return Check(part, True, says, is_stand_in=is_stand_in)


def ill(part: str, says: str, fix: str, *, is_stand_in: bool = False) -> Check:
    return Check(part, False, says, fix, is_stand_in)
