"""What the doctor asks of the machine it is on."""

from __future__ import annotations

import subprocess
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from hardware.board import raspberry_pi

PATIENCE_S: Final = 10.0


def told_by(command: list[str]) -> str | None:
    """What a program prints; None if it is not there, fails or hangs."""
    try:
        done = subprocess.run(
            command, capture_output=True, text=True, timeout=PATIENCE_S, check=False, stdin=subprocess.DEVNULL
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    return done.stdout.strip() if done.returncode == 0 else None


@dataclass(frozen=True, slots=True)
class Surroundings:
    """`board` is None on a machine that is no Pi. Tests put their own folder for `root`."""

    board: str | None = field(default_factory=raspberry_pi)
    root: Path = Path("/")
    told_by: Callable[[list[str]], str | None] = told_by
    now_s: Callable[[], float] = time.time
    elapsed_s: Callable[[], float] = time.monotonic

    @property
    def is_pi(self) -> bool:
        return self.board is not None

    def read(self, path: str) -> str | None:
        try:
            return (self.root / path).read_text(encoding="utf-8", errors="replace").strip("\0\n ")
        except OSError:
            return None
