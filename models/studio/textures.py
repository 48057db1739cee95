"""Noise and patterns, drawn once and then cut from: the grain of dice, and the trays they lie on."""

from collections.abc import Callable
from functools import cache
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from models.studio import blending
from models.studio.blending import painted

Image = blending.Image

BANK = 24  # patterns of each kind; cuts, turns and scales make the rest
BANK_PX = 256


def blurred(image: Image, sigma: float) -> Image:
    """A Gaussian blur; a wide one is made on a smaller picture, which nobody can see and which is many times faster."""
    step = int(sigma // 2.5)
    if step < 2 or min(image.shape[:2]) < 8 * step:
        return np.asarray(cv2.GaussianBlur(image, (0, 0), sigma), dtype=np.float32)
    height, width = image.shape[:2]
    small = cv2.resize(image, (max(4, width // step), max(4, height // step)), interpolation=cv2.INTER_AREA)
    soft = cv2.GaussianBlur(small, (0, 0), sigma / step)
    return np.asarray(cv2.resize(soft, (width, height), interpolation=cv2.INTER_LINEAR), dtype=np.float32)


def noise(rng: np.random.Generator, size: int, cells: int) -> Image:
    """Smooth noise, 0–1, with about `cells` bumps across."""
    coarse = rng.random((cells + 3, cells + 3), dtype=np.float32)
    return np.asarray(np.clip(cv2.resize(coarse, (size, size), interpolation=cv2.INTER_CUBIC), 0, 1))


def clouds(rng: np.random.Generator, size: int, cells: int, octaves: int = 4) -> Image:
    total = np.zeros((size, size), np.float32)
    for octave in range(octaves):
        total += noise(rng, size, min(size, cells * 2**octave)) * 0.5**octave
    low, high = float(total.min()), float(total.max())
    return np.asarray((total - low) / (high - low + 1e-6))


def _swirl(rng: np.random.Generator) -> Image:
    base = clouds(rng, BANK_PX, 3)
    bent = (np.sin(base * rng.uniform(10, 22) + noise(rng, BANK_PX, 4) * 5) + 1) / 2
    return np.asarray(bent**1.5, dtype=np.float32)


def _veins(rng: np.random.Generator) -> Image:
    """Thin bent lines over soft clouds, as in marble."""
    broad, fine, soft = clouds(rng, BANK_PX, 3), clouds(rng, BANK_PX, 6), clouds(rng, BANK_PX, 2)
    lines = np.maximum((1 - np.abs(2 * broad - 1)) ** 14, 0.5 * (1 - np.abs(2 * fine - 1)) ** 20)
    return np.asarray(np.clip(0.8 * lines + 0.35 * soft, 0, 1), dtype=np.float32)


def _pearl(rng: np.random.Generator) -> Image:
    """Bent streaks of light, as in pearl and smoke."""
    grid = np.arange(BANK_PX, dtype=np.float32)
    bend = float(rng.uniform(30, 110))
    x = grid[None, :] * float(rng.uniform(0.2, 0.5)) + bend * noise(rng, BANK_PX, 3)
    y = grid[:, None] + bend * noise(rng, BANK_PX, 3)
    streaks = clouds(rng, BANK_PX, int(rng.integers(5, 11)), 3)
    bent = np.asarray(cv2.remap(streaks, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT_101))
    return np.asarray(np.clip((bent - rng.uniform(0.3, 0.5)) * rng.uniform(1.6, 4), 0, 1), dtype=np.float32)


def _speckle(rng: np.random.Generator, cells: tuple[int, int]) -> Image:
    rough = noise(rng, BANK_PX, int(rng.integers(*cells)))
    return np.asarray(np.clip((rough - rng.uniform(0.4, 0.75)) * rng.uniform(2, 9), 0, 1), dtype=np.float32)


def _blotches(rng: np.random.Generator) -> Image:
    """Patches with plain edges, as large as numerals or smaller."""
    rough = clouds(rng, BANK_PX, int(rng.integers(7, 32)), int(rng.integers(1, 4)))
    return np.asarray(np.clip((rough - rng.uniform(0.35, 0.65)) * rng.uniform(3, 25) + 0.5, 0, 1), dtype=np.float32)


def _flakes(rng: np.random.Generator) -> Image:
    """Bits of foil or petals cast into resin, each in a shade of its own."""
    image = np.zeros((BANK_PX, BANK_PX), np.uint8)
    longest = float(rng.uniform(4, 14))
    for _ in range(int(0.35 * BANK_PX**2 / longest**2)):
        angles = np.sort(rng.uniform(0, 2 * np.pi, int(rng.integers(3, 7))))
        reach = rng.uniform(0.3, 1.0, len(angles)) * longest
        corners = rng.uniform(0, BANK_PX, 2) + np.stack([np.cos(angles), np.sin(angles)], axis=1) * reach[:, None]
        cv2.fillPoly(image, [np.round(corners).astype(np.int32)], int(rng.uniform(77, 255)), cv2.LINE_AA)
    return np.asarray(image / np.float32(255))


def _spots(rng: np.random.Generator) -> Image:
    """Round dots of about one size, that are no pips."""
    image = np.zeros((BANK_PX, BANK_PX), np.uint8)
    usual = float(rng.uniform(2, 8))
    for _ in range(int(rng.uniform(0.05, 0.15) * BANK_PX**2 / usual**2)):
        centre = np.round(rng.uniform(0, BANK_PX, 2)).astype(int).tolist()
        cv2.circle(image, centre, max(1, round(usual * float(rng.uniform(0.6, 1.4)))), 255, -1, cv2.LINE_AA)
    return np.asarray(image / np.float32(255))


def _stripes(rng: np.random.Generator) -> Image:
    """Bands that run more or less straight."""
    across = np.linspace(0, float(rng.uniform(25, 90)), BANK_PX, dtype=np.float32)[None, :]
    waves = np.sin(across + float(rng.uniform(1, 8)) * clouds(rng, BANK_PX, 3)) * float(rng.uniform(1, 5))
    return np.asarray(np.clip(waves + 0.5, 0, 1), dtype=np.float32)


def _layers(rng: np.random.Generator) -> Image:
    height = np.linspace(-1, 1, BANK_PX, dtype=np.float32)[:, None] + (clouds(rng, BANK_PX, 3) - 0.5) * 0.9
    return np.asarray(np.clip(height * rng.uniform(1.5, 6) + 0.5, 0, 1), dtype=np.float32)


def _glitter(rng: np.random.Generator) -> Image:
    sparks = (rng.random((BANK_PX, BANK_PX), dtype=np.float32) > 0.985).astype(np.float32)
    return np.asarray(np.clip(cv2.GaussianBlur(sparks, (0, 0), 0.8) * 3.0, 0, 1))


def _grain(rng: np.random.Generator) -> Image:
    stretched = cv2.resize(rng.random((60, 5), dtype=np.float32), (BANK_PX, BANK_PX), interpolation=cv2.INTER_CUBIC)
    return np.asarray((np.sin(stretched * 9 + noise(rng, BANK_PX, 5) * 4) + 1) / 2, dtype=np.float32)


@cache
def bank(texture: str) -> tuple[Image, ...]:
    rng = np.random.default_rng(sum(ord(letter) for letter in texture))
    make: Callable[[], Any] = {
        "cloud": lambda: clouds(rng, BANK_PX, 3),
        "swirl": lambda: _swirl(rng),
        "veins": lambda: _veins(rng),
        "pearl": lambda: _pearl(rng),
        "speckle": lambda: _speckle(rng, (28, 70)),
        "dust": lambda: _speckle(rng, (70, 130)),
        "blotches": lambda: _blotches(rng),
        "flakes": lambda: _flakes(rng),
        "spots": lambda: _spots(rng),
        "stripes": lambda: _stripes(rng),
        "layers": lambda: _layers(rng),
        "glitter": lambda: _glitter(rng),
        "grain": lambda: _grain(rng),
        "felt": lambda: clouds(rng, BANK_PX, 90, 2),
        "weave": lambda: _weave(rng),
        "leather": lambda: clouds(rng, BANK_PX, 40, 3),
        "carpet": lambda: cv2.GaussianBlur(rng.random((BANK_PX, BANK_PX), dtype=np.float32), (0, 0), 1.5) * 3 - 1,
    }[texture]
    return tuple(np.asarray(make(), dtype=np.float32) for _ in range(BANK))


def _weave(rng: np.random.Generator) -> Image:
    steps = np.arange(BANK_PX, dtype=np.float32) * rng.uniform(0.5, 1.2)
    return np.asarray((np.sin(steps)[:, None] * np.sin(steps)[None, :] + 1) / 2 * 0.7 + noise(rng, BANK_PX, 60) * 0.3)


def cut(texture: str, size: tuple[int, int], scale: float, seed: int) -> Image:
    """A piece of a pattern, turned and scaled: (height, width)."""
    rng = np.random.default_rng(seed)
    patterns = bank(texture)
    pattern = patterns[int(rng.integers(len(patterns)))]
    turn = cv2.getRotationMatrix2D((BANK_PX * rng.random(), BANK_PX * rng.random()), rng.uniform(0, 360), scale)
    return np.asarray(cv2.warpAffine(pattern, turn, size[::-1], flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT))


TRAYS = {
    "felt": ("felt", 0.10), "leather": ("leather", 0.25), "wood": ("grain", 0.45), "plastic": ("cloud", 0.04),
    "paper": ("felt", 0.04), "carpet": ("carpet", 0.45), "marble": ("swirl", 0.35), "weave": ("weave", 0.3),
    "plain": ("cloud", 0.0),
}  # fmt: skip


def floor(rng: np.random.Generator, size: tuple[int, int], scale: float = 1.0) -> Image:
    """A tray's floor, BGR 0–1, evenly lit."""
    name = tuple(TRAYS)[int(rng.integers(len(TRAYS)))]
    texture, depth = TRAYS[name]
    colour = floor_colour(rng, name)
    pattern = cut(texture, size, scale * float(rng.uniform(0.6, 2.0)), int(rng.integers(1 << 30)))
    depth *= float(rng.uniform(0.3, 1.2))
    image = painted(1 + np.float32(depth) * (pattern - np.float32(0.5)), colour.tolist())
    if name in ("wood", "marble", "carpet"):
        other = np.clip(colour + rng.normal(0, 0.15, 3), 0, 1).astype(np.float32)
        image += painted(pattern, ((other - colour) * rng.uniform(0, 0.8)).tolist())
    return np.asarray(np.clip(image, 0, 1, out=image), dtype=np.float32)


def floor_colour(rng: np.random.Generator, name: str) -> NDArray[np.float32]:
    pick = rng.random()
    if name == "wood":
        colour = np.array([rng.uniform(0.15, 0.55), rng.uniform(0.3, 0.65), rng.uniform(0.45, 0.8)])
    elif pick < 0.25:
        colour = np.full(3, rng.uniform(0.02, 0.25)) + rng.normal(0, 0.02, 3)
    elif pick < 0.42:
        colour = np.full(3, rng.uniform(0.7, 0.97)) + rng.normal(0, 0.02, 3)
    else:
        hsv = np.array([[[rng.uniform(0, 360), rng.uniform(0.1, 0.95), rng.uniform(0.1, 0.9)]]], dtype=np.float32)
        colour = cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR)[0, 0]
    return np.asarray(np.clip(colour, 0, 1), dtype=np.float32)
