"""Sessions: the same seed gives the same bytes, and an interrupted one goes on."""

import csv
import errno
import json
import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from typer.testing import CliRunner

from models.studio import shoot as shooting
from models.studio.clutter import LARGE_MM
from models.studio.fonts import is_held_back
from models.studio.looks import HELD_BACK_MATERIALS
from models.studio.scene import random_scene
from models.studio.shoot import OtherSessionError, Session, shoot
from models.studio.tabletop import Tabletop
from models.studio.wants import from_notation, want
from reader.cli import app

SMALL = Session(seed=7, width_px=320, renderer="compositor")


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


@pytest.fixture
def workers_are_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    """New processes would look through all of this machine's fonts."""
    monkeypatch.setattr(shooting, "ProcessPoolExecutor", lambda workers, **_: ThreadPoolExecutor(workers))


@pytest.mark.usefixtures("workers_are_threads")
def test_the_same_seed_gives_the_same_bytes_however_many_work(tmp_path: Path) -> None:
    shoot(SMALL, tmp_path / "alone", 5)
    shoot(SMALL, tmp_path / "together", 5, workers=2)
    assert contents(tmp_path / "alone") == contents(tmp_path / "together")


@pytest.mark.usefixtures("workers_are_threads")
def test_an_interruption_waits_only_for_pictures_under_way(tmp_path: Path) -> None:
    def interrupt() -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        shoot(SMALL, tmp_path, 12, workers=2, done=interrupt)
    assert 1 <= len(list(tmp_path.glob("*.jpg"))) <= 4
    assert not list(tmp_path.glob(".*"))


def test_another_seed_gives_other_pictures(tmp_path: Path) -> None:
    shoot(SMALL, tmp_path / "one", 1)
    shoot(Session(seed=8, width_px=320, renderer="compositor"), tmp_path / "other", 1)
    assert contents(tmp_path / "one")["00000.jpg"] != contents(tmp_path / "other")["00000.jpg"]


def test_one_camera_stays_where_it_is_while_dice_are_thrown_anew() -> None:
    staying = Session(seed=7, width_px=320, renderer="compositor", hard=True, one_camera=True)
    scenes = [shooting._scene(staying, np.random.default_rng(number), None) for number in range(3)]
    assert len({(scene.camera, scene.tray, scene.light) for scene in scenes}) == 1
    assert len({scene.exposure.seed for scene in scenes}) == 3
    thrown = [tuple(die.position) for scene in scenes for die in scene.dice]
    assert len(set(thrown)) == len(thrown) >= 9
    for scene in scenes:
        far = [float(np.linalg.norm(die.position - scene.camera.position)) for die in scene.dice]
        assert far == sorted(far, reverse=True)


def test_a_box_that_was_set_up_sees_dice_that_lie_flat_and_can_be_read(tmp_path: Path) -> None:
    box = Session(seed=7, dice="d6 d20", width_px=400, renderer="compositor", held_back=True, box=True)
    shoot(box, tmp_path / "one", 2)
    shoot(box, tmp_path / "again", 2)
    assert contents(tmp_path / "one") == contents(tmp_path / "again")
    dice = [json.loads((tmp_path / "one" / f"0000{number}.json").read_text())["dice"] for number in range(2)]
    assert [[die["kind"] for die in lying] for lying in dice] == [["d6", "d20"]] * 2
    assert all(die["face"] and die["material"] in HELD_BACK_MATERIALS for lying in dice for die in lying)
    assert {die["state"] for lying in dice for die in lying} <= {"flat", "touching"}
    assert dice[0] != dice[1]


def test_a_box_throws_what_it_likes_if_nobody_asks(monkeypatch: pytest.MonkeyPatch) -> None:
    tables: list[Tabletop] = []

    class Watched(Tabletop):
        def __init__(self, *options: Any) -> None:
            super().__init__(*options)
            tables.append(self)

    monkeypatch.setattr(shooting, "Tabletop", Watched)
    box = Session(seed=3, width_px=320, renderer="compositor", box=True)
    pictures = [shooting.take(box, number) for number in range(3)]
    assert [[truth.kind for truth in truths] for _, truths in pictures] == [
        [kind for kind, _ in table.lying] for table in tables
    ]
    assert len({len(truths) for _, truths in pictures}) > 1
    assert all(shooting.FEWEST <= len(truths) <= shooting.MOST for _, truths in pictures)


def test_pictures_of_an_earlier_version_are_not_mixed_with_others(tmp_path: Path) -> None:
    shoot(SMALL, tmp_path, 1)
    told = json.loads((tmp_path / "session.json").read_text())
    (tmp_path / "session.json").write_text(json.dumps({key: value for key, value in told.items() if key != "box"}))
    with pytest.raises(OtherSessionError, match="made by an earlier version"):
        shoot(SMALL, tmp_path, 2)


