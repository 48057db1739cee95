import json

import numpy as np
import pytest

from reader.vision.sighting import Box, Frame
from reader.vision.tray import Tray


def felt(fall: float = 1.0, size: tuple[int, int] = (240, 320)) -> Frame:
    """Empty felt, darker to the right."""
    shade = np.linspace(160, 160 * fall, size[1])[None, :, None]
    noise = np.random.default_rng(1).normal(0, 6, (*size, 3))
    return np.asarray(np.clip(shade + noise, 0, 255), np.uint8)


def test_even_light_is_one_everywhere() -> None:
    assert Tray.of_empty(felt()).light == pytest.approx(1, abs=0.03)


def test_a_dark_side_is_brought_to_the_light_of_the_rest() -> None:
    frame = felt(fall=0.5)
    evened = Tray.of_empty(frame).evened(frame)
    assert float(frame[:, -40:].mean()) < 0.6 * float(frame[:, :40].mean())
    assert float(evened[:, -40:].mean()) == pytest.approx(float(evened[:, :40].mean()), rel=0.06)


def test_what_lies_outside_the_tray_does_not_tell_its_light() -> None:
    frame = felt()
    frame[:, 240:] = 0
    left_three_quarters = ((0.0, 0.0), (0.74, 0.0), (0.74, 1.0), (0.0, 1.0))
    assert Tray.of_empty(frame, left_three_quarters).light.min() > 0.85
    assert Tray.of_empty(frame).light.min() < 0.4


def test_dice_beside_the_tray_are_not_on_it() -> None:
    tray = Tray.of_empty(felt(), ((0.25, 0.25), (0.75, 0.25), (0.75, 0.75), (0.25, 0.75)))
    assert tray.contains(Box(150, 110, 20, 20), felt())
    assert not tray.contains(Box(10, 10, 20, 20), felt())


def test_a_tray_fits_pictures_of_another_size() -> None:
    tray = Tray.of_empty(felt(fall=0.5))
    large = felt(fall=0.5, size=(960, 1280))
    assert tray.light_at(Box(1200, 400, 40, 40), large) < 0.8 < tray.light_at(Box(40, 400, 40, 40), large)


def test_a_tray_comes_back_from_its_json() -> None:
    tray = Tray.of_empty(felt(fall=0.7), ((0.1, 0.1), (0.9, 0.1), (0.9, 0.9)))
    again = Tray.from_json(json.loads(json.dumps(tray.as_json())))
    assert again.corners == tray.corners
    assert again.light == pytest.approx(tray.light, abs=0.001)


@pytest.mark.parametrize("damage", [{"corners": [[0, 0]]}, {"light": [[0.0]]}, {"light": [1.0]}])
def test_a_damaged_calibration_is_refused(damage: dict[str, object]) -> None:
    stored = Tray.of_empty(felt()).as_json() | damage
    with pytest.raises(ValueError, match="calibrate again"):
        Tray.from_json(stored)
