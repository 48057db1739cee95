"""Where the calibration is kept: one file beside the journal, replaced as a whole or not at all."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Final

from reader.calibration.calibration import Calibration, DamagedError

FILE: Final = "calibration.json"


class Shelf:
    def __init__(self, folder: Path) -> None:
        self.path = folder / FILE

    def load(self) -> Calibration | None:
        """None if there is none. Raises DamagedError for one that cannot be used."""
        try:
            return Calibration.from_json(json.loads(self.path.read_text(encoding="utf-8")))
        except FileNotFoundError:
            return None
        except (OSError, ValueError) as error:
            if isinstance(error, DamagedError):
                raise
            raise DamagedError(f"{self.path} cannot be read ({error}); run dice-reader calibrate again") from error

    def keep(self, calibration: Calibration) -> None:
        """Raises OSError. A power cut leaves the one before."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        unfinished = self.path.with_suffix(".part")
        try:
            with unfinished.open("w", encoding="utf-8") as file:
                json.dump(calibration.as_json(), file)
                file.flush()
                os.fsync(file.fileno())
            unfinished.replace(self.path)
            _settle(self.path.parent)
        finally:
            unfinished.unlink(missing_ok=True)

    def forget(self) -> bool:
        """Whether there was one."""
        was_there = self.path.exists()
        self.path.unlink(missing_ok=True)
        return was_there


def _settle(folder: Path) -> None:
    """The new name lasts only once the folder itself is written."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
