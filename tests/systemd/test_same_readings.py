"""Two machines read the same, or it is said where they do not."""

import json
from pathlib import Path
from typing import Any

from tests.systemd.same_readings import difference, main


def reading(face: str | None = "4", confidence: float = 0.9, why: str | None = None) -> dict[str, Any]:
    return {"image": "one.jpg", "dice": [{"kind": "d6", "face": face, "why": why, "confidence": confidence}]}


def test_what_differs_by_rounding_is_the_same() -> None:
    assert difference(reading(), reading(confidence=0.9001)) == ""


def test_more_than_rounding_is_told() -> None:
    assert difference(reading(), reading(confidence=0.907)) == "one.jpg: one is surer by 0.007"


def test_another_face_or_another_die_is_told() -> None:
    assert difference(reading(), reading("5")) == "one.jpg: [('d6', '4', None)] and [('d6', '5', None)]"
    assert difference(reading(), reading(None, why="leaning")) != ""
    assert difference(reading(), {"image": "one.jpg", "dice": []}) != ""
    assert difference(reading(), reading(confidence=0.8)) == "one.jpg: one is surer by 0.100"


def test_of_dice_that_were_not_read_the_doubt_and_its_reason_are_the_same_too() -> None:
    assert difference(reading(None, 0.5, "not sure"), reading(None, 0.6, "not sure")) != ""
    assert difference(reading(None, why="leaning"), reading(None, why="stacked")) != ""


def test_all_pictures_are_counted(tmp_path: Path, capsys: Any) -> None:
    here, there = tmp_path / "here", tmp_path / "there"
    here.write_text(f"{json.dumps(reading())}\n" * 2)
    there.write_text(f"{json.dumps(reading())}\n" * 2)
    assert main(here, there) == 0
    assert capsys.readouterr().out == "2 pictures with 2 dice: the same on both machines\nsurer by 0.000000 at most\n"
    there.write_text(f"{json.dumps(reading())}\n{json.dumps(reading('1'))}\n")
    assert main(here, there) == 1
