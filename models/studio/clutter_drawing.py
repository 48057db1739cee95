"""Draws coins, pencils, cards, fingers and the like into the picture, in true perspective."""

import cv2
import numpy as np
from numpy.typing import NDArray

from models.studio import textures
from models.studio.camera import Camera
from models.studio.clutter import LARGE_MM, Clutter, turning
from models.studio.clutter_prints import printed
from models.studio.light import Light, lit
from models.studio.solids import Vectors
from models.studio.textures import Image
from models.studio.trays import fill

Colour = NDArray[np.float32]

UP = np.array([0.0, 0.0, 1.0])
SKIN = ((0.62, 0.72, 0.93), (0.5, 0.62, 0.85), (0.36, 0.48, 0.7), (0.22, 0.3, 0.47), (0.13, 0.18, 0.3))
HALF_MEEPLE = [
    (0, -0.28),
    (0.15, -0.5),
    (0.5, -0.45),
    (0.24, 0.0),
    (0.52, 0.12),
    (0.42, 0.26),
    (0.2, 0.24),
    (0.15, 0.46),
]
MEEPLE = np.array([*HALF_MEEPLE, (0, 0.53), *((-x, y) for x, y in HALF_MEEPLE[:0:-1])])


def draw_clutter(image: Image, thing: Clutter, camera: Camera, light: Light) -> None:
    """Draws one thing and its shadow, in place."""
    rng = np.random.default_rng(thing.seed)
    if thing.item in ("card", "paper", "grid"):
        _lay_print(image, thing, camera, light)
    elif thing.item in ("pencil", "pen", "finger"):
        _draw_rod(image, thing, camera, light, rng)
    elif thing.item == "bead":
        _draw_ball(image, thing, camera, light, _any_colour(rng))
    elif thing.item in LARGE_MM:
        _draw_large(image, thing, camera, light, rng)
    else:
        _draw_slab(image, thing, camera, light, rng)


def outline_px(thing: Clutter, camera: Camera) -> Vectors:
    """The silhouette in the picture, convex."""
    base = thing.footprint
    low = 0.0 if thing.item != "finger" else thing.height_mm - thing.width_mm
    points = np.vstack([np.column_stack([base, np.full(len(base), level)]) for level in (low, thing.height_mm)])
    hull = cv2.convexHull(camera.project(points).astype(np.float32))
    return np.asarray(hull[:, 0, :], dtype=np.float64)


def _any_colour(rng: np.random.Generator) -> Colour:
    hsv = np.array([[[rng.uniform(0, 360), rng.uniform(0.1, 1), rng.uniform(0.15, 1)]]], np.float32)
    return np.asarray(cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR)[0, 0])


def _tinted(colour: Colour, light: Light, normal: Vectors = UP) -> Colour:
    return np.asarray(colour * np.array(light.colour, np.float32) * lit(normal, light), dtype=np.float32)


def _shadow(image: Image, outline: Vectors, low_mm: float, high_mm: float, camera: Camera, light: Light) -> None:
    """Of a slab whose outline stands between two heights."""
    lean = light.direction[:2] / max(light.direction[2], 0.25)
    spots = np.vstack([outline - lean * low_mm, outline - lean * high_mm])
    hull = cv2.convexHull(spots.astype(np.float32))[:, 0, :].astype(np.float64)
    points = camera.project(np.column_stack([hull, np.zeros(len(hull))]))
    blur = max(0.7, light.softness * (low_mm + high_mm) / 2 * camera.focal_px / float(np.linalg.norm(camera.position)))
    low = np.maximum(np.floor(points.min(axis=0) - 3 * blur).astype(int), 0)
    high = np.minimum(np.ceil(points.max(axis=0) + 3 * blur).astype(int), [image.shape[1], image.shape[0]])
    if np.any(high - low < 2):
        return
    mask = np.zeros((high[1] - low[1], high[0] - low[0]), np.uint8)
    cv2.fillConvexPoly(mask, np.round((points - low) * 16).astype(np.int32), 255, cv2.LINE_AA, 4)
    soft = textures.blurred(mask.astype(np.float32), blur) / 255
    image[low[1] : high[1], low[0] : high[0]] *= (1 - light.shadow * soft)[:, :, None]


