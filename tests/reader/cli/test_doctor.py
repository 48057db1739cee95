"""`dice-reader doctor` on this machine, which is no Pi."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from reader.doctor.check import ill, well

SETTINGS = '[camera]\nkind = "studio"\n[page]\nenabled = false\n[state]\nfolder = "{folder}"\n'


@pytest.fixture
def config(tmp_path: Path) -> str:
    path = tmp_path / "settings.toml"
    path.write_text(SETTINGS.replace("{folder}", str(tmp_path)))
    return str(path)


def test_every_part_has_a_line_and_stand_ins_are_called_so(run: Callable[..., Any], config: str) -> None:
    ran = run("doctor", "--config", config)
    assert ran.code == 0, ran.out
    for line in (
        "✓ Python: ",
        "✓ networks: ",
        "✓ golden picture: read right",
        "✓ speed: a look takes ",
        "✓ camera (stand-in): ",
    ):
        assert line in ran.out
    assert "no Raspberry Pi" in ran.out


def test_json_has_exactly_what_was_promised(
    run: Callable[..., Any], config: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    checks = [well("Python", "3.13"), ill("camera", "no camera", "plug it in", is_stand_in=True)]
    monkeypatch.setattr("reader.doctor.examination.examine", lambda *_: iter(checks))
    ran = run("doctor", "--json", "--config", config, "--bundle", str(tmp_path / "help.zip"))
    assert ran.code == 1
    assert ran.json == {
        "checks": [
            {"name": "Python", "ok": True, "fix": ""},
            {"name": "camera (stand-in)", "ok": False, "fix": "plug it in"},
        ]
    }
    assert (tmp_path / "help.zip").stat().st_size > 500


def test_a_bundle_that_cannot_be_written_is_refused(
    run: Callable[..., Any], config: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("reader.doctor.examination.examine", lambda *_: iter(()))
    ran = run("doctor", "--config", config, "--bundle", "/no/such/folder/help.zip")
    assert ran.code == 2
    assert "cannot be written" in ran.err
