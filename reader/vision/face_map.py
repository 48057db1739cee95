"""How the faces of a die lean, as the upright network sees it: a map with a hill for each face that shows.

The middle of the map looks straight at the camera; its rows and columns lean down and right by the sines of `AXIS`.
"""

import numpy as np

from reader.vision.networks import Floats

AXIS = np.linspace(-0.8, 0.8, 17).astype(np.float32)
STEP = float(AXIS[1] - AXIS[0])
LEANS = np.stack(np.meshgrid(AXIS, AXIS), axis=-1).reshape(-1, 2).astype(np.float32)
"""(289, 2): the lean that each spot of a map stands for, right and down."""


def heights(maps: Floats, leans: Floats) -> Floats:
    """How high each map, (n, 289), is at a lean of its own, (n, 2).

    >>> heights(np.eye(289, dtype=np.float32)[[144]], np.array([[0.05, 0.0]], np.float32)).round(3).tolist()
    [0.5]
    """
    side = len(AXIS)
    grids = maps.reshape(-1, side, side)
    spots = np.clip((leans - AXIS[0]) / STEP, 0, side - 1.001)
    cells, parts = np.floor(spots).astype(int), spots % 1
    (across, down), (right, lower) = cells.T, parts.T
    rows = np.arange(len(grids))
    upper = grids[rows, down, across] * (1 - right) + grids[rows, down, across + 1] * right
    under = grids[rows, down + 1, across] * (1 - right) + grids[rows, down + 1, across + 1] * right
    return np.asarray(upper * (1 - lower) + under * lower, np.float32)
