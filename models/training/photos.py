"""Cuts real photographs to crops, for training and measuring; crops go to the git-ignored training folder only."""

import csv
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from models.training.crops import CLOSER
from models.training.labels import INDEX, KINDS, fold
from models.training.photograph import STORED_PX
from reader.vision.cut import DIE_PX
from reader.vision.d4 import CLOSE_PX

TRUTH = np.dtype(
    [("answer", "i2"), ("kind", "i2"), ("fold", "i2"), ("turn_deg", "f4"), ("lean", "f4", (2,)), ("weight", "f4"),
     ("set", "U12"), ("clip", "U24"), ("face", "U3"), ("row", "i4")]
)  # fmt: skip
"""`row` is that of the index, from 0."""
SET_WEIGHTS = {"byler": 18.0, "aws": 10.0, "tomitomi3": 6.0}  # ucffool: one a clip
FREE = 4  # fold of pips: no upright
UNKNOWN = -1  # fold of a numeral whose direction nobody has told yet

Box = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class Row:
    path: Path
    set: str
    clip: str
    split: str
    kind: str
    face: str
    style: str
    box: Box | None


def rows(index: Path) -> list[Row]:
    with index.open(newline="") as file:
        return [_row(index.parent, line) for line in csv.DictReader(file)]


def _row(folder: Path, line: dict[str, str]) -> Row:
    box = (float(line["x"]), float(line["y"]), float(line["w"]), float(line["h"])) if line["w"] else None
    return Row(
        folder / line["path"], line["set"], line["clip"], line["split"], line["kind"], line["face"], line["style"], box
    )


def photograph(path: Path) -> NDArray[np.uint8]:
    loaded = cv2.imread(str(path))
    if loaded is None:
        raise FileNotFoundError(f"{path} cannot be read")
    return np.asarray(loaded, np.uint8)


def lone_die(picture: NDArray[np.uint8]) -> Box | None:
    """The box of the one die on a plain ground: what a smooth background, fitted and refitted, does not explain."""
    scale = 160 / max(picture.shape[:2])
    small = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    lab = cv2.cvtColor(small.astype(np.float32) / 255, cv2.COLOR_BGR2LAB)
    height, width = lab.shape[:2]
    y, x = np.mgrid[0:height, 0:width].reshape(2, -1) / 80.0 - 1
    terms = np.stack([np.ones_like(x), x, y, x * y, x * x, y * y], axis=1)
    flat = lab.reshape(-1, 3)
    used = np.ones(len(flat), bool)
    for _ in range(5):
        solution, *_ = np.linalg.lstsq(terms[used], flat[used], rcond=None)
        away = np.linalg.norm(flat - terms @ solution, axis=1)
        used = away < 2.5 * max(float(np.median(away[used])), 1.0)
    mask = (away > max(14.0, 4.5 * float(np.median(away)))).reshape(height, width).astype(np.uint8)
    mask = cv2.morphologyEx(cv2.medianBlur(mask, 3), cv2.MORPH_CLOSE, np.ones((7, 7), np.uint8))
    count, _, stats, centres = cv2.connectedComponentsWithStats(mask)
    best, best_score = None, 0.0
    for number in range(1, count):
        left, top, wide, high, area = stats[number]
        touching = left == 0 or top == 0 or left + wide == width or top + high == height
        score = float(area) * (0.3 if touching else 1.0) * (min(wide, high) / max(wide, high)) ** 2
        score *= 1 - 0.4 * float(np.hypot(centres[number][0] - width / 2, centres[number][1] - height / 2)) / 100
        if area > 100 and score > best_score:
            best, best_score = (left / scale, top / scale, wide / scale, high / scale), score
    return best


def cut(picture: NDArray[np.uint8], box: Box, side_px: int = STORED_PX, fine: float = 1.0) -> NDArray[np.uint8]:
    """The crop as the bank stores it."""
    x, y, width, height = box
    scale = DIE_PX / max(width, height) * fine
    if scale < 0.6:
        blur = 0.5 / scale
        picture = np.asarray(cv2.GaussianBlur(picture, (0, 0), blur * 0.6), np.uint8)
    warp = np.array(
        [[scale, 0, side_px / 2 - (x + width / 2) * scale], [0, scale, side_px / 2 - (y + height / 2) * scale]]
    )
    flags = cv2.INTER_LINEAR if scale < 1.5 else cv2.INTER_CUBIC
    return np.asarray(cv2.warpAffine(picture, warp, (side_px, side_px), flags=flags, borderMode=cv2.BORDER_REFLECT_101))


def prepare(index: Path, split: str, folder: Path) -> int:
    """Writes `crops.npy` and `crops.truth.npy` of one split, and `d4.npy` with its rows there; returns how many."""
    chosen = [(number, row) for number, row in enumerate(rows(index)) if row.split == split and row.face]
    sizes: dict[str, int] = {}
    for _, row in chosen:
        sizes[row.clip or row.set] = sizes.get(row.clip or row.set, 0) + 1
    pictures: list[NDArray[np.uint8]] = []
    truth = []
    closer: dict[int, NDArray[np.uint8]] = {}
    for number, row in chosen:
        crop = _crop(row)
        if crop is None:
            continue
        if row.kind == "d4" and (close := _crop(row, CLOSE_PX, CLOSER)) is not None:
            closer[len(pictures)] = close
        weight = SET_WEIGHTS.get(row.set, 1.0) / sizes[row.clip or row.set]
        pips = row.style == "pips"
        folds = FREE if pips else UNKNOWN
        if not pips and fold(row.kind, row.face, pips) == 3 and row.set == "burks":
            folds = UNKNOWN
        answer = INDEX[row.kind, row.face]
        known = (answer, KINDS.index(row.kind), folds, 0.0, (0.0, 0.0), weight)
        truth.append((*known, row.set, row.clip, row.face, number))
        pictures.append(crop)
    folder.mkdir(parents=True, exist_ok=True)
    for stale in folder.glob("laid.*"):  # made of crops of before
        stale.unlink()
    np.save(folder / "crops.npy", np.stack(pictures))
    np.save(folder / "crops.truth.npy", np.array(truth, TRUTH))
    np.save(folder / "d4.rows.npy", np.array(list(closer), np.int64))
    np.save(folder / "d4.npy", np.array(list(closer.values()), np.uint8).reshape(-1, CLOSE_PX, CLOSE_PX, 3))
    return len(pictures)


def _crop(row: Row, side_px: int = STORED_PX, fine: float = 1.0) -> NDArray[np.uint8] | None:
    picture = photograph(row.path)
    if row.set == "tomitomi3":
        box: Box | None = lone_disc(picture)
    else:
        box = row.box or lone_die(picture)
    return None if box is None else cut(picture, box, side_px, fine)


def lone_disc(picture: NDArray[np.uint8]) -> Box:
    """A die in a round cup: what differs from the cup's floor near the middle."""
    grey = cv2.GaussianBlur(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), (0, 0), 1.0).astype(np.float32)
    ring = float(np.median(grey[20:108, 20:108]))
    mask = (np.abs(grey - ring) > 14).astype(np.uint8)
    mask[:14], mask[-14:], mask[:, :14], mask[:, -14:] = 0, 0, 0, 0
    mask = cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((9, 9), np.uint8))
    count, _, stats, _ = cv2.connectedComponentsWithStats(mask)
    if count < 2:
        return 30.0, 30.0, 68.0, 68.0
    left, top, wide, high, _ = stats[1 + int(np.argmax(stats[1:, 4]))]
    return float(left), float(top), float(wide), float(high)
