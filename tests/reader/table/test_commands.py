"""The table's commands on the command line: run, history, stats, demo."""

import csv
import io
import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

from reader.cli import app
from reader.cli.demo_judge import Judge
from reader.cli.history import since_when
from reader.cli.tray_picture import colours_of, dice_in_terminal
from reader.errors import RefusedError
from reader.table.commands import Correct, Enter, Pick
from reader.vision.sighting import Box, Reading, Unread, Why

SIX = Reading("d6", "6", 0.99, Box(10, 10, 40, 40), 0.4, "red")


def run(*words: str) -> Any:
    return CliRunner(env={"COLUMNS": "200"}).invoke(app, words)


@pytest.fixture
def evening(box: Any, painter: Any) -> Path:
    """A folder with a few rolls in it."""
    box.do(Pick("2d6!"))
    box.press(painter("d6", "6", 40), painter("d6", "1", 140))
    box.do(Enter("3"))
    box.do(Correct(1, "2"))
    box.do(Pick('test ranges="[..6] =HYPERLINK(1), [7..] passes"'))
    box.do(Enter("4"))
    return Path(box.folder)


def test_history_shows_every_roll_with_its_dice(evening: Path) -> None:
    said = run("history", "--state", str(evening)).output
    assert "2d6!" in said
    assert "11" in said
    assert "6! 2 3  (typed in, corrected)" in said


def test_history_as_json_is_an_object_a_line(evening: Path) -> None:
    lines = run("history", "--state", str(evening), "--json").output.splitlines()
    rolls = [json.loads(line) for line in lines]
    assert (rolls[0]["roll"], rolls[0]["total"]) == ("2d6!", 11)
    assert rolls[0]["corrections"][0]["now"]["face"] == "2"


def test_history_as_csv_can_be_opened_in_a_spreadsheet_without_harm(evening: Path) -> None:
    rows = list(csv.DictReader(io.StringIO(run("history", "--state", str(evening), "--csv").output)))
    assert [rows[0][name] for name in ("total", "dice", "typed", "corrected")] == ["11", "d6:6 d6:2 d6:3", "yes", "yes"]
    assert rows[1]["label"] == "'=HYPERLINK(1)"


def test_history_since_a_time_and_the_last_ones(evening: Path) -> None:
    assert run("history", "--state", str(evening), "--since", "2026-06-01").output == "nothing was rolled\n"
    assert len(run("history", "--state", str(evening), "--json", "--last", "1").output.splitlines()) == 1


@pytest.mark.parametrize(
    ("text", "when"),
    [
        ("2026-11-01", "2026-11-01T00:00:00+00:00"),
        ("2026-11-01T19:30+01:00", "2026-11-01T18:30:00+00:00"),
        ("3h", "2026-11-03T09:00:00+00:00"),
        ("1w", "2026-10-27T12:00:00+00:00"),
        ("today", "2026-11-03T00:00:00+00:00"),
    ],
)
def test_times_as_people_write_them(text: str, when: str) -> None:
    assert since_when(text, datetime(2026, 11, 3, 12, tzinfo=UTC)) == when


def test_a_time_that_is_none_is_refused() -> None:
    with pytest.raises(RefusedError, match='--since "yesteryear"'):
        since_when("yesteryear")


def test_what_cannot_be_read_is_refused_in_one_line(tmp_path: Path) -> None:
    for words in (("history", "--state", str(tmp_path)), ("stats", "--state", str(tmp_path))):
        assert isinstance(run(*words).exception, RefusedError)


def test_stats_count_what_was_seen_and_say_how_much_more_it_takes(evening: Path) -> None:
    said = run("stats", "--state", str(evening)).output
    assert "red d6  2 throws" in said
    assert "too early to tell" in said
    (die,) = json.loads(run("stats", "--state", str(evening), "--json").output)
    assert (die["counts"]["6"], die["counts"]["2"], die["counts"]["3"], die["verdict"]) == (1, 1, 0, "too early")


def test_run_only_checks_the_settings_when_asked(tmp_path: Path) -> None:
    file = tmp_path / "box.toml"
    file.write_text("[page]\nport = 8080\n")
    done = run("run", "--config", str(file), "--check")
    assert (done.exit_code, done.output) == (0, f"{file}: these settings can be used\n")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[page]\nprot = 8080\n", "line 2"),
        ('[page]\nport = "8080"\n', "line 2"),
        ("[page]\nport = 99999\n", "line 2"),
        ('[table]\n\npresets = ["3d7"]\n', "line 3"),
    ],
)
def test_settings_that_are_wrong_are_refused_with_their_line(tmp_path: Path, text: str, said: str) -> None:
    file = tmp_path / "box.toml"
    file.write_text(text)
    refused = run("run", "--config", str(file), "--check").exception
    assert isinstance(refused, RefusedError)
    assert said in str(refused)


def test_settings_that_are_not_there_are_refused(tmp_path: Path) -> None:
    refused = run("run", "--config", str(tmp_path / "none.toml"), "--check").exception
    assert isinstance(refused, RefusedError)
    assert "cannot be read" in str(refused)


def test_a_judge_counts_a_wrong_face_and_forgives_an_unread_one() -> None:
    judge = Judge()
    unread = Unread(Why.NOT_SURE, SIX.box, "d6", 0.4, 0.4, "red")
    judge.judge([("d6", "6"), ("d6", "2"), ("d10ish", "0")], [SIX, unread])
    assert (judge.right, judge.unread, judge.missed, judge.wrong) == (1, 1, 1, 0)
    judge.judge([("d6", "5")], [SIX])
    assert judge.wrong == 1
    assert judge.sentence.endswith("1 wrong")


def test_dice_are_drawn_side_by_side_with_what_was_read() -> None:
    picture = np.full((100, 100, 3), (10, 200, 30), np.uint8)
    lines = dice_in_terminal(picture, [SIX, SIX], columns=60, colours="millions")
    assert len(lines) == 12
    assert lines[0].count("▀") == 44
    assert "\x1b[38;2;30;200;10" in lines[0]
    assert lines[-1].count("red d6: 6") == 2


def test_without_colours_there_are_words() -> None:
    assert dice_in_terminal(np.zeros((60, 60, 3), np.uint8), [SIX], 80, "none") == ["      red d6: 6"]


def test_many_dice_take_several_rows() -> None:
    lines = dice_in_terminal(np.zeros((60, 60, 3), np.uint8), [SIX] * 7, 80, "256")
    assert sum("red d6: 6" in line for line in lines) == 2


@pytest.mark.parametrize(
    ("environment", "is_terminal", "colours"),
    [
        ({"COLORTERM": "truecolor"}, True, "millions"),
        ({"TERM": "xterm-256color"}, True, "256"),
        ({"NO_COLOR": "1", "COLORTERM": "truecolor"}, True, "none"),
        ({"TERM": "dumb"}, True, "none"),
        ({"COLORTERM": "truecolor"}, False, "none"),
    ],
)
def test_colours_are_what_the_terminal_has(environment: dict[str, str], is_terminal: bool, colours: str) -> None:
    assert colours_of(environment, is_terminal) == colours
