"""A few power cuts; `python -m tests.reader.table.kill` makes two hundred."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[3]


def test_a_power_cut_loses_nothing_and_doubles_nothing() -> None:
    command = [sys.executable, "-m", "tests.reader.table.kill", "--moments", "6", "--seed", "5"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "killed 6 times" in done.stdout
