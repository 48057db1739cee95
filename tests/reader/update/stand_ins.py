"""Versions that are made of a file or two instead of a venv, and a service that does as it is told."""

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from reader.update import build, health
from reader.update.errors import UpdateError
from reader.update.source import Source
from reader.update.steps import Box
from reader.update.versions import Versions

PROJECT = """[project]
name = "dice-reader"
version = "{version}"
[tool.setuptools]
packages = ["reader", "reader.cli", "rules"]
"""


def checkout(folder: Path, version: str = "1.0", content: str = "print(1)") -> Path:
    for package in ("reader", "reader/cli", "rules"):
        (folder / package).mkdir(parents=True, exist_ok=True)
        (folder / package / "__init__.py").write_text(content)
    (folder / "pyproject.toml").write_text(PROJECT.format(version=version))
    return folder


@dataclass
class FakeService:
    comes_up: Callable[[], bool] = lambda: True
    runs: bool = True
    restarts: int = 0

    def is_running(self) -> bool:
        return self.runs

    def restart(self) -> bool:
        self.restarts += 1
        self.runs = self.comes_up()
        return self.runs


@dataclass
class Trial:
    """A machine to update: `box` is what the steps are given, `said` what the owner was told."""

    folder: Path
    service: FakeService = field(default_factory=FakeService)
    said: list[str] = field(default_factory=list)

    @property
    def versions(self) -> Versions:
        return Versions(self.folder / "opt")

    @property
    def box(self) -> Box:
        return Box(
            self.versions, self.folder / "dice-reader.toml", self.service, self.said.append, self.folder / "unit"
        )

    @property
    def program(self) -> str:
        """What would be started now."""
        return (self.folder / "opt" / "current" / "program").read_text()


def make(place: Path, source: Source, current: Path | None, wheels: Path | None, say: build.Say) -> None:
    """In place of a venv: the two halves of a program, so that half a version can be told from a whole one."""
    del current, wheels, say
    (place / "half").write_text("first")
    (place / "program").write_text(source.name)


def check(place: Path, settings: Path) -> None:
    del settings
    if not (place / "half").exists() or (place / "program").read_text() != place.name:
        raise UpdateError("the new version does not start; the one in use stays")


def without_venvs() -> None:
    """For a process of its own; tests use monkeypatch."""
    build.make = make
    build.check_room = lambda _folder: None
    health.check = check
