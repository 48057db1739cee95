"""Numerals: which fonts look like dice, and tiles of ink to print on a face.

A tile is 64 px square and shows the square of side 2 × TILE_SPAN around a slot's centre, in cap heights.
"""

from dataclasses import dataclass
from functools import cache, lru_cache
from hashlib import md5
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

Tile = NDArray[np.uint8]
Font = ImageFont.FreeTypeFont

FOLDERS = (Path("/usr/share/fonts"), Path("/usr/local/share/fonts"), Path.home() / ".fonts")
BUILT_IN = "pillow"  # Pillow's own face; always there, and enough for the demo
TILE_PX = 64
TILE_SPAN = 1.1
DRAWN_PX = 96  # size at which glyphs are drawn before they are fitted into the tile
PIP_SPOTS = {
    "1": ((0, 0),),
    "2": ((-1, -1), (1, 1)),
    "3": ((-1, -1), (0, 0), (1, 1)),
    "4": ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    "5": ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    "6": ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}


@dataclass(frozen=True, slots=True)
class Lettering:
    """How the numerals of one die are cut."""

    font: str
    condensed: float = 1.0  # width of two figures
    thicker: int = 0  # px at DRAWN_PX, negative is thinner
    mark: str = "bar"  # under 6 and 9: bar, dot or none
    marked: tuple[str, ...] = ("6", "9")


@cache
def fonts(held_back: bool = False) -> tuple[str, ...]:
    """Fonts on this machine that look like dice; one in ten is held back from training."""
    found = {path.name: path for folder in FOLDERS for path in sorted(folder.rglob("*.[ot]tf"))}
    paths = [str(found[name]) for name in sorted(found) if is_held_back(name) == held_back]
    chosen = [path for path in paths if _like_dice(path)]
    return tuple(chosen) if held_back and chosen else (BUILT_IN, *chosen)


def is_held_back(name: str) -> bool:
    return int(md5(name.encode(), usedforsecurity=False).hexdigest(), 16) % 10 == 0


@lru_cache(maxsize=1024)
def _open(font: str, size_px: int) -> Font:
    if font == BUILT_IN:
        built_in = ImageFont.load_default(size_px)
        assert isinstance(built_in, ImageFont.FreeTypeFont)
        return built_in
    return ImageFont.truetype(font, size_px)


def _like_dice(path: str) -> bool:
    """Ten different figures of one height, neither hairlines nor blots, and a plain zero."""
    try:
        digits = [_ink(path, text) for text in "0123456789"]
    except (OSError, ValueError):
        return False
    heights = np.array([digit.shape[0] for digit in digits])
    if np.any(np.abs(heights - np.median(heights)) > 0.12 * np.median(heights)):
        return False
    if len({digit.tobytes() for digit in digits}) < 10 or _holes(digits[0]) != 1 or _holes(digits[8]) != 2:
        return False
    stroke = 2 * float(cv2.distanceTransform((digits[1] > 127).astype(np.uint8), cv2.DIST_L2, 3).max())
    return bool(0.07 * heights[1] < stroke < 0.36 * heights[1])


def _holes(digit: Tile) -> int:
    padded = cv2.copyMakeBorder((digit > 127).astype(np.uint8), 2, 2, 2, 2, cv2.BORDER_CONSTANT, value=0)
    _, tree = cv2.findContours(padded, cv2.RETR_CCOMP, cv2.CHAIN_APPROX_SIMPLE)
    return 0 if tree is None else int(np.sum(tree[0][:, 3] >= 0))


