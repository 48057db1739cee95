"""Which board this runs on."""

from __future__ import annotations

from pathlib import Path

MODEL = Path("/proc/device-tree/model")


def raspberry_pi(model: Path = MODEL) -> str | None:
    """The Pi's own name for itself, `Raspberry Pi 4 Model B Rev 1.4`; None on any other machine."""
    try:
        name = model.read_text(encoding="utf-8", errors="replace").rstrip("\0\n")
    except OSError:
        return None
    return name if name.startswith("Raspberry Pi") else None
