"""What lens, sensor and file format do to a scene: vignetting, blur, exposure, white balance, noise, JPEG."""

from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from models.studio.textures import Image

Picture = NDArray[np.uint8]

NOISE_PX = 1024
MEDIUM_GREY = 0.47
MOST_METERING = (0.6, 2.6)  # a dark tray over-exposes the dice on it, but not without end


@dataclass(frozen=True, slots=True)
class Exposure:
    """Lengths are shares of the picture's width, so that a scene looks alike at every size."""

    gain: float = 1.0
    metering: float = 0.0  # 0: as lit; 1: brought to a medium grey, as automatic exposure does
    gamma: float = 1.0
    balance: tuple[float, float, float] = (1.0, 1.0, 1.0)
    saturation: float = 1.0
    vignetting: float = 0.0
    blur: float = 0.0
    motion: float = 0.0
    motion_heading: float = 0.0
    sharpening: float = 0.0
    noise: float = 0.0
    noise_grain: float = 0.0  # px; webcams smear their noise
    jpeg: int = 95
    seed: int = 0


def random_exposure(rng: np.random.Generator, hard: bool) -> Exposure:
    vivid = rng.random() < 0.12  # clipped, saturated colours, as cheap cameras make over dark trays
    dim = rng.random() < (0.25 if hard else 0.08)
    warm, green = rng.normal(0, 0.07), rng.normal(0, 0.03)
    gain = rng.uniform(1.2, 1.8) if vivid else rng.uniform(0.35, 0.7) if dim else rng.uniform(0.85, 1.35)
    return Exposure(
        gain=float(gain),
        metering=float(rng.uniform(0.35, 0.85)),
        gamma=float(np.exp(rng.normal(0, 0.14))),
        balance=(float(1 - warm), float(1 + green), float(1 + warm)),
        saturation=float(rng.uniform(1.3, 2.2) if vivid else rng.uniform(0.6, 1.3)),
        vignetting=float(rng.uniform(0, 0.45)) if rng.random() < 0.6 else 0.0,
        blur=float(abs(rng.normal(0, 0.0020 if hard else 0.0011))),
        motion=float(rng.uniform(0.004, 0.014)) if rng.random() < (0.15 if hard else 0.05) else 0.0,
        motion_heading=float(rng.uniform(0, np.pi)),
        sharpening=float(rng.uniform(0.2, 1.0)) if rng.random() < 0.35 else 0.0,
        noise=float(rng.uniform(0.02, 0.06) if dim else abs(rng.normal(0, 0.014))),
        noise_grain=float(rng.choice([0.0, 0.0, 0.6, 1.0])),
        jpeg=int(rng.integers(35, 97)),
        seed=int(rng.integers(1 << 30)),
    )


def expose(scene: Image, exposure: Exposure) -> Picture:
    """A photograph of a lit scene (BGR 0–1, may be brighter)."""
    width = scene.shape[1]
    image = scene
    if exposure.vignetting:
        image = image * _vignette(image.shape[:2], exposure.vignetting)[:, :, None]
    if exposure.blur * width > 0.25:
        image = np.asarray(cv2.GaussianBlur(image, (0, 0), exposure.blur * width), dtype=np.float32)
    if exposure.motion * width >= 2:
        streak = _streak(exposure.motion * width, exposure.motion_heading)
        image = np.asarray(cv2.filter2D(image, -1, streak), dtype=np.float32)
    image = _develop(image, exposure)
    if exposure.sharpening:
        soft = cv2.GaussianBlur(image, (0, 0), max(0.8, width / 700))
        image = image + (image - soft) * exposure.sharpening
    if exposure.noise:
        image = image + noise(image, exposure)
    picture = (np.clip(image, 0, 1) * 255).astype(np.uint8)
    if exposure.gamma != 1:
        steps = np.linspace(0, 1, 256) ** exposure.gamma
        picture = np.asarray(cv2.LUT(picture, np.round(steps * 255).astype(np.uint8)), dtype=np.uint8)
    if exposure.jpeg >= 96:
        return picture
    _, packed = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, exposure.jpeg])
    return np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), dtype=np.uint8)


def _develop(image: Image, exposure: Exposure) -> Image:
    """White balance, gain and saturation, with clipping where a sensor clips."""
    metered = (MEDIUM_GREY / max(0.01, float(image[::4, ::4].mean()))) ** exposure.metering
    gain = exposure.gain * min(max(metered, MOST_METERING[0]), MOST_METERING[1])
    colourful = np.full((3, 3), (1 - exposure.saturation) / 3) + np.eye(3) * exposure.saturation
    image = np.asarray(cv2.transform(image, colourful * np.array(exposure.balance) * gain), dtype=np.float32)
    return np.asarray(np.clip(image, 0, 1), dtype=np.float32)


def _vignette(size: tuple[int, int], strength: float) -> Image:
    y = np.linspace(-1, 1, size[0], dtype=np.float32) * (size[0] / size[1])
    x = np.linspace(-1, 1, size[1], dtype=np.float32)
    return np.asarray(1 - strength * (0.6 * (x**2)[None, :] + 0.6 * (y**2)[:, None]), dtype=np.float32)


def _streak(length: float, heading: float) -> Image:
    size = int(np.ceil(length)) | 1
    kernel = np.zeros((size, size), np.uint8)
    middle = size // 2
    reach = np.array([np.cos(heading), np.sin(heading)]) * middle
    start, end = np.round(middle - reach).astype(int), np.round(middle + reach).astype(int)
    cv2.line(kernel, tuple(int(v) for v in start), tuple(int(v) for v in end), 255, 1, cv2.LINE_AA)
    return np.asarray(kernel, dtype=np.float32) / float(kernel.sum())


def noise(image: Image, exposure: Exposure) -> Image:
    """Noise cut from one sheet, each colour from another place of it."""
    sheet = _noise_sheet(exposure.noise_grain)
    rng = np.random.default_rng(exposure.seed)
    height, width = image.shape[:2]
    cuts = []
    for _ in range(3):
        top, left = (int(start) for start in rng.integers(0, NOISE_PX // 2, 2))
        if top + height <= NOISE_PX and left + width <= NOISE_PX:
            cuts.append(sheet[top : top + height, left : left + width])
        else:
            rows, columns = (top + np.arange(height)) % NOISE_PX, (left + np.arange(width)) % NOISE_PX
            cuts.append(sheet[np.ix_(rows, columns)])
    return np.asarray(cv2.merge(cuts) * np.float32(exposure.noise))


@cache
def _noise_sheet(grain: float) -> Image:
    sheet = np.random.default_rng(1).standard_normal((NOISE_PX, NOISE_PX), dtype=np.float32)
    if grain:
        sheet = np.asarray(cv2.GaussianBlur(sheet, (0, 0), grain), dtype=np.float32)
    return np.asarray(sheet / float(sheet.std()), dtype=np.float32)
