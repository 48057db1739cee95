"""How alike a die's picture is to those of the examples: turned, moved and slanted until it fits best.

First all turns at once, from a few places and sizes (circles' spectra); the best examples then pull the picture into
place by least squares, twice: by all that is around the face, and by the face itself. What counts is how well the
pictures agree then: of the numeral, and of the face with what is around it. The neighbouring faces are in the picture,
so the layout of a die is learned with it: a 6 and a 9 without marks differ by their neighbours. On rendered dice whose
6 and 9 are marked this changes nothing: of 224, with two examples a face, the pictures alone tell 216 by the numeral
only, 215 by the face with what is around it, 216 by both.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from reader.teaching.portrait import (
    ANGLES,
    FREQUENCIES,
    REACH,
    SIDE_PX,
    STEPS,
    Canvas,
    Portrait,
    Spectrum,
    looked_at,
    rings_of,
    squared,
)
from reader.vision.cut import DIE_PX
from reader.vision.networks import Floats

SHIFTS: Final = np.array([(right, down) for down in range(-10, 11, 4) for right in range(-10, 11, 4)], np.float64)
"""Pixels of a die of usual size by which the network may have put the face wrong; up to 7 were not enough for a d20 at
the edge of the tray."""
ZOOMS: Final = np.array([0.9, 1.0, 1.11])
AROUND, CHOSEN_BY, FACE, NUMERAL = 0.8, 0.65, 0.5, 0.35
"""How far from the middle it counts, in parts of the portrait: all around, what tells the best of several ways, the
upper face, the numeral."""
TURNS: Final = 32  # of a circle that are told apart at first
WAYS: Final = 3  # an example is tried from
STEPS_AROUND, STEPS_FACE = 5, 5
FITTED_PX: Final = 26  # side of the picture that is pulled into place by all around; the face's is SIDE_PX
EDGE_PX: Final = 7  # left out on every side where only the face pulls
MIDDLE: Final = (SIDE_PX - 1 - 2 * EDGE_PX) / (SIDE_PX - 1)
SHARES: Final = np.array([0.6, 0.4], np.float32)
"""What the upper face with its surroundings and the numeral count for."""
PERFECT: Final = 1.01
AT_ONCE: Final = 9
"""Places whose products are taken together: of larger ones OpenBLAS makes threads, and waits for them a hundred times
as long as it reckons while other work is going on."""
MOST_CLOSELY, MOST_OF_A_FACE = 10, 2
UNLIKE: Final = 0.0
MOST_AT_ONCE: Final = 0.25  # parts of the portrait
LEAST_HELD: Final = 1e-4  # where the picture shows nothing at all
HELD: Final = 2e-3  # of least squares: what nothing in the picture tells stays as it is
MOST_AWAY, MOST_LARGER = 0.45, 1.6  # a fit that went farther than this is none: parts of the portrait, ratio of sizes


@dataclass(frozen=True, slots=True, eq=False)
class Album:
    """All examples' portraits, stacked."""

    looks: NDArray[np.int8]
    rings: Spectrum

    @classmethod
    def of(cls, portraits: Sequence[Portrait]) -> Album:
        return cls(np.stack([one.look for one in portraits]), np.stack([one.rings for one in portraits]))

    def only(self, at: NDArray[np.intp]) -> Album:
        return Album(self.looks[at], self.rings[at])


def agreements(canvas: Canvas, album: Album, faces: NDArray[np.intp], favoured: NDArray[np.bool_]) -> Floats:
    """Of the picture and every example, as `clearness`; UNLIKE for those that were not looked at closely. `faces` tells
    which examples show the same; the favoured are looked at for sure."""
    turned = turned_alike(canvas, album.rings)
    chosen = _chosen(turned.alike, faces, favoured)
    scores = np.full(len(faces), UNLIKE, np.float32)
    scores[chosen] = clearness(agreement(canvas, turned.frames[chosen], album.looks[chosen]))
    return scores


@dataclass(frozen=True, slots=True, eq=False)
class Turned:
    """The likeliest turns, places and sizes at which each example is to be found in a picture, (examples, WAYS, 2, 3),
    and how alike it is at the first."""

    frames: NDArray[np.float64]
    alike: Floats


