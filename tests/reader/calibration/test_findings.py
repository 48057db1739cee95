"""What is said of a rendered tray that is photographed badly, and that nothing is said of one photographed well."""

import cv2
import numpy as np
import pytest

from reader.calibration.find_tray import find_tray
from reader.calibration.findings import Finding, blur_px, findings, findings_of_empty
from reader.vision.sighting import Frame
from tests.reader.calibration import photographed as studio

FAULTS = {
    "usual": set(),
    "warm": set(),
    "cold": set(),
    "dim corners": set(),
    "moved": set(),
    "dark": {"light"},
    "bright": {"light"},
    "blurred": {"focus"},
    "glaring": {"glare"},
}
SAID = {"dark": "too dark", "bright": "too bright", "blurred": "blurred", "glaring": "mirrored"}


def faults(picture: Frame) -> list[Finding]:
    return [one for one in findings_of_empty(picture) if not one.is_well]


@pytest.mark.parametrize("name", FAULTS)
def test_each_fault_is_named_and_no_other(pictures: dict[str, Frame], name: str) -> None:
    told = faults(pictures[name])
    assert {one.what for one in told} == FAULTS[name], told
    assert all(one.remedy for one in told)
    assert all(SAID[name] in one.says for one in told)


@pytest.mark.parametrize("seed", [3, 5, 6])
def test_trays_of_other_colours_have_nothing_wrong_with_them(seed: int) -> None:
    assert faults(studio.empty(seed)) == []


def test_how_blurred_a_picture_is_comes_out_in_pixels(empty: Frame) -> None:
    grey = np.asarray(cv2.cvtColor(cv2.resize(empty, (960, 720)), cv2.COLOR_BGR2GRAY), np.float32)
    sharp, soft = blur_px(grey), blur_px(np.asarray(cv2.GaussianBlur(grey, (0, 0), 3.0), np.float32))
    assert sharp is not None
    assert soft is not None
    assert sharp < 1.6
    assert soft == pytest.approx((sharp**2 + 9.0) ** 0.5, rel=0.25)


def test_a_picture_without_edges_is_not_called_blurred() -> None:
    plain = np.full((240, 320, 3), 120, np.uint8)
    assert [one.is_well for one in findings(plain) if one.what == "focus"] == [True]


def test_a_side_that_is_nearly_dark_is_too_uneven_to_be_evened_out(empty: Frame) -> None:
    dimmed = np.asarray(empty * np.linspace(1.3, 0.2, empty.shape[1])[None, :, None], np.uint8)
    (told,) = (one for one in findings(dimmed, find_tray(empty)) if one.what == "evenness")
    assert not told.is_well
    assert "one corner has only" in told.says


def test_white_dice_are_no_glare(pictures: dict[str, Frame]) -> None:
    told = findings(pictures["dice"], is_empty=False)
    assert {one.what for one in told} == {"focus", "light"}
    assert all(one.is_well for one in told)
