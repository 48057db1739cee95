"""`dice-reader update` in the shell: what it refuses, and that it says what was done."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from reader.update import build, health, steps
from tests.reader.update import stand_ins
from tests.reader.update.stand_ins import FakeService, checkout


@pytest.fixture
def update(run: Callable[..., Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Any]:
    monkeypatch.setattr(steps, "FOLDER", tmp_path / "opt")
    monkeypatch.setattr(steps, "SETTINGS", tmp_path / "settings.toml")
    monkeypatch.setattr(steps, "UNIT_FILE", tmp_path / "dice-reader.service")
    monkeypatch.setattr("reader.update.service.SystemdService", FakeService)
    monkeypatch.setattr(build, "make", stand_ins.make)
    monkeypatch.setattr(build, "check_room", lambda _folder: None)
    monkeypatch.setattr(health, "check", stand_ins.check)
    return lambda *words: run("update", *words)


def test_there_and_back(update: Callable[..., Any], tmp_path: Path) -> None:
    one, two = checkout(tmp_path / "one", "1.0"), checkout(tmp_path / "two", "2.0")
    assert update(str(one)).code == 0
    assert update(str(two)).out.splitlines()[-1].startswith("2.0-")
    back = update("--undo")
    assert (back.code, back.out.splitlines()[-1].startswith("1.0-")) == (0, True)


def test_where_nothing_is_installed_it_says_how_to_begin(update: Callable[..., Any]) -> None:
    told = update()
    assert (told.code, "run systemd/install" in told.err) == (2, True)
    assert "nothing is installed" in update("--undo").err


def test_undo_takes_no_name(update: Callable[..., Any], tmp_path: Path) -> None:
    told = update("--undo", str(tmp_path))
    assert (told.code, told.err.strip()) == (
        2, "dice-reader: --undo goes back to the version before; name nothing else",
    )  # fmt: skip


def test_what_is_no_folder_of_ours_is_refused_in_a_sentence(update: Callable[..., Any], tmp_path: Path) -> None:
    told = update(str(tmp_path))
    assert told.code == 2
    assert "is no folder of dice-reader" in told.err
    assert len(told.err.splitlines()) == 1
