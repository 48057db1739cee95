"""Disk, card, power, clock and groups, on machines that tests make up."""

import grp
import pwd
from dataclasses import replace
from pathlib import Path

import pytest

from reader.doctor.check import Check
from reader.doctor.machine import machine
from reader.doctor.surroundings import Surroundings, told_by

GROUPS_OF_A_PI = (
    ("video", 44, ["pi", "dice-reader"]),
    ("render", 990, []),
    ("gpio", 986, ["pi"]),
    ("i2c", 994, []),
    ("games", 60, []),
)
NOON = 1_800_000_000.0
TOLD = {"vcgencmd": "throttled=0x0", "timedatectl": "yes"}


def pi(root: Path, now_s: float = NOON, **told: str) -> Surroundings:
    answers = TOLD | told
    return Surroundings("Raspberry Pi 4", root, lambda command: answers.get(command[0]), lambda: now_s, lambda: 0.0)


def checks(around: Surroundings, state: Path) -> dict[str, Check]:
    return {check.part: check for check in machine(around, state)}


def test_a_healthy_pi_has_nothing_to_put_right(tmp_path: Path) -> None:
    found = checks(pi(tmp_path), tmp_path)
    assert [check.part for check in found.values() if not check.ok and check.part != "groups"] == []


@pytest.mark.parametrize(
    ("told", "says", "fix"),
    [
        ("throttled=0x1", "under-voltage now", "power supply"),
        ("throttled=0x50000", "under-voltage, it is throttled since it was switched on", "power supply"),
        ("throttled=0x8", "it is too hot now", "breathe"),
        ("throttled=0x80008", "it is too hot now; since it was switched on, too", "breathe"),
        ("nonsense", "vcgencmd does not tell", "raspi-utils"),
    ],
)
def test_power_and_heat_are_decoded(tmp_path: Path, told: str, says: str, fix: str) -> None:
    power = checks(pi(tmp_path, vcgencmd=told), tmp_path)["power"]
    assert (power.ok, power.says) == (False, says)
    assert fix in power.fix


def test_errors_of_the_cards_file_system_are_told(tmp_path: Path) -> None:
    counter = tmp_path / "sys/fs/ext4/mmcblk0p2/errors_count"
    counter.parent.mkdir(parents=True)
    counter.write_text("3\n")
    card = checks(pi(tmp_path), tmp_path)["card"]
    assert (card.ok, card.says) == (False, "its file system has had 3 errors")
    counter.write_text("0\n")
    assert checks(pi(tmp_path), tmp_path)["card"].ok


def test_a_worn_card_and_a_slow_one_are_told(tmp_path: Path) -> None:
    ticks = iter([0.0, 3.5])
    slow = replace(pi(tmp_path), elapsed_s=lambda: next(ticks))
    assert "took 3.5 s" in checks(slow, tmp_path)["card"].says
    life = tmp_path / "sys/block/mmcblk0/device/life_time"
    life.parent.mkdir(parents=True)
    life.write_text("0x01 0x0b\n")
    assert "worn out" in checks(pi(tmp_path), tmp_path)["card"].says


@pytest.mark.parametrize(
    ("now_s", "told", "says"), [(0.0, "yes", "1970-01-01"), (NOON, "no", "not set by the network")]
)
def test_a_clock_that_stood_still_is_told(tmp_path: Path, now_s: float, told: str, says: str) -> None:
    clock = checks(pi(tmp_path, now_s, timedatectl=told), tmp_path)["clock"]
    assert not clock.ok
    assert says in clock.says


def test_a_full_disk_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shutil.disk_usage", lambda _path: type("Usage", (), {"free": 12_000_000})())
    disk = checks(pi(tmp_path), tmp_path)["disk space"]
    assert (disk.ok, disk.says) == (False, "only 12 MB free")


def test_on_a_laptop_what_only_a_pi_has_is_a_stand_in(tmp_path: Path) -> None:
    laptop = Surroundings(None, tmp_path, lambda _command: None, lambda: NOON, lambda: 0.0)
    found = checks(laptop, tmp_path)
    assert {check.part for check in found.values() if check.is_stand_in} == {"groups", "power"}
    assert all(check.ok for check in found.values())


def test_a_program_that_is_not_there_tells_nothing() -> None:
    assert told_by(["no-such-program-anywhere"]) is None
    assert told_by(["false"]) is None
    assert told_by(["echo", "yes"]) == "yes"


def test_groups_that_the_box_is_not_in_are_told_with_how_to_join_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    entry = pwd.struct_passwd(("dice-reader", "x", 990, 990, "", "/", "/usr/sbin/nologin"))
    there = [grp.struct_group((name, "x", number, members)) for name, number, members in GROUPS_OF_A_PI]
    monkeypatch.setattr("pwd.getpwall", lambda: [entry])
    monkeypatch.setattr("pwd.getpwnam", lambda _name: entry)
    monkeypatch.setattr("grp.getgrall", lambda: there)
    told = checks(pi(tmp_path), tmp_path)["groups"]
    assert (told.ok, told.says) == (False, "not in gpio, i2c")
    assert told.fix == "sudo usermod -aG gpio,i2c dice-reader, then log in again or restart the box"
