"""The part of a picture that a die touches."""

from dataclasses import dataclass

import numpy as np

from models.studio.solids import Vectors
from models.studio.textures import Image

SHIFT = 4  # OpenCV draws polygons in 1/16 px


@dataclass(frozen=True, eq=False, slots=True)
class Region:
    """The part of the picture that a die touches."""

    x: int
    y: int
    width: int
    height: int

    def of(self, image: Image) -> Image:
        return image[self.y : self.y + self.height, self.x : self.x + self.width]

    def local(self, points: Vectors) -> Vectors:
        """For OpenCV, to which whole numbers are the middles of pixels."""
        return np.asarray(points - [self.x + 0.5, self.y + 0.5])
