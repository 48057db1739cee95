"""Updates and goes back with the plug pulled at every step that touches the disk, and prints what was found after each.

Every time a child process begins anew and ends in the middle, without any cleaning up; like a machine without power.
"""

import json
import os
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from reader.update.steps import undo, update
from tests.reader.update.stand_ins import Trial, checkout, without_venvs

PULLED, WELL = 9, 0
TOUCHING = ("open", "os.rename", "os.symlink", "os.mkdir", "os.remove", "os.rmdir", "os.link", "shutil.rmtree")
MOST_STEPS = 500


def pulled_at(step: int, work: Callable[[], None]) -> bool:
    """Does the work until it touches the disk for the so-manieth time; whether it got to the end before."""
    child = os.fork()
    if child == 0:
        left = step

        def hook(event: str, _arguments: tuple[Any, ...]) -> None:
            nonlocal left
            if event in TOUCHING:
                left -= 1
                if left == 0:
                    os._exit(PULLED)

        sys.addaudithook(hook)
        try:
            work()
        except BaseException as error:
            print(f"failed: {error!r}", file=sys.stderr)
            os._exit(1)
        os._exit(WELL)
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    assert status in (PULLED, WELL), status
    return status == WELL


def found(trial: Trial) -> dict[str, Any]:
    current = trial.versions.current
    return {"current": current.name if current else None, "program": trial.program}


def main(base: Path) -> None:
    without_venvs()
    before, seen = base / "before", []
    trial = Trial(before)
    update(trial.box, checkout(base / "first", "1.0"))
    update(trial.box, checkout(base / "second", "2.0"))
    newer = checkout(base / "third", "3.0")
    for name in ("update", "undo"):
        for step in range(1, MOST_STEPS):
            there = base / f"{name}-{step}"
            shutil.copytree(before, there, symlinks=True)
            trial = Trial(there)
            work = (lambda box=trial.box: update(box, newer)) if name == "update" else (lambda box=trial.box: undo(box))
            is_done = pulled_at(step, work)
            after_cut = found(trial)
            update(trial.box, newer)
            seen.append({"work": name, "step": step, "after_cut": after_cut, "in_the_end": found(trial)})
            shutil.rmtree(there)
            if is_done:
                break
    print(json.dumps(seen))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
