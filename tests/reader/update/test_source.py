"""What may be installed, and when it is the same."""

import shutil
import subprocess
from pathlib import Path

import pytest

from reader.update.checkout import pull
from reader.update.errors import UpdateError
from reader.update.source import source_at
from tests.reader.update.stand_ins import checkout

HOUSE = Path(__file__).parents[3]


def test_the_same_content_has_the_same_name(tmp_path: Path) -> None:
    one, other = checkout(tmp_path / "one"), checkout(tmp_path / "other")
    assert source_at(one).name == source_at(other).name
    (other / "reader" / "cli" / "__init__.py").write_text("print(2)")
    assert source_at(one).name != source_at(other).name
    assert source_at(other).name.startswith("1.0-")


def test_what_running_it_leaves_behind_changes_nothing(tmp_path: Path) -> None:
    folder = checkout(tmp_path)
    name = source_at(folder).name
    for left in ("reader/__pycache__/x.pyc", "dice_reader.egg-info/PKG-INFO", ".venv/bin/python", "build/lib/x.py"):
        (folder / left).parent.mkdir(parents=True, exist_ok=True)
        (folder / left).write_text("left")
    assert source_at(folder).name == name


def test_a_copy_is_built_from_and_the_original_left_alone(tmp_path: Path) -> None:
    folder = checkout(tmp_path / "one")
    (folder / "notes.txt").write_text("mine")
    (tmp_path / "copy").mkdir()
    given = source_at(folder).copy_to(tmp_path / "copy")
    assert source_at(given).name == source_at(folder).name
    assert not (given / "notes.txt").exists()


def test_this_very_checkout_can_be_installed() -> None:
    source = source_at(HOUSE)
    assert source.is_folder
    assert source.name.startswith("0.")


@pytest.mark.parametrize("name", ["dice_reader-1.2.0-py3-none-any.whl", "dice_reader-1.2.0.tar.gz"])
def test_a_wheel_and_a_source_archive_can_be_installed(tmp_path: Path, name: str) -> None:
    file = tmp_path / name
    file.write_bytes(b"as built")
    (tmp_path / "copy").mkdir()
    source = source_at(file)
    assert source.name.startswith("1.2.0-")
    assert source.copy_to(tmp_path / "copy").read_bytes() == b"as built"


def test_anything_else_is_refused_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "numpy-2.0-py3-none-any.whl").touch()
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "pyproject.toml").write_text('[project]\nname = "other"')
    for name, sentence in {
        "gone": "is not there; give a folder, a wheel or a source archive of dice-reader",
        "numpy-2.0-py3-none-any.whl": "is no wheel or source archive of dice-reader",
        "other": "is no folder of dice-reader",
    }.items():
        with pytest.raises(UpdateError, match=sentence):
            source_at(tmp_path / name)


def git(folder: Path, *words: str) -> None:
    identity = ["-c", "user.name=a test", "-c", "user.email=test@localhost", "-c", "init.defaultBranch=main"]
    subprocess.run(["git", "-C", str(folder), *identity, *words], check=True, capture_output=True)


@pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")
def test_a_checkout_is_brought_up_to_date_and_says_when_it_cannot_be(tmp_path: Path) -> None:
    upstream = checkout(tmp_path / "upstream")
    git(upstream, "init", "-q")
    git(upstream, "add", ".")
    git(upstream, "commit", "-q", "-m", "one")
    git(tmp_path, "clone", "-q", str(upstream), "mine")
    checkout(upstream, "2.0")
    git(upstream, "commit", "-q", "-a", "-m", "two")
    pull(tmp_path / "mine")
    assert source_at(tmp_path / "mine").name.startswith("2.0-")
    pull(upstream)  # a checkout of nothing stays as it is
    upstream.rename(tmp_path / "gone")
    with pytest.raises(UpdateError, match=r"there is no network, or .*/mine cannot be brought up to date"):
        pull(tmp_path / "mine")


def test_a_folder_that_is_no_checkout_stays_as_it_is(tmp_path: Path) -> None:
    pull(checkout(tmp_path))
