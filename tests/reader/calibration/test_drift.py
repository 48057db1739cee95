"""What has changed since the tray was measured, told from rendered pictures."""

import pytest

from reader.calibration.drift import Drift, drift
from reader.vision.sighting import Frame

TOLD = {
    "usual": "",
    "dice": "",
    "nudged": "",
    "moved": "moved",
    "turned": "moved",
    "moved with dice": "moved",
    "another tray": "calibrate",
    "half as bright": "down to",
    "warm": "warmer",
    "cold": "bluer",
}


@pytest.mark.parametrize("name", TOLD)
def test_the_player_is_told_what_has_changed(empty: Frame, pictures: dict[str, Frame], name: str) -> None:
    remark = drift(empty, pictures[name]).remark
    assert (TOLD[name] in remark) if TOLD[name] else remark == "", remark


def test_light_from_elsewhere_is_told_from_less_light(empty: Frame, pictures: dict[str, Frame]) -> None:
    assert drift(empty, pictures["dark corners"]).shadowed > drift(empty, pictures["half as bright"]).shadowed


def test_a_picture_of_another_shape_is_of_another_camera(empty: Frame) -> None:
    assert drift(empty, empty[:200]).is_lost


@pytest.mark.parametrize(
    ("seen", "said"),
    [
        (Drift(moved=0.05), "The camera has moved by 5%; calibrate again"),
        (Drift(light=1.6), "The light is 1.6 times as bright; change it back or calibrate"),
        (Drift(shadowed=0.5), "The light falls from elsewhere now; put the lamp back or calibrate"),
        (Drift(red=1.05, blue=0.96), ""),
    ],
)
def test_only_what_matters_is_said(seen: Drift, said: str) -> None:
    assert seen.remark == said
