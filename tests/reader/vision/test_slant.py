"""Where a die lies tells how its upper face leans in the picture; all dice together tell how the camera is tilted."""

import numpy as np
import pytest

from reader.vision.sighting import Box
from reader.vision.slant import by_place, settled

FRAME = np.zeros((600, 800, 3), np.uint8)


def around(x: float, y: float) -> Box:
    return Box(x - 20, y - 20, 40, 40)


def test_upper_faces_lean_outwards() -> None:
    middle, right, top_left = by_place([around(400, 300), around(700, 300), around(100, 50)], FRAME)
    assert middle == pytest.approx([0, 0])
    assert right[0] > 0.3
    assert right[1] == pytest.approx(0)
    assert top_left[0] < -0.3
    assert top_left[1] < -0.2


def test_a_lone_die_that_seems_to_lean_inwards_is_believed_less() -> None:
    (lean,) = settled(np.array([[-0.3, 0.0]], np.float32), np.array([[0.3, 0.0]], np.float32))
    assert -0.2 < lean[0] < 0.2


def test_dice_that_all_lean_alike_tell_that_the_camera_is_tilted() -> None:
    expected = np.zeros((5, 2), np.float32)
    all_alike = settled(np.full((5, 2), 0.3, np.float32), expected)
    one_other = settled(np.array([[0.3, 0.3], *[[0.0, 0.0]] * 4], np.float32), expected)
    assert all_alike[0] == pytest.approx([0.3, 0.3], abs=0.06)
    assert one_other[0][0] < 0.16


def test_no_dice_have_no_slant() -> None:
    assert settled(by_place([], FRAME), by_place([], FRAME)).shape == (0, 2)
