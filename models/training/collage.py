"""Real dice, cut out of their photographs and laid on rendered trays: photographs show a few trays, and people have
others. What is made of photographs goes to the git-ignored training folder only, or wherever one measures."""

import csv
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from models.studio.exposure import Picture, expose
from models.studio.scene import Scene, backdrop, random_scene
from models.studio.truth import INDEX_COLUMNS
from models.training import trays
from models.training.photos import Box, Row, lone_die, photograph, rows
from models.training.surfaces import SHARE, Surfaces

LARGEST_PX = 240  # of what is cut out: more is never shown
AROUND = 0.18  # of a die's side is cut out with it
LEAST_FULL, FILLS = 0.9, (0.4, 1.05)  # how much of its hull a silhouette fills, and of its box: else it is none
MOST_OF_A_KIND = 250  # of one set: there are thousands of pips
FLOOR_LIKE, MOST_FLOOR = 16.0, 0.25  # nearer in CIELAB than this is floor; so much of a die's rim may look like it
EVERY = 6  # frames of a film are nearly alike
OVERHEAD = "top"  # in the name of a film that is
SIZES, SIZES_AFAR, SIZES_SMALL = (0.07, 0.17), (0.06, 0.1), (0.03, 0.06)
"""Of a die's longer side, in widths of the picture."""
MOST = 7  # dice in a picture
APART = 1.5  # middles of dice, in their sides
SHADOW = 0.5
TRIES = 30
JPEG_QUALITY = 90
FIRST_SHARD = 100_000  # of the finder's bank: shards from here on are collages


@dataclass(frozen=True, eq=False, slots=True)
class CutOut:
    """`mask` is 255 where the die is."""

    picture: Picture
    mask: Picture
    row: Row


@dataclass(frozen=True, slots=True)
class Laid:
    """`turned_deg`: how far counter-clockwise from how it lies in its photograph."""

    row: Row
    box: tuple[int, int, int, int]
    turned_deg: float


