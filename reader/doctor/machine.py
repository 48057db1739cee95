"""The machine: who may touch what, room on the disk, the card's health, power, the clock."""

from __future__ import annotations

import grp
import os
import pwd
import shutil
import tempfile
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from reader.doctor.check import Check, ill, well
from reader.doctor.surroundings import Surroundings
from reader.doctor.throttled import decoded

GROUPS: Final = ("video", "gpio", "i2c", "render")
SERVICE_USER: Final = "dice-reader"
LEAST_FREE_MB: Final = 100
SLOWEST_WRITE_S: Final = 2.0
"""For four kilobytes that are waited for; a good card takes a hundredth of that."""
WORN: Final = 0x0A
"""Of an eMMC's own estimate, in tenths of its life."""
EARLIEST: Final = datetime(2026, 1, 1, tzinfo=UTC).timestamp()
"""This program is younger than that: a clock that says less has stood still."""


def machine(around: Surroundings, state: Path) -> Iterator[Check]:
    yield _groups(around)
    yield _disk(state)
    yield _card(around, state)
    yield _power(around)
    yield _clock(around)


def _groups(around: Surroundings) -> Check:
    if not around.is_pi:
        return well("groups", "only a Pi needs them", is_stand_in=True)
    known = {each.gr_name: each for each in grp.getgrall()}
    names = {each.pw_name for each in pwd.getpwall()}
    user = SERVICE_USER if SERVICE_USER in names else pwd.getpwuid(os.getuid()).pw_name
    missing = [
        name
        for name in GROUPS
        if name in known and user not in known[name].gr_mem and known[name].gr_gid != pwd.getpwnam(user).pw_gid
    ]
    if missing and user != "root":
        fix = f"sudo usermod -aG {','.join(missing)} {user}, then log in again or restart the box"
        return ill("groups", f"not in {', '.join(missing)}", fix)
    return well("groups", ", ".join(GROUPS))


def _disk(state: Path) -> Check:
    there = _nearest(state)
    free_mb = shutil.disk_usage(there).free // 1_000_000
    if free_mb < LEAST_FREE_MB:
        return ill("disk space", f"only {free_mb} MB free", "set state.pictures_kept lower, or use a larger card")
    return well("disk space", f"{free_mb / 1000:.1f} GB free")


def _card(around: Surroundings, state: Path) -> Check:
    there = _nearest(state)
    copy = "copy the card while it can be read, and use a new one"
    if os.statvfs(there).f_flag & os.ST_RDONLY:
        return ill("card", "it can only be read any more", copy)
    for path in sorted((around.root / "sys/fs/ext4").glob("*/errors_count")):
        if int(path.read_text().strip() or 0):
            return ill("card", f"its file system has had {path.read_text().strip()} errors", f"{copy}; or try fsck")
    for path in sorted((around.root / "sys/block").glob("mmcblk*/device/life_time")):
        if max(int(part, 16) for part in path.read_text().split()) >= WORN:
            return ill("card", "it is worn out by its own estimate", copy)
    took_s = _write_time_s(around, there)
    if took_s is None:
        return well("card", "no errors; this user may not write there, so that was not tried")
    if took_s > SLOWEST_WRITE_S:
        return ill("card", f"writing four kilobytes took {took_s:.1f} s", copy)
    return well("card", f"no errors; four kilobytes are safe after {took_s * 1000:.0f} ms")


def _write_time_s(around: Surroundings, folder: Path) -> float | None:
    try:
        began_s = around.elapsed_s()
        with tempfile.TemporaryFile(dir=folder) as file:
            file.write(bytes(4096))
            file.flush()
            os.fsync(file.fileno())
        return around.elapsed_s() - began_s
    except PermissionError:
        return None


def _power(around: Surroundings) -> Check:
    if not around.is_pi:
        return well("power", "only a Pi tells", is_stand_in=True)
    told = around.told_by(["vcgencmd", "get_throttled"])
    meant = decoded(told) if told is not None else None
    if meant is None:
        fix = "sudo apt install raspi-utils, and be in the group video; then vcgencmd get_throttled"
        return ill("power", "vcgencmd does not tell", fix)
    trouble, fix = meant
    return ill("power", trouble, fix) if trouble else well("power", "enough volts, cool enough")


def _clock(around: Surroundings) -> Check:
    fix = "connect the box to the network once, or fit a battery for its clock; then timedatectl"
    if around.now_s() < EARLIEST:
        says = datetime.fromtimestamp(around.now_s(), UTC).strftime("it says %Y-%m-%d")
        return ill("clock", says, fix)
    synchronised = around.told_by(["timedatectl", "show", "-p", "NTPSynchronized", "--value"])
    if synchronised == "no" and around.is_pi:
        return ill("clock", "not set by the network since it was switched on", fix)
    return well("clock", "set by the network" if synchronised == "yes" else "plausible")


def _nearest(folder: Path) -> Path:
    return next((each for each in (folder, *folder.parents) if each.exists()), Path("/"))
