"""What a picture says about the camera."""

import cv2
import numpy as np

from reader.page.hints import hints
from reader.vision.sighting import Frame
from tests.reader.page.stand import DARK, LIGHT, Put, paint

TRAY = paint((Put("d6", "5", **LIGHT), Put("d20", "17", **DARK)))


def told(picture: Frame) -> dict[str, str]:
    return {hint.what: hint.says for hint in hints(picture) if not hint.is_well}


def test_a_sharp_and_well_lit_tray_has_nothing_to_put_right() -> None:
    assert told(TRAY) == {}


def test_a_blurred_picture_is_said_to_be_blurred() -> None:
    assert "blurred" in told(np.asarray(cv2.GaussianBlur(TRAY, (0, 0), 6), dtype=np.uint8))["focus"]


def test_a_picture_that_is_burnt_out_is_too_bright() -> None:
    assert "too bright" in told(np.clip(TRAY.astype(int) * 4, 0, 255).astype(np.uint8))["light"]


def test_a_picture_at_night_is_too_dark() -> None:
    assert "too dark" in told((TRAY * 0.1).astype(np.uint8))["light"]
