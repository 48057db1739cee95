"""Whether a version that was made would do: it starts, takes the settings, and reads a picture right."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import Final

from reader.update.errors import UpdateError

PATIENCE_S: Final = 300
"""A Pi loads the networks from a slow card within half a minute."""


def check(place: Path, settings: Path) -> None:
    """Raises UpdateError with what the version itself says is wrong."""
    program = f"{place}/bin/dice-reader"
    chosen = ["--config", str(settings)] if settings.exists() else []
    _try([program, "run", "--check", *chosen], "does not start, or does not take the settings")
    _try([f"{place}/bin/python", "-m", "reader.golden"], "does not read the picture that every box must read right")


def _try(command: list[str], trouble: str) -> None:
    try:
        done = subprocess.run(
            command, capture_output=True, text=True, timeout=PATIENCE_S, check=False, cwd="/", stdin=subprocess.DEVNULL
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise UpdateError(f"the new version {trouble} ({error}); the one in use stays") from error
    if done.returncode != 0:
        said = (done.stderr.strip() or done.stdout.strip() or f"status {done.returncode}").splitlines()[-1]
        raise UpdateError(f"the new version {trouble} ({said}); the one in use stays")
