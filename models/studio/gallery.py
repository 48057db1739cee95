"""The picture of rendered throws in the README, put together from the recorded ones.

python -m models.studio.gallery tests/recorded .pictures/studio.jpg
"""

import sys
from pathlib import Path

import cv2
import numpy as np

from models.studio.exposure import Picture

SHOWN = ("mixed-07a", "mixed-10b", "percent-2", "mixed-03b", "mixed-05b", "clutter-2")
COLUMNS, WIDTH_PX, HEIGHT_PX, GAP_PX = 3, 480, 360, 8
JPEG_QUALITY = 88


def gallery(recorded: Path, names: tuple[str, ...] = SHOWN) -> Picture:
    rows = []
    for start in range(0, len(names), COLUMNS):
        row = [_framed(recorded / f"{name}.jpg") for name in names[start : start + COLUMNS]]
        rows.append(np.hstack(row)[:, GAP_PX:])
    return np.vstack(rows)[GAP_PX:]


def _framed(path: Path) -> Picture:
    """With a white gap above and to the left."""
    picture = cv2.imread(str(path))
    if picture is None:
        raise FileNotFoundError(f"{path} is not there; make it with python -m models.studio.recorded {path.parent}")
    small = cv2.resize(picture, (WIDTH_PX, HEIGHT_PX), interpolation=cv2.INTER_AREA)
    white = (255, 255, 255)
    return np.asarray(cv2.copyMakeBorder(small, GAP_PX, 0, GAP_PX, 0, cv2.BORDER_CONSTANT, value=white), dtype=np.uint8)


if __name__ == "__main__":
    target = Path(sys.argv[2])
    target.parent.mkdir(exist_ok=True)
    cv2.imwrite(str(target), gallery(Path(sys.argv[1])), [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])
