"""Arithmetic on whole pictures by OpenCV: where a plane meets three colours NumPy takes five to thirty times longer."""

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.float32]

THIRDS = np.full((1, 3), 1 / 3)


def in_colours(plane: Image) -> Image:
    """The same in blue, green and red."""
    return np.asarray(cv2.cvtColor(plane, cv2.COLOR_GRAY2BGR), dtype=np.float32)


def tinted(image: Image, colour: Sequence[float]) -> Image:
    return np.asarray(cv2.transform(image, np.diag(colour)), dtype=np.float32)


def painted(plane: Image, colour: Sequence[float]) -> Image:
    """A plane of brightness in one colour."""
    return tinted(in_colours(plane), colour)


def grey(image: Image) -> Image:
    """The mean of the three colours."""
    return np.asarray(cv2.transform(image, THIRDS), dtype=np.float32)


def mixed(image: Image, over: Image, share: Image) -> Image:
    """`over` where the share is 1, the picture where it is 0."""
    return np.asarray(cv2.blendLinear(image, over, 1 - share, share), dtype=np.float32)


def blended(shares: Sequence[Image], colours: Sequence[Sequence[float]]) -> Image:
    """Each of three colours as strongly as its share."""
    return np.asarray(cv2.transform(cv2.merge(list(shares)), np.array(colours, np.float64).T), dtype=np.float32)
