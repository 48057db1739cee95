"""How the box is: version, health, camera, disk."""

from __future__ import annotations

import os
import shutil
import socket
from dataclasses import asdict
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final

from fastapi import APIRouter
from starlette.responses import JSONResponse, Response

from reader.calibration.findings import findings
from reader.page.box import Box, TheBox

TEMPERATURE: Final = Path("/sys/class/thermal/thermal_zone0/temp")
HOT_C: Final = 80.0
"""Where a Pi begins to slow down."""
LEAST_FREE_MB: Final = 100

router = APIRouter(tags=["box"])


@router.get("/health", responses={503: {"description": "The worker has stopped."}})
async def health(box: TheBox) -> Response:
    """For watchdogs: 200 while the worker serves."""
    is_well = not box.table.ended.done()
    status = "ok" if is_well else "the worker has stopped"
    return JSONResponse({"status": status, "version": version("dice-reader")}, 200 if is_well else 503)


@router.get("/api/box")
def condition(box: TheBox) -> dict[str, Any]:
    """Everything about the box that is no roll."""
    glanced = box.lens.glanced
    seen = [asdict(one) for one in findings(glanced.picture, is_empty=False)] if glanced else []
    return {
        "name": socket.gethostname(),
        "version": version("dice-reader"),
        "run": box.run,
        "can_switch_off": box.table.can_switch_off,
        "lamp": box.feed.current.state["lamp"],
        "viewers": box.feed.viewers,
        "camera": {"image": f"/api/camera/{glanced.number}.jpg?run={box.run}" if glanced else "", "hints": seen},
        "checks": [*_parts(box), _disk(box.folder), *_temperature()],
    }


def _parts(box: Box) -> list[dict[str, Any]]:
    """Those that do not work; that every throw is recorded is said as well."""
    ill = [{"what": part, "is_well": False, "says": says} for part, says in box.table.troubles]
    is_recorded = all(part != "record" for part, _ in box.table.troubles)
    well = [{"what": "record", "is_well": True, "says": "every throw is on record"}] if is_recorded else []
    return [*well, *ill]


def _disk(folder: Path) -> dict[str, Any]:
    there = next((each for each in (folder, *folder.parents) if os.path.exists(each)), Path("/"))
    free_mb = shutil.disk_usage(there).free // 1_000_000
    is_well = free_mb >= LEAST_FREE_MB
    says = f"{free_mb / 1000:.1f} GB free" if is_well else f"only {free_mb} MB free; keep fewer pictures"
    return {"what": "disk", "is_well": is_well, "says": says}


def _temperature() -> list[dict[str, Any]]:
    """Nothing on a machine that does not say."""
    try:
        celsius = int(TEMPERATURE.read_text()) / 1000
    except (OSError, ValueError):
        return []
    is_well = celsius < HOT_C
    says = f"{celsius:.0f} °C" if is_well else f"{celsius:.0f} °C; let it breathe"
    return [{"what": "temperature", "is_well": is_well, "says": says}]
