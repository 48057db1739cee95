import json
import os
import signal
import subprocess
import sys
from contextlib import suppress

import pytest

PROGRAM = [sys.executable, "-c", "from reader.cli import main; main()"]


def test_an_outcome_is_one_json_object(run):
    ran = run("roll", "standard ability=7", "--answer", "d6:5:light d6:2:dark", "--json")
    assert ran.code == 0
    assert ran.json == {
        "roll": "standard ability=7",
        "state": "outcome",
        "total": 5,
        "label": None,
        "winner": None,
        "text": "white ~~5~~, black 2: -2 → 5",
        "wants": None,
        "alternatives": None,
        "options": None,
        "range": None,
        "why": None,
        "dice": [
            {"kind": "d6", "face": "5", "value": 5, "fate": "dropped"},
            {"kind": "d6", "face": "2", "value": 2, "fate": "kept"},
        ],
    }


def test_what_is_asked_next_is_said(run):
    asked = run("roll", "standard", "--json").json
    assert asked["state"] == "throw"
    assert asked["wants"] == [{"kind": "d6", "shade": "light"}, {"kind": "d6", "shade": "dark"}]
    assert asked["total"] is None
    asked = run("roll", "2d4!+1", "--answer", "2 4", "--json").json
    assert asked["wants"] == [{"kind": "d4", "shade": None}]
    assert asked["why"] == "it explodes"
    assert [die["face"] for die in asked["dice"]] == ["2", "4"]


def test_where_several_pools_would_serve_wants_is_null_and_alternatives_lists_them(run):
    asked = run("roll", "tale level=5", "--json").json
    assert asked["wants"] is None
    assert [[want["kind"] for want in pool] for pool in asked["alternatives"]] == [
        ["d12", "d4"],
        ["d10", "d6"],
        ["d8", "d8"],
    ]
    asked = run("roll", "d%", "--json").json
    assert asked["wants"] is None
    assert asked["alternatives"] == [
        [{"kind": "d%", "shade": None}, {"kind": "d10", "shade": None}],
        [{"kind": "d10", "shade": "dark"}, {"kind": "d10", "shade": "light"}],
    ]


def test_any_die_is_kind_any(run):
    asked = run("roll", "contest A=+0 B=+0", "--answer", "5", "--answer", "5", "--json").json
    assert asked["wants"] == [{"kind": "any", "shade": None}]
    assert run("roll", "free", "--json").json["wants"] == [{"kind": "any", "shade": None}]


def test_a_choice_and_an_entry_say_what_may_be_answered(run):
    group = ["roll", "group Alice=+0 Bob=+3", "--answer", "8", "--answer", "2"]
    asked = run(*group, "--json").json
    assert (asked["state"], asked["options"]) == ("choice", ["Bob", "nobody"])
    asked = run("roll", "standard fingers", "--json").json
    assert (asked["state"], asked["range"]) == ("entry", [0, 5])


def test_after_a_mismatch_the_next_answer_goes_to_the_same_question(run):
    waiting = run("roll", "standard", "--answer", "d6:5 d6:2", "--json")
    assert waiting.code == 0
    assert waiting.json["state"] == "mismatch"
    assert "two d6 of different colours, please" in waiting.json["text"]
    assert waiting.json["wants"] is not None
    assert run("roll", "standard", "--answer", "d6:5 d6:2", "--answer", "w5 b2", "--json").json["total"] == -2


@pytest.mark.parametrize(
    "answers",
    [
        ["group A=+0 B=+3", "8", "2", "Zed"],
        ["standard fingers", "7 1"],
        ["standard fingers", "1"],
        ["1d6", ""],
        ["1d6", "d8:1"],
    ],
)
def test_an_answer_that_does_not_fit_is_a_mismatch_and_no_error(run, answers):
    roll, *typed = answers
    ran = run("roll", roll, *(word for answer in typed for word in ("--answer", answer)), "--json")
    assert (ran.code, ran.json["state"]) == (0, "mismatch")


@pytest.mark.parametrize(
    ("args", "part", "column"),
    [
        (["5d7"], "d7", 2),
        ([""], "", 1),
        (["51d6"], "51", 1),
        (["1d6", "--answer", "d6:7"], "d6:7", 1),
        (["2d6", "--answer", "1 d6:0"], "d6:0", 3),
        (["standard", "--answer", "5 hello"], "hello", 3),
        (["--jsn"], "--jsn", 1),
        ([], "", 1),
        (["5d6\udcff"], "\\udcff", 4),
        (["5d6\n\n"[:3] + "\nx"], "x", 5),
    ],
)
def test_what_cannot_be_read_is_refused_in_one_line_with_its_column(run, args, part, column):
    ran = run("roll", *args, "--json")
    assert ran.code == 2
    assert ran.out == ""
    assert ran.err.count("\n") == 1
    assert part in ran.err
    assert f"column {column}" in ran.err


