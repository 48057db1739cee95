"""Things on the tray that are not dice: what lies there, how large it is and where."""

from dataclasses import dataclass

import numpy as np

from models.studio.solids import Vectors


@dataclass(frozen=True, slots=True)
class Clutter:
    """One thing, in mm around (x, y); its look follows from the seed."""

    item: str
    x_mm: float
    y_mm: float
    turn: float
    length_mm: float
    width_mm: float
    height_mm: float
    seed: int

    @property
    def footprint(self) -> Vectors:
        """Its outline on the floor, (n, 2): a rectangle or, for round things, an octagon."""
        if self.item in ROUND:
            angles = self.turn + np.arange(16) * np.pi / 8
            ring = np.stack([np.cos(angles), np.sin(angles)], axis=1) * (self.length_mm / 2)
            return np.asarray(ring + np.array([self.x_mm, self.y_mm]))
        half = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * [self.length_mm / 2, self.width_mm / 2]
        return np.asarray(half @ turning(self.turn).T + [self.x_mm, self.y_mm])


ROUND = ("coin", "chip", "token", "bead", "crumb", "screw", "mug")
UNDER_DICE = ("card", "paper", "grid", "crumb")  # thin: dice may lie on them
OVER_DICE = ("finger",)
SIZES_MM: dict[str, tuple[tuple[float, float], tuple[float, float], tuple[float, float]]] = {
    "coin": ((15, 27), (15, 27), (1.3, 2.4)),
    "chip": ((20, 39), (20, 39), (2, 4)),
    "token": ((12, 30), (12, 30), (1.5, 3)),
    "bead": ((4, 16), (4, 16), (4, 16)),
    "crumb": ((0.8, 3.5), (0.8, 3.5), (0.3, 1.5)),
    "screw": ((5, 10), (5, 10), (3, 6)),
    "pencil": ((60, 180), (6.5, 8.5), (6.5, 8.5)),
    "pen": ((110, 150), (7, 12), (7, 12)),
    "meeple": ((14, 20), (14, 20), (8, 10)),
    "card": ((88, 90), (57, 64), (0.3, 0.3)),
    "paper": ((60, 210), (40, 150), (0.1, 0.1)),
    "grid": ((80, 300), (80, 300), (0.1, 0.1)),
    "finger": ((70, 90), (14, 21), (16, 40)),
}
LARGE_MM: dict[str, tuple[tuple[float, float], tuple[float, float], tuple[float, float]]] = {
    "book": ((90, 250), (60, 180), (6, 35)),
    "phone": ((138, 165), (66, 78), (7, 9)),
    "box": ((40, 160), (40, 160), (15, 60)),
    "mug": ((60, 95), (60, 95), (30, 90)),
}
"""What stands around a tray on a table, never in it."""
WEIGHTS = {"coin": 2.0, "crumb": 1.5, "card": 1.4, "paper": 1.0, "finger": 1.2, "pencil": 1.2, "grid": 0.6}


def turning(angle: float) -> Vectors:
    return np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])


def random_clutter(rng: np.random.Generator, x_mm: float, y_mm: float, view_mm: float) -> Clutter:
    """A thing that fits the view at all: no card of ninety millimetres in a picture of forty."""
    names = list(SIZES_MM)
    weights = np.array([WEIGHTS.get(name, 1.0) for name in names])
    return one_of(rng, str(rng.choice(names, p=weights / weights.sum())), x_mm, y_mm, view_mm)


def one_of(rng: np.random.Generator, item: str, x_mm: float, y_mm: float, view_mm: float) -> Clutter:
    (short, long), (thin, thick), (low, high) = (SIZES_MM | LARGE_MM)[item]
    length, width, height = rng.uniform(short, long), rng.uniform(thin, thick), rng.uniform(low, high)
    if item in ROUND:
        width = length
    if item == "bead":
        height = length
    if item in ("paper", "grid"):
        length, width = min(length, view_mm), min(width, view_mm)
    turn = float(rng.uniform(0, 2 * np.pi))
    return Clutter(item, x_mm, y_mm, turn, float(length), float(width), float(height), int(rng.integers(1 << 30)))
