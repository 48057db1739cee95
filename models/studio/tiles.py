"""Tiles of ink to print on a face: numerals, pips, a maker's sign.

A tile is 64 px square and shows the square of side 2 × TILE_SPAN around a slot's centre, in cap heights.
"""

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np

from models.studio import fonts
from models.studio.fonts import Tile

TILE_PX = 64
TILE_SPAN = 1.1
CAREFUL_PX = 3  # of thickening; less than this closes no hole
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
    thicker: int = 0  # px at fonts.DRAWN_PX, negative is thinner
    mark: str = "bar"  # under 6 and 9: bar, short, wide, dot, below or none
    marked: tuple[str, ...] = ("6", "9")
    wide: float = 1.0  # width of every figure


@lru_cache(maxsize=30_000)
def numeral(lettering: Lettering, text: str) -> Tile:
    """Ink of a numeral, 0–255, cap height 1 in a tile of 2 × TILE_SPAN, centred as dice are: without its mark."""
    ink = _thickened(fonts.drawn(lettering.font, text), lettering.thicker)
    height, width = ink.shape
    scale = TILE_PX / (2 * TILE_SPAN) / height
    across = scale * lettering.wide * (lettering.condensed if len(text) > 1 else 1.0)
    across = min(across, (TILE_PX - 6) / width)
    size = (max(2, round(width * across)), max(2, round(height * scale)))
    small = cv2.resize(ink, size, interpolation=cv2.INTER_AREA)
    tile = np.zeros((TILE_PX, TILE_PX), np.uint8)
    top, left = (TILE_PX - small.shape[0]) // 2, (TILE_PX - small.shape[1]) // 2
    tile[top : top + small.shape[0], left : left + small.shape[1]] = small
    if text in lettering.marked and lettering.mark != "none":
        _add_mark(tile, lettering, top + small.shape[0], left, small.shape[1])
    return tile


def _thickened(ink: Tile, by_px: int) -> Tile:
    """Strokes with round ends; no thicker than leaves an 8 its holes, no thinner than leaves a stroke whole."""
    step = 1 if by_px > 0 else -1
    for amount in range(by_px, 0, -step):
        border = abs(amount) + 1
        bordered = cv2.copyMakeBorder(ink, border, border, border, border, cv2.BORDER_CONSTANT, value=0)
        kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * abs(amount) + 1,) * 2)
        changed = np.asarray((cv2.dilate if amount > 0 else cv2.erode)(bordered, kernel), np.uint8)
        if _as_whole(ink, changed, amount):
            return changed
    return ink


def _as_whole(ink: Tile, changed: Tile, amount: int) -> bool:
    if 0 < amount < CAREFUL_PX:
        return True
    return fonts.holes(changed) == fonts.holes(ink) and (amount > 0 or fonts.pieces(changed) == fonts.pieces(ink))


def _add_mark(tile: Tile, lettering: Lettering, bottom: int, left: int, width: int) -> None:
    stroke = max(3, 4 + lettering.thicker // 2)
    if lettering.mark in ("bar", "short", "wide"):
        longer = {"bar": 0, "short": -width // 5, "wide": 3}[lettering.mark]
        cv2.rectangle(tile, (left - longer, bottom + 3), (left + width - 1 + longer, bottom + 2 + stroke), 255, -1)
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