def _ink(font: str, text: str) -> Tile:
    """The text drawn and cut to its ink."""
    face = _open(font, DRAWN_PX)
    image = Image.new("L", (DRAWN_PX * (len(text) + 1), DRAWN_PX * 2), 0)
    ImageDraw.Draw(image).text((DRAWN_PX // 2, DRAWN_PX // 2), text, font=face, fill=255)
    drawn = np.asarray(image)
    rows, columns = np.flatnonzero(drawn.max(axis=1) > 60), np.flatnonzero(drawn.max(axis=0) > 60)
    if len(rows) == 0:
        raise ValueError(f"{font} has no {text}")
    return np.ascontiguousarray(drawn[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1])


@lru_cache(maxsize=30_000)
def numeral(lettering: Lettering, text: str) -> Tile:
    """Ink of a numeral, 0–255, cap height 1 in a tile of 2 × TILE_SPAN, centred as dice are: without its mark."""
    ink = _ink(lettering.font, text)
    if lettering.thicker:
        border = abs(lettering.thicker) + 1
        bordered = cv2.copyMakeBorder(ink, border, border, border, border, cv2.BORDER_CONSTANT, value=0)
        kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * abs(lettering.thicker) + 1,) * 2)
        ink = np.asarray((cv2.dilate if lettering.thicker > 0 else cv2.erode)(bordered, kernel), np.uint8)
    cap_px = TILE_PX / (2 * TILE_SPAN)
    height, width = ink.shape
    scale = cap_px / height
    across = scale * (lettering.condensed if len(text) > 1 else 1.0)
    across = min(across, (TILE_PX - 6) / width)
    size = (max(2, round(width * across)), max(2, round(height * scale)))
    small = cv2.resize(ink, size, interpolation=cv2.INTER_AREA)
    tile = np.zeros((TILE_PX, TILE_PX), np.uint8)
    top, left = (TILE_PX - small.shape[0]) // 2, (TILE_PX - small.shape[1]) // 2
    tile[top : top + small.shape[0], left : left + small.shape[1]] = small
    if text in lettering.marked and lettering.mark != "none":
        _add_mark(tile, lettering, top + small.shape[0], left, small.shape[1])
    return tile


def _add_mark(tile: Tile, lettering: Lettering, bottom: int, left: int, width: int) -> None:
    stroke = max(3, 4 + lettering.thicker)
    if lettering.mark == "bar":
        cv2.rectangle(tile, (left, bottom + 3), (left + width - 1, bottom + 2 + stroke), 255, -1)
    elif lettering.mark == "dot":
        cv2.circle(tile, (min(TILE_PX - 5, left + width + 4), bottom - 3), max(3, stroke - 1), 255, -1, cv2.LINE_AA)
    else:  # a dot below
        cv2.circle(tile, (left + width // 2, bottom + 6), max(3, stroke - 1), 255, -1, cv2.LINE_AA)


@lru_cache(maxsize=4_000)
def pips(face: str, radius: float, spread: float) -> Tile:
    """Ink of pips: the tile is the whole face of the d6 (its span is the face's inradius)."""
    big = np.zeros((TILE_PX * 4, TILE_PX * 4), np.uint8)
    half = TILE_PX * 2
    for x, y in PIP_SPOTS[face]:
        centre = (round(half * (1 + spread * x)), round(half * (1 + spread * y)))
        cv2.circle(big, centre, max(1, round(half * radius)), 255, -1, cv2.LINE_AA)
    return np.asarray(cv2.resize(big, (TILE_PX, TILE_PX), interpolation=cv2.INTER_AREA), dtype=np.uint8)


@lru_cache(maxsize=64)
def logo(number: int) -> Tile:
    """A maker's sign in place of a numeral: a star, a ring, a wolf's head of triangles; never anything like a digit."""
    rng = np.random.default_rng(number)
    tile = np.zeros((TILE_PX, TILE_PX), np.uint8)
    points = int(rng.integers(3, 8))
    angles = np.arange(2 * points) * np.pi / points + rng.random()
    reach = np.where(np.arange(2 * points) % 2 == 0, 20.0, rng.uniform(6, 14))
    star = np.stack([32 + reach * np.cos(angles), 32 + reach * np.sin(angles)], axis=1)
    cv2.fillPoly(tile, [np.round(star).astype(np.int32)], 255, cv2.LINE_AA)
    if rng.random() < 0.5:
        cv2.circle(tile, (32, 32), 24, 255, 2, cv2.LINE_AA)
    return tile
