"""Which fonts of this machine look like the numerals of dice, and how their figures are cut."""

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
LATIN = "-latin-"
FILES = ("*.[ot]tf", f"*{LATIN}[47]00-normal.woff")  # what Debian installs; npm's @fontsource packages hold the latter
BUILT_IN = "pillow"  # Pillow's own face; always there, and enough for the demo
DRAWN_PX = 96  # size at which glyphs are drawn before they are fitted into a tile
UPRIGHT = 0.07  # slant, across over along, over which figures are italic
MONOLINE = 1.6  # thickest over thinnest stroke; serif faces have more


@dataclass(frozen=True, slots=True)
class Figures:
    """Measured on 0 and 1, in cap heights."""

    cap_px: int
    stroke: float
    contrast: float
    slant: float

    @property
    def share(self) -> float:
        """How often dice are cut so: upright and of even strokes nearly always."""
        return (1.0 if abs(self.slant) < UPRIGHT else 0.12) * (1.0 if self.contrast < MONOLINE else 0.3)


@cache
def fonts(held_back: bool = False) -> tuple[str, ...]:
    """Fonts on this machine that look like dice; one in ten is held back from training."""
    found = {path.name: path for folder in FOLDERS for kind in FILES for path in sorted(folder.rglob(kind))}
    paths = [str(found[name]) for name in sorted(found) if is_held_back(name) == held_back]
    chosen = [path for path in paths if _like_dice(path)]
    return tuple(chosen) if held_back and chosen else (BUILT_IN, *chosen)


def is_held_back(name: str) -> bool:
    """Of a family that comes as Fontsource's packages do all weights or none: they would give one another away."""
    family = name.split(LATIN)[0]
    return int(md5(family.encode(), usedforsecurity=False).hexdigest(), 16) % 10 == 0


def random_font(rng: np.random.Generator, held_back: bool) -> str:
    names = fonts(held_back)
    return names[int(np.searchsorted(_running_shares(names), rng.random()))]


@cache
def _running_shares(names: tuple[str, ...]) -> NDArray[np.float64]:
    shares = np.cumsum([measured(name).share for name in names])
    return np.asarray(shares / shares[-1])


@lru_cache(maxsize=1024)
def _open(font: str, size_px: int) -> Font:
    if font == BUILT_IN:
        built_in = ImageFont.load_default(size_px)
        assert isinstance(built_in, ImageFont.FreeTypeFont)
        return built_in
    return ImageFont.truetype(font, size_px)


@cache
def measured(font: str) -> Figures:
    zero, one = drawn(font, "0") > 127, drawn(font, "1") > 127
    height, width = zero.shape
    side = float(zero[height // 2].sum()) / 2
    top = float(zero[:, width // 2].sum()) / 2
    rows = np.arange(round(0.4 * len(one)), round(0.8 * len(one)))
    middles = [float(np.flatnonzero(one[row]).mean()) if one[row].any() else 0.0 for row in rows]
    slant = -float(np.polyfit(rows, middles, 1)[0])
    return Figures(height, side / height, max(side, top) / max(1.0, min(side, top)), slant)


def _like_dice(path: str) -> bool:
    """Ten different figures of one height, neither hairlines nor blots, and a plain zero."""
    try:
        digits = [drawn(path, text) for text in "0123456789"]
    except (OSError, ValueError):
        return False
    heights = np.array([digit.shape[0] for digit in digits])
    if np.any(np.abs(heights - np.median(heights)) > 0.12 * np.median(heights)):
        return False
    if len({digit.tobytes() for digit in digits}) < 10:
        return False
    if [holes(digit) for digit in digits[5:]] != [0, 1, 0, 2, 1] or holes(digits[0]) != 1 or holes(digits[1]) != 0:
        return False
    return 0.04 < measured(path).stroke < 0.36 and all(pieces(digit) == 1 for digit in digits)


def pieces(ink: Tile) -> int:
    return int(cv2.connectedComponents((ink > 90).astype(np.uint8))[0]) - 1


def holes(digit: Tile) -> int:
    padded = cv2.copyMakeBorder((digit > 127).astype(np.uint8), 2, 2, 2, 2, cv2.BORDER_CONSTANT, value=0)
    _, tree = cv2.findContours(padded, cv2.RETR_CCOMP, cv2.CHAIN_APPROX_SIMPLE)
    return 0 if tree is None else int(np.sum(tree[0][:, 3] >= 0))


@lru_cache(maxsize=8192)
def drawn(font: str, text: str) -> Tile:
    """The text drawn and cut to its ink."""
    face = _open(font, DRAWN_PX)
    image = Image.new("L", (DRAWN_PX * (len(text) + 1), DRAWN_PX * 2), 0)
    ImageDraw.Draw(image).text((DRAWN_PX // 2, DRAWN_PX // 2), text, font=face, fill=255)
    ink = np.asarray(image)
    rows, columns = np.flatnonzero(ink.max(axis=1) > 60), np.flatnonzero(ink.max(axis=0) > 60)
    if len(rows) == 0:
        raise ValueError(f"{font} has no {text}")
    return np.ascontiguousarray(ink[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1])
