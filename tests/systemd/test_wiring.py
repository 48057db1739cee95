"""Drawings and tables of the README are what the code has now."""

from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from reader.config import PanelSettings
from systemd import draw_mounting, draw_screens, draw_wiring, header, mounting

README = Path(__file__).parents[2] / "README.md"


@pytest.mark.parametrize("drawing", [draw_wiring, draw_mounting], ids=["wiring", "mounting"])
def test_the_drawing_is_as_it_would_be_drawn_now(drawing: object) -> None:
    assert drawing.PICTURE.read_text(encoding="utf-8") == drawing.draw(), f"python -m {drawing.__name__}"


def test_the_screens_are_as_they_would_be_drawn_now() -> None:
    with Image.open(draw_screens.PICTURE) as kept:
        assert np.array_equal(np.asarray(kept.convert("RGB")), np.asarray(draw_screens.draw())), draw_screens.__name__


@pytest.mark.parametrize("table", [header.as_markdown(), mounting.as_markdown()], ids=["wires", "heights"])
def test_the_readme_has_the_table(table: str) -> None:
    assert table in README.read_text(encoding="utf-8")


def test_every_pin_of_the_header_is_one_thing() -> None:
    pins = [*header.BCM_AT, *header.POWER_AT, *header.GROUND_AT]
    assert sorted(pins) == list(range(1, header.PINS + 1))
    assert sorted(header.BCM_AT.values()) == list(range(28))


def test_no_pin_is_given_to_two_parts_but_ground() -> None:
    pins = [wire.pin for wire in header.wires() if wire.pin not in header.GROUND_AT]
    assert len(pins) == len(set(pins))


def test_the_wires_go_where_the_settings_say() -> None:
    moved = PanelSettings(capture_pin=26, lamp_pins=(12, 13, 16), knob_pins=(20, 21))
    assert {wire.part: wire.name for wire in header.wires(moved) if wire.leg in ("one leg", "B")} == {
        "capture button": "GPIO26",
        "mode button": "GPIO27",
        "knob (if you like)": "GPIO21",
    }
    assert [wire.name for wire in header.wires(moved) if "330" in wire.leg] == ["GPIO12", "GPIO13", "GPIO16"]


def test_what_a_camera_sees_grows_with_its_height() -> None:
    """At 1 m, 66° see 1.299 m across: 4608 px / 1299 mm × 20 mm = 71 px."""
    wide, high = mounting.MODULE_3.sees_mm(1000)
    assert (round(wide), round(high)) == (1299, 748)
    assert round(mounting.MODULE_3.die_px(1000)) == 71


def test_pixels_across_a_d20_at_25_cm() -> None:
    """Module 3 sees 32.47 cm with 4608 px, Module 2 30.16 cm with 3280: 4608 × 20 / 324.7, and 3280 × 20 / 301.6."""
    assert round(mounting.MODULE_3.die_px(250), 1) == 283.8
    assert round(mounting.MODULE_2.die_px(250), 1) == 217.5


def test_a_d20_that_touches_the_wall_is_seen_to_its_upper_edge() -> None:
    """23 cm below the camera, at the height of its top, 41° see 17.2 cm."""
    assert round(mounting.MODULE_3.widest_tray_mm(250)) == 172
    for lens in (mounting.MODULE_2, mounting.MODULE_3):
        assert lens.widest_tray_mm(mounting.RECOMMENDED_MM) >= mounting.TRAY_MM