def test_an_answer_left_over_is_refused(run):
    ran = run("roll", "1d6", "--answer", "4", "--answer", "5", "--json")
    assert (ran.code, ran.out) == (2, "")
    assert "left over" in ran.err


@pytest.mark.parametrize("words", [["3d8-1"], ["3d8", "-1"], ["3d8", "-", "1"], [" 3D8 –1"]])
def test_a_roll_may_be_typed_in_several_words(run, words):
    assert run("roll", *words, "--answer", "1 2 3", "--json").json["total"] == 5


def test_a_player_is_asked_until_there_is_an_outcome(run):
    ran = run("roll", "2d4!+1", typed="9 9\n\n2 4\nd8:1\n4\n3\n")
    assert ran.code == 0
    assert "a d4 never shows 9" in ran.out
    assert "the tray is empty" in ran.out
    assert "there lies a d8 where a d4 is asked for" in ran.out
    assert ran.out.count("Throw a d4 again: it explodes") == 3
    assert ran.out.splitlines()[-1] == "14"
    assert "2d4!+1 (2, 4!, 4!, 3) = 14" in ran.out


def test_undo_takes_the_last_answer_back(run):
    ran = run("roll", "2d4!+1", typed="undo\n2 4\nUndo\n2 3\n")
    assert ran.out.count("Throw two d4: 2d4!+1") == 3
    assert ran.out.splitlines()[-1] == "6"


def test_somebody_may_be_called_undo(run):
    ran = run("roll", "group Undo=+0 Bob=+3", typed="2\n4\nundo\n9\n")
    assert "Undo (~~2~~, 9) = 9, Bob (4) +3 = 7: the lowest is 7" in ran.out


def test_a_refused_answer_is_all_that_is_said(run):
    ran = run("roll", "standard", "--answer", "d6:7")
    assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)


def test_a_tie_is_said_once(run):
    ran = run("roll", "olde contest A=1d4 B=1d4", "--answer", "3", "--answer", "3")
    assert ran.out.splitlines()[1:] == ["A 1d4 (3) = 3, B 1d4 (3) = 3: a tie", "Tie"]


def test_a_player_may_leave(run):
    assert run("roll", "2d4!+1", typed="2 4\n").code == 0


def test_the_label_and_the_total_come_last(run):
    ran = run("roll", "test +2", "--answer", "7")
    assert ran.out.splitlines()[-3:] == ["(7) +2 = 9", "Mixed Score", "9"]


def test_answers_on_the_command_line_leave_standard_input_alone(run):
    ran = run("roll", "2d4!+1", "--answer", "2 4", typed="1\n")
    assert ran.out.splitlines()[-1] == "Throw a d4 again: it explodes"


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "utf-8"])
def test_every_terminal_can_show_it(encoding):
    environment = {**os.environ, "PYTHONIOENCODING": encoding, "PYTHONUTF8": "0"}
    args = ["roll", "standard ability=7", "--answer", "5 2", "--json"]
    ran = subprocess.run([*PROGRAM, *args], env=environment, capture_output=True, check=True)
    assert json.loads(ran.stdout)["text"] == "white ~~5~~, black 2: -2 → 5"


def test_bytes_that_are_no_text_are_no_traceback():
    ran = subprocess.run([*PROGRAM, "roll", "1d6"], input=b"\xff\xfe\n4\n", capture_output=True, check=True)
    assert ran.stderr == b""
    assert ran.stdout.endswith(b"4\n")
    ran = subprocess.run([*PROGRAM, "roll", b"5d6\xff"], capture_output=True, check=False)
    assert (ran.returncode, ran.stderr.count(b"\n")) == (2, 1)


def test_a_closed_pipe_is_no_traceback():
    program = subprocess.Popen([*PROGRAM, "books"], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    program.stdout.close()
    assert b"Traceback" not in program.stderr.read()
    program.stderr.close()
    program.wait()


def test_an_interrupt_is_no_traceback():
    program = subprocess.Popen(
        [*PROGRAM, "roll", "1d6"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # a job in the background ignores it
    )
    assert program.stdout.readline()
    assert program.stdout.readline()
    for _ in range(10):  # one that comes just before it begins to wait for a key is not noticed
        program.send_signal(signal.SIGINT)
        with suppress(subprocess.TimeoutExpired):
            program.wait(5)
            break
    assert b"Traceback" not in program.communicate()[1]
    assert program.returncode == 130


def test_a_roll_starts_without_the_heavy_libraries():
    heavy = "{'numpy', 'cv2', 'onnxruntime', 'rich', 'fastapi', 'pydantic', 'PIL', 'torch'}"
    code = f"import sys; from reader.cli import app; import rules; print({heavy} & set(sys.modules))"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "set()\n"
