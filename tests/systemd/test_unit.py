"""The unit: what it allows, what it knows of the program, and that nothing else is in it."""

import re
import shutil
import subprocess
from configparser import RawConfigParser
from pathlib import Path

import pytest

from reader.box_folder import BOX_FOLDER
from reader.cli.run import SWITCH_OFF
from reader.config import CameraSettings, Settings
from reader.last_words import BAD_SETTINGS
from reader.update.steps import FOLDER
from reader.wiring import longest_silence_s

UNIT = Path(__file__).parents[2] / "systemd" / "dice-reader.service"
MOST_EXPOSED = 3.5
SINCE_254 = ("RestartSteps", "RestartMaxDelaySec")

needs_systemd = pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd-analyze is not installed")


class Unit(RawConfigParser):
    """A unit is an INI file whose keys may stand several times; the lines are joined."""

    def __init__(self) -> None:
        super().__init__(strict=False, interpolation=None, delimiters=("=",), comment_prefixes=("#",))

    def optionxform(self, optionstr: str) -> str:
        return optionstr


@pytest.fixture
def unit() -> Unit:
    parser = Unit()
    parser.read(UNIT)
    return parser


@needs_systemd
def test_it_is_hardly_exposed() -> None:
    done = subprocess.run(
        ["systemd-analyze", "security", "--offline=true", f"--threshold={round(MOST_EXPOSED * 10)}", str(UNIT)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    level = re.search(r"exposure level for dice-reader.service: ([0-9.]+)", done.stdout)
    assert level is not None
    assert float(level.group(1)) <= MOST_EXPOSED


@needs_systemd
def test_systemd_understands_every_line() -> None:
    done = subprocess.run(["systemd-analyze", "verify", str(UNIT)], capture_output=True, text=True, check=False)
    complaints = [
        line
        for line in done.stderr.splitlines()
        if "dice-reader" in line and f"{FOLDER}/current/bin/dice-reader is not executable" not in line
    ]
    assert [line for line in complaints if not any(name in line for name in SINCE_254)] == []


def test_it_starts_the_version_in_use_without_settings(unit: Unit) -> None:
    assert unit["Service"]["ExecStart"] == f"{FOLDER}/current/bin/dice-reader run"
    assert unit["Service"]["Environment"].split() == [
        "LG_WD=/run/dice-reader",
        "PYTHONUNBUFFERED=1",
        "ORT_DISABLE_TELEMETRY=1",
    ]


def test_its_folder_is_the_one_that_root_gives_back(unit: Unit) -> None:
    assert Path("/var/lib") / unit["Service"]["StateDirectory"] == BOX_FOLDER == Settings().state.folder


def test_it_waits_for_the_program_to_say_that_it_serves(unit: Unit) -> None:
    assert unit["Service"]["Type"] == "notify"


def test_its_watchdog_is_as_patient_as_a_camera_that_stalls(unit: Unit) -> None:
    assert float(unit["Service"]["WatchdogSec"]) >= longest_silence_s(CameraSettings())


def test_a_broken_box_tries_again_ever_more_slowly_and_never_gives_up(unit: Unit) -> None:
    service = unit["Service"]
    assert service["Restart"] == "always"
    assert (service["RestartSteps"], service["RestartMaxDelaySec"]) == ("8", "2min")
    assert unit["Unit"]["StartLimitIntervalSec"] == "0"


def test_wrong_settings_and_switching_off_are_no_reason_to_start_again(unit: Unit) -> None:
    service = unit["Service"]
    assert {int(number) for number in service["RestartPreventExitStatus"].split()} == {BAD_SETTINGS, SWITCH_OFF}
    assert f'"$EXIT_STATUS" = {SWITCH_OFF} ]; then systemctl --no-block poweroff' in service["ExecStopPost"]


def test_kinds_of_devices_that_come_with_a_module_are_there_before_they_are_allowed(unit: Unit) -> None:
    """media is registered by mc, video4linux by videodev, i2c by i2c_dev; the others are part of the Pi's kernel."""
    modules = {f"modprobe@{name}.service" for name in ("mc", "videodev", "i2c_dev")}
    after = re.findall(r"^After=(.*)$", UNIT.read_text(encoding="utf-8"), re.MULTILINE)
    assert set(unit["Unit"]["Wants"].split()) == modules
    assert modules <= set(" ".join(after).split())


def test_devices_are_allowed_by_name(unit: Unit) -> None:
    allowed = re.findall(r"^DeviceAllow=(.*)$", UNIT.read_text(encoding="utf-8"), re.MULTILINE)
    assert unit["Service"]["DevicePolicy"] == "closed"
    assert allowed == [f"char-{name} rw" for name in ("video4linux", "media", "dma_heap", "gpiochip", "i2c")]
