"""What an example is compared by: its portrait, the face network's embeddings of it, and its colours."""

from __future__ import annotations

import io
import zipfile
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from reader.teaching.portrait import FREQUENCIES, RADII, SIDE_PX, Canvas, Portrait, canvas_of, portrait_of
from reader.vision.cut import CROP_PX, Crop
from reader.vision.networks import Floats
from reader.vision.sighting import Glimpse

BODY_PX: Final = 28  # from the middle of a crop: die, however it is turned
LIGHTNESSES, HUES = 6, 10  # steps of the histogram, from black to white and along each of CIELAB's two axes
MADE: Final = 2
"""Counts how traits are made; whatever was made otherwise is made again from its picture."""
REACH: Final = 70.0  # of CIELAB's a and b; beyond it are few dice


@dataclass(frozen=True, slots=True, eq=False)
class Trait:
    """`views` are of length one, a row a way the crop was turned; `networks` names those that made them."""

    views: Floats
    colours: Floats
    portrait: Portrait
    networks: str


def trait_of(glimpse: Glimpse, networks: str) -> Trait:
    return Trait(unit(glimpse.views), colours_of(glimpse.crop), portrait_of(canvas_in(glimpse)), networks)


def canvas_in(glimpse: Glimpse) -> Canvas:
    return canvas_of(glimpse.crop, glimpse.upper_face, glimpse.size)


def unit(rows: Floats) -> Floats:
    return np.asarray(rows / (np.linalg.norm(rows, axis=-1, keepdims=True) + 1e-6), np.float32)


def colours_of(crop: Crop) -> Floats:
    """Roots of the shares that each colour has in the middle of a crop: their product tells how alike two dice are."""
    away = np.arange(CROP_PX) - (CROP_PX - 1) / 2
    inside = np.hypot(away[:, None], away[None, :]) <= BODY_PX
    lab = cv2.cvtColor(crop[inside][None].astype(np.float32) / 255, cv2.COLOR_BGR2LAB)[0]
    edges = [np.linspace(0, 100, LIGHTNESSES + 1), *[np.linspace(-REACH, REACH, HUES + 1)] * 2]
    lab[:, 1:] = np.clip(lab[:, 1:], 0.01 - REACH, REACH - 0.01)
    shares, _ = np.histogramdd(lab, edges)
    for axis in range(3):  # a colour near a step's edge counts for both
        shares = shares * 0.5 + 0.25 * (_moved(shares, axis, 1) + _moved(shares, axis, -1))
    return np.asarray(np.sqrt(shares / max(1.0, shares.sum())).ravel(), np.float32)


def _moved(shares: Floats, axis: int, by: int) -> Floats:
    moved = np.roll(shares, by, axis)
    edge = [slice(None)] * 3
    edge[axis] = slice(0, 1) if by > 0 else slice(-1, None)
    moved[tuple(edge)] = shares[tuple(edge)]
    return np.asarray(moved, np.float32)


def trait_bytes(trait: Trait) -> bytes:
    file = io.BytesIO()
    np.savez(
        file,
        views=trait.views.astype(np.float16),
        colours=trait.colours.astype(np.float16),
        look=trait.portrait.look,
        rings=trait.portrait.rings,
        networks=trait.networks,
        made=MADE,
    )
    return file.getvalue()


def trait_in(stored: bytes) -> Trait:
    """Raises ValueError for what is none, or was made otherwise than now."""
    try:
        with np.load(io.BytesIO(stored), allow_pickle=False) as found:
            views, colours = found["views"].astype(np.float32), found["colours"].astype(np.float32)
            portrait = Portrait(found["look"], found["rings"])
            networks, made = str(found["networks"]), int(found["made"])
    except (KeyError, OSError, EOFError, zipfile.BadZipFile) as error:
        raise ValueError("damaged") from error
    shapes = (portrait.look.shape, portrait.rings.shape)
    is_whole = views.ndim == 2 and colours.shape == (LIGHTNESSES * HUES * HUES,)
    if made != MADE or not is_whole or shapes != ((SIDE_PX, SIDE_PX, 3), (FREQUENCIES, RADII * 3)):
        raise ValueError("damaged, or made by another version")
    return Trait(unit(views), colours, portrait, networks)
