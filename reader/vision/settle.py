"""Whether the dice lie still, told from small pictures of the tray."""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from reader.vision.sighting import Frame

Grey = NDArray[np.float32]

COMPARED_WIDTH_PX: Final = 160
"""A die of a sixteenth of the picture's width is ten of these across."""
LEAST_CHANGE: Final = 8.0
"""Grey levels of 255 by which a spot must change to count; flickering lamps stay below it once levelled."""
NOISE_MARGIN: Final = 6.0
"""A spot must change by this many times the picture's own noise."""
MOST_NOISE: Final = 4.0
"""Grey levels. More than this is no noise but a tray full of moving dice."""
STILL_SHARE: Final = 0.0006
"""Of the picture: a dozen spots of 160 × 120, less than the edge of a small die that rocks."""
STILL_FOR_S: Final = 0.35
"""A die that balances on its edge stands for a quarter of a second."""
LEAST_PICTURES: Final = 3
GAUSSIAN_MAD: Final = 1.4826
"""A normal distribution's deviation over the median of what it deviates by."""


def in_grey(frame: Frame) -> Grey:
    """The picture as it is compared: small, grey, with grain smoothed out."""
    height, width = frame.shape[:2]
    size = (COMPARED_WIDTH_PX, max(1, round(height * COMPARED_WIDTH_PX / width)))
    small = cv2.cvtColor(cv2.resize(frame, size, interpolation=cv2.INTER_AREA), cv2.COLOR_BGR2GRAY)
    return np.asarray(cv2.blur(small.astype(np.float32), (3, 3)), dtype=np.float32)


def has_moved(before: Grey, now: Grey) -> bool:
    """Whether something is elsewhere than it was. A lamp that flickers changes everything alike, and is no movement."""
    if before.shape != now.shape:
        return True
    change = now - before
    change -= np.median(change)
    noise = min(MOST_NOISE, GAUSSIAN_MAD * float(np.median(np.abs(change))))
    threshold = max(LEAST_CHANGE, NOISE_MARGIN * noise)
    return float(np.mean(np.abs(change) > threshold)) > STILL_SHARE


class Settling:
    """Fed with small pictures as they come; every one is compared with the first since something moved, so that slow
    rocking adds up."""

    def __init__(self, still_for_s: float = STILL_FOR_S) -> None:
        self._still_for_s = still_for_s
        self._first: Grey | None = None
        self._since_s = 0.0
        self._pictures = 0

    def feed(self, frame: Frame, at_s: float) -> bool:
        """Whether nothing has moved for long enough."""
        now = in_grey(frame)
        if self._first is None or has_moved(self._first, now):
            self._first, self._since_s, self._pictures = now, at_s, 1
            return False
        self._pictures += 1
        # Rounded, since 0.3 + 0.05 is a hair less than 0.35 to a computer.
        return self._pictures >= LEAST_PICTURES and round(at_s - self._since_s, 6) >= self._still_for_s
