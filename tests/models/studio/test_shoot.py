"""Sessions: the same seed gives the same bytes, and an interrupted one goes on."""

import csv
import json
from pathlib import Path

import cv2
import numpy as np
import pytest
from typer.testing import CliRunner

from models.studio import shoot as shooting
from models.studio.looks import HELD_BACK_MATERIALS
from models.studio.scene import random_scene
from models.studio.shoot import OtherSessionError, Session, shoot
from models.studio.wants import from_notation, want
from reader.cli import app

SMALL = Session(seed=7, width_px=320, renderer="compositor")


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_the_same_seed_gives_the_same_bytes_however_many_work(tmp_path: Path) -> None:
    shoot(SMALL, tmp_path / "alone", 3)
    shoot(SMALL, tmp_path / "again", 3)
    assert contents(tmp_path / "alone") == contents(tmp_path / "again")


def test_another_seed_gives_other_pictures(tmp_path: Path) -> None:
    shoot(SMALL, tmp_path / "one", 1)
    shoot(Session(seed=8, width_px=320, renderer="compositor"), tmp_path / "other", 1)
    assert contents(tmp_path / "one")["00000.jpg"] != contents(tmp_path / "other")["00000.jpg"]


def test_an_interrupted_session_makes_only_what_is_missing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shoot(SMALL, tmp_path, 3)
    whole = contents(tmp_path)
    (tmp_path / "00001.json").unlink()
    made = []
    take = shooting.take
    monkeypatch.setattr(shooting, "take", lambda session, number: made.append(number) or take(session, number))
    told = []
    shoot(SMALL, tmp_path, 3, done=lambda: told.append(1))
    assert made == [1]
    assert len(told) == 3
    assert contents(tmp_path) == whole


def test_a_folder_of_another_session_is_left_alone(tmp_path: Path) -> None:
    shoot(SMALL, tmp_path, 1)
    with pytest.raises(OtherSessionError, match="choose another folder"):
        shoot(Session(seed=7, hard=True, width_px=320, renderer="compositor"), tmp_path, 1)


def test_index_and_truth_say_the_same(tmp_path: Path) -> None:
    shoot(SMALL, tmp_path, 4)
    with (tmp_path / "index.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert list(rows[0]) == ["path", "set", "clip", "split", "kind", "face", "colour", "style", "x", "y", "w", "h"]
    for number in range(4):
        path = tmp_path / f"{number:05d}.jpg"
        told = json.loads(path.with_suffix(".json").read_text())
        assert cv2.imread(str(path)).shape == (told["height"], told["width"], 3)
        listed = [row for row in rows if row["path"] == path.name]
        assert [(row["kind"], row["face"], row["x"]) for row in listed] == [
            (die["kind"], die["face"], str(round(die["box"][0]))) for die in told["dice"]
        ]


def test_dice_held_back_are_never_thrown_unless_asked_for() -> None:
    usual = [random_scene(np.random.default_rng(seed), 320) for seed in range(20)]
    asked = [random_scene(np.random.default_rng(seed), 320, held_back=True) for seed in range(20)]
    assert not {die.die.look.material for scene in usual for die in scene.dice} & set(HELD_BACK_MATERIALS)
    assert {die.die.look.material for scene in asked for die in scene.dice} == set(HELD_BACK_MATERIALS)


def test_the_command_photographs_the_dice_asked_for(tmp_path: Path) -> None:
    out = str(tmp_path / "pictures")
    command = [
        "studio",
        "--count",
        "1",
        "--out",
        out,
        "--dice",
        "2d6 d20:7",
        "--width",
        "320",
        "--fast",
        "--workers",
        "1",
    ]
    result = CliRunner().invoke(app, command)
    assert result.exit_code == 0, result.output
    dice = json.loads((tmp_path / "pictures" / "00000.json").read_text())["dice"]
    assert sorted(die["kind"] for die in dice) == ["d20", "d6", "d6"]
    assert [die["face"] for die in dice if die["kind"] == "d20"] == ["7"]


@pytest.mark.parametrize(("dice", "said"), [("2d7", "no 'd7'"), ("a dragon", "is not dice"), ("d6:9", "no '9'")])
def test_the_command_says_which_dice_do_not_exist(tmp_path: Path, dice: str, said: str) -> None:
    result = CliRunner().invoke(
        app, ["studio", "--count", "1", "--out", str(tmp_path), "--dice", dice, "--workers", "1"]
    )
    assert result.exit_code == 2
    assert said in result.output


def test_dice_are_named_in_any_order_of_words() -> None:
    assert want("d6:5:dark:pips") == want("d6:pips:dark:5")
    assert from_notation("2d6:light, d%:00 + d10ish") == ["d6:light", "d6:light", "d%:00", "d10ish"]
