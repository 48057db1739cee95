"""What is printed on cards, papers, coins and chips: large digits, lines of text, suits, grids."""

from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from models.studio import fonts, textures, tiles
from models.studio.textures import Image
from models.studio.tiles import Lettering

FINE = 4  # px to a step of these drawings: close up nobody should count them
SHEET_PX = 192 * FINE
BLANK_PX = 96 * FINE
MIDDLE = (BLANK_PX // 2, BLANK_PX // 2)
WHITE = (255, 255, 255)
WORDS = (
    "STR 14",
    "DEX 9",
    "Hit points 27",
    "Armour 16",
    "Spell 3/day",
    "initiative +2",
    "AC 18",
    "gold 120",
    "save 13+",
)
ON_TILES = (0, *range(7, 21))  # from straight above nobody tells a square tile from a d6 with the same numeral
LETTERS = (cv2.FONT_HERSHEY_SIMPLEX, cv2.FONT_HERSHEY_DUPLEX, cv2.FONT_HERSHEY_COMPLEX, cv2.FONT_HERSHEY_TRIPLEX)


@lru_cache(maxsize=8)
def printed(item: str, seed: int) -> Image:
    """BGR 0–1. On coins and chips 0.5 means: nothing printed here."""
    rng = np.random.default_rng(seed)
    draw = {"card": _card, "paper": _paper, "grid": _grid, "coin": _coin, "chip": _chip, "token": _token}.get(
        item, _screw
    )
    return np.asarray(draw(rng).astype(np.float32) / 255)


def _colour(rng: np.random.Generator, low: int = 0, high: int = 255) -> tuple[int, int, int]:
    b, g, r = rng.integers(low, high + 1, 3)
    return int(b), int(g), int(r)


def _write(
    sheet: NDArray[np.uint8],
    text: str,
    middle: tuple[int, int],
    height: int,
    ink: tuple[int, ...],
    rng: np.random.Generator,
) -> None:
    """`middle` and `height` in px."""
    font = int(rng.choice(LETTERS))
    thick = max(1, round(height / rng.uniform(5, 12)))
    (width, tall), _ = cv2.getTextSize(text, font, 1.0, 1)
    scale = height / max(1, tall)
    origin = (round(middle[0] - width * scale / 2), round(middle[1] + height / 2))
    cv2.putText(sheet, text, origin, font, scale, ink, thick, cv2.LINE_AA)


def _card(rng: np.random.Generator) -> NDArray[np.uint8]:
    """Landscape: index figures in two corners and pips or one large figure; or a patterned back."""
    sheet = np.full((round(SHEET_PX * 0.7), SHEET_PX, 3), 245, np.uint8)
    height, width = sheet.shape[:2]
    if rng.random() < 0.3:
        sheet[:] = _colour(rng)
        step = int(rng.integers(6, 16)) * FINE
        for x in range(-height, width, step):
            cv2.line(sheet, (x, 0), (x + height, height), _colour(rng, 120), FINE, cv2.LINE_AA)
        cv2.rectangle(sheet, (4 * FINE, 4 * FINE), (width - 5 * FINE, height - 5 * FINE), (250, 250, 250), 6 * FINE)
        return sheet
    if rng.random() < 0.4:
        sheet[:] = _colour(rng, 130)
    ink = ((25, 20, 20), (40, 30, 190), _colour(rng, 0, 120))[int(rng.integers(3))]
    face = str(int(rng.integers(0, 21)))
    for x, y in ((16 * FINE, 20 * FINE), (width - 16 * FINE, height - 20 * FINE)):
        _write(sheet, face, (x, y), 22 * FINE, ink, rng)
    if rng.random() < 0.5:
        _write(sheet, face, (width // 2, height // 2), int(rng.integers(40, 90)) * FINE, ink, rng)
    else:
        for x in np.linspace(45 * FINE, width - 45 * FINE, int(rng.integers(2, 5))):
            for y in (height // 3, 2 * height // 3):
                cv2.circle(sheet, (round(x), y), int(rng.integers(5, 12)) * FINE, ink, -1, cv2.LINE_AA)
    cv2.rectangle(sheet, (0, 0), (width - 1, height - 1), (150, 150, 150), FINE)
    return sheet


def _paper(rng: np.random.Generator) -> NDArray[np.uint8]:
    sheet = np.full((SHEET_PX, SHEET_PX, 3), _colour(rng, 225), np.uint8)
    height = int(rng.integers(6, 20)) * FINE
    ink = _colour(rng, 0, 110)
    for y in range(height, SHEET_PX - height, round(height * rng.uniform(1.6, 2.4))):
        text = "  ".join(str(rng.choice(WORDS)) for _ in range(4))
        _write(sheet, text, (SHEET_PX // 2 + int(rng.integers(-40, 40)) * FINE, y), height, ink, rng)
    return sheet


def _grid(rng: np.random.Generator) -> NDArray[np.uint8]:
    """A battle map: squares, some filled."""
    sheet = np.full((SHEET_PX, SHEET_PX, 3), _colour(rng, 90), np.uint8)
    step = int(rng.integers(14, 48)) * FINE
    ink = _colour(rng, 0, 160)
    for y in range(0, SHEET_PX, step):
        for x in range(0, SHEET_PX, step):
            if rng.random() < 0.15:
                cv2.rectangle(sheet, (x, y), (x + step, y + step), _colour(rng), -1)
            cv2.rectangle(sheet, (x, y), (x + step, y + step), ink, FINE)
    return sheet


def _blank() -> NDArray[np.uint8]:
    return np.full((BLANK_PX, BLANK_PX, 3), 127, np.uint8)


def _coin(rng: np.random.Generator) -> NDArray[np.uint8]:
    sheet = _blank()
    cv2.circle(sheet, MIDDLE, 43 * FINE, (70, 70, 70), 2 * FINE, cv2.LINE_AA)
    if rng.random() < 0.6:
        value = str(rng.choice(["1", "2", "5", "10", "20", "50"]))
        _write(sheet, value, MIDDLE, int(rng.integers(26, 46)) * FINE, (190, 190, 190), rng)
    else:
        head = (textures.cut("cloud", (BLANK_PX, BLANK_PX), 0.5 * FINE, int(rng.integers(1 << 30))) > 0.5)[:, :, None]
        inside = np.zeros((BLANK_PX, BLANK_PX, 1), np.uint8)
        cv2.ellipse(inside, MIDDLE, (20 * FINE, 30 * FINE), 0, 0, 360, 1, -1)
        sheet = np.where(head & (inside > 0), np.uint8(190), sheet)
    return sheet


def _chip(rng: np.random.Generator) -> NDArray[np.uint8]:
    sheet = _blank()
    stripes = int(rng.integers(4, 9))
    for start in range(0, 360, 360 // stripes):
        cv2.ellipse(sheet, MIDDLE, (42 * FINE, 42 * FINE), 0, start, start + 180 // stripes, WHITE, 10 * FINE)
    if rng.random() < 0.6:
        _write(sheet, str(rng.choice(["1", "5", "10", "25", "100"])), MIDDLE, 24 * FINE, WHITE, rng)
    return sheet


def _token(rng: np.random.Generator) -> NDArray[np.uint8]:
    """A sign, a ring or a disc; or a number cut as on dice, as on numbered tiles."""
    sheet, pick = _blank(), rng.random()
    if pick < 0.25:
        _write(sheet, str(rng.choice(list("123456789ABX?!+"))), MIDDLE, 40 * FINE, WHITE, rng)
    elif pick < 0.6:
        number = str(rng.choice(ON_TILES))
        ink = tiles.numeral(Lettering(fonts.random_font(rng, held_back=False)), number)
        side = round(BLANK_PX * rng.uniform(0.6, 1.0))
        start = (BLANK_PX - side) // 2
        large = cv2.resize(ink, (side, side), interpolation=cv2.INTER_LINEAR)
        sheet[start : start + side, start : start + side][large > 127] = 255
    else:
        cv2.circle(sheet, MIDDLE, int(rng.integers(8, 26)) * FINE, WHITE, int(rng.choice([-1, 4 * FINE])), cv2.LINE_AA)
    return sheet


def _screw(rng: np.random.Generator) -> NDArray[np.uint8]:
    sheet = _blank()
    cv2.line(sheet, (24 * FINE, 48 * FINE), (72 * FINE, 48 * FINE), (10, 10, 10), 8 * FINE)
    if rng.random() < 0.6:
        cv2.line(sheet, (48 * FINE, 24 * FINE), (48 * FINE, 72 * FINE), (10, 10, 10), 8 * FINE)
    return sheet