def cut_outs(index: Path, split: str) -> list[list[CutOut]]:
    """Dice of a split whose silhouette can be told, those of one set and kind together; of films those that were taken
    from above, where no shadow hangs on to a die."""
    wanted: dict[tuple[str, str], list[Row]] = {}
    frames: dict[str, int] = {}
    for row in rows(index):
        if row.split != split or not row.face or (row.clip and OVERHEAD not in row.clip):
            continue
        frames[row.clip] = frames.get(row.clip, 0) + 1
        if not row.clip or frames[row.clip] % EVERY == 1:
            wanted.setdefault((row.set, row.kind), []).append(row)
    found = [_cut_all(some[:: -(-len(some) // MOST_OF_A_KIND)]) for some in wanted.values()]
    return [group for group in found if group]


def _cut_all(some: Sequence[Row]) -> list[CutOut]:
    read = lru_cache(maxsize=1)(photograph)  # dice of one picture come in turn
    found = []
    for row in some:
        picture = read(row.path)
        box = row.box or (lone_die(picture) if row.clip else None)
        cut = box and cut_out(picture, box, row)
        found += [cut] if cut else []
    return found


def cut_out(picture: Picture, box: Box, row: Row) -> CutOut | None:
    """The die along its silhouette, which is convex as those of all dice; None if it does not stand out clearly."""
    margin = AROUND * max(box[2:])
    left, top = max(0, round(box[0] - margin)), max(0, round(box[1] - margin))
    crop = picture[top : round(box[1] + box[3] + margin), left : round(box[0] + box[2] + margin)]
    if min(crop.shape[:2]) < 20:
        return None
    scale = min(1.0, LARGEST_PX / max(crop.shape[:2]))
    crop = np.asarray(cv2.resize(crop, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)
    x, y, width, height = (round(part * scale) for part in (box[0] - left, box[1] - top, *box[2:]))
    guess = np.full(crop.shape[:2], cv2.GC_BGD, np.uint8)
    guess[max(0, y) : y + height, max(0, x) : x + width] = cv2.GC_PR_FGD
    cv2.ellipse(guess, (x + width // 2, y + height // 2), (width // 4, height // 4), 0, 0, 360, cv2.GC_FGD, -1)
    if not (guess == cv2.GC_BGD).any():
        return None
    cv2.grabCut(crop, guess, (0, 0, 0, 0), np.zeros((1, 65)), np.zeros((1, 65)), 4, cv2.GC_INIT_WITH_MASK)
    sure = ((guess == cv2.GC_FGD) | (guess == cv2.GC_PR_FGD)).astype(np.uint8)
    count, parts, stats, _ = cv2.connectedComponentsWithStats(cv2.morphologyEx(sure, cv2.MORPH_OPEN, np.ones((5, 5))))
    if count < 2:
        return None
    largest = 1 + int(np.argmax(stats[1:, cv2.CC_STAT_AREA]))
    hull = cv2.convexHull(np.argwhere(parts == largest)[:, ::-1].astype(np.int32))
    mask = np.zeros(crop.shape[:2], np.uint8)
    cv2.fillConvexPoly(mask, hull, 255)
    area = float((mask > 0).sum())
    if (parts == largest).sum() < LEAST_FULL * area or not FILLS[0] < area / (width * height) < FILLS[1]:
        return None
    whole = np.asarray(cv2.erode(mask, np.ones((3, 3))), np.uint8)
    return None if _like_floor(crop, whole, guess == cv2.GC_BGD) > MOST_FLOOR else CutOut(crop, whole, row)


def _like_floor(crop: Picture, mask: Picture, floor: NDArray[np.bool_]) -> float:
    """How much of the rim of what was cut out has the floor's colour: a shadow or a piece of floor hangs on to it."""
    colours = cv2.cvtColor(crop, cv2.COLOR_BGR2LAB).astype(np.float32)
    rim = (mask > 0) & (cv2.erode(mask, np.ones((7, 7))) == 0)
    away = np.linalg.norm(colours[rim] - np.median(colours[floor], axis=0), axis=1)
    return float((away < FLOOR_LIKE).mean())


def collage(
    rng: np.random.Generator,
    groups: Sequence[Sequence[CutOut]],
    size_px: tuple[int, int],
    hard: bool = False,
    afar: bool = False,
    small: bool = False,
    surfaces: Surfaces | None = None,
    share: float = SHARE,
    most: int = MOST,
) -> tuple[Picture, list[Laid]]:
    """Some dice of any groups on a tray that does not exist, or, of such a share, on one of these surfaces; each looks
    straight up at the camera, wherever it lies, as dice do that are photographed from far away."""
    scene = _tray(rng, size_px, hard, afar)
    ground = surfaces.under(rng, scene, share) if surfaces else None
    image = np.clip(backdrop(scene) if ground is None else ground, 0, 1)
    clear = _clear_of_walls(scene) if ground is None else _clear_of_edges(size_px)
    side = float(rng.uniform(*(SIZES_SMALL if small else SIZES_AFAR if afar else SIZES))) * size_px[0]
    laid: list[Laid] = []
    middles: list[NDArray[np.int64]] = []
    for _ in range(int(rng.integers(1, most + 1)) if most else 0):
        group = groups[int(rng.integers(len(groups)))]
        spot = _spot(rng, clear, side, middles)
        if spot is not None:
            cut = group[int(rng.integers(len(group)))]
            turned_deg = float(rng.uniform(0, 360))
            laid.append(Laid(cut.row, _lay(image, cut, spot, side, turned_deg), turned_deg))
            middles.append(spot)
    return expose(image, scene.exposure), laid


def _tray(rng: np.random.Generator, size_px: tuple[int, int], hard: bool, afar: bool) -> Scene:
    while True:
        try:
            return random_scene(rng, size_px[0], ["d6"] * 3, hard, height_px=size_px[1], afar=afar)
        except ValueError:  # its dice found no place
            continue


def _clear_of_walls(scene: Scene) -> NDArray[np.float32]:
    """How many pixels each is away from the tray's walls and the picture's edge."""
    camera, corners = scene.camera, scene.tray.corners
    floor = np.full((camera.height_px, camera.width_px), 0 if scene.tray.wall_mm else 255, np.uint8)
    if scene.tray.wall_mm:
        outline = camera.project(np.column_stack([corners, np.zeros(len(corners))]))
        cv2.fillConvexPoly(floor, np.round(outline).astype(np.int32), 255)
    return _away(floor)


def _clear_of_edges(size_px: tuple[int, int]) -> NDArray[np.float32]:
    return _away(np.full(size_px[::-1], 255, np.uint8))


def _away(floor: Picture) -> NDArray[np.float32]:
    """How far each pixel is from where there is no floor."""
    bordered = cv2.copyMakeBorder(floor, 1, 1, 1, 1, cv2.BORDER_CONSTANT, value=0)
    return np.asarray(cv2.distanceTransform(bordered, cv2.DIST_L2, 3)[1:-1, 1:-1], np.float32)


def _spot(
    rng: np.random.Generator, clear: NDArray[np.float32], side: float, middles: Sequence[NDArray[np.int64]]
) -> NDArray[np.int64] | None:
    """Row and column where a die has room."""
    free = np.argwhere(clear > 0.75 * side)
    for _ in range(TRIES if len(free) else 0):
        spot = free[int(rng.integers(len(free)))]
        if all(np.hypot(*(spot - other)) > APART * side for other in middles):
            return np.asarray(spot, np.int64)
    return None


def _lay(
    image: NDArray[np.float32], cut: CutOut, spot: NDArray[np.int64], side: float, turned_deg: float
) -> tuple[int, int, int, int]:
    """Turned, with a soft shadow, in place; returns its box."""
    x, y, width, height = cv2.boundingRect(cut.mask)
    scale = side / max(width, height)
    reach = int(0.75 * side) + 2
    warp = cv2.getRotationMatrix2D((x + width / 2, y + height / 2), turned_deg, scale)
    warp[:, 2] += reach - np.array([x + width / 2, y + height / 2])
    soft = cv2.GaussianBlur(cut.picture, (0, 0), 0.4 / scale) if scale < 0.7 else cut.picture
    die, mask = (cv2.warpAffine(part, warp, (2 * reach, 2 * reach)) for part in (soft, cut.mask))
    fallen = np.roll(mask, (round(0.06 * side), round(0.05 * side)), (0, 1))
    shade = cv2.GaussianBlur(fallen, (0, 0), 0.06 * side)[..., None] * np.float32(SHADOW / 255)
    share = cv2.GaussianBlur(mask, (0, 0), 0.8)[..., None] / np.float32(255)
    top, left = (int(part) - reach for part in spot)
    low, high = max(0, -top), max(0, -left)
    under = image[top + low : top + 2 * reach, left + high : left + 2 * reach]
    inside = (slice(low, low + under.shape[0]), slice(high, high + under.shape[1]))
    under *= 1 - shade[inside]
    under += (die[inside] / np.float32(255) - under) * share[inside]
    box = cv2.boundingRect(mask)
    return left + box[0], top + box[1], box[2], box[3]


def shoot(
    index: Path,
    split: str,
    out: Path,
    count: int,
    width_px: int,
    hard: bool,
    small: bool,
    seed: int,
    surfaces: Surfaces | None = None,
    bare: bool = False,
) -> int:
    """Pictures to measure with; every second tray is seen from afar, or all dice lie on these surfaces; `bare` are the
    same without dice."""
    groups = [] if bare else cut_outs(index, split)
    if not groups and not bare:
        raise ValueError(f"{index} names no dice of split {split!r} that can be cut out")
    out.mkdir(parents=True, exist_ok=True)
    told: list[list[object]] = []
    for number in range(count):
        rng = np.random.default_rng([seed, number])
        size, most = (width_px, width_px * 3 // 4), 0 if bare else MOST
        picture, laid = collage(rng, groups, size, hard, number % 2 == 1, small, surfaces, 1.0, most)
        name = f"{number:05d}.jpg"
        cv2.imwrite(str(out / name), picture, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])
        told += [[name, each.row.set, "", split, each.row.kind, each.row.face, "", each.row.style, *each.box]
                 for each in laid]  # fmt: skip
    with (out / "index.csv").open("w", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows([list(INDEX_COLUMNS), *told])
    return len(told)


def draw_shards(folder: Path, count: int, index: Path) -> None:
    """What is missing of so many shards of the finder's bank."""
    missing = [n for n in range(count) if not trays.shard_path(folder, FIRST_SHARD + n).exists()]
    groups = cut_outs(index, "train") if missing else []
    for number in missing if groups else []:
        draw_shard(folder, number, groups)


def draw_shard(folder: Path, number: int, groups: Sequence[Sequence[CutOut]]) -> None:
    """One of them: half of its trays are seen from afar."""
    size, surfaces = (trays.WIDTH_PX, trays.HEIGHT_PX), Surfaces.beside(folder)

    def shown(rng: np.random.Generator) -> trays.Shown:
        hard, afar = bool(rng.random() < 0.5), bool(rng.random() < 0.5)
        picture, laid = collage(rng, groups, size, hard, afar, surfaces=surfaces)
        return picture, [(each.box, each.row.kind, True, 1.0) for each in laid]

    trays.draw_any(folder, FIRST_SHARD + number, shown)
