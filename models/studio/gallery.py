"""The picture of rendered throws in the README.

python -m models.studio.gallery .pictures/studio.jpg
"""

import sys
from pathlib import Path

import cv2
import numpy as np

from models.studio.exposure import Picture
from models.studio.recorded import CLEAR, enlarged, tamed
from models.studio.scene import draw, random_scene

COLUMNS, WIDTH_PX, HEIGHT_PX, GAP_PX = 3, 480, 360, 8
JPEG_QUALITY = 88
THROWS: tuple[tuple[tuple[str, ...], int], ...] = (
    (("d20", "d6", "d8", "d12", "d10", "d4", "d%"), 1),
    (("d6:light", "d6:dark"), 2),
    (("d%:70", "d10:3"), 3),
    (("d20", "d20", "d4"), 4),
    (("d6:pips", "d6:pips", "d6:pips", "d6:pips", "d6:pips"), 5),
    (("d12", "d8", "d20"), 6),
)


def throw(dice: tuple[str, ...], seed: int) -> Picture:
    """The first scene in which every die is easy to read and none is small."""
    for attempt in range(400):
        rng = np.random.default_rng([77, seed, attempt])
        scene = tamed(random_scene(rng, WIDTH_PX // 2, dice))
        _, truths = draw(scene)
        large = all(max(truth.box[2:]) > 0.13 * WIDTH_PX / 2 for truth in truths)
        if large and all(truth.face and truth.contrast > 1.3 * CLEAR for truth in truths):
            picture, truths = draw(enlarged(scene, WIDTH_PX), "raycaster")
            if all(truth.face and truth.contrast > CLEAR for truth in truths):
                return picture
    raise ValueError(f"no scene shows {dice} well")


def gallery() -> Picture:
    pictures = [throw(dice, seed) for dice, seed in THROWS]
    gap = np.full((HEIGHT_PX, GAP_PX, 3), 255, np.uint8)
    rows = []
    for start in range(0, len(pictures), COLUMNS):
        row = [part for picture in pictures[start : start + COLUMNS] for part in (picture, gap)][:-1]
        rows += [np.hstack(row), np.full((GAP_PX, sum(part.shape[1] for part in row), 3), 255, np.uint8)]
    return np.vstack(rows[:-1])


if __name__ == "__main__":
    target = Path(sys.argv[1])
    target.parent.mkdir(exist_ok=True)
    cv2.imwrite(str(target), gallery(), [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])
