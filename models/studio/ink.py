"""What is printed on a die at points of its surface: ink, and the slope of its engraving."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from models.studio.die import Die, tile_frame
from models.studio.fonts import Tile
from models.studio.frames import frames
from models.studio.printing import tile_for
from models.studio.rays import Floats

TILE_SIZES = (64, 128, 256)  # px; a tile is drawn as large as it is shown


@dataclass(frozen=True, eq=False, slots=True)
class Ink:
    """One row a point: how much ink covers it, whether that is the red of a big "1", and the slope of the engraving."""

    cover: Floats
    red: NDArray[np.bool_]
    slope: Floats


def bilinear(image: Floats, x: Floats, y: Floats) -> Floats:
    """Reads an image between its pixels; outside it is as at its edge."""
    height, width = image.shape[:2]
    x, y = np.clip(x, 0, width - 1.001), np.clip(y, 0, height - 1.001)
    left, top = x.astype(np.int32), y.astype(np.int32)
    right_share, low_share = (x - left).astype(np.float32), (y - top).astype(np.float32)
    if image.ndim == 3:
        right_share, low_share = right_share[:, None], low_share[:, None]
    upper = image[top, left] * (1 - right_share) + image[top, left + 1] * right_share
    lower = image[top + 1, left] * (1 - right_share) + image[top + 1, left + 1] * right_share
    return np.asarray(upper * (1 - low_share) + lower * low_share, dtype=np.float32)


def ink_at(die: Die, points: Floats, face: NDArray[np.intp], px_per_inradius: float, slopes: bool = True) -> Ink:
    """`points` in the die's own frame on the faces given."""
    cover = np.zeros(len(points), np.float32)
    red = np.zeros(len(points), bool)
    slope = np.zeros((len(points), 3), np.float32)
    for slot in die.slots:
        on_face = np.flatnonzero(face == slot.face)
        if len(on_face) == 0:
            continue
        *axes, half = tile_frame(die, slot)
        centre, right, up = (axis.astype(np.float32) for axis in axes)
        away = points[on_face] - centre
        across, along = away @ right / half, away @ up / half
        inside = (np.abs(across) < 1) & (np.abs(along) < 1)
        if not inside.any():
            continue
        spots = on_face[inside]
        tile = sharp_tile(tile_for(die, slot), 2 * half * px_per_inradius)
        scale = (len(tile) - 1) / 2
        x = np.asarray((across[inside] + 1) * scale, dtype=np.float32)
        y = np.asarray((1 - along[inside]) * scale, dtype=np.float32)
        found = bilinear(tile, x, y)
        more = found > cover[spots]
        cover[spots] = np.maximum(cover[spots], found)
        red[spots[more]] = die.look.red_one and die.labels[slot.label] == "1"
        if slopes:
            slope[spots] += _slope(tile, x, y, right, up)  # of a d4's three tiles on a face some overlap
    if die.look.decor == "framed":
        for frame in frames(die):
            on_face = np.flatnonzero(face == frame.face)
            cover[on_face] = np.maximum(cover[on_face], frame.cover(points[on_face], 1 / px_per_inradius))
    return Ink(cover, red, slope)


def sharp_tile(tile: Tile, shown_px: float) -> Floats:
    """A tile enlarged with clean edges, then as soft as it looks when it is `shown_px` wide."""
    size = next((size for size in TILE_SIZES if size >= shown_px), TILE_SIZES[-1])
    drawn = np.asarray(tile, dtype=np.float32) / 255
    if size > len(tile):
        big = cv2.resize(drawn, (size, size), interpolation=cv2.INTER_CUBIC)
        drawn = np.clip((cv2.GaussianBlur(big, (0, 0), size / 160) - 0.5) * (size / 100) + 0.5, 0, 1)
    shrink = size / max(4.0, shown_px)
    return np.asarray(cv2.GaussianBlur(drawn, (0, 0), 0.45 * shrink) if shrink > 1 else drawn, dtype=np.float32)


def _slope(tile: Floats, x: Floats, y: Floats, right: Floats, up: Floats) -> Floats:
    """Uphill towards more ink: engraved strokes go down there."""
    soft = cv2.GaussianBlur(tile, (0, 0), len(tile) / 85)
    steepness = len(tile) / 256
    slopes = cv2.merge(
        [cv2.Sobel(soft, cv2.CV_32F, 1, 0, scale=steepness), cv2.Sobel(soft, cv2.CV_32F, 0, 1, scale=steepness)]
    )
    found = bilinear(np.asarray(slopes, dtype=np.float32), x, y)
    return np.asarray(found[:, :1] * right - found[:, 1:] * up, dtype=np.float32)
