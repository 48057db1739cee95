"""Boxes → crops of a normal size, as the networks know them; and the same crop turned."""

import cv2
import numpy as np
from numpy.typing import NDArray

from reader.vision.sighting import Box, Frame

Crop = NDArray[np.uint8]

CROP_PX = 128  # a crop
DIE_PX = 84  # the longer side of the die's box in it
SEEN_PX = 96  # the networks see the middle


def cut(frame: Frame, box: Box) -> Crop:
    """A square around the box, shrunk by area so that nothing flickers; mirrored beyond the picture's edge."""
    side = box.longer_side * CROP_PX / DIE_PX
    x, y = box.centre
    left, top, size = round(x - side / 2), round(y - side / 2), max(8, round(side))
    right, bottom = left + size, top + size
    inner: Frame = frame[max(0, top) : max(0, bottom), max(0, left) : max(0, right)]
    over = (max(0, -top), max(0, bottom - frame.shape[0]), max(0, -left), max(0, right - frame.shape[1]))
    if any(over):
        inner = np.asarray(cv2.copyMakeBorder(inner, *over, cv2.BORDER_REFLECT), np.uint8)
    way = cv2.INTER_AREA if size > CROP_PX else cv2.INTER_CUBIC
    return np.asarray(cv2.resize(inner, (CROP_PX, CROP_PX), interpolation=way), np.uint8)


def turned(crop: Crop, side_px: int, angle_deg: float, zoom: float = 1.0) -> Crop:
    """The crop's middle turned counter-clockwise, at a network's input size."""
    scale = zoom * side_px / SEEN_PX
    warp = np.asarray(cv2.getRotationMatrix2D((CROP_PX / 2, CROP_PX / 2), angle_deg, scale), np.float64)
    warp[:, 2] += side_px / 2 - CROP_PX / 2
    source = cv2.blur(crop, (2, 2)) if side_px < 70 else crop  # as in training, where small crops are shrunk
    return np.asarray(
        cv2.warpAffine(source, warp, (side_px, side_px), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT_101),
        np.uint8,
    )
