"""The picture of a die's upper face and its surroundings, made comparable: the same die with the same face up looks the
same but for a turn, a small shift, the slant and the light.

What is kept of a crop is evened: every place's own mean is taken from it, and where it varies much it is toned down, so
that a shadow or a brighter lamp changes little. No network takes part but for where the face is.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from reader.vision.cut import DIE_PX, Crop
from reader.vision.networks import Floats

REACH: Final = 0.36
"""From the middle of the upper face to the edge of the portrait, in widths of the die: its neighbours are in it."""
SIDE_PX: Final = 44
ANGLES, RADII = 48, 8
FREQUENCIES: Final = 16  # of the circles: finer print is looked at once the picture is in place
EVENED_PX: Final = 9  # side of the square whose mean is taken away, twice
LEAST_SPREAD: Final = 0.4
"""Of brightness 0–1: what varies less is not made more of. With 0.03 the edges of the facets, which all faces of a die
share, counted as much as the print: pictures alone then told 95 of 100 faces of a hard set apart, with 0.4 all."""
STEPS: Final = 30.0  # of a byte for one deviation
SOFT: Final = 1.2  # deviation of the blur, in pixels of the crop, with which turns are looked for

Spectrum = NDArray[np.complex64]


@dataclass(frozen=True, slots=True, eq=False)
class Portrait:
    """`look` is the evened picture around the upper face, SIDE_PX square in three colours, a byte each; `rings` are its
    circles' spectra, in which a turn is only a phase."""

    look: NDArray[np.int8]
    rings: Spectrum


@dataclass(frozen=True, slots=True, eq=False)
class Canvas:
    """A crop made ready to be compared: evened, the same softened, and where its upper face is."""

    evened: Floats
    soft: Floats
    middle: tuple[float, float]
    size: float


def canvas_of(crop: Crop, middle: tuple[float, float], size: float) -> Canvas:
    """`middle` of the upper face in pixels of the crop; `size` of the die against DIE_PX."""
    picture = np.asarray(crop.astype(np.float32) / 255, np.float32)
    rest = picture - _smoothed(picture)
    squares = _smoothed(np.asarray((rest * rest).mean(axis=2), np.float32))
    spread = np.sqrt(np.maximum(squares, 0))  # running sums may end a little below
    evened = np.asarray(rest / (spread + LEAST_SPREAD)[:, :, None], np.float32)
    return Canvas(evened, np.asarray(cv2.GaussianBlur(evened, (0, 0), SOFT), np.float32), middle, size)


def portrait_of(canvas: Canvas) -> Portrait:
    frame = np.eye(2, 3, dtype=np.float64) * canvas.size * REACH * DIE_PX
    frame[:, 2] = canvas.middle
    look = looked_at(canvas.evened, frame[None], SIDE_PX)[0]
    rings = rings_of(canvas, np.zeros((1, 2)), np.ones(1))[0]
    return Portrait(np.clip(np.rint(look * STEPS), -127, 127).astype(np.int8), rings)


def looked_at(picture: Floats, frames: NDArray[np.float64], side_px: int) -> Floats:
    """What each frame shows, (frames, side, side, 3). A frame takes places from -1 to 1 to pixels of the picture."""
    places = squared(side_px)
    pixels = (places @ frames.transpose(0, 2, 1).astype(np.float32)).reshape(-1, side_px, 2)
    return _at(picture, pixels).reshape(len(frames), side_px, side_px, -1)


def rings_of(canvas: Canvas, shifts: NDArray[np.float64], zooms: NDArray[np.float64]) -> Spectrum:
    """Spectra of the circles around each place moved by so many pixels of a die of usual size, at each zoom:
    (shifts × zooms, frequencies, radii × colours), each of length one."""
    shift, zoom = np.repeat(shifts, len(zooms), axis=0), np.tile(zooms, len(shifts))
    reach = (zoom * canvas.size * REACH * DIE_PX).astype(np.float32)[:, None, None, None]
    middles = (np.array(canvas.middle) + shift * canvas.size).astype(np.float32)[:, None, None, :]
    pixels = circles() * reach + middles
    rings = _at(canvas.soft, pixels.reshape(-1, RADII, 2)).reshape(len(zoom), ANGLES, RADII, 3)
    share = (np.arange(RADII, dtype=np.float32) + 0.5) / RADII  # of an outer circle is more
    share /= share.sum()
    rings = (rings - (rings.mean(axis=1) * share[:, None]).sum(axis=1)[:, None, None]) * np.sqrt(share)[:, None]
    rings = rings.reshape(len(zoom), ANGLES, RADII * 3)
    rings /= np.linalg.norm(rings, axis=(1, 2), keepdims=True) + 1e-6
    return np.asarray(np.fft.rfft(rings, axis=1)[:, :FREQUENCIES], np.complex64)


@cache
def squared(side_px: int) -> Floats:
    """The places of a square picture, each from -1 to 1, and a one beside them."""
    along = np.linspace(-1, 1, side_px, dtype=np.float32)
    down, right = np.meshgrid(along, along, indexing="ij")
    return np.stack([right.ravel(), down.ravel(), np.ones(side_px * side_px, np.float32)], axis=1)


@cache
def circles() -> Floats:
    angles, radii = np.arange(ANGLES) * 2 * np.pi / ANGLES, (np.arange(RADII) + 0.5) / RADII
    return np.stack([np.outer(np.cos(angles), radii), np.outer(np.sin(angles), radii)], axis=-1).astype(np.float32)


def _at(picture: Floats, pixels: Floats) -> Floats:
    right, down = pixels[..., 0], pixels[..., 1]
    seen = cv2.remap(picture, right, down, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT_101)
    return np.asarray(seen, np.float32)


def _smoothed(picture: Floats) -> Floats:
    once = cv2.blur(picture, (EVENED_PX, EVENED_PX), borderType=cv2.BORDER_REFLECT_101)
    return np.asarray(cv2.blur(once, (EVENED_PX, EVENED_PX), borderType=cv2.BORDER_REFLECT_101), np.float32)
