"""Picture of an empty tray → its outline. Rather too large than too small: what is cut off could not be read."""

from __future__ import annotations

from itertools import pairwise
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from reader.vision.sighting import Frame
from reader.vision.tray import WHOLE_PICTURE, Corners, Tray

SEEN_PX: Final = 240
"""Width at which it is looked for: felt and grain are smoothed away, a rim is still several pixels."""
BLACK: Final = 6.0
"""Of 255, added to every channel: the colour of what is nearly black is noise."""
MIDDLE: Final = 0.28
"""Of width and height: the ellipse that is taken for floor."""
OTHER_COLOUR: Final = 0.035
"""By how much the shares of green and red may differ from the floor's."""
LIGHTER, DARKER = 0.35, 1.1
"""Natural logarithms of brightness: a floor has shadows to a third of its light, but is nowhere much brighter."""
SPREAD: Final = 3.0
"""Deviations of the floor itself that are allowed besides: wood and marble have several colours."""
GAUSSIAN_MAD: Final = 1.4826
HOLES_PX: Final = 15
"""Shadows of hands and crumbs that the floor is closed over."""
SOLID: Final = 0.88
"""Least share of its hull that a tray's floor fills; less is no tray but a pattern."""
LEAST, MOST = 0.25, 0.93
"""Of the picture. A floor that is larger fills it: no edge is seen."""
EDGE_PX: Final = 4.0
"""Inside and outside of the outline where the two are compared."""
OTHER_SHADE, OTHER_SHARE = 0.16, 0.02
"""Logarithm of brightness, or share of green or red, by which the two differ at a rim; a soft shadow takes longer."""
CRISP: Final = 0.7
"""Least share of the outline that has such an edge; else it is light that ends there, and not the tray."""
GROWN: Final = 0.03
"""A die at the wall stands out over the floor's edge; in shares of the picture's width."""
INNER: Final = 0.88
"""Of the outline: what is surely floor, and no wall or rim."""
MOST_CORNERS: Final = 12
"""A round tray is as good as one with so many."""

Mask = NDArray[np.uint8]


