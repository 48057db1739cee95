"""`dice-reader record`: the truth is asked for, with the guess offered, and what is written can be evaluated."""

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from reader.cli.record import kept_pictures, read_truth, truth_of
from reader.errors import RefusedError
from reader.evaluation.recording import Told, write_recording
from reader.evaluation.truth import COLUMNS, Lying, pictures
from reader.vision.sighting import Box, Candidate, Frame, Reading, Sighting, Unread, Why

READ = Reading("d20", "17", 0.98, Box(10, 20, 60, 64), 0.2, "black")
DOUBTFUL = Unread(Why.NOT_SURE, Box(120, 20, 50, 50), "d6", 0.4, 0.9, "white", (Candidate("d6", "4", 0.4),))
FRAME: Frame = np.full((160, 240, 3), 90, np.uint8)


def told(*answers: str, sightings: Sequence[Sighting] = (READ, DOUBTFUL)) -> list[Told]:
    given = iter(answers)
    return truth_of(FRAME, sightings, lambda _question: next(given))


def test_enter_confirms_the_guess() -> None:
    assert told("", "5", "") == [Told("d20", "17", seen=READ), Told("d6", "5", seen=DOUBTFUL)]


def test_a_die_that_was_not_read_is_never_taken_for_its_guess() -> None:
    assert told("", "", "4", "")[1] == Told("d6", "4", seen=DOUBTFUL)


@pytest.mark.parametrize(
    ("typed", "truth"),
    [
        ("11", Told("d20", "11", seen=READ)),
        ("d12:7", Told("d12", "7", seen=READ)),
        ("d12 7", Told("d12", "7", seen=READ)),
        ("D100:0", Told("d%", "00", seen=READ)),
        ("leaning", Told("d20", "", "leaning", READ)),
        ("cut off", Told("d20", "", "cut_off", READ)),
        ("?", Told("d20", "", "flat", READ)),
        ("-", None),
        ("21", "there is no 21 on a d20"),
        ("d7:3", '"d7:3" says no kind; type d20:17, for instance'),
    ],
)
def test_what_may_be_typed(typed: str, truth: object) -> None:
    assert read_truth(typed, READ) == truth


def test_dice_that_were_missed_are_told_too() -> None:
    assert told("", "-", "d8:9", "d8:5", "")[1] == Told("d8", "5")


def test_what_is_written_can_be_evaluated(tmp_path: Path) -> None:
    write_recording(tmp_path, FRAME, told("11", "5", "d8:5", ""))
    write_recording(tmp_path, FRAME, [])
    first, second = pictures(tmp_path / "index.csv")
    boxes = Box(10, 20, 60, 64), Box(120, 20, 50, 50)
    assert first.dice == (Lying("d20", "11", boxes[0]), Lying("d6", "5", boxes[1]), Lying("d8", "5"))
    assert (second.path.name, second.dice) == ("throw-0002.jpg", ())
    assert cv2.imread(str(first.path)) is not None


def test_the_format_is_that_of_the_recorded_pictures(tmp_path: Path) -> None:
    recorded = Path(__file__).parents[2] / "recorded"
    path = write_recording(tmp_path, FRAME, told("", "-", ""))
    ours, theirs = (json.loads(file.read_text()) for file in (path.with_suffix(".json"), recorded / "faces-00.json"))
    assert set(ours) == set(theirs)
    assert set(ours["dice"][0]) == set(theirs["dice"][0])
    heads = [(folder / "index.csv").read_text().splitlines()[0] for folder in (tmp_path, recorded)]
    assert heads[0] == heads[1]
    assert set(COLUMNS) <= set(heads[0].split(","))


def test_a_misread_photograph_becomes_a_test_case(run: Callable[..., Any], tmp_path: Path) -> None:
    golden = Path(__file__).parents[3] / "reader/golden.jpg"
    ran = run("record", str(tmp_path / "own"), "--picture", str(golden), typed="\n\n\n")
    assert ran.code == 0, ran.err
    assert "1 recorded" in ran.out
    judged = run("evaluate", str(tmp_path / "own/index.csv"), "--json")
    assert judged.code == 0, judged.err
    assert (judged.json["all"]["dice"], judged.json["all"]["right"]) == (2, 2)


def test_the_last_throws_of_the_box_are_the_newest_in_their_order(tmp_path: Path) -> None:
    (tmp_path / "pictures").mkdir()
    for name in ("9.jpg", "10.jpg", "100.jpg", "101.part", "notes.jpg"):
        (tmp_path / "pictures" / name).write_bytes(b"")
    assert [path.name for path in kept_pictures(tmp_path, 2)] == ["10.jpg", "100.jpg"]
    assert len(kept_pictures(tmp_path, 9)) == 3


def test_a_misread_throw_of_the_box_becomes_a_test_case_though_the_box_runs(
    run: Callable[..., Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("reader.doctor.running.running_box", lambda _settings: {"camera": {}})
    golden = Path(__file__).parents[3] / "reader/golden.jpg"
    (tmp_path / "state/pictures").mkdir(parents=True)
    (tmp_path / "state/pictures/17.jpg").write_bytes(golden.read_bytes())
    (tmp_path / "settings.toml").write_text(f'[state]\nfolder = "{tmp_path}/state"\n')
    config = ("--config", str(tmp_path / "settings.toml"))
    ran = run("record", str(tmp_path / "own"), "--last", "1", *config, typed="\n\n\n")
    assert ran.code == 0, ran.err
    assert "17.jpg" in ran.out
    assert (tmp_path / "own/throw-0001.json").exists()
    refused = run("record", str(tmp_path / "own"), "--last", "1", "--picture", str(golden), *config)
    assert (refused.code, "choose one" in refused.err) == (2, True)


def test_a_box_that_kept_no_pictures_says_so(tmp_path: Path) -> None:
    with pytest.raises(RefusedError, match="no pictures of throws are kept"):
        kept_pictures(tmp_path, 1)


def test_beside_a_running_box_the_camera_is_not_fought_for(
    run: Callable[..., Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("reader.doctor.running.running_box", lambda _settings: {"camera": {}})
    ran = run("record", str(tmp_path / "own"))
    assert ran.code == 2
    assert "sudo systemctl stop dice-reader" in ran.err


def test_a_file_that_is_no_picture_is_refused(run: Callable[..., Any], tmp_path: Path) -> None:
    (tmp_path / "no.jpg").write_text("no")
    ran = run("record", str(tmp_path / "own"), "--picture", str(tmp_path / "no.jpg"))
    assert ran.code == 2
    assert "not a picture" in ran.err
