"""What root wrote into the box's folder."""

import os
from pathlib import Path
from typing import Any

import pytest

from reader import box_folder
from reader.box_folder import give_back

SERVICE = (4711, 4712)


@pytest.fixture
def given(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, int, int]]:
    """Who was given what; the folder is the service's, all in it was written by somebody else."""
    (tmp_path / "dice" / "3fa9c21e").mkdir(parents=True)
    (tmp_path / "dice" / "3fa9c21e" / "die.json").write_text("{}")
    changes: list[tuple[str, int, int]] = []

    def chown(name: str, user: int, group: int, *, dir_fd: int, follow_symlinks: bool) -> None:
        assert not follow_symlinks
        changes.append((f"{os.readlink(f'/proc/self/fd/{dir_fd}')}/{name}".removeprefix(f"{tmp_path}/"), user, group))

    def owner_of(_folder: Path) -> tuple[int, int]:
        return SERVICE

    monkeypatch.setattr(os, "chown", chown)
    monkeypatch.setattr(box_folder, "owner_of", owner_of)
    return changes


def be(monkeypatch: pytest.MonkeyPatch, user: int) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: user)


def test_what_root_wrote_is_given_to_whom_the_folder_belongs(
    tmp_path: Path, given: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    be(monkeypatch, 0)
    give_back(tmp_path)
    assert sorted(given) == [
        ("dice", *SERVICE),
        ("dice/3fa9c21e", *SERVICE),
        ("dice/3fa9c21e/die.json", *SERVICE),
    ]


def test_nobody_else_gives_anything_away(tmp_path: Path, given: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    be(monkeypatch, 1000)
    give_back(tmp_path)
    assert given == []


def test_what_lies_outside_is_not_reached_through_a_link(
    tmp_path: Path, given: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "shadow").write_text("")
    inside = tmp_path / "inside"
    inside.mkdir()
    (inside / "link").symlink_to(outside)
    be(monkeypatch, 0)
    give_back(inside)
    assert given == [("inside/link", *SERVICE)]


def test_a_folder_that_is_not_there_yet_is_no_trouble(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    be(monkeypatch, 0)
    give_back(tmp_path / "nowhere")
