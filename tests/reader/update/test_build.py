"""What is taken over from the version in use, and what is said when something cannot be had."""

import os
import sys
from pathlib import Path

import pytest

from reader.update import build
from reader.update.errors import UpdateError

PYTHON = f"python{sys.version_info.major}.{sys.version_info.minor}"


def venv(place: Path) -> Path:
    packages = place / "lib" / PYTHON / "site-packages"
    packages.mkdir(parents=True)
    return packages


def test_what_the_version_in_use_has_is_linked_and_what_is_new_is_not(tmp_path: Path) -> None:
    old, new = venv(tmp_path / "old"), venv(tmp_path / "new")
    for name in ("numpy/core.so", "numpy-2.0.dist-info/METADATA", "reader/cli.py", "dice_reader-1.0.dist-info/RECORD"):
        (old / name).parent.mkdir(exist_ok=True)
        (old / name).write_text(name)
    (old / "six.py").write_text("six")
    build.take_over(tmp_path / "old", tmp_path / "new")
    assert sorted(path.name for path in new.iterdir()) == ["numpy", "numpy-2.0.dist-info", "six.py"]
    assert os.path.samefile(old / "numpy" / "core.so", new / "numpy" / "core.so")


def test_the_setuptools_that_a_venv_brings_along_makes_way(tmp_path: Path) -> None:
    """Bookworm's venv has setuptools 66: mixed with the newer one that is taken over, neither could be imported."""
    old, new = (venv(tmp_path / name) for name in ("old", "new"))
    for folder, version, inside in ((old, "84.2", "new.py"), (new, "66.1", "old.py")):
        for package in ("setuptools", f"setuptools-{version}.dist-info", "pip"):
            (folder / package).mkdir()
        (folder / "setuptools" / inside).write_text(version)
        (folder / "setuptools/__init__.py").write_text(version)
    (new / "distutils-precedence.pth").write_text("old")
    (new / "pip/mine.py").write_text("of the new venv")
    build.take_over(tmp_path / "old", tmp_path / "new")
    assert sorted(path.name for path in new.iterdir()) == ["pip", "setuptools", "setuptools-84.2.dist-info"]
    assert sorted(path.name for path in (new / "setuptools").iterdir()) == ["__init__.py", "new.py"]
    assert (new / "setuptools/__init__.py").read_text() == "84.2"
    assert (new / "pip/mine.py").exists()


def test_another_python_begins_anew(tmp_path: Path) -> None:
    (tmp_path / "old" / "lib" / "python3.1" / "site-packages" / "numpy").mkdir(parents=True)
    new = venv(tmp_path / "new")
    build.take_over(tmp_path / "old", tmp_path / "new")
    assert list(new.iterdir()) == []


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        (
            "WARNING: NewConnectionError\nERROR: No matching distribution found for numpy",
            "there is no network",
        ),
        (
            "ERROR: Could not install: No space left on device",
            r"pip could not install it \(Could not install: No space left",
        ),
        ("", "pip could not install it"),
    ],
)
def test_what_pip_says_becomes_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, said: str, sentence: str
) -> None:
    monkeypatch.setattr(build, "_said_by", lambda _command: said)
    with pytest.raises(UpdateError, match=sentence):
        build.install(tmp_path, ["numpy"], None, lambda _line: None)


def test_what_is_here_is_enough_without_a_network(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    commands: list[list[str]] = []
    monkeypatch.setattr(build, "_said_by", lambda command: commands.append(command))
    build.install(tmp_path, ["dice-reader"], tmp_path / "wheels", lambda _line: None)
    assert len(commands) == 1
    assert "--no-index" in commands[0]
    assert commands[0][commands[0].index("--find-links") + 1] == str(tmp_path / "wheels")


def test_a_full_card_is_said_before_anything_is_done(tmp_path: Path) -> None:
    with pytest.raises(UpdateError, match=r"only \d+ MB are free at .*, 999999999 are needed; nothing was changed"):
        build.check_room(tmp_path / "not" / "there", 999_999_999)
