"""Draws a die quickly: true pose and perspective, faces as shaded polygons, ink warped onto them.

The ray-caster draws the same described dice more truly and slower.
"""

import cv2
import numpy as np

from models.studio import textures
from models.studio.camera import Camera
from models.studio.die import Die, Placed
from models.studio.light import Light
from models.studio.looks import MATERIALS
from models.studio.outlines import silhouette
from models.studio.printing import print_ink, shine_through
from models.studio.region import SHIFT, Region
from models.studio.solids import Vectors
from models.studio.textures import Image

THIRD = 5  # from the seed of a die's pattern to that of its third colour


def outline(placed: Placed, camera: Camera) -> Vectors:
    """The die's silhouette in pixels, convex."""
    hull = cv2.convexHull(camera.project(placed.vertices).astype(np.float32))
    return np.asarray(hull[:, 0, :], dtype=np.float64)


def _region(points: Vectors, margin: float, image: Image) -> Region | None:
    low = np.floor(points.min(axis=0) - margin).astype(int)
    high = np.ceil(points.max(axis=0) + margin).astype(int)
    left, top = max(0, low[0]), max(0, low[1])
    right, bottom = min(image.shape[1], high[0]), min(image.shape[0], high[1])
    if right - left < 2 or bottom - top < 2:
        return None
    return Region(int(left), int(top), int(right - left), int(bottom - top))


def _fill(mask: Image, points: Vectors, value: float | tuple[float, ...]) -> None:
    cv2.fillConvexPoly(mask, np.round(points * (1 << SHIFT)).astype(np.int32), value, cv2.LINE_AA, SHIFT)


def _filled(size: tuple[int, int], points: Vectors) -> Image:
    """An antialiased polygon, 0–1."""
    mask = np.zeros(size, np.uint8)
    cv2.fillConvexPoly(mask, np.round(points * (1 << SHIFT)).astype(np.int32), 255, cv2.LINE_AA, SHIFT)
    return np.asarray(mask / 255, dtype=np.float32)


def draw_shadow(image: Image, placed: Placed, camera: Camera, light: Light) -> None:
    """The shadow on the floor, in place."""
    vertices = placed.vertices
    reach = vertices[:, 2:] / max(light.direction[2], 0.25)
    on_floor = vertices - light.direction[None, :] * reach
    on_floor[:, 2] = 0
    spots = camera.project(np.vstack([on_floor, vertices * [1, 1, 0]]))
    blur = max(0.6, light.softness * placed.die.inradius_mm * _scale_px(camera, placed))
    region = _region(spots, 2.5 * blur, image)
    if region is None:
        return
    hull = cv2.convexHull(region.local(spots).astype(np.float32))[:, 0, :].astype(np.float64)
    mask = textures.blurred(_filled((region.height, region.width), hull), blur)
    region.of(image)[...] *= (1 - light.shadow * mask)[:, :, None]


def _scale_px(camera: Camera, placed: Placed) -> float:
    """Pixels a millimetre at the die."""
    depth = float((placed.position - camera.position) @ camera.rotation[2])
    return camera.focal_px / max(depth, 1.0)


def draw_die(image: Image, placed: Placed, camera: Camera, light: Light) -> None:
    """Draws the die over the picture, in place."""
    hull = outline(placed, camera)
    region = _region(hull, 3, image)
    if region is None:
        return
    die, size = placed.die, (region.height, region.width)
    scale = _scale_px(camera, placed) * die.inradius_mm
    body = _body(size, region, placed, camera, light, scale)
    coverage = _filled(size, region.local(silhouette(placed, camera)))
    under = region.of(image)
    see_through = MATERIALS[die.look.material].see_through
    if see_through:
        glow = textures.blurred(under, max(1.0, scale * 0.25)) if scale > 4 else under
        body = body * (1 - see_through) + glow * body.mean() ** 0.3 * see_through * 1.15
        body = shine_through(body, region, placed, camera, scale)
    body = print_ink(body, region, placed, camera, light, scale)
    under[...] = under * (1 - coverage[:, :, None]) + body * coverage[:, :, None]


