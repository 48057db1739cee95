"""How a tray's outline tells where the camera looks from."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from reader.vision.sighting import Frame
from reader.vision.tray import Corners

HALF_VIEW: Final = math.tan(math.radians(62.2 / 2))
"""Of a Pi camera, across; what other cameras have is near enough for a sentence."""
MOST_TILT_DEG: Final = 30.0
"""Beyond, a die's sides are as large as its top."""


@dataclass(frozen=True, slots=True)
class Perspective:
    """`tilt_deg` is how far off the vertical the camera looks, as the nearer side of the tray tells by its length."""

    tilt_deg: float
    width_share: float
    """How much of the picture's width the tray takes."""

    @property
    def is_askew(self) -> bool:
        return self.tilt_deg > MOST_TILT_DEG


def perspective_of(corners: Corners, aspect: float) -> Perspective | None:
    """Of a tray with four corners; others tell too little. `aspect` is the picture's height over its width."""
    if len(corners) != 4:
        return None
    points = np.array(corners) * [1.0, aspect]
    sides = np.linalg.norm(np.roll(points, -1, axis=0) - points, axis=1)
    reach = float(np.ptp(points, axis=0).max())
    worst = 0.0
    for one in (0, 1):
        near, far = max(sides[one], sides[one + 2]), min(sides[one], sides[one + 2])
        between = (sides[1 - one] + sides[3 - one]) / 2
        worst = max(worst, (near - far) / (near + far) / max(0.05, HALF_VIEW * between))
    return Perspective(round(math.degrees(math.asin(min(1.0, worst))), 1), round(reach, 3))


def flattened(frame: Frame, corners: Corners, width_px: int = 480) -> Frame | None:
    """The tray as seen from straight above, for people to look at; None of a tray without four corners."""
    if len(corners) != 4:
        return None
    height, width = frame.shape[:2]
    around = np.array(corners, np.float32) * np.array([width, height], np.float32)
    start = int(np.argmin(around.sum(axis=1)))
    around = np.roll(around, -start, axis=0)
    if cv2.contourArea(around, oriented=True) < 0:
        around = np.roll(around[::-1], 1, axis=0)
    sides = np.linalg.norm(np.roll(around, -1, axis=0) - around, axis=1)
    height_px = max(8, round(width_px * float(sides[1] + sides[3]) / float(sides[0] + sides[2])))
    flat = np.array([(0, 0), (width_px, 0), (width_px, height_px), (0, height_px)], np.float32)
    turn = cv2.getPerspectiveTransform(around, flat)
    return np.asarray(cv2.warpPerspective(frame, turn, (width_px, height_px), flags=cv2.INTER_AREA), np.uint8)
