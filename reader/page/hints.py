"""What a picture says about the camera: is it sharp, is it lit."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from reader.vision.sighting import Frame

WIDTH_PX: Final = 960
"""Pictures are measured at one size, or a larger camera would seem less sharp."""
BURNT, BLACK = 250, 8
MOST_BURNT: Final = 0.02
MOST_BLACK: Final = 0.35
DARK, BRIGHT = 55.0, 200.0
"""Mean grey levels beyond which numerals lose contrast."""
SHARP: Final = 60.0
"""Mean of the sharpest tenth's squared Laplacian; a tray with dice in focus has hundreds."""


@dataclass(frozen=True, slots=True)
class Hint:
    what: str
    is_well: bool
    says: str


def hints(picture: Frame) -> list[Hint]:
    height, width = picture.shape[:2]
    size = (WIDTH_PX, max(1, round(height * WIDTH_PX / width)))
    grey = cv2.cvtColor(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), cv2.COLOR_BGR2GRAY)
    return [_focus(np.asarray(grey, dtype=np.uint8)), _exposure(np.asarray(grey, dtype=np.uint8))]


def _focus(grey: np.ndarray[tuple[int, ...], np.dtype[np.uint8]]) -> Hint:
    edges = np.square(cv2.Laplacian(grey, cv2.CV_64F))
    tiles = cv2.resize(edges, (24, 16), interpolation=cv2.INTER_AREA)
    sharpness = float(np.sort(tiles, axis=None)[-tiles.size // 10 :].mean())
    if sharpness >= SHARP:
        return Hint("focus", True, f"sharp ({sharpness:.0f}); the higher the better")
    return Hint("focus", False, f"blurred ({sharpness:.0f} of {SHARP:.0f}); turn the lens or set camera.focus")


def _exposure(grey: np.ndarray[tuple[int, ...], np.dtype[np.uint8]]) -> Hint:
    burnt, black = float((grey >= BURNT).mean()), float((grey <= BLACK).mean())
    mean = float(grey.mean())
    if burnt > MOST_BURNT or mean > BRIGHT:
        return Hint("light", False, f"too bright, {burnt:.0%} is burnt out; lower camera.exposure_us")
    if black > MOST_BLACK or mean < DARK:
        return Hint("light", False, f"too dark, {black:.0%} is black; raise camera.exposure_us or add light")
    return Hint("light", True, f"well lit (mean {mean:.0f} of 255, {burnt:.1%} burnt out)")
