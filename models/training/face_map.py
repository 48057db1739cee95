"""How the faces of a die lean in the picture, as a map that the upright network learns: a hill where a face looks.

The middle of the map looks straight at the camera; towards its edge a face leans by the sine that `AXIS` tells. A die
that leans has no face where the floor's upward direction is, and one near the picture's edge may show several as well.
"""

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from reader.vision.face_map import AXIS, HILL

MAP_SIDE = len(AXIS)


def hills(upward: NDArray[np.float32], angle_deg: float) -> Tensor:
    """The map of a crop turned counter-clockwise, of what its faces' leans were before; NaN is none."""
    angle = np.radians(angle_deg)
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    faces = upward[~np.isnan(upward[:, 0])] @ turn
    across = np.exp(-0.5 * ((AXIS[None] - faces[:, :1]) / HILL) ** 2)
    down = np.exp(-0.5 * ((AXIS[None] - faces[:, 1:]) / HILL) ** 2)
    each = down[:, :, None] * across[:, None, :]
    return torch.from_numpy(each.max(axis=0, initial=0.0).astype(np.float32).reshape(-1))
