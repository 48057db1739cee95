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

CORNERED = {"square": (45, 1.25), "diamond": (0, 1.0)}
"""Pips with four corners: where the first is, in degrees, and how far out, in radii of a round one."""
HOLLOW = 0.55  # of a pip's radius is not inked
OUTLINE_PX, LEAST_STROKE_PX = 4, 13  # of an outlined stroke at fonts.DRAWN_PX: its edge, and how wide it is at least
CLEARANCE_PX = 6.0  # of a tile, from a numeral to the outside of its ornament


@dataclass(frozen=True, slots=True)
class Lettering:
    """How the numerals of one die are cut."""

    font: str
    condensed: float = 1.0  # width of two figures
    thicker: int = 0  # px at fonts.DRAWN_PX, negative is thinner
    mark: str = "bar"  # under 6 and 9: bar, short, wide, dot, below or none
    marked: tuple[str, ...] = ("6", "9")
    wide: float = 1.0  # width of every figure
    outlined: bool = False  # only the edge of every stroke is inked


@lru_cache(maxsize=30_000)
def numeral(lettering: Lettering, text: str) -> Tile:
    """Ink of a numeral, 0–255, cap height 1 in a tile of 2 × TILE_SPAN, centred as dice are: without its mark."""
    ink = _thickened(fonts.drawn(lettering.font, text), lettering.thicker)
    if lettering.outlined:
        ink = _outline(ink)
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


def _outline(ink: Tile) -> Tile:
    """The edges of strokes; a numeral whose strokes are too thin for that stays as it is."""
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * OUTLINE_PX + 1,) * 2)
    bordered = cv2.copyMakeBorder(ink, 1, 1, 1, 1, cv2.BORDER_CONSTANT, value=0)
    if 2 * cv2.distanceTransform(bordered, cv2.DIST_L2, 3).max() < LEAST_STROKE_PX:
        return ink
    return np.asarray(ink - np.minimum(ink, cv2.erode(bordered, kernel)[1:-1, 1:-1]), np.uint8)


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
def pips(face: str, radius: float, spread: float, form: str = "round") -> Tile:
    """Ink of pips: the tile is the whole face of the d6 (its span is the face's inradius)."""
    big = np.zeros((TILE_PX * 4, TILE_PX * 4), np.uint8)
    half = TILE_PX * 2
    for x, y in PIP_SPOTS[face]:
        _add_pip(big, (round(half * (1 + spread * x)), round(half * (1 + spread * y))), max(1.0, half * radius), form)
    return np.asarray(cv2.resize(big, (TILE_PX, TILE_PX), interpolation=cv2.INTER_AREA), dtype=np.uint8)


def _add_pip(tile: Tile, centre: tuple[int, int], radius: float, form: str) -> None:
    if form in CORNERED:
        turn, size = CORNERED[form]
        angles = np.radians(turn + 90 * np.arange(4))
        corners = np.array(centre) + size * radius * np.stack([np.cos(angles), np.sin(angles)], axis=1)
        cv2.fillConvexPoly(tile, np.round(corners).astype(np.int32), 255, cv2.LINE_AA)
        return
    cv2.circle(tile, centre, round(radius), 255, -1, cv2.LINE_AA)
    if form == "hollow":
        cv2.circle(tile, centre, round(radius * HOLLOW), 0, -1, cv2.LINE_AA)


@lru_cache(maxsize=30_000)
def ornate(lettering: Lettering, text: str, decor: str, number: int) -> Tile:
    """A numeral in a ring, in one of many ornaments or bare in a disc; so small that none could be a part of it."""
    tile, rng = numeral(lettering, text), np.random.default_rng(number)
    middle, reach = (TILE_PX // 2, TILE_PX // 2), TILE_PX / 2 - 3
    near = _extent(tile)
    if near > reach - CLEARANCE_PX:
        shrink = (reach - CLEARANCE_PX) / near
        tile = np.asarray(cv2.warpAffine(tile, cv2.getRotationMatrix2D(middle, 0, shrink), tile.shape), np.uint8)
        near = _extent(tile)
    around = np.zeros_like(tile)
    if decor == "disc":
        cv2.circle(around, middle, round(reach), 255, -1, cv2.LINE_AA)
        return np.asarray(around - np.minimum(around, tile), np.uint8)
    if decor == "ringed":
        cv2.circle(around, middle, round(reach), 255, int(rng.integers(1, 4)), cv2.LINE_AA)
    else:
        around = _wreath(rng, near + 2, reach)
    bare = cv2.dilate(tile, np.ones((5, 5), np.uint8)) == 0
    return tile | np.where(bare, around, np.uint8(0))


def _extent(tile: Tile) -> float:
    """From the middle to the furthest ink, in px."""
    return float(np.hypot(*(np.mgrid[:TILE_PX, :TILE_PX] - TILE_PX / 2))[tile > 0].max(initial=0.0))


def _wreath(rng: np.random.Generator, near: float, far: float) -> Tile:
    """Leaves, spikes, dots or curls all round, between two radii."""
    tile, middle = np.zeros((TILE_PX, TILE_PX), np.uint8), TILE_PX / 2
    count, form, slanted = int(rng.integers(6, 17)), int(rng.integers(4)), float(rng.uniform(-0.5, 0.5))
    for angle in np.arange(count) * 2 * np.pi / count + rng.random():
        foot = (round(middle + near * np.cos(angle)), round(middle + near * np.sin(angle)))
        top = (round(middle + far * np.cos(angle + slanted)), round(middle + far * np.sin(angle + slanted)))
        between = ((foot[0] + top[0]) // 2, (foot[1] + top[1]) // 2)
        if form == 0:
            cv2.circle(tile, between, max(1, round((far - near) / 2)), 255, -1, cv2.LINE_AA)
        elif form == 1:
            cv2.line(tile, foot, top, 255, int(rng.integers(1, 3)), cv2.LINE_AA)
        else:
            size = (max(1, round((far - near) / 2)), 2 if form == 2 else 4)
            closed = 360 if form == 2 else 230
            cv2.ellipse(tile, between, size, np.degrees(angle + slanted), 0, closed, 255, 1, cv2.LINE_AA)
    return tile


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
