"""The service that runs the version in use."""

from __future__ import annotations

import shutil
import subprocess
from typing import Final, Protocol

UNIT: Final = "dice-reader.service"
START_TIMEOUT_S: Final = 180


class Service(Protocol):
    def is_running(self) -> bool: ...

    def restart(self) -> bool:
        """Whether it serves again: with Type=notify systemd waits until the program says so."""


class SystemdService:
    def is_running(self) -> bool:
        return shutil.which("systemctl") is not None and self._systemctl("is-active", "--quiet", UNIT)

    def restart(self) -> bool:
        self._systemctl("reset-failed", UNIT)
        return self._systemctl("restart", UNIT) and self._systemctl("is-active", "--quiet", UNIT)

    def _systemctl(self, *words: str) -> bool:
        try:
            done = subprocess.run(["systemctl", *words], capture_output=True, timeout=START_TIMEOUT_S, check=False)
        except (OSError, subprocess.TimeoutExpired):
            return False
        return done.returncode == 0
