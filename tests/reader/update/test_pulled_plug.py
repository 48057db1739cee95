"""Whenever the plug is pulled, a whole version is in use, and the next update goes through."""

import json
import subprocess
import sys
from pathlib import Path

HOUSE = Path(__file__).parents[3]


def test_the_plug_may_be_pulled_at_every_step(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tests.reader.update.pulled_plug", str(tmp_path)],
        capture_output=True,
        text=True,
        cwd=HOUSE,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    seen = json.loads(done.stdout)
    updates = [one for one in seen if one["work"] == "update"]
    undoing = [one for one in seen if one["work"] == "undo"]
    assert len(updates) > 12
    assert len(undoing) > 4
    for one in seen:
        assert one["after_cut"]["program"] == one["after_cut"]["current"], one
        assert one["in_the_end"]["program"].startswith("3.0-"), one
    versions = [[one["after_cut"]["current"][:3] for one in part] for part in (updates, undoing)]
    for found, old, new in ((versions[0], "2.0", "3.0"), (versions[1], "2.0", "1.0")):
        switched = found.index(new)
        assert found == [old] * switched + [new] * (len(found) - switched)
        assert switched > 0
