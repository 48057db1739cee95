"""Crops of real dice on other trays: what was told of a photograph must stay true of what is made of it."""

import csv
from pathlib import Path

import cv2
import numpy as np
import pytest
from typer.testing import CliRunner

from models.studio.truth import INDEX_COLUMNS
from models.training import photos
from models.training.__main__ import app
from models.training.laid import evened, lay, turned
from models.training.photograph import STORED_PX
from models.training.photos import prepare
from models.training.real import RealCrops


def spotted() -> np.ndarray:
    """A round red die with a white spot at the top, on a grey floor."""
    picture = np.full((180, 200, 3), 110, np.uint8) + np.random.default_rng(0).integers(0, 9, (180, 200, 3), np.uint8)
    cv2.circle(picture, (90, 80), 30, (30, 30, 200), -1)
    cv2.circle(picture, (90, 66), 9, (255, 255, 255), -1)
    return picture


@pytest.fixture
def index(tmp_path: Path) -> Path:
    cv2.imwrite(str(tmp_path / "a.png"), spotted())
    with (tmp_path / "index.csv").open("w", newline="") as file:
        lines = csv.writer(file)
        lines.writerow(INDEX_COLUMNS)
        for split in ("dev", "train"):
            lines.writerow(["a.png", "mine", "", split, "d10", "4", "red", "numerals", 60, 50, 60, 60])
    prepare(tmp_path / "index.csv", "train", tmp_path / "real")
    told = np.load(tmp_path / "real" / "crops.truth.npy")
    told["fold"], told["turn_deg"], told["lean"] = 1, 0.0, (0.1, 0.2)
    np.save(tmp_path / "real" / "crops.truth.npy", told)
    return tmp_path / "index.csv"


def test_a_crop_that_is_turned_points_and_leans_another_way() -> None:
    truth = np.zeros((), photos.TRUTH)
    truth["turn_deg"], truth["lean"] = 30, (0.3, 0.0)
    same = turned(truth[()], 90)
    assert float(same["turn_deg"]) == pytest.approx(300)
    assert same["lean"].tolist() == pytest.approx([0.0, -0.3], abs=1e-6)  # counter-clockwise, as one sees it: up
    assert float(truth["turn_deg"]) == 30


def test_dice_on_other_trays_point_where_the_truth_says(index: Path) -> None:
    folder = index.parent / "real"
    assert lay(index, folder, 12) == 12
    crops, truth = np.load(folder / "laid.npy"), np.load(folder / "laid.truth.npy")
    assert crops.shape == (12, STORED_PX, STORED_PX, 3)
    assert len({round(float(turn)) for turn in truth["turn_deg"]}) > 8
    near = 0
    for crop, told in zip(crops, truth, strict=True):
        middle = crop[54:114, 54:114].astype(float)
        level = np.percentile(middle[..., 1], 94)
        y, x = (np.argwhere(middle[..., 1] >= level) - 29.5).mean(axis=0)
        away = np.degrees(np.arctan2(x, -y)) - float(told["turn_deg"])
        near += abs((away + 180) % 360 - 180) < 25
    assert near >= 10  # some may lie in light in which nothing can be seen


def test_faces_that_no_die_on_another_tray_shows_are_not_unlearned(index: Path) -> None:
    folder = index.parent / "real"
    rng = np.random.default_rng(0)
    assert len(RealCrops(folder).pick(rng).unseen) == 2  # of d10 1 and 7, in any photograph
    lay(index, folder, 4)
    crops = RealCrops(folder)
    picked = [crops.pick(rng) for _ in range(200)]
    assert 60 < sum(len(each.unseen) == 9 for each in picked) < 140  # half of them are laid
    assert {len(each.unseen) for each in picked} == {2, 9}
    assert all(int(each.truth["answer"]) not in each.unseen for each in picked)


def test_without_dice_that_can_be_cut_out_there_is_nothing_to_lay(index: Path) -> None:
    folder = index.parent / "real"
    told = np.load(folder / "crops.truth.npy")
    told["fold"] = -1
    np.save(folder / "crops.truth.npy", told)
    assert lay(index, folder, 4) == 0
    assert not (folder / "laid.npy").exists()


def test_a_face_that_is_laid_more_often_counts_more_but_not_as_much() -> None:
    assert evened(np.array([7, 3, 3, 3, 3])).tolist() == pytest.approx([1.0, 0.5, 0.5, 0.5, 0.5])


def test_the_weights_of_what_is_laid_are_evened(index: Path) -> None:
    folder = index.parent / "real"
    lay(index, folder, 4)
    assert np.load(folder / "laid.truth.npy")["weight"].tolist() == pytest.approx([0.5] * 4)


def test_the_d4_reader_learns_from_its_own_crops_alone(index: Path) -> None:
    folder = index.parent / "real"
    lay(index, folder, 4)
    assert RealCrops(folder).laid is not None
    assert RealCrops(folder, d4_only=True).laid is None


def test_a_numeral_whose_direction_nobody_told_is_never_picked(index: Path) -> None:
    folder = index.parent / "real"
    crops, told = np.load(folder / "crops.npy"), np.load(folder / "crops.truth.npy")
    np.save(folder / "crops.npy", np.concatenate([crops, np.zeros_like(crops)]))
    untold = told.copy()
    untold["fold"], untold["weight"] = -1, 99.0
    np.save(folder / "crops.truth.npy", np.concatenate([told, untold]))
    rng = np.random.default_rng(0)
    real = RealCrops(folder)
    assert all(real.pick(rng).crop.any() for _ in range(20))


def test_crops_and_truth_of_different_makings_are_refused(index: Path) -> None:
    folder = index.parent / "real"
    np.save(folder / "crops.npy", np.zeros((3, 4, 4, 3), np.uint8))
    with pytest.raises(ValueError, match="run prepare"):
        RealCrops(folder)


@pytest.mark.parametrize("change", ["other face", "fewer rows", "no rows named"])
def test_crops_of_another_index_are_refused_and_what_was_laid_is_gone(index: Path, change: str) -> None:
    folder = index.parent / "real"
    lay(index, folder, 2)
    told = np.load(folder / "crops.truth.npy")
    if change == "no rows named":
        np.save(folder / "crops.truth.npy", told[[name for name in told.dtype.names if name != "row"]])
    else:
        lines = index.read_text().splitlines()
        index.write_text(
            "\n".join(lines[:2] if change == "fewer rows" else [line.replace(",4,", ",5,") for line in lines])
        )
    with pytest.raises(ValueError, match="run prepare"):
        lay(index, folder, 2)
    assert not list(folder.glob("laid.*"))


def test_cutting_photographs_anew_forgets_what_was_laid(index: Path) -> None:
    folder = index.parent / "real"
    lay(index, folder, 2)
    prepare(index, "train", folder)
    assert not list(folder.glob("laid.*"))


def test_photographs_without_an_index_are_told_at_once(tmp_path: Path) -> None:
    said = CliRunner().invoke(app, ["turns", "--folder", str(tmp_path), "--photos", str(tmp_path)])
    assert said.exit_code == 2
    assert "holds no index.csv" in " ".join(said.output.replace("│", " ").split())
