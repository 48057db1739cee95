"""Pictures made smaller or larger, quickly, without flicker, and to the same bytes on every machine."""

import math

import cv2
import numpy as np

from reader.vision.sighting import Frame

EXACT = cv2.INTER_LINEAR_EXACT  # the plain one rounds otherwise on ARM, and a die in doubt would be read otherwise


class Halves:
    """A picture, and itself halved by area again and again; each made once, when first asked for: the finder looks at
    one, and every large die is cut out of one."""

    def __init__(self, frame: Frame) -> None:
        self._made = [frame]

    @classmethod
    def of(cls, picture: "Frame | Halves") -> "Halves":
        return picture if isinstance(picture, cls) else cls(np.asarray(picture))

    def at(self, times: int) -> Frame:
        """Halved so many times."""
        while len(self._made) <= times:
            last = self._made[-1]
            half = (last.shape[1] // 2, last.shape[0] // 2)
            self._made.append(
                np.asarray(cv2.resize(last[: 2 * half[1], : 2 * half[0]], half, interpolation=EXACT), np.uint8)
            )
        return self._made[times]


def halvings(frame: Frame, too_large: float) -> int:
    """How often a picture can be halved that is so many times as large as it should be; of a very narrow one something
    must be left.

    >>> [halvings(np.zeros((9, 9, 3), np.uint8), too_large) for too_large in (0.7, 1.9, 2.0, 5.0, 99.0)]
    [0, 0, 1, 2, 3]
    """
    most = int(min(frame.shape[:2])).bit_length() - 1
    return max(0, min(most, math.floor(math.log2(max(too_large, 1.0)))))


def resized(picture: Frame | Halves, size: tuple[int, int]) -> Frame:
    """To (width, height): halved as often as that goes, which takes no time, and then by what is left."""
    halves = Halves.of(picture)
    height, width = halves.at(0).shape[:2]
    frame = halves.at(halvings(halves.at(0), min(width / size[0], height / size[1])))
    return np.asarray(cv2.resize(frame, size, interpolation=EXACT), np.uint8)


def all_resized(crops: Frame, side_px: int) -> Frame:
    """Square crops (n, side, side, bytes), each as `resized` makes it. In one strip that takes less time, as long as no
    pixel of the smaller ones mixes two of them."""
    count, before, _, depth = crops.shape
    if not side_px <= before < 2 * side_px:
        return np.stack([resized(crop, (side_px, side_px)) for crop in crops])
    strip = cv2.resize(crops.reshape(-1, before, depth), (side_px, side_px * count), interpolation=EXACT)
    return np.asarray(strip, np.uint8).reshape(-1, side_px, side_px, depth)