def turned_alike(canvas: Canvas, rings: Spectrum) -> Turned:
    """A first look at many examples."""
    own = rings_of(canvas, SHIFTS, ZOOMS)
    theirs = np.ascontiguousarray(rings.transpose(1, 2, 0))  # frequency, radius, example: as fast products need it
    few = own.transpose(1, 0, 2).conj().reshape(FREQUENCIES, -1, AT_ONCE, own.shape[2])
    products = np.matmul(few, theirs[:, None]).reshape(FREQUENCIES, len(own), len(rings))
    spectra = np.zeros((len(rings), len(own), TURNS // 2 + 1), np.complex64)
    spectra[:, :, :FREQUENCIES] = products.transpose(2, 1, 0)
    alike = np.fft.irfft(spectra, TURNS, axis=2) * (TURNS / ANGLES)
    best = alike.max(axis=1)
    is_hill = (best >= np.roll(best, 1, axis=1)) & (best >= np.roll(best, -1, axis=1))
    hills = np.where(is_hill, best, -1.0)
    angle = np.argsort(-hills, axis=1)[:, :WAYS]
    place = np.take_along_axis(alike.argmax(axis=1), angle, axis=1)
    return Turned(_frames(canvas, angle, place), np.asarray(hills.max(axis=1), np.float32))


def _frames(canvas: Canvas, angle: NDArray[np.intp], place: NDArray[np.intp]) -> NDArray[np.float64]:
    shift, zoom = np.divmod(place, len(ZOOMS))
    turn = -angle * 2 * np.pi / TURNS
    reach = ZOOMS[zoom] * canvas.size * REACH * DIE_PX
    frames = np.zeros((*angle.shape, 2, 3))
    frames[..., 0, 0] = frames[..., 1, 1] = np.cos(turn) * reach
    frames[..., 1, 0] = np.sin(turn) * reach
    frames[..., 0, 1] = -frames[..., 1, 0]
    frames[..., 2] = np.array(canvas.middle) + SHIFTS[shift] * canvas.size
    return frames


def agreement(canvas: Canvas, ways: NDArray[np.float64], looks: NDArray[np.int8]) -> Floats:
    """Of the picture and each example, once it is pulled into place from the best of its ways: (examples, [face,
    numeral]), correlations; 0 where it could not be pulled into any."""
    stored = np.asarray(looks.astype(np.float32) / STEPS, np.float32)
    mixture = _mixture(canvas)
    grey = np.asarray(stored @ mixture, np.float32)
    frames = _best_way(canvas.soft @ mixture, ways, grey)
    inner = np.array([MIDDLE, MIDDLE, 1.0])
    middles = grey[:, EDGE_PX:-EDGE_PX, EDGE_PX:-EDGE_PX]
    fitted = pulled(canvas.evened @ mixture, frames * inner, middles, FACE / MIDDLE, STEPS_FACE) / inner
    seen = looked_at(canvas.evened, fitted, SIDE_PX)
    scores = np.stack([correlated(seen, stored, reach) for reach in (FACE, NUMERAL)], axis=1)
    scores[_is_lost(frames, fitted)] = 0.0
    return np.asarray(scores, np.float32)


def clearness(correlations: Floats) -> Floats:
    """Of pictures that agree as much, what speaks for their being the same: 0.97 against 0.96 tells more than 0.7
    against 0.6, since little is left that differs. From 0 to 4.6."""
    return np.asarray(-np.log(PERFECT - np.clip(correlations, PERFECT - 1, 1)) @ SHARES, np.float32)


def _best_way(picture: Floats, ways: NDArray[np.float64], stored: Floats) -> NDArray[np.float64]:
    count, of_each = ways.shape[:2]
    frames, small = ways.reshape(-1, 2, 3), np.repeat(_small(stored), of_each, axis=0)
    fitted = pulled(picture, frames, small, AROUND, STEPS_AROUND)
    alike = correlated(looked_at(picture, fitted, FITTED_PX), small[..., None], CHOSEN_BY)
    alike[_is_lost(frames, fitted)] = -1.0
    best = alike.reshape(count, of_each).argmax(axis=1)
    return np.asarray(fitted.reshape(count, of_each, 2, 3)[np.arange(count), best])


def pulled(
    picture: Floats, frames: NDArray[np.float64], stored: Floats, reach: float, steps: int
) -> NDArray[np.float64]:
    """The frames moved, turned, sized and slanted towards what is stored (Gauss-Newton, inverse compositional)."""
    side = stored.shape[1]
    weight = weights(side, reach).ravel()
    targets = _normal(stored.reshape(len(stored), -1), weight)
    solvers = _solvers(targets.reshape(-1, side, side), weight)
    frames = frames.copy()
    step = np.zeros((len(frames), 3, 3))
    for _ in range(steps):
        seen = looked_at(picture, frames, side).reshape(len(frames), -1)
        rest = _normal(seen, weight) - targets
        step[:, :2] = np.clip((solvers @ rest[:, :, None]).reshape(-1, 2, 3), -MOST_AT_ONCE, MOST_AT_ONCE)
        frames = frames @ np.linalg.inv(np.eye(3) + step)
    return frames


def correlated(seen: Floats, stored: Floats, reach: float) -> Floats:
    """Weighted correlation of all colours together, each from its own mean."""
    weight = weights(seen.shape[1], reach).ravel()[None, :, None]
    a, b = (one.reshape(len(one), weight.shape[1], -1) for one in (seen, stored))
    a, b = a - (a * weight).sum(axis=1, keepdims=True), b - (b * weight).sum(axis=1, keepdims=True)
    both = (a * b * weight).sum(axis=(1, 2))
    alone = (a * a * weight).sum(axis=(1, 2)) * (b * b * weight).sum(axis=(1, 2))
    return np.asarray(both / np.sqrt(alone + 1e-9), np.float32)


@cache
def weights(side_px: int, reach: float) -> Floats:
    """Of the places of a square picture, one together: the middle counts most, the corners nothing."""
    away = np.hypot(*squared(side_px)[:, :2].T)
    weight = np.exp(-((away / reach) ** 2)) * (away < 1)
    return np.asarray((weight / weight.sum()).reshape(side_px, side_px), np.float32)


def _mixture(canvas: Canvas) -> Floats:
    """The one mixture of colours in which the die varies most: ink against body."""
    x, y = (round(place) for place in canvas.middle)
    reach = max(4, round(REACH * DIE_PX * canvas.size * FACE))
    colours = canvas.evened[max(0, y - reach) : y + reach, max(0, x - reach) : x + reach].reshape(-1, 3)
    return np.asarray(np.linalg.eigh(colours.T @ colours)[1][:, -1], np.float32)


def _small(stored: Floats) -> Floats:
    """The examples at the size for the first pull, softened alike."""
    soft = SIDE_PX / (2 * REACH * DIE_PX) * 1.2
    made = [
        cv2.resize(cv2.GaussianBlur(one, (0, 0), soft), (FITTED_PX, FITTED_PX), interpolation=cv2.INTER_LINEAR)
        for one in stored
    ]
    return np.asarray(np.stack(made), np.float32)


def _normal(rows: Floats, weight: Floats) -> Floats:
    rest = rows - (rows @ weight)[:, None]
    return np.asarray(rest / np.sqrt((rest * rest) @ weight + 1e-6)[:, None], np.float32)


def _solvers(targets: Floats, weight: Floats) -> Floats:
    """What turns a difference to each target into a step of its frame: (targets, 6, places)."""
    count, side, _ = targets.shape
    unit = (side - 1) / 2
    down, right = np.gradient(targets, axis=(1, 2))
    slopes = [(slope * unit).reshape(count, -1) for slope in (right, down)]
    x, y, one = squared(side).T
    moves = [slope * along for slope in slopes for along in (x, y, one)]
    flat = targets.reshape(count, -1)
    parts = np.stack([*moves, np.ones_like(flat), flat], axis=1)
    weighted = parts * weight
    square = weighted @ parts.transpose(0, 2, 1)
    held = HELD * np.trace(square[:, :6, :6], axis1=1, axis2=2)
    square[:, range(6), range(6)] += held[:, None]
    square[:, range(8), range(8)] += LEAST_HELD
    return np.asarray(np.linalg.inv(square)[:, :6] @ weighted, np.float32)


def _is_lost(before: NDArray[np.float64], after: NDArray[np.float64]) -> NDArray[np.bool_]:
    size = np.sqrt(np.abs(np.linalg.det(before[:, :, :2])))
    away = np.hypot(*(after[:, :, 2] - before[:, :, 2]).T) / size
    ratio = np.linalg.svd(after[:, :, :2], compute_uv=False) / size[:, None]
    return np.asarray((away > MOST_AWAY) | (ratio[:, 0] > MOST_LARGER) | (ratio[:, 1] < 1 / MOST_LARGER))


def _chosen(alike: Floats, faces: NDArray[np.intp], favoured: NDArray[np.bool_]) -> NDArray[np.intp]:
    """The examples worth a closer look: the most alike, not too many of one face."""
    taken: list[int] = []
    of_face: dict[int, int] = {}
    for at in np.argsort(-alike):
        face = int(faces[at])
        if of_face.get(face, 0) < MOST_OF_A_FACE and (len(taken) < MOST_CLOSELY or favoured[at]):
            of_face[face] = of_face.get(face, 0) + 1
            taken.append(int(at))
    return np.array(taken, np.intp)
