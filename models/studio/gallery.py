"""The picture of rendered throws in the README: nine that `dice-reader studio` makes.

python -m models.studio.gallery .pictures/studio.jpg
"""

import sys
from pathlib import Path

import cv2
import numpy as np

from models.studio.exposure import Picture
from models.studio.shoot import Session, take

SET, HANDFUL = "d4 d6 d8 d10 d% d12 d20", "3d6 2d8 d10 d12 d20 d4 d4"
FEW, SHADES = "d20 d20 d12 d8 d6:pips", "2d6:light 2d6:dark d%:00 d10"
WIDTH_PX, SHOWN_PX, GAP_PX, COLUMNS = 1080, (540, 405), 8, 3
SHOTS = (
    (Session(41, SET, width_px=WIDTH_PX), 0),
    (Session(42, FEW, width_px=WIDTH_PX), 0),
    (Session(44, SHADES, width_px=WIDTH_PX), 5),
    (Session(41, SET, width_px=WIDTH_PX), 3),
    (Session(42, FEW, width_px=WIDTH_PX), 4),
    (Session(45, HANDFUL, hard=True, width_px=WIDTH_PX), 1),
    (Session(44, SHADES, width_px=WIDTH_PX), 2),
    (Session(45, HANDFUL, hard=True, width_px=WIDTH_PX), 3),
    (Session(45, HANDFUL, hard=True, width_px=WIDTH_PX), 5),
)
JPEG_QUALITY = 84


def gallery(shots: tuple[tuple[Session, int], ...] = SHOTS) -> Picture:
    rows = []
    for start in range(0, len(shots), COLUMNS):
        row = [_framed(take(session, number)[0]) for session, number in shots[start : start + COLUMNS]]
        rows.append(np.hstack(row)[:, GAP_PX:])
    return np.vstack(rows)[GAP_PX:]


def _framed(picture: Picture) -> Picture:
    """With a white gap above and to the left."""
    small = cv2.resize(picture, SHOWN_PX, interpolation=cv2.INTER_AREA)
    white = (255, 255, 255)
    return np.asarray(cv2.copyMakeBorder(small, GAP_PX, 0, GAP_PX, 0, cv2.BORDER_CONSTANT, value=white), dtype=np.uint8)


if __name__ == "__main__":
    cv2.imwrite(sys.argv[1], gallery(), [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])
    print(f"{sys.argv[1]}: {Path(sys.argv[1]).stat().st_size // 1024} kB")
