from functools import partial

import pytest

from rules import reckoned


def test_the_distribution_is_exact_json(run):
    told = run("odds", "standard", "--json").json
    assert told["roll"] == "standard"
    assert told["exact"] is True
    assert told["distribution"]["-5"] == pytest.approx(1 / 36)
    assert list(told["distribution"]) == [str(total) for total in range(-5, 6)]
    assert (told["mean"], told["likely"]) == (pytest.approx(0), 0)
    assert told["labels"] is None


def test_labels_and_winners_have_their_chances(run):
    assert run("odds", "test", "+2", "--json").json["labels"]["Critical Success"] == pytest.approx(0.05)
    assert run("odds", "contest A=+0 B=+0", "--json").json["winners"] == {
        "A": pytest.approx(0.5),
        "B": pytest.approx(0.5),
    }


def test_the_cut_of_an_unlimited_roll_is_stated(run):
    told = run("odds", "olde 2d4+1", "--json").json
    assert 0 < told["cut"] < 1e-9
    assert any("cut" in note for note in told["notes"])
    assert "unlimited" in run("odds", "olde 2d4+1").out


def test_what_is_assumed_is_stated(run):
    assert "assumed: each player shows 0 to 5 fingers equally likely" in run("odds", "standard fingers").out


def test_a_sampled_roll_says_so_and_shows_progress(run, monkeypatch):
    monkeypatch.setattr("reader.cli.odds.reckoned", partial(reckoned, most_paths=1000))
    ran = run("odds", "20d6!kh10", "--paths", "200", "--json")
    assert ran.json["exact"] is False
    assert ran.json["error"] == pytest.approx(0.0693, abs=1e-3)
    assert "sampling 200 throws" in ran.err


def test_whatever_lies_there_has_no_odds(run):
    assert run("odds", "free", "--json").json["distribution"] == {}
    assert "no odds" in run("odds", "free").out


def test_rare_totals_are_only_counted(run):
    assert "not listed: 1 total rarer than 0.05% each" in run("odds", "6d6>=6").out


def test_bars_are_drawn(run):
    lines = run("odds", "2d6", "--plot").out.splitlines()
    assert "█" * 40 in lines[6]
    assert lines[6].split()[:2] == ["7", "16.667%"]
    assert "█" not in run("odds", "2d6").out


def test_a_bad_roll_is_refused_in_one_line(run):
    ran = run("odds", "5d7")
    assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert "column 2" in ran.err
