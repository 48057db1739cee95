"""Where a new version comes from: a checkout, a folder, a wheel or a source archive."""

from __future__ import annotations

import hashlib
import re
import shutil
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from reader.update.errors import UpdateError

BESIDE_THE_PACKAGES: Final = ("pyproject.toml", "README.md", "LICENSE")
NOT_PART_OF_IT: Final = ("__pycache__", "*.pyc", "*.egg-info")
DIGITS: Final = 8


@dataclass(frozen=True, slots=True)
class Source:
    """`name` is the same for the same content, so that nothing is installed twice."""

    path: Path
    name: str

    @property
    def is_folder(self) -> bool:
        return self.path.is_dir()

    def copy_to(self, folder: Path) -> Path:
        """What is installed, without touching the original: builds leave things behind. Returns what pip is given."""
        if not self.is_folder:
            return Path(shutil.copy2(self.path, folder / self.path.name))
        for name in BESIDE_THE_PACKAGES:
            if (self.path / name).exists():
                shutil.copy2(self.path / name, folder / name)
        for package in _packages(self.path):
            shutil.copytree(self.path / package, folder / package, ignore=shutil.ignore_patterns(*NOT_PART_OF_IT))
        return folder


def source_at(path: Path) -> Source:
    """Raises UpdateError if that cannot be installed."""
    path = path.absolute()
    if path.is_dir():
        return Source(path, f"{_version_in(path)}-{_digest(path, _files(path))}")
    if not path.exists():
        raise UpdateError(f"{path} is not there; give a folder, a wheel or a source archive of dice-reader")
    named = re.fullmatch(r"dice[_-]reader-([0-9][^-]*?)(-.*\.whl|\.tar\.gz)", path.name)
    if named is None:
        raise UpdateError(f"{path.name} is no wheel or source archive of dice-reader")
    return Source(path, f"{named.group(1)}-{_digest(path.parent, [path])}")


def _project(folder: Path) -> dict[str, object]:
    try:
        settings: dict[str, object] = tomllib.loads((folder / "pyproject.toml").read_text(encoding="utf-8"))
        project = settings["project"]
        if isinstance(project, dict) and project.get("name") == "dice-reader":
            return settings
    except (OSError, tomllib.TOMLDecodeError, KeyError):
        pass
    raise UpdateError(f"{folder} is no folder of dice-reader: it has no pyproject.toml that says so")


def _version_in(folder: Path) -> str:
    project = _project(folder)["project"]
    assert isinstance(project, dict)
    return str(project["version"])


def _packages(folder: Path) -> list[str]:
    tool = _project(folder)["tool"]
    assert isinstance(tool, dict)
    return sorted({str(name).split(".")[0] for name in tool["setuptools"]["packages"]})


def _files(folder: Path) -> Iterator[Path]:
    yield from (folder / name for name in BESIDE_THE_PACKAGES if (folder / name).exists())
    for package in _packages(folder):
        for path in sorted((folder / package).rglob("*")):
            inside = path.relative_to(folder)
            is_part = not any(each.match(pattern) for each in (inside, *inside.parents) for pattern in NOT_PART_OF_IT)
            if path.is_file() and is_part:
                yield path


def _digest(base: Path, files: Iterator[Path] | list[Path]) -> str:
    digest = hashlib.sha256()
    for path in files:
        content = path.read_bytes()
        digest.update(f"{path.relative_to(base)}\0{len(content)}\0".encode())
        digest.update(content)
    return digest.hexdigest()[:DIGITS]
