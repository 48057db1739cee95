"""The real ssd1306 and sh1106 drivers on a bus that records."""

import sys
from typing import Any, Literal

import pytest
from PIL import Image

from hardware.errors import DisplayLibraryError, DisplayLostError, DisplayMissingError, DisplayPermissionError
from hardware.panels.oled import BRIGHT, DIM, OledDisplay
from hardware.panels.samples import SAMPLES
from hardware.panels.screens import draw

pytestmark = pytest.mark.filterwarnings("ignore:.*getdata.*:DeprecationWarning")  # luma's, against newer Pillows

DISPLAY_OFF = 0xAE
SET_CONTRAST = 0x81
FIRST_COLUMN = {"ssd1306": 0, "sh1106": 2}


@pytest.mark.parametrize("driver", ["ssd1306", "sh1106"])
@pytest.mark.parametrize("name", ["idle", "outcome", "prompt-again"])
def test_the_drivers_light_exactly_the_drawn_pixels(driver: Literal["ssd1306", "sh1106"], name: str, bus: Any) -> None:
    image = draw(SAMPLES[name]).image
    OledDisplay(driver, bus=bus).show(image)
    assert bus.picture(FIRST_COLUMN[driver]).tobytes() == image.tobytes()


@pytest.mark.parametrize("driver", ["ssd1306", "sh1106"])
def test_a_display_mounted_upside_down_is_turned(driver: Literal["ssd1306", "sh1106"], bus: Any) -> None:
    image = draw(SAMPLES["outcome"]).image
    OledDisplay(driver, rotation_degrees=180, bus=bus).show(image)
    assert bus.picture(FIRST_COLUMN[driver]).tobytes() == image.transpose(Image.Transpose.ROTATE_180).tobytes()


def test_another_address_is_used(another_bus: Any) -> None:
    bus = another_bus(0x3D)
    OledDisplay(address=0x3D, bus=bus).show(draw(SAMPLES["busy"]).image)
    assert bus.picture().getbbox() is not None


def test_nothing_at_the_address_names_it_and_the_wires(another_bus: Any) -> None:
    with pytest.raises(DisplayMissingError) as caught:
        OledDisplay(bus=another_bus(0x3D))
    assert str(caught.value) == "no display at 0x3C on i2c-1; check the four wires, then i2cdetect -y 1"
    assert caught.value.device == "0x3C on i2c-1"


def test_a_display_that_is_missing_leaves_nothing_behind(another_bus: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    kept: list[object] = []
    monkeypatch.setattr("atexit.register", kept.append)
    with pytest.raises(DisplayMissingError):
        OledDisplay(bus=another_bus(0x3D))
    assert kept == []


def test_a_display_that_is_unplugged_is_lost(bus: Any) -> None:
    display = OledDisplay(bus=bus)
    bus.plugged_in = False
    with pytest.raises(DisplayLostError, match="0x3C on i2c-1 does not answer any more"):
        display.show(draw(SAMPLES["busy"]).image)
    with pytest.raises(DisplayLostError):
        display.dim(True)
    display.close()


@pytest.mark.parametrize(
    ("error", "expected", "remedy"),
    [
        (FileNotFoundError(2, "No such file or directory", "/dev/i2c-7"), DisplayMissingError, "raspi-config"),
        (PermissionError(13, "Permission denied", "/dev/i2c-7"), DisplayPermissionError, "usermod -aG i2c"),
    ],
)
def test_a_bus_that_cannot_be_opened_is_named(
    error: OSError, expected: type[Exception], remedy: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(port: int) -> None:
        assert port == 7
        raise error

    monkeypatch.setattr("smbus2.SMBus", fails)
    with pytest.raises(expected, match=rf"/dev/i2c-7; .*{remedy}"):
        OledDisplay(port=7)


def test_without_luma_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "luma.core.error", None)
    with pytest.raises(DisplayLibraryError, match=r"pip install 'dice-reader\[pi\]'"):
        OledDisplay()


def test_dimming_sets_the_contrast(bus: Any) -> None:
    display = OledDisplay(bus=bus)
    display.dim(True)
    assert bus.commands[-2:] == [SET_CONTRAST, DIM]
    display.dim(False)
    assert bus.commands[-2:] == [SET_CONTRAST, BRIGHT]


def test_closing_leaves_the_display_dark(bus: Any) -> None:
    display = OledDisplay(bus=bus)
    display.show(draw(SAMPLES["outcome"]).image)
    display.close()
    assert DISPLAY_OFF in bus.commands
    assert bus.picture().getbbox() is None
