"""Boxes → crops of a normal size, as the networks know them; and the same crop turned."""

import math
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from reader.vision.networks import of_four_bytes
from reader.vision.resize import EXACT, Halves, halvings
from reader.vision.sighting import Box, Frame

Crop = NDArray[np.uint8]

CROP_PX = 128  # a crop
DIE_PX = 84  # the longer side of the die's box in it
SEEN_PX = 96  # what all networks but the upright one see is its middle
FINE = 512  # parts of a unit to which a view is set: what differs by less between machines must not change a pixel


@dataclass(frozen=True, slots=True)
class Place:
    """Where the die really is in its crop: how far right and down of the middle, as shares of SEEN_PX,
    and how large, against DIE_PX."""

    right: float = 0.0
    down: float = 0.0
    size: float = 1.0

    def box(self, rough: Box) -> Box:
        """The finder's box, put right."""
        share = rough.longer_side * SEEN_PX / DIE_PX
        x, y = rough.centre
        x, y = x + self.right * share, y + self.down * share
        width, height = rough.width * self.size, rough.height * self.size
        return Box(x - width / 2, y - height / 2, width, height)


AS_FOUND = Place()


def cut(picture: Frame | Halves, box: Box, side_px: int = CROP_PX, *, four_bytes: bool = False) -> Crop:
    """A square around the box, at a normal size; mirrored beyond the picture's edge. Of four bytes a pixel, if asked
    for, which networks want anyway and which take less time to scale."""
    side = box.longer_side * CROP_PX / DIE_PX
    halves = Halves.of(picture)
    times = halvings(halves.at(0), side / side_px)
    frame, scale = halves.at(times), 0.5**times
    (x, y), side = box.centre, side * scale
    left, top, size = round(x * scale - side / 2), round(y * scale - side / 2), max(8, round(side))
    right, bottom = left + size, top + size
    inner: Frame = frame[max(0, top) : max(0, bottom), max(0, left) : max(0, right)]
    over = (max(0, -top), max(0, bottom - frame.shape[0]), max(0, -left), max(0, right - frame.shape[1]))
    if any(over):
        inner = np.asarray(cv2.copyMakeBorder(inner, *over, cv2.BORDER_REFLECT), np.uint8)
    if four_bytes:
        inner = of_four_bytes(inner)
    return np.asarray(cv2.resize(inner, (side_px, side_px), interpolation=EXACT), np.uint8)


def turned(
    crop: Crop, side_px: int, angle_deg: float, place: Place = AS_FOUND, lean: tuple[float, float] = (0.0, 0.0)
) -> Crop:
    """The crop turned counter-clockwise about its die, at a network's input size; a face that leans so, as if it were
    seen straight on."""
    right, down, size, angle = (round(part * FINE) / FINE for part in (place.right, place.down, place.size, angle_deg))
    middle, seen = crop.shape[0] / 2, crop.shape[0] * SEEN_PX / CROP_PX
    x, y, zoom = middle + right * seen, middle + down * seen, side_px / seen / size
    along, aside = zoom * math.cos(math.radians(angle)), zoom * math.sin(math.radians(angle))
    turn = [[along, aside], [-aside, along]]
    if lean != (0.0, 0.0):
        turn = (np.array(turn) @ _straightened(*(round(part * FINE) / FINE for part in lean))).tolist()
    warp = np.array([[*row, side_px / 2 - (row[0] * x + row[1] * y)] for row in turn])
    return np.asarray(
        cv2.warpAffine(crop, warp, (side_px, side_px), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT_101),
        np.uint8,
    )


def _straightened(across: float, down: float) -> NDArray[np.float64]:
    """Stretches along the lean what it shortens."""
    squared = across * across + down * down
    stretch = (1 / math.sqrt(max(1 - squared, 0.05)) - 1) / max(squared, 1e-9)
    return np.eye(2) + stretch * np.outer((across, down), (across, down))
