"""Nothing is told to anybody outside: onnxruntime would, and keeps a number for this machine to do it with."""

import os
import subprocess
import sys
from pathlib import Path


def test_looking_at_dice_leaves_no_trace_of_telemetry(tmp_path: Path) -> None:
    told_nothing = {name: value for name, value in os.environ.items() if name not in ("ORT_DISABLE_TELEMETRY",)}
    home = {"HOME": str(tmp_path), "XDG_CACHE_HOME": str(tmp_path / "cache"), "PYTHONDONTWRITEBYTECODE": "1"}
    subprocess.run(
        [sys.executable, "-c", "from reader.vision.look import Eye; Eye.open()"],
        env={**told_nothing, **home},
        cwd=Path(__file__).parents[2],
        check=True,
        timeout=120,
    )
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == []
