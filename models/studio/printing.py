"""Prints numerals and pips onto a composed die: tiles of ink warped onto its faces, engraved, worn, shining through."""

from collections.abc import Iterator
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from models.studio import textures, tiles
from models.studio.camera import Camera
from models.studio.die import Die, Placed, tile_frame
from models.studio.fonts import Tile
from models.studio.light import Light
from models.studio.looks import MATERIALS
from models.studio.region import SHIFT, Region
from models.studio.solids import Slot, Vectors
from models.studio.textures import Image

GHOST = 0.35  # of the ink of far numerals that is seen through clear glass
GRAZING = 0.12  # cosine under which nothing printed on a face can be seen


def print_ink(body: Image, region: Region, placed: Placed, camera: Camera, light: Light, scale: float) -> Image:
    """Ink on all visible faces, with the relief of engraving."""
    look = placed.die.look
    ink = np.zeros(body.shape[:2], np.uint8)
    red = np.zeros(body.shape[:2], np.uint8)
    facing = facing_camera(placed, camera)
    for slot, spots in _spots(region, placed, camera):
        if facing[slot.face] >= GRAZING:
            target = red if look.red_one and placed.die.labels[slot.label] == "1" else ink
            stamp(target, tile_for(placed.die, slot), spots)
    soft = cv2.GaussianBlur(np.maximum(ink, red), (0, 0), max(0.3, scale * 0.008))
    covered = np.asarray(soft / 255, np.float32)
    if look.wear:
        covered *= 1 - look.wear * (textures.cut("speckle", body.shape[:2], 1.5, look.grain + 2) > 0.3)
    shade = np.clip(body.mean(axis=2, keepdims=True) / (sum(look.body) / 3 + 0.05), 0.45, 1.15)
    colour = np.array(look.ink, np.float32) * np.array(light.colour, np.float32) * shade
    if look.red_one:
        reddish = (red > ink)[:, :, None]
        colour = np.where(reddish, np.array((0.12, 0.1, 0.8), np.float32) * shade, colour)
    printed = body * (1 - covered[:, :, None]) + colour * covered[:, :, None]
    if look.engraved > 0.2:
        printed = printed + _relief(covered, light, camera)[:, :, None] * look.engraved * 0.35
    return np.asarray(np.clip(printed, 0, 1), dtype=np.float32)


def facing_camera(placed: Placed, camera: Camera) -> Vectors:
    """The cosine of each face to the camera."""
    view = camera.position - placed.position
    return np.asarray(placed.die.solid.normals @ placed.rotation.T @ (view / np.linalg.norm(view)))


def shine_through(body: Image, region: Region, placed: Placed, camera: Camera, scale: float) -> Image:
    """Far numerals and edges, dim and soft, through a clear body."""
    ghosts = np.zeros(body.shape[:2], np.uint8)
    facing = facing_camera(placed, camera)
    for slot, spots in _spots(region, placed, camera):
        if facing[slot.face] < -3 * GRAZING:
            stamp(ghosts, tile_for(placed.die, slot), spots)
    edges = np.zeros(body.shape[:2], np.uint8)
    points = region.local(camera.project(placed.vertices))
    rings = [points[list(ring)] for ring, cosine in zip(placed.die.solid.faces, facing, strict=True) if cosine < 0]
    corners = [np.round(ring * (1 << SHIFT)).astype(np.int32) for ring in rings if len(ring)]
    cv2.polylines(edges, corners, True, 255, 2, cv2.LINE_AA, SHIFT)
    soft = cv2.GaussianBlur(cv2.merge([ghosts, edges]), (0, 0), max(0.6, 0.04 * scale)).astype(np.float32) / 255
    dimmed = soft[:, :, :1] * (GHOST * MATERIALS[placed.die.look.material].see_through)
    lit = soft[:, :, 1:] * (placed.die.look.gloss - 0.4) * 0.3
    ink = np.array(placed.die.look.ink, np.float32) * 0.8
    return np.asarray(np.clip(body * (1 - dimmed) + ink * dimmed + lit, 0, 1), dtype=np.float32)


def _relief(covered: Image, light: Light, camera: Camera) -> Image:
    """The walls of engraved strokes: the side away from the lamp is lit."""
    toward = camera.rotation[:2] @ light.direction
    across = cv2.Sobel(covered, cv2.CV_32F, 1, 0, ksize=3, scale=0.25)
    along = cv2.Sobel(covered, cv2.CV_32F, 0, 1, ksize=3, scale=0.25)
    return np.asarray((across * toward[0] + along * toward[1]) * light.lamp, dtype=np.float32)


def tile_for(die: Die, slot: Slot) -> Tile:
    if die.logo_label == slot.label:
        return tiles.logo(die.look.grain % 64)
    if die.look.pips:
        one = die.labels[slot.label] == "1" and die.look.red_one
        return tiles.pips(die.labels[slot.label], die.look.pip_radius * (1.5 if one else 1.0), die.look.pip_spread)
    return tiles.numeral(die.look.lettering, die.labels[slot.label])


@lru_cache(maxsize=512)
def _corners(die: Die) -> Vectors:
    """Of all tiles, clockwise from the upper left one, (slots, 4, 3) in inradii."""
    rows = []
    for slot in die.slots:
        centre, right, up, half = tile_frame(die, slot)
        rows.append([centre + (right * x + up * y) * half for x, y in ((-1, 1), (1, 1), (1, -1), (-1, -1))])
    return np.array(rows)


def slot_corners(placed: Placed, slot: Slot) -> Vectors:
    """World corners of the tile, clockwise from its upper left."""
    corners = _corners(placed.die)[placed.die.slots.index(slot)]
    return np.asarray(corners * placed.die.inradius_mm @ placed.rotation.T + placed.position)


def _spots(region: Region, placed: Placed, camera: Camera) -> Iterator[tuple[Slot, Vectors]]:
    """Every slot with the corners of its tile in the picture."""
    corners = _corners(placed.die).reshape(-1, 3) * placed.die.inradius_mm @ placed.rotation.T + placed.position
    spots = region.local(camera.project(corners)).reshape(-1, 4, 2)
    return zip(placed.die.slots, spots, strict=True)


def stamp(canvas: NDArray[np.uint8], tile: Tile, corners: Vectors) -> None:
    """Warps a tile's ink onto the canvas, in place."""
    low = np.maximum(np.floor(corners.min(axis=0)).astype(int), 0)
    high = np.minimum(np.ceil(corners.max(axis=0)).astype(int) + 1, [canvas.shape[1], canvas.shape[0]])
    if np.any(high - low < 2):
        return
    size = (int(high[0] - low[0]), int(high[1] - low[1]))
    if max(size) < len(tile) * 0.6:
        tile = np.asarray(cv2.resize(tile, (len(tile) // 2,) * 2, interpolation=cv2.INTER_AREA), dtype=np.uint8)
    side = len(tile)
    source = np.array([(0, 0), (side, 0), (side, side), (0, side)], np.float32)
    warp = cv2.getPerspectiveTransform(source, (corners - low).astype(np.float32))
    ink = cv2.warpPerspective(tile, warp, size, flags=cv2.INTER_LINEAR)
    place = canvas[low[1] : high[1], low[0] : high[0]]
    np.maximum(place, ink, out=place)
