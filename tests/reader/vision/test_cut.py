"""Dice are cut out at one normal size, wherever they lie, and turned."""

import cv2
import numpy as np
import pytest

from reader.vision.cut import CROP_PX, DIE_PX, SEEN_PX, Place, cut, turned
from reader.vision.sighting import Box


def test_turning_is_counter_clockwise() -> None:
    picture = np.zeros((CROP_PX, CROP_PX, 3), np.uint8)
    cv2.circle(picture, (CROP_PX // 2 + 30, CROP_PX // 2), 6, (255, 255, 255), -1)  # right of the middle
    upright = turned(picture, 96, 90)
    row, column = np.unravel_index(int(np.argmax(upright[:, :, 0])), (96, 96))
    assert abs(int(column) - 48) < 8
    assert row < 30  # now above it


def test_a_die_beside_the_middle_of_its_crop_is_brought_there_at_its_normal_size() -> None:
    picture = np.zeros((CROP_PX, CROP_PX, 3), np.uint8)
    side, x, y = round(DIE_PX * 1.2), CROP_PX // 2 + 9, CROP_PX // 2 - 6
    picture[y - side // 2 : y + side // 2, x - side // 2 : x + side // 2] = 255
    place = Place(9 / SEEN_PX, -6 / SEEN_PX, 1.2)
    rows, columns = np.nonzero(turned(picture, SEEN_PX, 0.0, place=place)[:, :, 0] > 127)
    assert abs(columns.mean() - (SEEN_PX - 1) / 2) < 1
    assert abs(rows.mean() - (SEEN_PX - 1) / 2) < 1
    assert abs(np.ptp(columns) + 1 - DIE_PX) <= 2


def test_the_finders_box_is_put_right() -> None:
    frame = np.zeros((400, 400, 3), np.uint8)
    frame[150:250, 160:260] = 255
    rough = Box(140, 140, 100, 100)
    side = round(100 * SEEN_PX / DIE_PX)
    better = Place(20 / side, 10 / side, 1.0).box(rough)
    assert better.centre == pytest.approx((210, 200), abs=0.5)
    assert better.overlap(Box(160, 150, 100, 100)) > 0.97


def test_a_crop_shows_the_die_at_its_normal_size_also_at_the_edge() -> None:
    frame = np.zeros((300, 300, 3), np.uint8)
    frame[0:50, 0:50] = 255
    seen = cut(frame, Box(0, 0, 50, 50))
    assert seen.shape == (CROP_PX, CROP_PX, 3)
    assert abs(int((seen[CROP_PX // 2, CROP_PX // 2 :, 0] > 127).sum()) - DIE_PX // 2) <= 2