def _lay_print(image: Image, thing: Clutter, camera: Camera, light: Light) -> None:
    sheet = printed(thing.item, thing.seed) * np.array(light.colour, np.float32) * np.float32(lit(UP, light))
    _shadow(image, thing.footprint, 0.0, 0.5, camera, light)
    _lay(image, sheet, np.column_stack([thing.footprint[::-1], np.full(4, thing.height_mm)]), camera)


def _lay(image: Image, sheet: Image, corners: Vectors, camera: Camera, mask: Image | None = None) -> None:
    """Lays a flat picture onto a quadrangle in the world, its corners clockwise from the upper left."""
    spots = camera.project(corners)
    shown_px = float(max(np.linalg.norm(spots[1] - spots[0]), np.linalg.norm(spots[2] - spots[1])))
    sheet = _no_finer(sheet, shown_px)
    height, width = sheet.shape[:2]
    source = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float32)
    warp = cv2.getPerspectiveTransform(source, spots.astype(np.float32))
    size = (image.shape[1], image.shape[0])
    over = cv2.warpPerspective(sheet, warp, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    mask = np.ones((height, width), np.float32) if mask is None else _no_finer(mask, shown_px)
    share = cv2.warpPerspective(mask, warp, size, flags=cv2.INTER_LINEAR)
    image += (over - image) * share[:, :, None]


def _no_finer(sheet: Image, shown_px: float) -> Image:
    """Than it is shown: what is finer would sparkle."""
    height, width = sheet.shape[:2]
    share = shown_px / max(height, width)
    if share >= 1:
        return sheet
    size = (max(2, round(width * share)), max(2, round(height * share)))
    return np.asarray(cv2.resize(sheet, size, interpolation=cv2.INTER_AREA), dtype=np.float32)


def _draw_slab(image: Image, thing: Clutter, camera: Camera, light: Light, rng: np.random.Generator) -> None:
    """Coins, chips, tokens, crumbs, screws and meeples: a level shape with a side and something on top."""
    ring = _shape(thing, rng)
    metal = np.array([(0.72, 0.75, 0.76), (0.35, 0.62, 0.78), (0.3, 0.45, 0.68)][int(rng.integers(3))], np.float32)
    colour = metal if thing.item in ("coin", "screw") else _any_colour(rng)
    _shadow(image, ring, 0.0, thing.height_mm, camera, light)
    low, high = (np.column_stack([ring, np.full(len(ring), level)]) for level in (0.0, thing.height_mm))
    top = camera.project(high)
    if thing.item == "meeple":
        for share in np.linspace(0, 1, 4)[:-1]:
            _fill_any(image, camera.project(low * (1 - share) + high * share), _tinted(colour * 0.6, light))
        _fill_any(image, top, _tinted(colour, light))
        return
    hull = cv2.convexHull(np.vstack([camera.project(low), top]).astype(np.float32))[:, 0, :].astype(np.float64)
    fill(image, hull, _tinted(colour * 0.6, light))
    fill(image, top, _tinted(colour, light))
    if thing.item in ("coin", "chip", "token", "screw"):
        square = np.array([(-1, 1), (1, 1), (1, -1), (-1, -1)]) @ turning(thing.turn).T * (thing.length_mm / 2)
        corners = np.column_stack([square + np.array([thing.x_mm, thing.y_mm]), np.full(4, thing.height_mm)])
        sheet = printed(thing.item, thing.seed)
        strength = np.asarray(np.abs(sheet - 0.5).max(axis=2) * 2, dtype=np.float32)
        other = _any_colour(rng) if thing.item in ("chip", "token") else colour * (1.35 if rng.random() < 0.5 else 0.55)
        shaded = np.where(sheet > 0.5, np.clip(other, 0, 1), colour * 0.6).astype(np.float32)
        shaded *= _tinted(np.ones(3, np.float32), light)
        _lay(image, shaded, corners, camera, strength)


def _draw_large(image: Image, thing: Clutter, camera: Camera, light: Light, rng: np.random.Generator) -> None:
    """Books, boxes, phones and mugs: one colour, and mostly something printed, shown or poured on top."""
    ring, low, high = thing.footprint, 0.0, thing.height_mm
    base, top = (camera.project(np.column_stack([ring, np.full(len(ring), level)])) for level in (low, high))
    colour = _any_colour(rng) * np.float32(0.25 if thing.item == "phone" else 1)
    _shadow(image, ring, low, high, camera, light)
    hull = cv2.convexHull(np.vstack([base, top]).astype(np.float32))[:, 0, :].astype(np.float64)
    fill(image, hull, _tinted(colour * 0.6, light))
    fill(image, top, _tinted(colour, light))
    inner = (ring - ring.mean(axis=0)) * float(rng.uniform(0.8, 0.96)) + ring.mean(axis=0)
    if thing.item in ("book", "box") and rng.random() < 0.6:
        sheet = printed(str(rng.choice(["card", "paper", "grid"])), thing.seed) * _tinted(np.ones(3, np.float32), light)
        _lay(image, sheet, np.column_stack([inner[::-1], np.full(4, high)]), camera)
    else:
        level = high if thing.item != "mug" else high * 0.7
        shown = camera.project(np.column_stack([inner, np.full(len(inner), level)]))
        fill(image, shown, _tinted(_any_colour(rng) * np.float32(rng.uniform(0.2, 1)), light))


def _shape(thing: Clutter, rng: np.random.Generator) -> Vectors:
    middle = np.array([thing.x_mm, thing.y_mm])
    if thing.item == "meeple":
        return np.asarray(MEEPLE * thing.length_mm @ turning(thing.turn).T + middle)
    sides = {"token": int(rng.choice([4, 6, 24])), "screw": int(rng.choice([6, 24])), "crumb": 9}.get(thing.item, 32)
    angles = thing.turn + np.arange(sides) * 2 * np.pi / sides
    reach = thing.length_mm / 2 * (rng.uniform(0.6, 1, sides) if thing.item == "crumb" else np.ones(sides))
    return np.asarray(np.stack([np.cos(angles), np.sin(angles)], axis=1) * reach[:, None] + middle)


def _fill_any(image: Image, points: Vectors, colour: Colour) -> None:
    """Like `fill`, for outlines with bays."""
    mask = np.zeros(image.shape[:2], np.uint8)
    cv2.fillPoly(mask, [np.round(points * 16).astype(np.int32)], 255, cv2.LINE_AA, 4)
    image += (colour - image) * (mask.astype(np.float32) / 255)[:, :, None]


def _draw_rod(image: Image, thing: Clutter, camera: Camera, light: Light, rng: np.random.Generator) -> None:
    """Pencils, pens and fingers: something round and long, shaded across."""
    radius = thing.width_mm / 2
    middle = thing.height_mm - radius
    _shadow(image, thing.footprint, max(0.0, middle - radius), thing.height_mm, camera, light)
    along = np.array([np.cos(thing.turn), np.sin(thing.turn)]) * (thing.length_mm / 2 - radius)
    ends = np.array([(thing.x_mm + way * along[0], thing.y_mm + way * along[1], middle) for way in (-1, 1)])
    spots = camera.project(ends)
    width = radius * camera.focal_px / float((ends.mean(axis=0) - camera.position) @ camera.rotation[2])
    low = np.maximum(np.floor(spots.min(axis=0) - width).astype(int), 0)
    high = np.minimum(np.ceil(spots.max(axis=0) + width).astype(int) + 1, [image.shape[1], image.shape[0]])
    if np.any(high - low < 2):
        return
    y, x = np.mgrid[low[1] : high[1], low[0] : high[0]].astype(np.float32)
    axis = (spots[1] - spots[0]) / max(1e-6, float(np.linalg.norm(spots[1] - spots[0])))
    length = float((spots[1] - spots[0]) @ axis)
    forth = (x - spots[0][0]) * axis[0] + (y - spots[0][1]) * axis[1]
    side = (y - spots[0][1]) * axis[0] - (x - spots[0][0]) * axis[1]
    over = forth - np.clip(forth, 0, length)
    away = np.sqrt(side**2 + over**2) / width
    colour = _rod_colours(thing.item, np.clip(forth / max(length, 1e-6), 0, 1), side / width, rng)
    slope = np.clip(side / width, -1, 1)
    toward = camera.rotation[:2] @ light.direction
    upright = np.sqrt(1 - slope**2)
    facing = upright * light.direction[2] + slope * (toward[1] * axis[0] - toward[0] * axis[1])
    bright = light.ambient * (0.6 + 0.4 * upright) + light.lamp * np.clip(facing, 0, 1)
    taper = np.clip((1 - forth / max(length, 1e-6)) * 8, 0.15, 1) if thing.item == "pencil" else 1.0
    mask = np.clip((taper - away) * width + 0.5, 0, 1)
    patch = image[low[1] : high[1], low[0] : high[0]]
    painted = colour * bright[:, :, None] * np.array(light.colour, np.float32)
    patch += ((painted - patch) * mask[:, :, None]).astype(np.float32)


def _rod_colours(item: str, forth: Image, side: Image, rng: np.random.Generator) -> Image:
    """Colour at each share of the length, 0 at the far end."""
    colour = np.broadcast_to(_any_colour(rng), (*forth.shape, 3)).copy()
    if item == "finger":
        skin = np.array(SKIN[int(rng.integers(len(SKIN)))], np.float32)
        folds = textures.cut("cloud", forth.shape, 1.2, int(rng.integers(1 << 30)))
        colour = skin * (0.9 + 0.2 * folds[:, :, None])
        knuckle = np.exp(-(((forth - 0.55) / 0.03) ** 2)) * 0.12
        colour = colour * (1 - knuckle[:, :, None])
        nail = (((forth - 0.97) / 0.11) ** 2 + (side / 0.6) ** 2) < 1
        colour[nail] = np.clip(skin * 1.1 + [0.05, 0.04, 0.06], 0, 1)
    elif item == "pencil":
        colour[np.abs(side) > 0.5] *= 0.82
        colour[forth > 0.86] = (0.5, 0.72, 0.86)
        colour[forth > 0.96] = colour[0, 0] * 0.4
        colour[forth < 0.06] = (0.65, 0.6, 0.9)
    else:
        colour[forth > 0.9] = (0.8, 0.8, 0.8)
        colour[(forth < 0.3) & (np.abs(side - 0.2) < 0.2)] = (0.75, 0.75, 0.75)
    return np.asarray(colour, dtype=np.float32)


def _draw_ball(image: Image, thing: Clutter, camera: Camera, light: Light, colour: Colour) -> None:
    radius = thing.length_mm / 2
    _shadow(image, thing.footprint, radius * 0.3, radius * 1.7, camera, light)
    centre = np.array([thing.x_mm, thing.y_mm, radius])
    spot = camera.project(centre[None, :])[0]
    width = radius * camera.focal_px / float((centre - camera.position) @ camera.rotation[2])
    low = np.maximum(np.floor(spot - width).astype(int) - 1, 0)
    high = np.minimum(np.ceil(spot + width).astype(int) + 2, [image.shape[1], image.shape[0]])
    if np.any(high - low < 2):
        return
    y, x = np.mgrid[low[1] : high[1], low[0] : high[0]].astype(np.float32)
    across, down = (x - spot[0]) / width, (y - spot[1]) / width
    depth = np.sqrt(np.clip(1 - across**2 - down**2, 0, 1))
    normals = np.stack([across, down, -depth], axis=2) @ camera.rotation
    toward = np.clip(normals @ light.direction, 0, 1)
    bright = light.ambient * (0.7 + 0.3 * normals[:, :, 2]) + light.lamp * toward
    mask = np.clip((1 - np.sqrt(across**2 + down**2)) * width + 0.5, 0, 1)
    painted = colour * bright[:, :, None] * np.array(light.colour, np.float32)
    painted += 0.6 * light.lamp * (toward**30)[:, :, None]
    patch = image[low[1] : high[1], low[0] : high[0]]
    patch += ((painted - patch) * mask[:, :, None]).astype(np.float32)
