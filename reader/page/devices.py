"""Who may command: the phones and programs that were paired. Only digests of their tokens are kept."""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import secrets
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final

FILE: Final = "paired.json"
MOST: Final = 50
"""The one that was paired first goes when there are more."""
LONGEST_NAME: Final = 60


@dataclass(frozen=True, slots=True)
class Device:
    id: str
    name: str
    since: str
    digest: str


class Devices:
    """Kept beside the journal; where that cannot be written they are known until the box is switched off."""

    def __init__(self, folder: Path, clock: Callable[[], str]) -> None:
        self._path = folder / FILE
        self._clock = clock
        self._known = _read(self._path)

    @property
    def all(self) -> tuple[Device, ...]:
        return tuple(self._known)

    def add(self, name: str) -> tuple[str, Device]:
        """A new token, which nobody else will ever know, and the device."""
        token = secrets.token_urlsafe(32)
        words = " ".join("".join(char for char in name if char.isprintable()).split())
        device = Device(secrets.token_hex(4), words[:LONGEST_NAME] or "a device", self._clock(), _digest(token))
        self._known = [*self._known, device][-MOST:]
        self._write()
        return token, device

    def holding(self, token: str) -> Device | None:
        digest = _digest(token)
        return next((one for one in self._known if secrets.compare_digest(one.digest, digest)), None)

    def remove(self, identity: str) -> bool:
        kept = [one for one in self._known if one.id != identity]
        is_known = len(kept) < len(self._known)
        self._known = kept
        if is_known:
            self._write()
        return is_known

    def _write(self) -> None:
        unfinished = self._path.with_suffix(".part")
        with contextlib.suppress(OSError):
            self._path.parent.mkdir(parents=True, exist_ok=True)
            with open(os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8") as file:
                json.dump([asdict(one) for one in self._known], file, ensure_ascii=False)
                file.flush()
                os.fsync(file.fileno())
            unfinished.replace(self._path)


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def _read(path: Path) -> list[Device]:
    """Those on record; none if the file is missing or is not ours, so that everybody pairs anew."""
    try:
        rows = json.loads(path.read_text(encoding="utf-8"))
        devices = [Device(**row) for row in rows]
    except (OSError, ValueError, TypeError):
        return []
    return [one for one in devices if all(isinstance(part, str) for part in asdict(one).values())]
