"""Dice as they lie in a tray: a kind, a printed face, and how light the die is. What a face counts for is a rule."""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, Literal

Shade = Literal["light", "dark"]

ANY: Final = "any"
"""A kind that is asked for where every die serves, and the kind of a number typed without saying which die."""
COIN: Final = "coin"
HEADS: Final = "heads"
TAILS: Final = "tails"
PERCENTILE: Final = "d%"

LIGHTNESS: Final = MappingProxyType[Shade, float]({"light": 1.0, "dark": 0.0})
"""How light a die is taken to be that is only called light or dark."""


def _numbers(first: int, last: int) -> tuple[str, ...]:
    return tuple(str(number) for number in range(first, last + 1))


FACES: Final = MappingProxyType(
    {
        "d4": _numbers(1, 4),
        "d6": _numbers(1, 6),
        "d8": _numbers(1, 8),
        "d10": (*_numbers(1, 9), "0"),
        PERCENTILE: tuple(f"{tens}0" for tens in range(10)),
        "d12": _numbers(1, 12),
        # A d10ish die is shaped like a d20 and shows 0 to 10, so a "0" may lie there.
        "d20": ("0", *_numbers(1, 20)),
        COIN: (HEADS, TAILS),
    }
)
"""The kinds that can lie in a tray, each with every face that may be printed on it."""

D10ISH_FACES: Final = _numbers(0, 10)
D20_FACES: Final = _numbers(1, 20)
PRINTED_TEN: Final = "10"


@dataclass(frozen=True, slots=True)
class Die:
    """One die that was thrown: seen by the camera or typed in.

    >>> Die("d6", "5", lightness=0.9).number
    5
    """

    kind: str
    face: str
    lightness: float | None = None
    typed: bool = False

    @property
    def number(self) -> int:
        """The printed number; a d10's "0" is 0 here, for whether it counts ten is a rule."""
        return int(self.face)

    @property
    def value(self) -> int:
        """What it counts for in every book: the printed number, and ten for a d10's "0"."""
        return 10 if self.kind == "d10" and self.face == "0" else int(self.face)

    @property
    def is_coin(self) -> bool:
        return self.kind == COIN


def face_on(kind: str, face: str) -> str | None:
    """The face as this reader names it, or None if no such face is printed on that kind.

    >>> face_on("d10", "10"), face_on("d6", "7"), face_on("d%", "0")
    ('0', None, '00')
    """
    if kind == ANY:
        return face if any(face in faces for kind, faces in FACES.items() if kind != COIN) else None
    if kind == "d10" and face == PRINTED_TEN:
        return "0"
    if kind == PERCENTILE and face == "0":
        return "00"
    return face if face in FACES[kind] else None


def kind_called(name: str) -> str | None:
    """The kind that players mean by a name, or None.

    >>> kind_called("D%"), kind_called("d100"), kind_called("d7")
    ('d%', 'd%', None)
    """
    lowered = name.lower()
    if lowered in ("d100", "d00"):
        return PERCENTILE
    return lowered if lowered in FACES or lowered == ANY else None