def find_tray(frame: Frame) -> Corners | None:
    """Corners in shares of the picture, in order round the tray; the picture's own where the floor fills it; None where
    it cannot be told."""
    features = _features(frame)
    rows, columns = features.shape[:2]
    middle = _middle(rows, columns)
    floor = _connected(_like_the_middle(features, middle), middle)
    outlines, _ = cv2.findContours(floor, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    if not outlines:
        return None
    outline = max(outlines, key=cv2.contourArea)
    hull = cv2.convexHull(outline)
    area = cv2.contourArea(hull) / (rows * columns)
    if area < LEAST or cv2.contourArea(outline) < SOLID * cv2.contourArea(hull):
        return None
    if area > MOST:
        return WHOLE_PICTURE
    if _crisp_share(features, np.asarray(hull[:, 0, :], np.float64)) < CRISP:
        return None
    return _grown(_few_corners(np.asarray(hull, np.int32)), rows, columns)


def tray_of(frame: Frame, corners: Corners) -> Tray:
    """Dice count up to the outline; the light is that of the floor well within it, for walls are darker."""
    return Tray(corners, Tray.of_empty(frame, floor_within(corners)).light)


def floor_within(corners: Corners) -> Corners:
    if corners == WHOLE_PICTURE:
        return corners
    outline = np.array(corners)
    inner = outline.mean(axis=0) + (outline - outline.mean(axis=0)) * INNER
    return tuple((float(x), float(y)) for x, y in inner)


def _features(frame: Frame) -> NDArray[np.float32]:
    """Share of green, share of red, logarithm of brightness: a shadow changes only the last."""
    height, width = frame.shape[:2]
    size = (SEEN_PX, max(2, round(SEEN_PX * height / width)))
    small = cv2.medianBlur(cv2.resize(frame, size, interpolation=cv2.INTER_AREA), 5).astype(np.float32) + BLACK
    total = small.sum(axis=2)
    return np.asarray(np.dstack([small[:, :, 1] / total, small[:, :, 2] / total, np.log(total)]), np.float32)


def _middle(rows: int, columns: int) -> NDArray[np.bool_]:
    y, x = np.mgrid[0:rows, 0:columns]
    across, down = (x - columns / 2) / (MIDDLE * columns), (y - rows / 2) / (MIDDLE * rows)
    return np.asarray(across**2 + down**2 < 1)


def _like_the_middle(features: NDArray[np.float32], middle: NDArray[np.bool_]) -> Mask:
    usual = np.median(features[middle], axis=0)
    spread = GAUSSIAN_MAD * np.median(np.abs(features[middle] - usual), axis=0)
    off = features - usual
    colour = np.hypot(off[:, :, 0], off[:, :, 1]) < OTHER_COLOUR + SPREAD * np.hypot(spread[0], spread[1])
    shade = (off[:, :, 2] < LIGHTER + SPREAD * spread[2]) & (off[:, :, 2] > -DARKER)
    alike = np.asarray(colour & shade, np.uint8)
    opened = cv2.morphologyEx(alike, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
    return np.asarray(cv2.morphologyEx(opened, cv2.MORPH_CLOSE, _disc(HOLES_PX)), np.uint8)


def _disc(side_px: int) -> Mask:
    return np.asarray(cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (side_px, side_px)), np.uint8)


def _connected(alike: Mask, middle: NDArray[np.bool_]) -> Mask:
    """The piece that fills most of the middle."""
    count, pieces = cv2.connectedComponents(alike)
    shares = np.bincount(pieces[middle], minlength=count)
    shares[0] = 0
    return np.asarray((pieces == int(np.argmax(shares))) & (alike > 0), np.uint8)


def _crisp_share(features: NDArray[np.float32], hull: NDArray[np.float64]) -> float:
    """Of the outline, as far as it does not run along the picture's edge."""
    rows, columns = features.shape[:2]
    middle, around = hull.mean(axis=0), np.vstack([hull, hull[:1]])
    steps = np.linspace(0, 1, 24, endpoint=False)[:, None]
    points = np.vstack([start + (end - start) * steps for start, end in pairwise(around)])
    away = points - middle
    away /= np.maximum(np.linalg.norm(away, axis=1, keepdims=True), 1e-6)
    inner, outer = points - EDGE_PX * away, points + EDGE_PX * away
    limit = np.array([columns - 1, rows - 1])
    seen = np.all((outer > 0) & (outer < limit) & (inner > 0) & (inner < limit), axis=1)
    if not seen.any():
        return 1.0
    change = np.abs(_at(features, outer[seen]) - _at(features, inner[seen]))
    return float(np.mean((change[:, 2] > OTHER_SHADE) | (change[:, :2].max(axis=1) > OTHER_SHARE)))


def _at(features: NDArray[np.float32], points: NDArray[np.float64]) -> NDArray[np.float32]:
    places = np.round(points).astype(np.intp)
    return np.asarray(features[places[:, 1], places[:, 0]], np.float32)


def _few_corners(hull: NDArray[np.int32]) -> NDArray[np.float64]:
    around = cv2.arcLength(hull, closed=True)
    for share in (0.012, 0.018, 0.025, 0.035, 0.05):
        corners = cv2.approxPolyDP(hull, share * around, closed=True)
        if len(corners) <= MOST_CORNERS:
            break
    return np.asarray(corners[:, 0, :], np.float64)


def _grown(corners: NDArray[np.float64], rows: int, columns: int) -> Corners:
    """Every corner a little further from the middle, but within the picture."""
    away = corners - corners.mean(axis=0)
    lengths = np.maximum(np.linalg.norm(away, axis=1, keepdims=True), 1e-6)
    moved = (corners + 0.5 + away / lengths * GROWN * columns) / [columns, rows]
    return tuple((float(x), float(y)) for x, y in np.clip(moved, 0.0, 1.0).round(4))
