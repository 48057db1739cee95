"""How aslant the camera sees each die: dice on one floor, under one camera, lean in the picture as their places tell.

Towards the picture's edge a camera looks at dice from the side, and not always is the face that it sees best the upper
one. So where a die lies says how its upper face should lean; how all dice seem to lean says how the camera is tilted.
"""

from collections.abc import Sequence

import numpy as np

from reader.vision.networks import Floats
from reader.vision.sighting import Box, Frame

FOCAL = 0.9  # of the picture's longer side, as most cameras have
ASTRAY = 0.13  # how far the upright network's word on a lean is off, and far more where two faces compete
TILT = 0.13  # usual tilt of a camera above a tray, as the sine
LENS = 0.3  # of what the place tells: lenses differ, and pictures may have been cropped


def by_place(boxes: Sequence[Box], frame: Frame) -> Floats:
    """How the upper faces would lean under a camera that looks straight down: outwards, more so further out."""
    height, width = frame.shape[:2]
    middle = np.array([width / 2, height / 2], np.float32)
    away = np.array([box.centre for box in boxes], np.float32).reshape(-1, 2) - middle
    return np.asarray(away / (FOCAL * max(height, width)), np.float32)


def settled(leans: Floats, expected: Floats) -> Floats:
    """What the network says of each die and what its place tells, weighed, with the camera's tilt as all dice show it.

    >>> settled(np.array([[0.5, 0.0]], np.float32), np.array([[0.5, 0.0]], np.float32)).tolist()
    [[0.5, 0.0]]
    """
    count = len(leans)
    tilts = leans - expected
    others = (np.arange(count)[:, None] + np.arange(1, count)) % max(count, 1)
    company = max(count - 1, 0) * TILT**2
    known = company / (company + ASTRAY**2)
    tilt = known * np.median(tilts[others], axis=1) if count > 1 else np.zeros_like(tilts)
    left = (1 - known) * TILT**2 + (LENS * np.hypot(expected[:, :1], expected[:, 1:])) ** 2
    share = ASTRAY**2 / (ASTRAY**2 + left)
    return np.asarray((1 - share) * leans + share * (expected + tilt), np.float32)
