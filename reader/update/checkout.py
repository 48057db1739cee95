"""A checkout that is brought up to date before it is installed."""

from __future__ import annotations

import os
import pwd
import subprocess
from pathlib import Path
from typing import Final

from reader.update.errors import UpdateError

OFFLINE: Final = ("could not resolve host", "unable to access", "network is unreachable", "could not read from remote")
TIMEOUT_S: Final = 300


def pull(checkout: Path) -> None:
    """As the user whom it belongs to. A folder that is no checkout, or one of nothing, stays as it is."""
    if not (checkout / ".git").exists() or not _git(checkout, "remote").stdout.strip():
        return
    done = _git(checkout, "pull", "--ff-only", "--quiet")
    if done.returncode == 0:
        return
    said = done.stderr.strip()
    if any(words in said.lower() for words in OFFLINE):
        raise UpdateError(
            f"there is no network, or {checkout} cannot be brought up to date over it; nothing was changed. "
            "To install the folder as it is, name it: dice-reader update FOLDER"
        )
    last = said.splitlines()[-1] if said else f"git ended with {done.returncode}"
    raise UpdateError(f"{checkout} cannot be brought up to date ({last}); nothing was changed")


def _git(checkout: Path, *words: str) -> subprocess.CompletedProcess[str]:
    owner = checkout.stat()
    is_root = os.getuid() == 0
    environment = {**os.environ, "GIT_TERMINAL_PROMPT": "0", "LC_ALL": "C", "HOME": _home_of(owner.st_uid)}
    try:
        return subprocess.run(
            ["git", "-C", str(checkout), *words],
            capture_output=True,
            text=True,
            env=environment,
            timeout=TIMEOUT_S,
            check=False,
            user=owner.st_uid if is_root else None,
            group=owner.st_gid if is_root else None,
            extra_groups=[] if is_root else None,
        )
    except FileNotFoundError as error:
        raise UpdateError("git is not installed; sudo apt install git, or name a folder or a wheel") from error
    except subprocess.TimeoutExpired as error:
        raise UpdateError(f"git did not answer for {TIMEOUT_S} s; nothing was changed") from error


def _home_of(user: int) -> str:
    try:
        return pwd.getpwuid(user).pw_dir
    except KeyError:
        return "/"