def _body(size: tuple[int, int], region: Region, placed: Placed, camera: Camera, light: Light, scale: float) -> Image:
    """Shaded faces with soft bright edges, coloured by the material's texture."""
    die = placed.die
    shade = np.full(size, 0.5, np.float32)
    edges = np.zeros(size, np.float32)
    points = region.local(camera.project(placed.vertices))
    to_camera = camera.position - placed.position
    normals = die.solid.normals @ placed.rotation.T
    brightness = _brightness(normals, to_camera, light, die)
    width = max(1, round(die.look.rounded * scale * 0.9))
    for face in _visible(placed, camera, normals):
        ring = points[list(die.solid.faces[face])]
        _fill(shade, ring, brightness[face])
        corners = np.round(ring * (1 << SHIFT)).astype(np.int32)
        cv2.polylines(edges, [corners], True, 1.0, width, cv2.LINE_AA, SHIFT)
    blur = max(0.4, die.look.rounded * scale * 0.45)
    shade = np.asarray(cv2.GaussianBlur(shade, (0, 0), blur), np.float32)
    edges = np.asarray(cv2.GaussianBlur(edges, (0, 0), blur), np.float32)
    shade += edges * (die.look.gloss - 0.3) * 0.28 * light.lamp
    seed = die.look.grain
    shade *= 0.94 + 0.12 * textures.cut("cloud", size, 256 / max(size) / 2.5, seed + 1)
    colour = _colour(size, die, scale)
    tint = np.array(light.colour, np.float32)
    shiny = np.clip(shade - 1.02, 0, 1)[:, :, None]
    return np.asarray(np.clip(colour * shade[:, :, None] * tint + shiny * 0.8, 0, 1), dtype=np.float32)


def _visible(placed: Placed, camera: Camera, normals: Vectors) -> list[int]:
    heights = normals @ (camera.position - placed.position) - placed.die.solid.offsets * placed.die.inradius_mm
    return [int(face) for face in np.flatnonzero(heights > 0) if len(placed.die.solid.faces[face]) >= 3]


def _brightness(normals: Vectors, to_camera: Vectors, light: Light, die: Die) -> list[float]:
    """Of each face."""
    half = light.direction + to_camera / np.linalg.norm(to_camera)
    lit = np.maximum(normals @ light.direction, 0)
    shine = np.maximum(normals @ (half / np.linalg.norm(half)), 0) ** (8 + 50 * die.look.gloss)
    metal = MATERIALS[die.look.material].metal
    mirrored = 0.5 + 0.5 * np.sin(normals @ (5.0, 3.0, 4.0))
    upward = 0.75 + 0.25 * normals[:, 2]
    plain = light.ambient * upward + light.lamp * lit + light.lamp * shine * die.look.gloss * 0.7
    return [float(shade) for shade in plain * (1 - 0.5 * metal) + metal * mirrored * 0.6]


def _colour(size: tuple[int, int], die: Die, scale: float) -> Image:
    look = die.look
    material = MATERIALS[look.material]
    body = np.array(look.body, np.float32)
    if material.texture == "plain":
        return np.broadcast_to(body, (*size, 3))
    grain = max(0.35, scale / 34)
    pattern = textures.cut(material.texture, size, grain, look.grain)[:, :, None] * material.mixing
    colour = np.asarray(body * (1 - pattern) + np.array(look.second, np.float32) * pattern, dtype=np.float32)
    if look.third == look.second:
        return colour
    pattern = textures.cut(material.texture, size, grain, look.grain + THIRD)[:, :, None] * material.mixing
    return np.asarray(colour * (1 - pattern) + np.array(look.third, np.float32) * pattern, dtype=np.float32)
