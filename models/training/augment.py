"""The same crop, as many other cameras would have seen it."""

from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from reader.vision.cut import AS_FOUND, CROP_PX, SEEN_PX
from reader.vision.cut import Place as Spot


@dataclass(frozen=True, slots=True)
class Shake:
    """How badly the finder may have placed its box."""

    zoom: tuple[float, float] = (0.80, 1.12)
    aspect: float = 0.07
    shift: float = 0.07
    perspective: float = 0.05


Pictures = NDArray[np.uint8]
LEVELS = np.maximum(np.arange(256) / 255, 1e-3)[:, None]
GLINTING_SHARE = 0.2
PACKED_SHARE = 0.22
TWO_BY_TWO = np.array([1, 6, 1], np.float32) / 8  # as wide a blur as the mean of two pixels, and it moves nothing
ROUGH = Shake(zoom=(0.72, 1.3), shift=0.1)
"""The finder's own boxes, before the upright network has put them right."""
STILL = Shake((1.0, 1.0), 0.0, 0.0, 0.0)
Place = tuple[float, float, float]
"""Where a die really is in its crop: right and down of the middle, in shares of the side, and the log of its size
against the usual."""


def placed_cut(
    crop: NDArray[np.uint8],
    side_px: int,
    angle_deg: float,
    rng: np.random.Generator,
    shake: Shake,
    spot: Spot = AS_FOUND,
    seen_px: float = SEEN_PX,
) -> tuple[NDArray[np.uint8], Place]:
    """Turns the crop counter-clockwise, shakes it, and cuts a spot, its middle mostly, out at the network's size, which
    sees so many of its pixels; and tells where the spot came to lie."""
    size = float(np.exp(rng.uniform(*np.log(shake.zoom))))
    zoom = size * side_px / seen_px / spot.size
    aspect = 1 + rng.uniform(-shake.aspect, shake.aspect)
    angle = np.radians(angle_deg)
    turn = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
    axis = rng.uniform(0, np.pi)
    skew = np.array([[np.cos(axis), -np.sin(axis)], [np.sin(axis), np.cos(axis)]])
    stretch = turn @ skew @ np.diag([zoom * aspect, zoom / aspect]) @ skew.T
    warp = np.eye(3)
    warp[:2, :2] = stretch
    middle = crop.shape[0] / 2 + np.array([spot.right, spot.down]) * seen_px
    shift = rng.uniform(-shake.shift, shake.shift, 2)
    offset = side_px / 2 + shift * side_px
    warp[:2, 2] = offset - stretch @ middle
    if shake.perspective:
        bend = np.eye(3)
        bend[2, :2] = rng.uniform(-shake.perspective, shake.perspective, 2) / side_px
        centre = np.array([[1, 0, side_px / 2], [0, 1, side_px / 2], [0, 0, 1.0]])
        away = np.array([[1, 0, -side_px / 2], [0, 1, -side_px / 2], [0, 0, 1.0]])
        warp = centre @ bend @ away @ warp
    picture = cv2.warpPerspective(crop, warp, (side_px, side_px), borderMode=cv2.BORDER_REFLECT_101)
    return np.asarray(picture, np.uint8), (float(shift[0]), float(shift[1]), float(np.log(size)))


def as_soft(crop: Pictures, side_px: int) -> Pictures:
    """As soft as what the upright network is shown at its size: half as large or smaller, the reader averages over two
    by two pixels, where `placed_cut` takes every second one. Else both are alike."""
    if 2 * side_px > CROP_PX:
        return crop
    return np.asarray(cv2.sepFilter2D(crop, -1, TWO_BY_TWO, TWO_BY_TWO), np.uint8)


def handed_over(crop: Pictures, rng: np.random.Generator) -> Pictures:
    """As a webcam hands it over now and then: few pixels, packed hard. Before a crop is turned, so that the blocks are
    large against the die and lie askew in what the networks see."""
    if rng.random() >= PACKED_SHARE:
        return crop
    height, width = crop.shape[:2]
    share = float(rng.uniform(0.5, 1.0))
    size = (round(width * share), round(height * share))
    small = np.asarray(cv2.resize(crop, size, interpolation=cv2.INTER_AREA), np.uint8)
    return np.asarray(cv2.resize(_packed(small, int(rng.integers(18, 60))), (width, height)), np.uint8)


def seen(crop: Pictures, rng: np.random.Generator) -> Pictures:
    """As some cameras would have taken it: with glints of lamps, out of focus, moved, or packed too hard."""
    return blurred(glinting(crop, rng) if rng.random() < GLINTING_SHARE else crop, rng)


