"""A box that runs is asked, and nothing is taken from it."""

from typing import Any

import pytest

from reader.config import Settings
from reader.doctor.check import Check
from reader.doctor.parts import camera
from reader.doctor.running import CALIBRATE, TRY_EACH
from reader.doctor.surroundings import Surroundings

BLURRED = {"what": "focus", "is_well": False, "says": "blurred", "remedy": "turn the lens"}
SHARP = {"what": "focus", "is_well": True, "says": "sharp"}
NO_SCREEN = {"what": "panel", "is_well": False, "says": "No display at 0x3C on i2c-1"}
ON_A_PI, LAPTOP = Surroundings("Raspberry Pi 4"), Surroundings(None)


def told(
    *hints: dict[str, Any],
    calibration: dict[str, str] | None = None,
    checks: tuple[dict[str, Any], ...] = (),
    around: Surroundings = ON_A_PI,
) -> dict[str, Check]:
    running = {"camera": {"hints": list(hints)}, "calibration": calibration or {}, "checks": list(checks)}
    return {check.part: check for check in camera(Settings(), around, running)}


def test_what_is_wrong_with_its_last_picture_is_told() -> None:
    assert (told(BLURRED)["camera"].ok, told(BLURRED)["camera"].fix) == (False, "turn the lens")
    assert "sharp and well lit" in told(SHARP)["camera"].says
    assert "no picture was taken yet" in told()["camera"].says


@pytest.mark.parametrize(
    ("known", "is_well", "says", "fix"),
    [
        ({}, True, "not done yet", ""),
        ({"made_at": "2026-01-02T20:15:00+00:00", "remark": ""}, True, "of 2026-01-02, still right", ""),
        (
            {"made_at": "2026-01-02", "remark": "The camera has moved by 4%; calibrate again"},
            False,
            "The camera has moved by 4%",
            CALIBRATE,
        ),
    ],
)
def test_its_calibration_is_told(known: dict[str, str], is_well: bool, says: str, fix: str) -> None:
    found = told(calibration=known)["calibration"]
    assert (found.ok, found.fix) == (is_well, fix)
    assert found.says.startswith(says)


def test_what_it_warns_its_players_of_is_told_with_a_way_to_find_the_part() -> None:
    found = told(checks=(NO_SCREEN,))["the running box"]
    assert (found.ok, found.says, found.fix) == (False, "No display at 0x3C on i2c-1", TRY_EACH)


def test_what_was_said_of_the_calibration_is_not_said_twice() -> None:
    moved = {"remark": "The camera has moved by 4%; calibrate again"}
    tray = {"what": "tray", "is_well": False, "says": moved["remark"]}
    assert set(told(calibration=moved, checks=(tray,))) == {"camera", "calibration"}


def test_a_laptop_has_no_pins_and_that_is_no_fault() -> None:
    assert set(told(checks=(NO_SCREEN,), around=LAPTOP)) == {"camera", "calibration"}
