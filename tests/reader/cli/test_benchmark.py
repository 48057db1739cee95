import sys
from types import ModuleType

import pytest

from reader import benchmarks
from reader.benchmarks import Figure


@pytest.fixture
def section(monkeypatch: pytest.MonkeyPatch) -> None:
    made = ModuleType("reader.benchmarks.made")
    made.TITLE = "Made up"
    made.figures = lambda: [
        Figure("quick", 0.5, "s", most=1.0),
        Figure("slow", 2.0, "s", most=1.0),
        Figure("size", 3, "MB"),
        Figure("many", 130, "/s", least=120.0),
        Figure("few", 110, "/s", least=120.0),
    ]
    monkeypatch.setitem(sys.modules, "reader.benchmarks.made", made)
    monkeypatch.setattr(benchmarks, "SECTIONS", ("made",))


@pytest.mark.usefixtures("section")
def test_figures_are_printed_beside_their_bars(run):
    lines = run("benchmark").out.splitlines()
    assert lines[0] == "Made up"
    assert "✓ at most 1" in lines[1]
    assert "✗ at most 1" in lines[2]
    assert "at most" not in lines[3]
    assert "✓ at least 120" in lines[4]
    assert "✗ at least 120" in lines[5]


@pytest.mark.usefixtures("section")
def test_figures_are_told_as_json(run):
    assert run("benchmark", "made", "--json").json["made"][0] == {
        "name": "quick",
        "value": 0.5,
        "unit": "s",
        "most": 1.0,
        "least": None,
    }


def test_an_unknown_section_is_refused(run):
    ran = run("benchmark", "nonsense")
    assert (ran.code, ran.err.count("\n")) == (2, 1)


def test_the_rules_section_measures_every_roll_of_the_books():
    from reader.benchmarks import rules as section

    assert "4d6kh3" in section.rolls()
    assert "group Alice=+0 Bob=+3 Carol=+0 David=-1" in section.rolls()
