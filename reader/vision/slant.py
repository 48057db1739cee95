"""How aslant the camera sees each die: dice on one floor, under one camera, lean in the picture as their places tell.

Towards the picture's edge a camera looks at dice from the side, and not always is the face that it sees best the upper
one. So where a die lies says where its upper face should look; what faces all dice show says how the camera is tilted.
A die that shows no face where its upper one should look does not lie flat.
"""

from collections.abc import Sequence
from typing import NamedTuple

import cv2
import numpy as np

from reader.vision.face_map import AXIS, LEANS, STEP
from reader.vision.networks import Floats
from reader.vision.sighting import Box, Frame

FOCAL = 0.87  # of the picture's longer side, as most cameras have
NEAREST = 9.0  # widths of a die: no camera is nearer, so a picture full of large dice was cut out of a larger one
TILT, STRONG_TILT = 0.15, 0.4  # of a camera above a tray, as the sine: usually, and in some hands
IN_HAND = 0.25  # share of the latter
LENS = 0.3  # of what the place tells: lenses differ, and pictures may have been cropped
ASTRAY = 0.06  # how far the map of a die's faces is off
UNSEEN = 0.05  # what every lean is given: the map may have missed the upper face, and a neighbour far out is not it
FAINTEST = 1e-4  # likewise, where only the mean around a top is taken: enough where the map shows nothing at all
LEAST = 0.05  # what a die says for every tilt: it may itself be the one that leans


class Slant(NamedTuple):
    """How a die's upper face leans in the picture; how plainly a face is where the upper one should be, 0–1; and how it
    should lean by its place and the other dice, whatever faces it shows."""

    lean: tuple[float, float]
    flat: float
    expected: tuple[float, float]


def by_place(boxes: Sequence[Box], frame: Frame) -> Floats:
    """How the upper faces would lean under a camera that looks straight down: outwards, more so further out."""
    height, width = frame.shape[:2]
    middle = np.array([width / 2, height / 2], np.float32)
    away = np.array([box.centre for box in boxes], np.float32).reshape(-1, 2) - middle
    usual_px = float(np.median([box.longer_side for box in boxes])) if boxes else 0.0
    return np.asarray(away / max(FOCAL * max(height, width), NEAREST * usual_px), np.float32)


def settled(maps: Floats, expected: Floats) -> list[Slant]:
    """The slant of every die: its map of faces, weighed by what its place and the other dice tell.

    >>> settled(np.eye(len(LEANS), dtype=np.float32)[[144]], np.zeros((1, 2), np.float32))[0].flat
    1.0
    """
    if len(maps) == 0:
        return []
    spoken = np.log(LEAST + np.stack([_shifted(die, place) for die, place in zip(maps, expected, strict=True)]))
    all_say = USUAL + spoken.sum(axis=0)
    return [_slant(die, place, _likely(all_say - own)) for die, place, own in zip(maps, expected, spoken, strict=True)]


def _slant(faces: Floats, place: Floats, tilts: Floats) -> Slant:
    """Of one die: the face that looks most nearly to where the upper one should; or just there, if there is none."""
    side = len(AXIS)
    blur = float(np.hypot(ASTRAY, LENS * np.hypot(*place))) / STEP
    near = cv2.GaussianBlur(tilts.reshape(side, side), (0, 0), blur, borderType=cv2.BORDER_CONSTANT)
    wanted = _shifted(np.asarray(near / near.max(), np.float32), -place)
    score = faces * wanted
    top = int(np.argmax(score + UNSEEN * wanted))
    row, column = divmod(int(np.argmax(wanted)), side)
    return Slant(_between(score + FAINTEST * wanted, top), float(score.max()), (float(AXIS[column]), float(AXIS[row])))


def _between(scores: Floats, top: int) -> tuple[float, float]:
    """The lean at a hill's top, between the places of the map."""
    side = len(AXIS)
    rows, columns = (slice(max(0, spot - 1), spot + 2) for spot in divmod(top, side))
    around = scores.reshape(side, side)[rows, columns]
    total = max(float(around.sum()), 1e-9)
    return float(around.sum(axis=0) @ AXIS[columns]) / total, float(around.sum(axis=1) @ AXIS[rows]) / total


def _shifted(faces: Floats, by: Floats) -> Floats:
    """What a map shows when every lean is moved; beyond the map there is nothing."""
    side = len(AXIS)
    move = np.array([[1, 0, by[0] / STEP], [0, 1, by[1] / STEP]], np.float64)
    how = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    moved = cv2.warpAffine(faces.reshape(side, side), move, (side, side), flags=how, borderMode=cv2.BORDER_CONSTANT)
    return np.asarray(moved, np.float32).reshape(-1)


def _likely(logarithms: Floats) -> Floats:
    chances = np.exp(logarithms - logarithms.max())
    return np.asarray(chances / chances.sum(), np.float32)


def _usual() -> Floats:
    """The logarithm of how likely each tilt of a camera is, whatever the dice show."""
    away = (LEANS**2).sum(axis=1)
    hills = [
        share * np.exp(-away / (2 * tilt**2)) / tilt**2 for share, tilt in ((1 - IN_HAND, TILT), (IN_HAND, STRONG_TILT))
    ]
    return np.asarray(np.log(np.sum(hills, axis=0)), np.float32)


USUAL = _usual()
