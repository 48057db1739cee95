"""How the faces of a die lean, as the upright network sees it: a map with a hill for each face that shows.

The middle of the map looks straight at the camera; its rows and columns lean down and right by the sines of `AXIS`.
"""

import numpy as np

from reader.vision.networks import Floats

AXIS = np.linspace(-0.8, 0.8, 17).astype(np.float32)
STEP = float(AXIS[1] - AXIS[0])
HILL = 0.1  # spread of a hill
LEANS = np.stack(np.meshgrid(AXIS, AXIS), axis=-1).reshape(-1, 2).astype(np.float32)
"""(289, 2): the lean that each spot of a map stands for, right and down."""


def heights(maps: Floats, across: Floats, down: Floats) -> Floats:
    """How high each map, (n, 289), is at leans of its own, any number a map: (n, …).

    >>> heights(np.eye(289, dtype=np.float32)[[144]], np.float32([0.05]), np.float32([0.0])).round(3).tolist()
    [0.5]
    """
    side = len(AXIS)
    x, y = (np.clip((lean - AXIS[0]) * np.float32(1 / STEP), 0, side - 1.001) for lean in (across, down))
    columns, rows = x.astype(np.int32), y.astype(np.int32)
    right, lower = x - columns, y - rows
    starts = (np.arange(len(maps), dtype=np.int32) * maps.shape[1]).reshape(-1, *[1] * (across.ndim - 1))
    corner, flat = starts + rows * side + columns, maps.reshape(-1)
    left_upper, left_under = flat.take(corner), flat.take(corner + side)
    upper = left_upper + (flat.take(corner + 1) - left_upper) * right
    under = left_under + (flat.take(corner + (side + 1)) - left_under) * right
    return np.asarray(upper + (under - upper) * lower, np.float32)
