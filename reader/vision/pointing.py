"""Which way a numeral points: what the upright network says of the whole die, and the face network of each view."""

import math
from typing import NamedTuple

import numpy as np

from reader.vision.networks import Floats

NEAR_DEG = 40.0  # ways as near as this are the same one
FAINT = 0.15  # a way less likely than this share of the best is not tried
LEFT_OPEN = 0.01  # what every way keeps, whoever is against it


class Way(NamedTuple):
    """How a crop is turned to be read: degrees, and how likely its numeral is upright then."""

    turn_deg: float
    weight: float


def likely_ways(chances: Floats) -> list[Way]:
    """The hills of the chances round the circle, best first.

    >>> likely_ways(np.eye(24, dtype=np.float32)[6])
    [Way(turn_deg=90.0, weight=1.0)]
    """
    heights: list[float] = chances.tolist()  # so few numbers are quicker counted one by one
    step, highest = 360 / len(heights), max(heights)
    hills = []
    for top, height in enumerate(heights):
        left, right = heights[top - 1], heights[(top + 1) % len(heights)]
        if (height >= left and height > right) or height == highest:
            mass = left + height + right
            hills.append(((top + (right - left) / max(mass, 1e-6)) * step, mass))
    hills.sort(key=lambda hill: -hill[1])
    kept = [hill for hill in hills if hill[1] >= FAINT * hills[0][1]]
    total = sum(mass for _, mass in kept)
    return [Way(angle, mass / total) for angle, mass in kept]


def likeliest(chances: Floats) -> list[float]:
    """Of many dice, (n, directions), each one's best way in degrees: all at once, since most need no other.

    >>> likeliest(np.eye(24, dtype=np.float32)[[6, 0]])
    [90.0, 0.0]
    """
    middle = chances.astype(np.float64)
    left, right = np.roll(middle, 1, axis=1), np.roll(middle, -1, axis=1)
    mass = left + middle + right
    is_top = ((middle >= left) & (middle > right)) | (middle == middle.max(axis=1, keepdims=True))
    tops = np.where(is_top, mass, -1).argmax(axis=1)
    rows = np.arange(len(tops))
    between = (right - left)[rows, tops] / np.maximum(mass[rows, tops], 1e-6)
    return [float(angle) for angle in (tops + between) * (360 / chances.shape[1])]


def further_way(chances: Floats, tried: list[float]) -> Way | None:
    """The likeliest way that has not been tried; none if hardly any is left."""
    for way in likely_ways(chances):
        if all(apart_deg(way.turn_deg, other) > NEAR_DEG for other in tried):
            return way
    return None


def weight_of(chances: Floats, turn_deg: float) -> float:
    """How likely a way is among all directions."""
    step, heights = 360 / len(chances), chances.tolist()
    first, last = math.floor((turn_deg - NEAR_DEG) / step) + 1, math.ceil((turn_deg + NEAR_DEG) / step)
    return float(sum(heights[spot % len(heights)] for spot in range(first, last)))


def apart_deg(one: float, other: float) -> float:
    return abs((one - other + 180) % 360 - 180)


def agreed(whole: Floats, view: Floats, turn_deg: float) -> Floats:
    """What was thought of the directions, with what a view says that was turned so far: it tells what turn is left."""
    step = 360 / len(whole)
    spots = (np.arange(len(whole)) - turn_deg / step) % len(whole)
    low = spots.astype(int) % len(view)
    part = spots % 1
    said = view[low] * (1 - part) + view[(low + 1) % len(view)] * part
    both = (whole + LEFT_OPEN) * (said + LEFT_OPEN)
    return np.asarray(both / both.sum(), np.float32)
