"""What the box that runs here says of itself: its parts are in use, and are not taken from it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from reader.config import Settings
from reader.doctor.check import Check, ill, well
from reader.doctor.page import asked

CALIBRATE: Final = "empty the tray; on the page Box, then Calibrate"
TRY_EACH: Final = "sudo systemctl stop dice-reader, then dice-reader doctor tries every part; afterwards start it again"


def running_box(settings: Settings) -> dict[str, Any] | None:
    """What is told by /api/box, and under `calibration` by /api/calibration; None if no box runs here."""
    if not settings.page.enabled:
        return None
    told = asked(settings.page, "/api/box")
    if not told or "camera" not in told:
        return None
    return {**told, "calibration": asked(settings.page, "/api/calibration") or {}}


def said_by_the_box(running: dict[str, Any], *, is_pi: bool) -> Iterator[Check]:
    """Its camera, its calibration, and what it warns its players of; a machine that is no Pi lacks pins by nature."""
    yield _camera(running["camera"]["hints"])
    known = running.get("calibration", {})
    yield _calibration(known)
    warned = [one["says"] for one in running.get("checks", ()) if not one["is_well"] and one["what"] != "tray"]
    if is_pi:
        yield from (ill("the running box", says, TRY_EACH) for says in warned)


def _camera(hints: list[dict[str, Any]]) -> Check:
    faults = [one for one in hints if not one["is_well"]]
    if faults:
        return ill("camera", f"in use by the running box; {faults[0]['says']}", faults[0].get("remedy", ""))
    seen = "its last picture is sharp and well lit" if hints else "no picture was taken yet"
    return well("camera", f"in use by the running box; {seen}")


def _calibration(known: dict[str, Any]) -> Check:
    if known.get("remark"):
        return ill("calibration", known["remark"].partition(";")[0], CALIBRATE)
    if known.get("made_at"):
        return well("calibration", f"of {known['made_at'][:10]}, still right when the box last looked")
    return well("calibration", f"not done yet; everything works without, and better with: {CALIBRATE}")
