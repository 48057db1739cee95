"""Pictures cut down to a tray, a mat or a sheet of paper on some table: what surrounds the dice of a photograph is
always the same, and dice lie anywhere."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from models.studio import textures
from models.studio.exposure import Picture

Boxes = NDArray[np.float32]
FORMS = (4, 4, 4, 6, 8, 32)  # corners
REACH = (1.0, 6.0)  # from the middle of a die to the frame, in sides of the die
TRIES = 8
WHOLE, NONE = 0.97, 0.03  # of a die: neither more nor less of it may stay
SHIFT = 4  # OpenCV draws polygons in 1/16 px


@dataclass(frozen=True, eq=False, slots=True)
class Rim:
    """`mask` is 0–1; of the dice those that are `kept` lie inside."""

    corners: NDArray[np.float64]
    mask: NDArray[np.float32]
    kept: NDArray[np.bool_]


def framed(picture: Picture, boxes: Boxes, rng: np.random.Generator) -> tuple[Picture, NDArray[np.bool_]]:
    """The picture where a frame around some dice lets it be seen, a table elsewhere; and which dice are still there.
    As it was if no frame is found that cuts no die."""
    rim = _rim(picture.shape[:2], boxes, rng)
    if rim is None:
        return picture, np.ones(len(boxes), bool)
    table = textures.floor(rng, picture.shape[:2]) * np.float32(rng.uniform(120, 255))
    shown = table + (picture - table) * rim.mask[:, :, None]
    if rng.random() < 0.6:
        colour = [float(part) for part in rng.uniform(0, 255, 3)]
        cv2.polylines(shown, [_fixed(rim.corners)], True, colour, int(rng.integers(1, 8)), cv2.LINE_AA, SHIFT)
    return np.asarray(np.clip(shown, 0, 255), np.uint8), rim.kept


def _rim(size: tuple[int, int], boxes: Boxes, rng: np.random.Generator) -> Rim | None:
    for _ in range(TRIES if len(boxes) else 0):
        x, y, width, height = boxes[int(rng.integers(len(boxes)))]
        side = max(float(width), float(height))
        half = side * np.exp(rng.uniform(*np.log(REACH))) * np.exp(rng.uniform(-0.2, 0.2, 2))
        middle = np.array([x + width / 2, y + height / 2]) + rng.uniform(-0.6, 0.6, 2) * (half - side / 2)
        count = int(rng.choice(FORMS))
        angles = np.pi / count + np.arange(count) * 2 * np.pi / count
        turn = float(rng.choice([0.0, rng.uniform(0, np.pi)]))
        spin = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
        ring = np.stack([np.cos(angles), np.sin(angles)], axis=1) / np.cos(np.pi / count)
        corners = ring * half @ spin.T + middle
        mask = np.zeros(size, np.uint8)
        cv2.fillConvexPoly(mask, _fixed(corners), 255, cv2.LINE_AA, SHIFT)
        shares = np.array([_share(mask, box) for box in boxes])
        if np.all((shares > WHOLE) | (shares < NONE)) and np.any(shares > WHOLE):
            return Rim(corners, np.asarray(mask / 255, np.float32), shares > WHOLE)
    return None


def _share(mask: Picture, box: NDArray[np.float32]) -> float:
    x, y = (max(0, int(part)) for part in box[:2])
    inside = mask[y : max(y + 1, int(np.ceil(box[1] + box[3]))), x : max(x + 1, int(np.ceil(box[0] + box[2])))]
    return float(inside.mean()) / 255 if inside.size else 0.0


def _fixed(points: NDArray[np.float64]) -> NDArray[np.int32]:
    return np.round(points * (1 << SHIFT)).astype(np.int32)