def glinting(crop: Pictures, rng: np.random.Generator) -> Pictures:
    """Polished dice mirror lamps and windows as small streaks and arcs, which are no pips and no strokes."""
    side, fine = crop.shape[0], 16
    mask = np.zeros((side, side), np.uint8)
    for _ in range(int(rng.integers(1, 5))):
        centre = [round(float(part) * fine) for part in rng.uniform(0.15, 0.85, 2) * side]
        long = float(rng.uniform(0.02, 0.11)) * side
        is_arc, start = rng.random() < 0.4, float(rng.uniform(0, 360))
        slim = float(rng.uniform(0.12, 0.7 if is_arc else 0.45))  # a rounder blot could be a pip
        axes = [round(long * fine), round(max(0.5, long * slim) * fine)]
        reach, thick = (float(rng.uniform(60, 200)), 1) if is_arc else (360.0, -1)
        light = int(rng.uniform(90, 255))
        cv2.ellipse(mask, centre, axes, float(rng.uniform(0, 180)), start, start + reach, light, thick, cv2.LINE_AA, 4)
    soft = cv2.GaussianBlur(mask, (0, 0), float(rng.uniform(0.3, 0.012 * side + 0.3)))
    share = soft[:, :, None].astype(np.float32) / 255
    return np.asarray(crop + (rng.uniform(215, 255, 3) - crop).clip(0) * share, np.uint8)


def blurred(crop: Pictures, rng: np.random.Generator) -> Pictures:
    """Out of focus, moved, or seen by a poor camera, now and then."""
    pick = rng.random()
    if pick < 0.22:
        return _coarse(crop, float(rng.uniform(0.4, 0.85)))
    if pick < 0.32:
        return _moved(crop, float(rng.uniform(1, 3)), float(rng.uniform(0, np.pi)))
    if pick < 0.38:
        return _packed(crop, int(rng.integers(25, 70)))
    return crop


def _packed(crop: Pictures, quality: int) -> Pictures:
    packed = cv2.imencode(".jpg", crop, [cv2.IMWRITE_JPEG_QUALITY, quality])[1]
    return np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), np.uint8)


def _coarse(crop: NDArray[np.uint8], share: float) -> NDArray[np.uint8]:
    height, width = crop.shape[:2]
    small = cv2.resize(crop, (int(width * share), int(height * share)), interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.resize(small, (width, height)), np.uint8)


def _moved(crop: NDArray[np.uint8], reach: float, angle: float) -> NDArray[np.uint8]:
    kernel = np.zeros((7, 7), np.float32)
    for step in np.linspace(-reach, reach, 9):
        kernel[round(3 + step * np.sin(angle)), round(3 + step * np.cos(angle))] = 1
    return np.asarray(cv2.filter2D(crop, -1, kernel / kernel.sum()), np.uint8)


def coloured(batch: Pictures, rng: np.random.Generator) -> Tensor:
    """Other light, other sensors, other inks: (n, h, w, 3) bytes to (n, 3, h, w) in 0–1, channels last."""
    count = len(batch)
    gains = rng.uniform(0.75, 1.3, (count, 1, 1)) * rng.uniform(0.8, 1.2, (count, 1, 3))
    tables = (LEVELS ** rng.uniform(0.6, 1.6, (count, 1, 1)) * gains).astype(np.float32)
    inverted = rng.random(count) < 0.10
    tables[inverted] = 1 - tables[inverted]
    shuffled, grey = rng.random(count) < 0.3, rng.random(count) < 0.12
    noise = _noise()
    noisy, size = rng.uniform(0, 0.045, count).astype(np.float32), batch[0].size
    images = np.empty(batch.shape, np.float32)
    for row, image in enumerate(images):
        cv2.LUT(batch[row], tables[row][:, None], dst=image)
        if shuffled[row]:
            image[...] = image[:, :, rng.permutation(3)]
        if grey[row]:
            image[...] = image.mean(axis=2, keepdims=True)
        start = int(rng.integers(len(noise) - size))
        image += noisy[row] * noise[start : start + size].reshape(image.shape)
    return torch.from_numpy(np.clip(images, 0, 1, out=images)).permute(0, 3, 1, 2)


@cache
def _noise() -> NDArray[np.float32]:
    """Drawn once and taken from wherever one likes: drawing it takes longer than all else."""
    return np.random.default_rng(0).standard_normal(4_000_000, np.float32)


def normalised(images: Tensor) -> Tensor:
    """Minus the crop's mean, over its deviation: what the reader does too."""
    flat = images.permute(0, 2, 3, 1).reshape(len(images), -1)
    mean, square = flat.mean(1), (flat * flat).mean(1)
    spread = ((square - mean * mean).clamp(min=0) * flat.size(1) / (flat.size(1) - 1)).sqrt()
    shown = (images - mean[:, None, None, None]) / (spread[:, None, None, None] + 0.05)
    return shown.contiguous(memory_format=torch.channels_last)
