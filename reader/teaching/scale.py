"""How much likeness means. Measured on rendered dice for the networks in use, and kept beside this file:
`python -m reader.evaluation.teaching fit`."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final

FILE: Final = Path(__file__).with_name("scale.json")


@dataclass(frozen=True, slots=True)
class Scale:
    """`even` is the likeness to its best face that speaks neither for nor against a die's taught faces; `weight` what
    more of it is worth, in logarithms of chances. Colours count from `other_colours`, in full from `same_colours`."""

    weight: float = 25.0
    even: float = 0.86
    most_for: float = 3.0
    most_against: float = 3.0
    most_apart: float = 8.0
    """How far the likeliest face of a die can be ahead of its others."""
    same_pose: float = 0.97
    """Likeness from which it is the same die in the same pose, which is worth up to `same_pose_worth` more."""
    same_pose_worth: float = 8.0
    general: float = 0.75
    """How much the general answer still counts for a die that was taught."""
    other_colours: float = 0.86
    same_colours: float = 0.95
    known: float = 0.92
    """Colours from which it may be that die, and how like any of its examples the picture must be besides."""
    known_picture: float = 1.2
    picture_weight: float = 4.0
    """What a picture that agrees more with one face than with another is worth, up to `picture_apart`."""
    picture_apart: float = 8.0
    picture_level: float = 3.0
    """What more agreement with the best face of a die is worth for all that was taught of it; `picture_even` speaks
    neither for nor against."""
    picture_even: float = 1.5
    picture_for: float = 4.0
    picture_against: float = 1.0
    other_picture: float = 1.0
    """Up to this agreement with any face it is another die; from `same_picture` surely that one."""
    same_picture: float = 1.6
    news: float = 0.96
    """Likeness to the examples of its face under which a throw that was let stand adds something."""
    networks: str = ""
    """Those that this was measured with."""

    @classmethod
    def load(cls, path: Path = FILE) -> Scale:
        return cls(**json.loads(path.read_text(encoding="utf-8"))) if path.exists() else cls()

    def save(self, path: Path = FILE) -> None:
        path.write_text(json.dumps(asdict(self), indent=1) + "\n", encoding="utf-8")