@pytest.mark.parametrize("other", ["--hard", "--one-camera"])
def test_a_box_is_not_asked_for_other_pictures(tmp_path: Path, other: str) -> None:
    said = CliRunner().invoke(app, ["studio", "--out", str(tmp_path), "--box", other])
    assert said.exit_code == 2
    assert "a box is one kind of picture" in said.output


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
    whole = contents(tmp_path)
    with pytest.raises(OtherSessionError, match=r"made with --seed 7 --width 320 --fast; choose another folder"):
        shoot(Session(seed=7, hard=True, width_px=320, renderer="compositor"), tmp_path, 1)
    assert contents(tmp_path) == whole


def test_pictures_that_somebody_else_put_there_are_left_alone(tmp_path: Path) -> None:
    (tmp_path / "00000.jpg").write_bytes(b"holiday")
    with pytest.raises(OtherSessionError, match="choose another folder"):
        shoot(SMALL, tmp_path, 1)
    assert contents(tmp_path) == {"00000.jpg": b"holiday"}


def test_a_folder_in_which_nothing_came_about_takes_another_session(tmp_path: Path) -> None:
    shoot(Session(seed=7, dice="d6", width_px=320, renderer="compositor"), tmp_path, 0)
    shoot(SMALL, tmp_path, 1)
    assert (tmp_path / "00000.jpg").exists()


def test_a_full_disk_leaves_no_half_picture_and_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_part: Path, _path: Path) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(shooting.os, "replace", full)
    result = CliRunner().invoke(app, ["studio", "--count", "1", "--out", str(tmp_path), "--fast", "--workers", "1"])
    assert result.exit_code == 2
    assert f"cannot write pictures into {tmp_path}: No space left on device" in result.output
    assert contents(tmp_path) == {}


def test_the_truth_tells_everything_of_a_die() -> None:
    _, (truth, *_) = shooting.take(Session(seed=2, dice="d4 d8", width_px=320, renderer="compositor"), 0)
    told = truth.as_json()
    assert {"kind", "face", "box", "centre", "rotation", "colour", "lightness", "material", "state"} <= set(told)
    assert all(value not in (None, "") for value in told.values())


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


def test_from_afar_a_whole_tray_is_seen_with_a_table_around_it() -> None:
    for seed in range(12):
        scene = random_scene(np.random.default_rng(seed), 320, ["d6", "d20"], afar=True)
        floor = scene.camera.project(np.column_stack([scene.tray.corners, np.zeros(len(scene.tray.corners))]))
        area = cv2.contourArea(floor.astype(np.float32))
        assert area < 0.75 * scene.camera.width_px * scene.camera.height_px
        assert scene.tray.outside(np.vstack([die.position[None, :2] for die in scene.dice])) < 0


def test_large_things_stand_beside_a_tray_that_is_seen_from_afar_never_in_it() -> None:
    scenes = [random_scene(np.random.default_rng(seed), 320, ["d6"], afar=True) for seed in range(60)]
    standing = [(scene, thing) for scene in scenes for thing in scene.clutter if thing.item in LARGE_MM]
    assert len({thing.item for _, thing in standing}) == len(LARGE_MM)
    assert all(scene.tray.outside(np.array([[thing.x_mm, thing.y_mm]])) > 0 for scene, thing in standing)
    close = [random_scene(np.random.default_rng(seed), 320, ["d6"]) for seed in range(40)]
    assert not any(thing.item in LARGE_MM for scene in close for thing in scene.clutter)


def test_a_box_stands_never_afar() -> None:
    with pytest.raises(ValueError, match="choose"):
        Session(1, box=True, afar=True)


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


@pytest.mark.parametrize(
    ("dice", "said"),
    [
        ("2d7", "no 'd7'"),
        ("a dragon", "is not dice"),
        ("d6:9", "no '9'"),
        ("d20:pips", "no 'pips'"),
        ("d6:5:4", "both 5 and 4"),
        ("0d6", "name 1 to 20"),
        ("15d6 6d8", "name 1 to 20"),
        ("", "no dice are named"),
    ],
)
def test_the_command_says_which_dice_do_not_exist(tmp_path: Path, dice: str, said: str) -> None:
    result = CliRunner().invoke(
        app, ["studio", "--count", "1", "--out", str(tmp_path), "--dice", dice, "--workers", "1"]
    )
    assert result.exit_code == 2
    assert said in result.output
    assert contents(tmp_path) == {}


def test_a_tenth_of_the_fonts_is_held_back() -> None:
    assert 70 < sum(is_held_back(f"Font-{number}.ttf") for number in range(1000)) < 130


def test_dice_are_named_in_any_order_of_words() -> None:
    assert want("d6:5:dark:pips") == want("d6:pips:dark:5")
    assert from_notation("2d6:light, d%:00 + d10ish") == ["d6:light", "d6:light", "d%:00", "d10ish"]


def test_all_weights_of_a_family_are_held_back_or_none() -> None:
    families = [f"family{number}" for number in range(40)]
    kept = [{is_held_back(f"{family}-latin-{weight}-normal.woff") for weight in (400, 700)} for family in families]
    assert all(len(both) == 1 for both in kept)
    assert set.union(*kept) == {True, False}
