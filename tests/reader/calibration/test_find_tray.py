"""Rendered trays are found, and what is found never cuts off a piece of the floor."""

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from reader.calibration.find_tray import find_tray
from reader.calibration.perspective import flattened, perspective_of
from reader.vision.sighting import Frame
from reader.vision.tray import WHOLE_PICTURE, Corners
from tests.reader.calibration import photographed as studio


def filled(corners: Corners | list[tuple[float, float]]) -> NDArray[np.bool_]:
    mask = np.zeros((300, 400), np.uint8)
    cv2.fillPoly(mask, [np.round(np.array(corners) * [400, 300]).astype(np.int32)], 1)
    return np.asarray(mask > 0)


@pytest.mark.parametrize(("seed", "floor"), [(1, "felt"), (2, "felt"), (3, "felt"), (5, "leather"), (4, "plain")])
def test_a_tray_is_found_where_it_is(seed: int, floor: str) -> None:
    corners = find_tray(studio.empty(seed, floor=floor))
    assert corners is not None
    found, true = filled(corners), filled(studio.floor_of(studio.scene(seed, floor=floor)))
    assert (found & true).sum() / true.sum() > 0.99
    assert true.sum() / found.sum() > 0.85


@pytest.mark.parametrize("name", ["dark", "warm", "dim corners", "moved", "turned", "askew"])
def test_it_is_found_in_poor_pictures_too(pictures: dict[str, Frame], name: str) -> None:
    assert find_tray(pictures[name]) not in (None, WHOLE_PICTURE)


def test_a_floor_that_fills_the_picture_is_the_whole_picture() -> None:
    grain = np.random.default_rng(1).normal(0, 6, (240, 320, 3))
    assert find_tray(np.asarray(np.clip(100 + grain, 0, 255), np.uint8)) == WHOLE_PICTURE


def test_a_pattern_is_not_taken_for_a_tray() -> None:
    chess = np.kron(np.indices((6, 8)).sum(axis=0) % 2, np.ones((40, 40))) * 200 + 20
    assert find_tray(np.repeat(chess[:, :, None], 3, axis=2).astype(np.uint8)) in (None, WHOLE_PICTURE)


def test_a_camera_that_looks_from_aside_is_told_from_one_above(pictures: dict[str, Frame]) -> None:
    above, aside = (perspective_of(find_tray(pictures[name]) or (), 0.75) for name in ("usual", "askew"))
    assert above is not None
    assert aside is not None
    assert above.tilt_deg < 6
    assert aside.tilt_deg > 15


def test_a_tray_seen_from_aside_is_drawn_from_above(pictures: dict[str, Frame]) -> None:
    corners = find_tray(pictures["askew"])
    assert corners is not None
    flat = flattened(pictures["askew"], corners)
    assert flat is not None
    middle = np.median(flat[100:-100, 100:-100], axis=(0, 1))
    for corner in (flat[50:70, 50:70], flat[50:70, -70:-50], flat[-70:-50, 50:70], flat[-70:-50, -70:-50]):
        assert np.abs(np.median(corner, axis=(0, 1)) - middle).max() < 40
    assert flattened(pictures["askew"], ((0.0, 0.0), (1.0, 0.0), (0.5, 1.0))) is None
