"""The lone die of a photograph is found by what a smooth background does not explain."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from models.training.photos import cut, lone_die, prepare
from models.training.real import RealCrops
from reader.vision.d4 import CLOSE_PX


@pytest.mark.parametrize("centre", [(150, 140), (300, 330), (240, 240)])
def test_a_die_on_a_shaded_table_is_boxed(centre: tuple[int, int]) -> None:
    slope = np.linspace(150, 210, 480, dtype=np.float32)
    picture = np.repeat(np.repeat(slope[None, :, None], 480, axis=0), 3, axis=2).astype(np.uint8)
    cv2.rectangle(picture, (centre[0] - 50, centre[1] - 40), (centre[0] + 50, centre[1] + 40), (40, 30, 170), -1)
    box = lone_die(picture)
    assert box is not None
    np.testing.assert_allclose(box, (centre[0] - 50, centre[1] - 40, 100, 80), atol=8)


def test_an_empty_table_has_no_die() -> None:
    assert lone_die(np.full((480, 480, 3), 170, np.uint8)) is None


def test_a_crop_is_cut_as_the_bank_stores_it() -> None:
    picture = np.zeros((400, 400, 3), np.uint8)
    picture[100:300, 100:300] = 255
    crop = cut(picture, (100, 100, 200, 200))
    assert abs(int((crop[64, :, 0] > 127).sum()) - 84) <= 2


def test_d4_are_cut_out_once_more_in_more_pixels(tmp_path: Path) -> None:
    picture = np.zeros((400, 400, 3), np.uint8)
    picture[100:300, 100:300] = 255
    cv2.imwrite(str(tmp_path / "die.png"), picture)
    head = "path,set,clip,split,kind,face,style,x,y,w,h"
    lines = [f"die.png,burks,,train,{kind},2,numerals,100,100,200,200" for kind in ("d6", "d4")]
    (tmp_path / "index.csv").write_text("\n".join([head, *lines]) + "\n")
    assert prepare(tmp_path / "index.csv", "train", tmp_path / "real") == 2
    assert np.load(tmp_path / "real" / "d4.rows.npy").tolist() == [1]
    (close,) = np.load(tmp_path / "real" / "d4.npy")
    assert close.shape == (CLOSE_PX, CLOSE_PX, 3)
    assert abs(int((close[CLOSE_PX // 2, :, 0] > 127).sum()) - 126) <= 2
    assert RealCrops(tmp_path / "real", d4_only=True).as_taken.truth["kind"].tolist() == [0]
