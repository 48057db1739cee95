"""Dice cut out of photographs along their silhouettes, and laid on other trays."""

import csv
from pathlib import Path

import cv2
import numpy as np
import pytest

from models.studio.truth import INDEX_COLUMNS
from models.training import collage as maker
from models.training import trays
from models.training.collage import CutOut, collage, cut_out, cut_outs, draw_shard, shoot
from models.training.photos import Row

SIZE = (416, 312)


def row(path: Path = Path("a.png"), clip: str = "") -> Row:
    return Row(path, "mine", clip, "dev", "d6", "4", "numerals", (60.0, 50.0, 60.0, 60.0))


def photograph() -> np.ndarray:
    """A red hexagon with a white figure on a grey floor that is not quite even."""
    picture = np.full((180, 200, 3), 110, np.uint8) + np.random.default_rng(0).integers(0, 9, (180, 200, 3), np.uint8)
    angles = np.arange(6) * np.pi / 3
    corners = np.stack([90 + 30 * np.cos(angles), 80 + 30 * np.sin(angles)], axis=1)
    cv2.fillConvexPoly(picture, np.round(corners).astype(np.int32), (30, 30, 200))
    cv2.putText(picture, "4", (80, 92), cv2.FONT_HERSHEY_SIMPLEX, 1.0, (255, 255, 255), 2)
    return picture


@pytest.fixture(scope="module")
def die() -> CutOut:
    cut = cut_out(photograph(), (60.0, 50.0, 60.0, 60.0), row())
    assert cut is not None
    return cut


def test_a_die_is_cut_out_along_its_silhouette(die: CutOut) -> None:
    red = (die.picture[..., 2] > 150) & (die.picture[..., 0] < 80)
    inside = die.mask > 0
    assert (red & ~inside).sum() < 0.12 * red.sum()  # a rim of a pixel
    grey = np.abs(die.picture.astype(int) - 114).max(axis=2) < 12
    assert (grey & inside).sum() < 0.03 * inside.sum()


def test_what_does_not_stand_out_is_not_cut_out() -> None:
    bare = np.full((180, 200, 3), 110, np.uint8)
    assert cut_out(bare, (60.0, 50.0, 60.0, 60.0), row()) is None
    assert cut_out(photograph()[50:110, 60:120], (0.0, 0.0, 60.0, 60.0), row()) is None  # nothing but the die


def test_a_silhouette_that_takes_floor_along_is_told_by_its_rim(die: CutOut) -> None:
    floor = cv2.dilate(die.mask, np.ones((5, 5))) == 0
    wider = np.asarray(cv2.dilate(die.mask, np.ones((13, 13))), np.uint8)
    assert maker._like_floor(die.picture, die.mask, floor) < maker.MOST_FLOOR / 2
    assert maker._like_floor(die.picture, wider, floor) > 2 * maker.MOST_FLOOR


def test_dice_lie_where_the_truth_says(die: CutOut, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(maker, "expose", lambda image, _: np.asarray(image * 255, np.uint8))
    rng, told = np.random.default_rng(5), 0
    for number in range(12):
        picture, laid = collage(rng, [[die]], SIZE, afar=number % 2 == 1)
        blue, green, red = picture.astype(int).transpose(2, 0, 1)
        is_die = (abs(red - 200) < 25) & (abs(green - 30) < 25) & (abs(blue - 30) < 25)
        for each in laid:
            x, y, width, height = each.box
            assert is_die[y : y + height, x : x + width].mean() > 0.4
            spots = np.argwhere(is_die[max(0, y - 6) : y + height + 6, max(0, x - 6) : x + width + 6])
            assert np.ptp(spots, axis=0) == pytest.approx((height, width), abs=6)
            told += 1
    assert told > 20


def test_small_dice_are_small(die: CutOut) -> None:
    rng = np.random.default_rng(5)
    sides = [max(each.box[2:]) for _ in range(6) for each in collage(rng, [[die]], SIZE, small=True)[1]]
    assert len(sides) > 8
    assert max(sides) < SIZE[0] / 13  # turned, they are wider than long


def test_another_tray_lies_under_them_every_time(die: CutOut) -> None:
    rng = np.random.default_rng(5)
    floors = {tuple(np.median(collage(rng, [[die]], SIZE)[0], axis=(0, 1)).astype(int)) for _ in range(6)}
    assert len(floors) == 6


@pytest.fixture
def index(tmp_path: Path) -> Path:
    for name in ("a.png", "b.png"):
        cv2.imwrite(str(tmp_path / name), photograph())
    with (tmp_path / "index.csv").open("w", newline="") as file:
        lines = csv.writer(file)
        lines.writerow(INDEX_COLUMNS)
        for name, split in (("a.png", "dev"), ("b.png", "train")):
            lines.writerow([name, "mine", "", split, "d6", "4", "red", "numerals", 60, 50, 60, 60])
    return tmp_path / "index.csv"


def test_dice_of_one_split_alone_are_laid(index: Path) -> None:
    (group,) = cut_outs(index, "dev")
    assert [cut.row.path.name for cut in group] == ["a.png"]


def test_pictures_to_measure_with_name_their_dice(index: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    count = shoot(index, "dev", out, 4, 416, hard=False, small=False, seed=1)
    with (out / "index.csv").open(newline="") as file:
        told = list(csv.DictReader(file))
    assert len(told) == count > 3
    assert {(line["kind"], line["face"], line["split"]) for line in told} == {("d6", "4", "dev")}
    assert {line["path"] for line in told} <= {path.name for path in out.glob("*.jpg")}


def test_a_shard_for_the_finder_holds_boxes_of_real_dice(
    die: CutOut, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(trays, "SHARD", 3)
    draw_shard(tmp_path, 0, [[die]])
    (shard,) = trays.shards(tmp_path)
    pictures, truth = trays.load(shard)
    assert pictures.shape == (3, trays.HEIGHT_PX, trays.WIDTH_PX, 3)
    assert (truth["kind"] >= 0).sum() > 2
    assert set(truth["kind"][truth["kind"] >= 0]) == {1}


def test_an_index_without_usable_dice_and_a_lost_photograph_are_told(index: Path, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="no dice of split 'nobody'"):
        shoot(index, "nobody", tmp_path / "out", 1, 416, hard=False, small=False, seed=1)
    (tmp_path / "a.png").unlink()
    with pytest.raises(FileNotFoundError, match=r"a\.png"):
        cut_outs(index, "dev")
