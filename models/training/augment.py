"""The same crop, as many other cameras would have seen it."""

from dataclasses import dataclass

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


ROUGH = Shake(zoom=(0.72, 1.3), shift=0.13)
"""The finder's own boxes, before the upright network has put them right."""
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
) -> tuple[NDArray[np.uint8], Place]:
    """Turns the crop counter-clockwise, shakes it, and cuts a spot, its middle mostly, out at the network's size; and
    tells where the spot came to lie."""
    size = float(np.exp(rng.uniform(*np.log(shake.zoom))))
    seen = crop.shape[0] * SEEN_PX / CROP_PX
    zoom = size * side_px / seen / spot.size
    aspect = 1 + rng.uniform(-shake.aspect, shake.aspect)
    angle = np.radians(angle_deg)
    turn = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
    axis = rng.uniform(0, np.pi)
    skew = np.array([[np.cos(axis), -np.sin(axis)], [np.sin(axis), np.cos(axis)]])
    stretch = turn @ skew @ np.diag([zoom * aspect, zoom / aspect]) @ skew.T
    warp = np.eye(3)
    warp[:2, :2] = stretch
    middle = crop.shape[0] / 2 + np.array([spot.right, spot.down]) * seen
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


def blurred(crop: NDArray[np.uint8], rng: np.random.Generator) -> NDArray[np.uint8]:
    """Out of focus, moved, or seen by a poor camera, now and then."""
    pick = rng.random()
    if pick < 0.22:
        return _coarse(crop, float(rng.uniform(0.4, 0.85)))
    if pick < 0.32:
        return _moved(crop, float(rng.uniform(1, 3)), float(rng.uniform(0, np.pi)))
    if pick < 0.38:
        packed = cv2.imencode(".jpg", crop, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(25, 70))])[1]
        return np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), np.uint8)
    return crop


def _coarse(crop: NDArray[np.uint8], share: float) -> NDArray[np.uint8]:
    height, width = crop.shape[:2]
    small = cv2.resize(crop, (int(width * share), int(height * share)), interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.resize(small, (width, height)), np.uint8)


def _moved(crop: NDArray[np.uint8], reach: float, angle: float) -> NDArray[np.uint8]:
    kernel = np.zeros((7, 7), np.float32)
    for step in np.linspace(-reach, reach, 9):
        kernel[round(3 + step * np.sin(angle)), round(3 + step * np.cos(angle))] = 1
    return np.asarray(cv2.filter2D(crop, -1, kernel / kernel.sum()), np.uint8)


def coloured(batch: NDArray[np.uint8], generator: torch.Generator) -> Tensor:
    """Other light, other sensors, other inks: (n, h, w, 3) bytes to (n, 3, h, w) in 0–1."""
    images = torch.from_numpy(batch).permute(0, 3, 1, 2).float().div_(255)
    count = len(images)

    def uniform(low: float, high: float, *shape: int) -> Tensor:
        return torch.rand(count, *shape, generator=generator) * (high - low) + low

    images = images.clamp_(1e-3, 1).pow_(uniform(0.6, 1.6, 1, 1, 1))
    images *= uniform(0.75, 1.3, 1, 1, 1) * uniform(0.8, 1.2, 3, 1, 1)
    shuffled = torch.rand(count, generator=generator) < 0.3
    if shuffled.any():
        images[shuffled] = images[shuffled][:, torch.randperm(3, generator=generator)]
    grey = torch.rand(count, generator=generator) < 0.12
    images[grey] = images[grey].mean(1, keepdim=True).expand(-1, 3, -1, -1)
    inverted = torch.rand(count, generator=generator) < 0.10
    images[inverted] = 1 - images[inverted]
    noise = torch.randn(images.shape, generator=generator) * uniform(0, 0.045, 1, 1, 1)
    return (images + noise).clamp_(0, 1)


def normalised(images: Tensor) -> Tensor:
    """Minus the crop's mean, over its deviation: what the reader does too."""
    mean = images.mean((1, 2, 3), keepdim=True)
    spread = images.std((1, 2, 3), keepdim=True)
    return ((images - mean) / (spread + 0.05)).contiguous(memory_format=torch.channels_last)
