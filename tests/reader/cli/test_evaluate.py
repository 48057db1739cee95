import json
import sys
from pathlib import Path

import cv2
import numpy as np
import pytest

from reader.cli import main
from reader.vision.look import Eye
from reader.vision.sighting import Box, Candidate, Frame, Reading, Sighting, Unread, Why
from reader.vision.slant import Stance

HEAD = "path,set,clip,split,kind,face,colour,style,x,y,w,h\n"


def read(x: float, kind: str, face: str, lightness: float = 0.5) -> Reading:
    return Reading(kind, face, 0.9, Box(x, 10, 30, 30), lightness, "red", (Candidate(kind, face, 0.9),))


class FakeEye:
    """Knows pictures by the shade of their upper left pixel."""

    def __init__(self) -> None:
        self.stance: Stance | None = None
        leaning = Unread(Why.LEANING, Box(10, 10, 30, 30), "d8", 0.4, 0.5, "red")
        self.sees: dict[int, list[Sighting]] = {
            1: [read(10, "d6", "5", lightness=0.8), read(60, "d6", "2", lightness=0.3)],
            2: [read(10, "d20", "11")],
            3: [leaning],
            4: [],
        }

    def look(self, frame: Frame) -> list[Sighting]:
        return self.sees[int(frame[0, 0, 0])]


@pytest.fixture
def index(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for shade in range(1, 5):
        cv2.imwrite(str(tmp_path / f"{shade}.png"), np.full((60, 100, 3), shade, np.uint8))
    box = [10, 10, 30, 30]
    pair = [
        {"kind": "d6", "face": "5", "box": box, "state": "flat", "lightness": 0.9, "material": "white"},
        {"kind": "d6", "face": "2", "box": [60, 10, 30, 30], "state": "flat", "lightness": 0.1, "material": "black"},
    ]
    (tmp_path / "1.json").write_text(json.dumps({"dice": pair}))
    (tmp_path / "3.json").write_text(json.dumps({"dice": [{"kind": "d8", "face": "", "box": box, "state": "leaning"}]}))
    (tmp_path / "4.json").write_text(json.dumps({"dice": []}))
    (tmp_path / "index.csv").write_text(
        HEAD
        + "1.png,studio,,dev,d6,5,,,10,10,30,30\n1.png,studio,,dev,d6,2,,,60,10,30,30\n"
        + "2.png,ucffool,clip,dev,d20,17,,,,,,\n3.png,studio,,dev,d8,,,,10,10,30,30\n"
    )
    monkeypatch.setattr(Eye, "open", lambda _models: FakeEye())
    return tmp_path / "index.csv"


def run(monkeypatch: pytest.MonkeyPatch, *words: object) -> int:
    monkeypatch.setattr(sys, "argv", ["dice-reader", "evaluate", *map(str, words)])
    with pytest.raises(SystemExit) as ended:
        main()
    return int(ended.value.code or 0)


def test_json_holds_every_figure(
    index: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(monkeypatch, index, "--split", "dev", "--json") == 0
    told = json.loads(capsys.readouterr().out)
    assert told["pictures"] == 4
    assert told["kinds"]["studio"]["d6"]["right"] == 2
    assert told["kinds"]["ucffool"]["d20"]["wrong"] == 1
    assert told["not_flat"]["studio"]["leaning"]["unread"] == 1
    assert told["throws"]["studio"] == {"throws": 1, "right": 1, "asked": 0, "wrong": 0}
    assert told["pairs"] == {"pairs": 1, "right": 1, "unseen": 0}
    assert told["confusions"] == [["d20 17", "d20 11", 1]]
    assert told["unread"] == {"leaning": 1}
    assert told["curve"] == [[0.9, 1.0, 0.3333]]
    assert told["unreadable"] == []


def test_a_person_sees_tables_and_the_confusions(
    index: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(monkeypatch, index, "--pairs", "--wrong") == 0
    lines = [" ".join(line.split()) for line in capsys.readouterr().out.splitlines()]
    assert "studio d6 2 100.0% (2) – – – –" in lines
    assert "ucffool d20 1 – – – 100.0% (1) –" in lines
    assert "all all 3 66.7% (2) – – 33.3% (1) –" in lines
    assert "studio leaning 1 100.0% (1) – –" in lines
    assert "studio: 1 whole throws: 100.0% right, 0.0% asked about, 0.0% wrong" in lines
    assert "light and dark d6 in one picture: 1 of 1 pairs told apart, 0 not seen" in lines
    assert "1 × d20 17 read as d20 11" in lines
    assert f"{index.parent / '2.png'}: d20 17 ← d20 11 0.90" in lines


def test_a_picture_that_is_gone_is_named_and_the_rest_counted(
    index: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (index.parent / "2.png").unlink()
    assert run(monkeypatch, index, "--json") == 2
    out, err = capsys.readouterr()
    assert json.loads(out)["pictures"] == 3
    assert err == f"dice-reader: {index.parent / '2.png'}: there is no such file\n"


@pytest.mark.parametrize("words", [["none.csv"], ["index.csv", "--split", "moon"]])
def test_nothing_to_count_is_refused_in_one_line(
    index: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], words: list[str]
) -> None:
    assert run(monkeypatch, index.parent / words[0], *words[1:]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1


@pytest.mark.parametrize("words", [(), ("--one-camera",)])
def test_what_pictures_tell_of_their_camera_is_kept_only_if_it_stayed(
    index: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...]
) -> None:
    eye = FakeEye()
    monkeypatch.setattr(Eye, "open", lambda _models: eye)
    assert run(monkeypatch, index, *words) == 0
    assert (eye.stance is not None) == bool(words)
