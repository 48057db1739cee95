"""Prints numerals and pips onto a composed die: tiles of ink warped onto its faces, engraved, worn, shining through."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from models.studio import textures, tiles
from models.studio.blending import grey, in_colours, mixed, painted
from models.studio.camera import Camera
from models.studio.die import Die, Placed, tile_frame
from models.studio.fonts import Tile
from models.studio.frames import frames
from models.studio.light import Light
from models.studio.looks import MATERIALS, ROUND_NUMERALS
from models.studio.region import SHIFT, Region
from models.studio.solids import Slot, Vectors
from models.studio.textures import Image

GHOST = 0.35  # of the ink of far numerals that is seen through clear glass
RED = (0.12, 0.1, 0.8)  # of a big "1"
SLOPE = np.array([(-1, 0, 1), (-2, 0, 2), (-1, 0, 1)]) / 4
UNIT_SQUARE = np.array([(0, 0), (1, 0), (1, 1), (0, 1)], np.float32)
GRAZING = 0.12  # cosine under which nothing printed on a face can be seen


def print_ink(body: Image, region: Region, placed: Placed, camera: Camera, light: Light, scale: float) -> Image:
    """Ink on all visible faces, with the relief of engraving."""
    look = placed.die.look
    ink = np.zeros(body.shape[:2], np.uint8)
    red = np.zeros_like(ink) if look.red_one else ink
    for spot in _spots(region, placed, camera, facing_camera(placed, camera) >= GRAZING):
        spot.stamp(red if look.red_one and placed.die.labels[spot.slot.label] == "1" else ink, placed.die)
    if look.decor == "framed":
        _draw_frames(ink, region, placed, camera, scale)
    soft = cv2.GaussianBlur(np.maximum(ink, red), (0, 0), max(0.3, scale * 0.008))
    covered = np.multiply(soft, np.float32(1 / 255), dtype=np.float32)
    if look.wear:
        speckles = textures.cut("speckle", body.shape[:2], 1.5, look.grain + 2)
        covered *= 1 - cv2.threshold(speckles, 0.3, look.wear, cv2.THRESH_BINARY)[1]
    shade = np.clip(grey(body) * np.float32(1 / (sum(look.body) / 3 + 0.05)), 0.45, 1.15)
    colour = painted(shade, [part * tint for part, tint in zip(look.ink, light.colour, strict=True)])
    if look.red_one:
        colour[red > ink] = painted(shade, RED)[red > ink]
    printed = mixed(body, colour, covered)
    if look.engraved > 0.2:
        printed += in_colours(_relief(covered, light, camera, look.engraved * 0.35))
    return np.asarray(np.clip(printed, 0, 1, out=printed))


def _draw_frames(ink: NDArray[np.uint8], region: Region, placed: Placed, camera: Camera, scale: float) -> None:
    """The lines along the edges of all faces that are seen, in place; those thinner than a pixel are fainter."""
    facing = facing_camera(placed, camera)
    for frame in frames(placed.die):
        if facing[frame.face] >= GRAZING:
            world = frame.ring * placed.die.inradius_mm @ placed.rotation.T + placed.position
            line = np.round(region.local(camera.project(world)) * (1 << SHIFT)).astype(np.int32)
            thick = frame.wide * scale
            cv2.polylines(ink, [line], True, round(255 * min(1.0, thick)), max(1, round(thick)), cv2.LINE_AA, SHIFT)


def facing_camera(placed: Placed, camera: Camera) -> Vectors:
    """The cosine of each face to the camera."""
    view = camera.position - placed.position
    return np.asarray(placed.die.solid.normals @ placed.rotation.T @ (view / np.linalg.norm(view)))


def shine_through(body: Image, region: Region, placed: Placed, camera: Camera, scale: float) -> Image:
    """Far numerals and edges, dim and soft, through a clear body."""
    ghosts = np.zeros(body.shape[:2], np.uint8)
    facing = facing_camera(placed, camera)
    for spot in _spots(region, placed, camera, facing < -3 * GRAZING):
        spot.stamp(ghosts, placed.die)
    edges = np.zeros_like(ghosts)
    points = np.round(region.local(camera.project(placed.vertices)) * (1 << SHIFT)).astype(np.int32)
    rings = [points[list(ring)] for ring, cosine in zip(placed.die.solid.faces, facing, strict=True) if cosine < 0]
    cv2.polylines(edges, [ring for ring in rings if len(ring)], True, 255, 2, cv2.LINE_AA, SHIFT)
    blur = max(0.6, 0.04 * scale)
    soft = np.asarray(cv2.GaussianBlur(cv2.merge([ghosts, edges]), (0, 0), blur), np.float32) * np.float32(1 / 255)
    dimmed = soft[:, :, 0] * np.float32(GHOST * MATERIALS[placed.die.look.material].see_through)
    lit = soft[:, :, 1] * np.float32((placed.die.look.gloss - 0.4) * 0.3)
    ink = painted(dimmed, [0.8 * part for part in placed.die.look.ink])
    through = body * in_colours(np.float32(1) - dimmed) + ink + in_colours(lit)
    return np.asarray(np.clip(through, 0, 1, out=through))


def _relief(covered: Image, light: Light, camera: Camera, depth: float) -> Image:
    """The walls of engraved strokes: the side away from the lamp is lit."""
    across, along = camera.rotation[:2] @ light.direction
    slope = (SLOPE * across + SLOPE.T * along) * (light.lamp * depth)
    return np.asarray(cv2.filter2D(covered, cv2.CV_32F, slope), dtype=np.float32)


def tile_for(die: Die, slot: Slot) -> Tile:
    if die.logo_label == slot.label:
        return tiles.logo(die.look.grain % 64)
    if die.look.pips:
        one = die.labels[slot.label] == "1" and die.look.red_one
        radius = die.look.pip_radius * (1.5 if one else 1.0)
        return tiles.pips(die.labels[slot.label], radius, die.look.pip_spread, die.look.pip_form)
    if die.look.decor in ROUND_NUMERALS:
        return tiles.ornate(die.look.lettering, die.labels[slot.label], die.look.decor, die.look.grain % 500)
    return tiles.numeral(die.look.lettering, die.labels[slot.label])


@lru_cache(maxsize=4096)
def _small_tile(die: Die, slot: Slot) -> Tile:
    tile = tile_for(die, slot)
    return np.asarray(cv2.resize(tile, (len(tile) // 2,) * 2, interpolation=cv2.INTER_AREA), dtype=np.uint8)


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


@dataclass(frozen=True, eq=False, slots=True)
class Spot:
    """Where in the picture a slot's tile is seen: the window around it, and the tile's corners in that window."""

    slot: Slot
    rows: slice
    columns: slice
    corners: NDArray[np.float32]

    def stamp(self, canvas: NDArray[np.uint8], die: Die) -> None:
        """Warps the tile's ink onto the canvas, in place."""
        size = (self.columns.stop - self.columns.start, self.rows.stop - self.rows.start)
        tile = (_small_tile if max(size) < tiles.TILE_PX * 0.6 else tile_for)(die, self.slot)
        warp = cv2.getPerspectiveTransform(UNIT_SQUARE * np.float32(len(tile)), self.corners)
        ink = cv2.warpPerspective(tile, warp, size, flags=cv2.INTER_LINEAR)
        place = canvas[self.rows, self.columns]
        np.maximum(place, ink, out=place)


def _spots(region: Region, placed: Placed, camera: Camera, shown: NDArray[np.bool_]) -> Iterator[Spot]:
    """Of all slots on the faces to be shown."""
    slots = {number: slot for number, slot in enumerate(placed.die.slots) if shown[slot.face]}
    corners = _corners(placed.die)[list(slots)].reshape(-1, 3)
    world = corners * placed.die.inradius_mm @ placed.rotation.T + placed.position
    seen = region.local(camera.project(world)).reshape(-1, 4, 2)
    return spots((region.width, region.height), list(slots.values()), seen)


def spots(size: tuple[int, int], slots: Sequence[Slot], corners: Vectors) -> Iterator[Spot]:
    """Of slots with the corners of their tiles, (slots, 4, 2), as far as they are inside a picture of that size."""
    low = np.maximum(np.floor(corners.min(axis=1)).astype(int), 0)
    high = np.minimum(np.ceil(corners.max(axis=1)).astype(int) + 1, size)
    within = (corners - low[:, None]).astype(np.float32)
    for slot, own, (left, top), (right, bottom) in zip(slots, within, low.tolist(), high.tolist(), strict=True):
        if right - left >= 2 and bottom - top >= 2:
            yield Spot(slot, slice(top, bottom), slice(left, right), own)
