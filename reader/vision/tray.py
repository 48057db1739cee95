"""A calibrated tray: where it lies in the picture and how light falls on it. The eye works without one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from reader.vision.sighting import Box, Frame

Corners = tuple[tuple[float, float], ...]

MAP_PX = 32  # light changes slowly over a tray: a map of so many columns holds all of it
GRAIN_PX = 8  # of the picture to one of the map; felt and wood grain are medianed away
BLACK = 4.0  # of 255; keeps a black corner from being called infinitely dim
MOST_EVENING = 3.0  # a corner three times darker than the middle is trouble to tell, not to hide
SMOOTH_PX, LEAST_WEIGHT = 1.5, 0.2  # of the map; and how much of what is meant must be tray
GAIN_UNIT = 64  # steps of a gain of one: three of them still fit a byte
WHOLE_PICTURE: Corners = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))


@dataclass(frozen=True, slots=True, eq=False)
class Tray:
    """`corners` in shares of the picture's width and height, in order round the tray, so that they fit every size.

    `light` is how bright each part of the picture shows the same felt, 1 being the tray's median. It is a ratio of
    pixel values, not of light: a die's pixels divided by it, or a little less, are about those in the tray's usual
    light.
    """

    corners: Corners
    light: NDArray[np.float32]

    @classmethod
    def of_empty(cls, frame: Frame, corners: Corners = WHOLE_PICTURE) -> Tray:
        """Of a picture of the empty tray."""
        rows = max(2, round(MAP_PX * frame.shape[0] / frame.shape[1]))
        small = cv2.resize(frame, (MAP_PX * GRAIN_PX, rows * GRAIN_PX), interpolation=cv2.INTER_AREA)
        grey = cv2.medianBlur(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), 2 * GRAIN_PX - 1)
        shades = np.maximum(cv2.resize(grey, (MAP_PX, rows), interpolation=cv2.INTER_AREA).astype(np.float32), BLACK)
        inside = _inside(corners, rows)
        usual = np.float32(np.median(shades[inside]))
        smooth = _spread(shades, inside, usual)
        light = np.clip(smooth / usual, 1 / MOST_EVENING, MOST_EVENING)
        return cls(corners, np.asarray(light, np.float32))

    def contains(self, box: Box, frame: Frame) -> bool:
        """Whether the middle of the box lies on the tray."""
        height, width = frame.shape[:2]
        outline = np.array([(x * width, y * height) for x, y in self.corners], np.float32)
        return cv2.pointPolygonTest(outline, box.centre, False) >= 0

    def light_at(self, box: Box, frame: Frame) -> float:
        """How bright the tray shows where the box is, 1 being the usual."""
        rows, columns = self.light.shape
        x = min(columns - 1, max(0, int(box.centre[0] / frame.shape[1] * columns)))
        y = min(rows - 1, max(0, int(box.centre[1] / frame.shape[0] * rows)))
        return float(self.light[y, x])

    def evened(self, frame: Frame) -> Frame:
        """The picture as it would be in even light. In whole numbers, for a Pi does this with twelve megapixels."""
        gain = np.asarray(np.round(GAIN_UNIT / self.light), np.uint8)
        wide = cv2.resize(gain, (frame.shape[1], frame.shape[0]), interpolation=cv2.INTER_LINEAR)
        return np.asarray(cv2.multiply(frame, cv2.merge([wide, wide, wide]), scale=1 / GAIN_UNIT), np.uint8)

    def as_json(self) -> dict[str, Any]:
        light = [[round(float(share), 3) for share in row] for row in self.light]
        return {"corners": [list(spot) for spot in self.corners], "light": light}

    @classmethod
    def from_json(cls, stored: dict[str, Any]) -> Tray:
        corners = tuple((float(x), float(y)) for x, y in stored["corners"])
        light = np.array(stored["light"], np.float32)
        if len(corners) < 3 or light.ndim != 2 or not np.all(light > 0):
            raise ValueError("the calibration is damaged; run dice-reader calibrate again")
        return cls(corners, light)


def _spread(shades: NDArray[np.float32], inside: NDArray[np.bool_], usual: np.float32) -> NDArray[np.float32]:
    """Smooth, and beyond the tray as its nearest parts are: a die at the wall stands in the floor's light."""
    weights, filled = inside.astype(np.float32), np.full_like(shades, usual)
    for reach in (12.0, 4.0, SMOOTH_PX):
        near = cv2.GaussianBlur(weights, (0, 0), reach)
        mean = cv2.GaussianBlur(shades * weights, (0, 0), reach) / np.maximum(near, 1e-6)
        filled = np.asarray(np.where(near > LEAST_WEIGHT, mean, filled), np.float32)
    return filled


def _inside(corners: Corners, rows: int) -> NDArray[np.bool_]:
    outline = np.array([(x * MAP_PX - 0.5, y * rows - 0.5) for x, y in corners])
    mask = np.zeros((rows, MAP_PX), np.uint8)
    cv2.fillPoly(mask, [np.round(outline * 16).astype(np.int32)], 1, shift=4)
    return np.asarray(mask > 0) if mask.any() else np.ones((rows, MAP_PX), np.bool_)
