"""`python3 -m reader.update FOLDER`: what systemd/install calls, with nothing but Debian's own Python."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from reader.update.errors import UpdateError
from reader.update.service import SystemdService
from reader.update.steps import FOLDER, SETTINGS, Box, is_in_use, update
from reader.update.versions import Versions


def main() -> int:
    words = argparse.ArgumentParser(prog="python3 -m reader.update")
    words.add_argument("source", type=Path)
    words.add_argument("--wheels", type=Path)
    words.add_argument("--is-in-use", action="store_true", help="only tell, by the exit status")
    given = words.parse_args()
    box = Box(Versions(FOLDER), SETTINGS, SystemdService(), lambda line: print(f"    {line}", flush=True))
    try:
        if given.is_in_use:
            return 0 if is_in_use(box, given.source) else 1
        update(box, given.source, given.wheels)
    except UpdateError as error:
        print(f"{error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
