"""The regression set covers what it must, and is what its truth says."""

import csv
import itertools
import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from models.studio.layouts import FACES
from models.studio.sequences import SEQUENCES

RECORDED = Path(__file__).parents[2] / "recorded"
MOST_BYTES = 10_000_000


@pytest.fixture(scope="module")
def told() -> dict[str, list[dict[str, Any]]]:
    return {path.stem: json.loads(path.read_text())["dice"] for path in sorted(RECORDED.glob("*.json"))}


def test_there_are_enough_pictures_and_they_stay_small(told: dict[str, list[dict[str, Any]]]) -> None:
    assert 80 <= len(told) <= 120
    assert sum(path.stat().st_size for path in RECORDED.rglob("*") if path.is_file()) < MOST_BYTES


def test_every_face_of_every_kind_is_shown(told: dict[str, list[dict[str, Any]]]) -> None:
    shown = {(die["kind"], die["face"]) for dice in told.values() for die in dice if die["face"]}
    assert {(kind, face) for kind, faces in FACES.items() for face in faces} <= shown


def test_all_sorts_of_trouble_are_shown(told: dict[str, list[dict[str, Any]]]) -> None:
    states = {die["state"] for dice in told.values() for die in dice}
    assert {"flat", "touching", "leaning", "stacked", "cut_off"} <= states
    assert sum(not dice for dice in told.values()) >= 3
    assert {name.rsplit("-", 1)[0] for name in told} >= {"low-light", "glare", "clutter", "empty", "held-back"}
    styles = {(die["kind"], die["style"]) for dice in told.values() for die in dice}
    assert {("d4", "vertex"), ("d4", "edge"), ("d4", "bar"), ("d6", "pips"), ("d6", "numerals")} <= styles


def test_mixed_throws_of_two_to_ten_dice_are_shown(told: dict[str, list[dict[str, Any]]]) -> None:
    assert {len(dice) for name, dice in told.items() if name.startswith("mixed")} == set(range(2, 11))


def test_pairs_are_light_and_dark(told: dict[str, list[dict[str, Any]]]) -> None:
    pairs = [dice for name, dice in told.items() if name.startswith("shades")]
    assert len(pairs) >= 6
    for dice in pairs:
        dark, light = sorted(die["lightness"] for die in dice)
        assert light - dark > 0.3


def test_only_dice_that_lie_flat_have_a_face(told: dict[str, list[dict[str, Any]]]) -> None:
    for dice in told.values():
        for die in dice:
            assert bool(die["face"]) or die["state"] not in ("flat", "touching")
            assert not die["face"] or die["state"] in ("flat", "touching", "cut_off")


def test_boxes_lie_in_their_pictures(told: dict[str, list[dict[str, Any]]]) -> None:
    for name, dice in told.items():
        height, width = cv2.imread(str(RECORDED / f"{name}.jpg")).shape[:2]
        for die in dice:
            x, y, across, down = die["box"]
            assert -0.01 <= x < x + across <= width + 0.01
            assert -0.01 <= y < y + down <= height + 0.01


def test_the_index_lists_the_same_dice(told: dict[str, list[dict[str, Any]]]) -> None:
    with (RECORDED / "index.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    listed = [(Path(row["path"]).stem, row["kind"], row["face"]) for row in rows]
    assert listed == [(name, die["kind"], die["face"]) for name, dice in told.items() for die in dice]


@pytest.mark.parametrize("name", SEQUENCES)
def test_in_a_sequence_only_what_was_thrown_again_changes(name: str) -> None:
    frames = json.loads((RECORDED / name / "frames.json").read_text())
    resting = [frame for frame in frames if frame["state"] == "resting"]
    assert {frame["state"] for frame in frames} == {"rolling", "resting"}
    for before, after in itertools.pairwise(resting):
        stays = [a == b for a, b in zip(_places(before), _places(after), strict=True)]
        assert sum(stays) >= len(stays) - 1
        pictures = [cv2.imread(str(RECORDED / name / frame["path"])).astype(int) for frame in (before, after)]
        if all(stays):
            assert np.abs(pictures[0] - pictures[1]).mean() < 4


def _places(frame: dict[str, Any]) -> list[tuple[Any, ...]]:
    return [(die["kind"], die["face"], *die["box"]) for die in frame["dice"]]
