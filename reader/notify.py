"""What systemd is told: that the box serves, that its worker is alive, how it is. A few lines over a socket."""

from __future__ import annotations

import contextlib
import os
import socket
import time
from collections.abc import Callable, Mapping
from typing import Final

BEATS_PER_LIMIT: Final = 4
"""The worker is heard this many times before systemd would lose patience."""
MOST_OFTEN_S: Final = 1.0
"""A worker that looks at the tray comes round 25 times a second; systemd need not be woken by each."""


class Notifier:
    """Says nothing where nobody listens: on a laptop, in a test."""

    def __init__(self, address: str = "", limit_s: float = 0.0, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._beat_at = float("-inf")
        self._address = f"\0{address[1:]}" if address.startswith("@") else address
        self.limit_s = limit_s
        """After how long a silent worker is ended and started anew; 0 for never."""

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] = os.environ) -> Notifier:
        limit_us = environment.get("WATCHDOG_USEC", "")
        is_ours = environment.get("WATCHDOG_PID", str(os.getpid())) == str(os.getpid())
        limit_s = int(limit_us) / 1_000_000 if limit_us.isascii() and limit_us.isdigit() and is_ours else 0.0
        return cls(environment.get("NOTIFY_SOCKET", ""), limit_s)

    @property
    def is_supervised(self) -> bool:
        """Somebody starts this program, and does what its exit status asks for."""
        return bool(self._address)

    @property
    def beat_every_s(self) -> float | None:
        return self.limit_s / BEATS_PER_LIMIT if self.limit_s else None

    def allow(self, silence_s: float) -> None:
        """The worker may be silent for so long; a shorter limit is made longer."""
        if self.limit_s and silence_s > self.limit_s:
            self.limit_s = silence_s
            self._say(f"WATCHDOG_USEC={round(silence_s * 1_000_000)}")

    def ready(self, status: str) -> None:
        self._say(f"READY=1\nSTATUS={status}")

    def status(self, status: str) -> None:
        self._say(f"STATUS={status}")

    def stopping(self) -> None:
        self._say("STOPPING=1")

    def beat(self) -> None:
        """Called by the worker itself, never by a timer: a worker that hangs falls silent."""
        now_s = self._clock()
        if now_s - self._beat_at >= MOST_OFTEN_S:
            self._beat_at = now_s
            self._say("WATCHDOG=1")

    def _say(self, message: str) -> None:
        if not self._address:
            return
        with contextlib.suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as to:
            to.setblocking(False)  # a supervisor that does not listen must not stop the dice
            to.connect(self._address)
            to.send(message.encode())
