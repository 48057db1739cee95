"""Whatever root writes into the box's own folder stays the box's."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path

BOX_FOLDER = Path("/var/lib/dice-reader")
"""The unit's StateDirectory, and state.folder as long as nobody sets another."""
ROOT = 0


def give_back(folder: Path) -> None:
    """Gives what `sudo dice-reader …` wrote there to whom the folder belongs: else the box, which is not root, could
    neither add to a die that was taught so nor record another roll."""
    if os.geteuid() != ROOT or not folder.is_dir():
        return
    user, group = owner_of(folder)
    if user == ROOT:
        return
    for _, folders, files, handle in os.fwalk(folder):  # by handles: no link leads out of the folder meanwhile
        for name in (*folders, *files):
            with contextlib.suppress(OSError):
                if os.stat(name, dir_fd=handle, follow_symlinks=False).st_uid != user:
                    os.chown(name, user, group, dir_fd=handle, follow_symlinks=False)


def owner_of(folder: Path) -> tuple[int, int]:
    found = folder.stat()
    return found.st_uid, found.st_gid
