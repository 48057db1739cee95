"""A pinhole camera above the tray. Pixels grow right and down; the world is in millimetres with z up."""

from dataclasses import dataclass
from math import cos, radians, sin, tan

import numpy as np

from models.studio.solids import Vectors, crossed


@dataclass(frozen=True, eq=False, slots=True)
class Camera:
    position: Vectors
    rotation: Vectors  # rows: right, down, forward, in the world
    focal_px: float
    width_px: int
    height_px: int

    def project(self, points: Vectors) -> Vectors:
        """World points (n, 3) to pixels (n, 2)."""
        seen = (points - self.position) @ self.rotation.T
        middle = np.array([self.width_px / 2, self.height_px / 2])
        return np.asarray(seen[:, :2] / seen[:, 2:] * self.focal_px + middle)

    def ray(self, x_px: float, y_px: float) -> Vectors:
        along = np.array([(x_px - self.width_px / 2) / self.focal_px, (y_px - self.height_px / 2) / self.focal_px, 1.0])
        direction = along @ self.rotation
        return np.asarray(direction / np.linalg.norm(direction))

    def on_floor(self, x_px: float, y_px: float, height_mm: float = 0.0) -> Vectors:
        """The point of the floor that a pixel shows."""
        direction = self.ray(x_px, y_px)
        return np.asarray(self.position + direction * ((height_mm - self.position[2]) / direction[2]))


def looking_down(
    target: Vectors,
    distance_mm: float,
    tilt_deg: float,
    heading: float,
    roll: float,
    focal_px: float,
    size_px: tuple[int, int],
) -> Camera:
    """A camera that looks at a point from `distance_mm` away, `tilt_deg` off the vertical towards `heading`."""
    tilt = radians(tilt_deg)
    away = np.array([sin(tilt) * cos(heading), sin(tilt) * sin(heading), cos(tilt)])
    forward = -away
    across = np.array([-sin(heading), cos(heading), 0.0])
    down = crossed(forward, across)
    right = across * cos(roll) + down * sin(roll)
    rotation = np.stack([right, crossed(forward, right), forward])
    return Camera(np.asarray(target + away * distance_mm), rotation, focal_px, *size_px)


def focal_for(width_px: int, field_of_view_deg: float) -> float:
    return width_px / 2 / tan(radians(field_of_view_deg) / 2)
