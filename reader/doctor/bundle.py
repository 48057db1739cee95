"""A file for whoever helps: what is wrong, on which machine, with which settings, and the log. Nothing private."""

from __future__ import annotations

import json
import os
import platform
import pwd
import socket
import sys
import zipfile
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from importlib.metadata import distributions
from pathlib import Path
from typing import Any, Final

from reader.config import Settings
from reader.doctor.check import Check
from reader.doctor.scrub import scrubbed
from reader.doctor.surroundings import Surroundings

FIRST_PERSON: Final = 1000
"""Linux numbers people from here."""
LOG: Final = ["journalctl", "-u", "dice-reader", "-n", "300", "--no-pager", "-o", "cat"]
ASKED: Final = (
    ["uptime"],
    ["systemctl", "show", "dice-reader", "-p", "ActiveState,SubState,Result,NRestarts,ExecMainStatus,MemoryCurrent"],
    ["vcgencmd", "get_throttled"],
    ["vcgencmd", "measure_temp"],
    ["rpicam-hello", "--list-cameras"],
    ["i2cdetect", "-y", "1"],
    ["dpkg-query", "-W", "python3-picamera2"],
    ["dpkg-query", "-W", "python3-lgpio"],
    ["dpkg-query", "-W", "libcamera*"],
)
"""What a helper would ask next; whatever is not on this machine does not answer."""
SEEN_BY: Final = {
    "0.0.0.0": "everybody in the house",
    "::": "everybody in the house",
    "127.0.0.1": "this machine only",
    "::1": "this machine only",
    "localhost": "this machine only",
}
ABOUT: Final = (
    "What dice-reader doctor saw, for whoever helps. No names, addresses, codes, tokens, rolls or pictures are in it.\n"
)


def write_bundle(path: Path, checks: Sequence[Check], settings: Settings, around: Surroundings) -> None:
    """Raises OSError."""
    secrets = known_names(settings)
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as bundle:
        bundle.writestr("README.txt", ABOUT)
        bundle.writestr("checks.json", _as_json(checks, secrets))
        bundle.writestr("packages.txt", "\n".join(_packages()) + "\n")  # version 5.0.0.93 would pass for an address
        for name, content in _contents(checks, settings, around):
            bundle.writestr(name, scrubbed(content, secrets))


def known_names(settings: Settings) -> set[str]:
    """What this machine, the people on it and the paired devices are called."""
    people = {each.pw_name for each in pwd.getpwall() if each.pw_uid >= FIRST_PERSON and each.pw_name != "nobody"}
    people |= {each.pw_gecos.split(",")[0] for each in pwd.getpwall() if each.pw_uid >= FIRST_PERSON}
    people |= {os.environ.get(name, "") for name in ("SUDO_USER", "USER", "LOGNAME")} - {"root", "dice-reader"}
    machine = socket.gethostname()
    return {*people, machine, machine.split(".")[0], *settings.page.names, *_paired(settings.state.folder)} - {""}


def _paired(folder: Path) -> Iterator[str]:
    try:
        rows = json.loads((folder / "paired.json").read_text(encoding="utf-8"))
        for row in rows:
            yield from (str(value) for value in row.values())
    except (OSError, ValueError, AttributeError, TypeError):
        return


def _as_json(checks: Sequence[Check], secrets: set[str]) -> str:
    clean = [{**check.as_json(), "fix": scrubbed(check.fix, secrets)} for check in checks]
    return json.dumps({"checks": clean}, indent=1, ensure_ascii=False) + "\n"


def _contents(checks: Sequence[Check], settings: Settings, around: Surroundings) -> Iterator[tuple[str, str]]:
    yield "checks.txt", "\n".join(check.line for check in checks) + "\n"
    yield "machine.txt", "\n".join(_machine(around)) + "\n"
    yield "settings.txt", "\n".join(_settings(settings)) + "\n"
    yield "calibration.txt", "\n".join(_calibration(settings.state.folder)) + "\n"
    yield "told.txt", "\n\n".join(_told(around)) + "\n"
    yield "log.txt", around.told_by(LOG) or "no log can be read here\n"


def _machine(around: Surroundings) -> Iterator[str]:
    yield f"board: {around.board or 'no Pi'}"
    yield f"system: {platform.system()} {platform.release()} {platform.machine()}, {sys.version.split()[0]}"
    release = around.read("etc/os-release") or ""
    named = (line.partition("=")[2].strip('"') for line in release.splitlines() if line.startswith("PRETTY_NAME="))
    yield from (f"release: {name}" for name in named)  # without its quotes, in which whatever people typed is taken out


def _packages() -> Iterator[str]:
    packages = {(each.metadata["Name"] or "?").lower(): each.version for each in distributions()}
    yield from (f"{name} {number}" for name, number in sorted(packages.items()))


def _told(around: Surroundings) -> Iterator[str]:
    for command in ASKED:
        said = around.told_by(command)
        yield f"$ {' '.join(command)}\n{said if said is not None else '(no answer)'}"


def _settings(settings: Settings) -> Iterator[str]:
    """Every setting; of those in which somebody may have written names, only whether they were changed."""
    usual = asdict(Settings())
    for section, values in asdict(settings).items():
        for key, value in values.items():
            shown: Any = value
            match f"{section}.{key}":
                case "page.names" | "table.presets" | "state.folder" | "camera.recording":
                    shown = "as usual" if value == usual[section][key] else "changed"
                case "page.host":
                    shown = SEEN_BY.get(value, "changed")
                case "panel.display_address":
                    shown = f"0x{value:02X}"
            yield f"{section}.{key} = {shown}"


def _calibration(folder: Path) -> Iterator[str]:
    from reader.calibration.calibration import DamagedError, locks_in_words
    from reader.calibration.shelf import Shelf

    try:
        calibration = Shelf(folder).load()
    except DamagedError as error:
        yield str(error)
        return
    if calibration is None:
        yield "none"
        return
    yield f"made {calibration.made_at} with {calibration.camera}"
    yield f"locked: {', '.join(locks_in_words(calibration.locks)) or 'nothing'}"
    yield f"not locked: {', '.join(calibration.not_locked) or 'nothing'}"
    yield from (f"{'✓' if one.is_well else '✗'} {one.what}: {one.says}" for one in calibration.findings)
