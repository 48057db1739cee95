"""A sheet of rendered crops beside real ones, to see what gives a render away.

    python -m models.studio.contact_sheet PHOTOS/index.csv SHEET.png [SEED]

Three columns a kind: photographs, ray-cast, composed. A sheet that shows photographs is not for the repository.
"""

import sys
from pathlib import Path

import cv2
import numpy as np

from models.studio.exposure import Picture
from models.studio.scene import Renderer, draw, random_scene

KINDS = ("d4", "d6", "d8", "d10", "d%", "d12", "d20")
ROWS, CROP_PX, GAP_PX = 7, 112, 6
WIDTH_PX = 480
MARGIN = 1.25


def cut(picture: Picture, box: tuple[float, float, float, float]) -> Picture:
    """A square around a box, as the reader cuts it."""
    x, y, width, height = box
    scale = CROP_PX / (MARGIN * max(width, height))
    if scale < 0.6:
        picture = np.asarray(cv2.GaussianBlur(picture, (0, 0), 0.35 / scale), dtype=np.uint8)
    half = CROP_PX / 2
    warp = np.array([[scale, 0, half - (x + width / 2) * scale], [0, scale, half - (y + height / 2) * scale]])
    return np.asarray(
        cv2.warpAffine(picture, warp, (CROP_PX, CROP_PX), borderMode=cv2.BORDER_REPLICATE), dtype=np.uint8
    )


def rendered(rng: np.random.Generator, kind: str, renderer: Renderer) -> Picture:
    """One die that lies flat, out of a scene of two."""
    while True:
        picture, truths = draw(random_scene(rng, WIDTH_PX, [kind, "d6"]), renderer)
        if truths and truths[-1].face:
            chosen = next((truth for truth in truths if truth.kind == kind and truth.face), None)
            if chosen is not None:
                return cut(picture, chosen.box)


def photographed(rng: np.random.Generator, index: Path, kind: str, count: int) -> list[Picture]:
    """Real dice of a kind, each from another clip or set as far as there are any."""
    from models.training.photos import lone_die, rows

    shown = [row for row in rows(index) if row.kind == kind and row.face and row.set != "tomitomi3"]
    clips = {row.clip or row.path.name: row for row in (shown[i] for i in rng.permutation(len(shown)))}
    found: list[Picture] = []
    for row in list(clips.values())[: 3 * count]:
        picture = np.asarray(cv2.imread(str(row.path)), dtype=np.uint8)
        box = row.box or lone_die(picture)
        if box is not None and len(found) < count:
            found.append(cut(picture, box))
    blank = np.full((CROP_PX, CROP_PX, 3), 40, np.uint8)
    return found + [blank] * (count - len(found))


def sheet(index: Path, seed: int) -> Picture:
    rng = np.random.default_rng(seed)
    columns = []
    for kind in KINDS:
        columns.append(photographed(rng, index, kind, ROWS))
        columns.append([rendered(rng, kind, "raycaster") for _ in range(ROWS)])
        columns.append([rendered(rng, kind, "compositor") for _ in range(ROWS)])
    gap = np.full((CROP_PX * ROWS, GAP_PX, 3), 255, np.uint8)
    parts = [
        part
        for number, column in enumerate(columns)
        for part in ([gap] if number % 3 == 0 else []) + [np.vstack(column)]
    ]
    return np.hstack(parts)


if __name__ == "__main__":
    cv2.imwrite(sys.argv[2], sheet(Path(sys.argv[1]), int(sys.argv[3]) if len(sys.argv) > 3 else 1))
