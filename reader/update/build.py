"""Making a version: a venv, with what the version in use has already, and what is new on top."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Final

from reader.update.errors import UpdateError
from reader.update.source import Source

NEEDED_MB: Final = 1500
"""onnxruntime, OpenCV and numpy are 400 MB; pip unpacks before it moves, and the old version stays."""
BUILDS_WITH: Final = "setuptools>=77"
NOT_TAKEN_OVER: Final = ("pip", "pip-*", "dice_reader-*", "reader", "rules", "hardware", "models")
"""pip comes with the venv; the others are what is new."""
PATIENCE_S: Final = 3600
UNREACHABLE: Final = (
    "newconnectionerror",
    "temporary failure in name resolution",
    "name or service not known",
    "network is unreachable",
    "connecttimeout",
    "readtimeout",
    "connection refused",
    "max retries",
    "nameresolutionerror",
)

Say = Callable[[str], None]


def check_room(folder: Path, needed_mb: int = NEEDED_MB) -> None:
    there = next(each for each in (folder, *folder.parents) if each.exists())
    free_mb = shutil.disk_usage(there).free // 1_000_000
    if free_mb < needed_mb:
        raise UpdateError(f"only {free_mb} MB are free at {there}, {needed_mb} are needed; nothing was changed")


def make(place: Path, source: Source, current: Path | None, wheels: Path | None, say: Say) -> None:
    """Makes the venv there. Raises UpdateError."""
    python = f"{sys.base_prefix}/bin/python3"
    _run([python, "-m", "venv", "--system-site-packages", str(place)], "the venv cannot be made (python3-venv?)")
    if current is not None:
        take_over(current, place)
    with tempfile.TemporaryDirectory(prefix="dice-reader-") as folder:
        given = source.copy_to(Path(folder))
        install(place, [BUILDS_WITH], wheels, say)
        install(place, [f"{given}[pi]"], wheels, say)


def install(place: Path, wanted: list[str], wheels: Path | None, say: Say) -> None:
    """With what is here if that is enough, so that an update needs no network; else with PyPI's help."""
    pip = [f"{place}/bin/python", "-m", "pip", "install", "--disable-pip-version-check", "--no-input", "--quiet"]
    pip += ["--no-build-isolation", "--progress-bar=off", "--root-user-action=ignore"]
    pip += ["--find-links", str(wheels.absolute())] if wheels is not None else []
    if _said_by([*pip, "--no-index", *wanted]) is None:
        return
    say("  fetching what is not here yet; on a Pi this takes some minutes")
    said = _said_by([*pip, "--retries=2", "--timeout=30", *wanted])
    if said is None:
        return
    if any(words in said.lower() for words in UNREACHABLE):
        raise UpdateError(
            "there is no network, and not everything that is needed is here; nothing was changed. "
            "Connect the box, or give a folder of wheels: --wheels FOLDER"
        )
    raise UpdateError(f"pip could not install it ({_reason_in(said)}); nothing was changed")


def _reason_in(said: str) -> str:
    """The one line of pip's many that says what is wrong.

    >>> _reason_in("error: subprocess-exited-with-error\\n  error: package directory 'x' does not exist")
    "package directory 'x' does not exist"
    """
    lines = [line.strip() for line in said.splitlines() if line.strip()]
    errors = [line[len("error: ") :] for line in lines if line.lower().startswith("error: ")]
    telling = [line for line in errors if " " in line] or lines[-1:]
    return telling[0] if telling else "no word why"


def take_over(current: Path, place: Path) -> None:
    """What the version in use has is linked, not copied: a Pi's card is slow, and wears. pip never writes into a file
    that is there, it puts a new one in its place; so the old version stays as it is."""
    here = next((place / "lib").glob("python3*")) / "site-packages"
    there = current / "lib" / here.parent.name / "site-packages"
    if not there.is_dir():
        return
    _make_way(here)

    def not_taken(folder: str, names: list[str]) -> set[str]:
        return shutil.ignore_patterns(*NOT_TAKEN_OVER)(folder, names) if folder == str(there) else set()

    shutil.copytree(there, here, copy_function=_link, symlinks=True, dirs_exist_ok=True, ignore=not_taken)


def _make_way(here: Path) -> None:
    """A venv of Python 3.11 brings an old setuptools along; two of them in one place are none."""
    for each in here.iterdir():
        if each.name == "pip" or each.name.startswith("pip-"):
            continue
        if each.is_dir() and not each.is_symlink():
            shutil.rmtree(each)
        else:
            each.unlink()


def _link(old: str, new: str) -> None:
    try:
        os.link(old, new)
    except FileExistsError:
        return
    except OSError:  # another file system, or one without links
        shutil.copy2(old, new)


def _run(command: list[str], trouble: str) -> None:
    said = _said_by(command)
    if said is not None:
        last = said.splitlines()[-1] if said else "no word why"
        raise UpdateError(f"{trouble}: {last}; nothing was changed")


def _said_by(command: list[str]) -> str | None:
    """None if it went well, else what it said."""
    environment = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "PYTHONHOME")}
    try:
        done = subprocess.run(
            command, capture_output=True, text=True, env=environment, timeout=PATIENCE_S, check=False, cwd="/"
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        return str(error)
    return None if done.returncode == 0 else f"{done.stdout}\n{done.stderr}".strip()
