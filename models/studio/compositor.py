"""Draws a die quickly: true pose and perspective, faces as shaded polygons, ink warped onto them.

The ray-caster draws the same described dice more truly and slower.
"""

from collections.abc import Sequence
from math import ceil, floor

import cv2
import numpy as np

from models.studio import textures
from models.studio.blending import blended, in_colours, mixed, painted
from models.studio.camera import Camera
from models.studio.die import Die, Placed
from models.studio.light import Light
from models.studio.looks import MATERIALS
from models.studio.outlines import silhouette
from models.studio.printing import print_ink, shine_through
from models.studio.region import SHIFT, Region
from models.studio.solids import Vectors
from models.studio.textures import Image

GLARING = 1.02  # brightness from which on a surface shines white
ON_FLOOR = np.array([1.0, 1.0, 0.0])
THIRD = 5  # from the seed of a die's pattern to that of its third colour


def outline(placed: Placed, camera: Camera) -> Vectors:
    """The die's silhouette in pixels, convex."""
    hull = cv2.convexHull(camera.project(placed.vertices).astype(np.float32))
    return np.asarray(hull[:, 0, :], dtype=np.float64)


def _region(points: Vectors, margin: float, image: Image) -> Region | None:
    low, high = points.min(axis=0).tolist(), points.max(axis=0).tolist()
    left, top = (max(0, floor(side - margin)) for side in low)
    right, bottom = min(image.shape[1], ceil(high[0] + margin)), min(image.shape[0], ceil(high[1] + margin))
    if right - left < 2 or bottom - top < 2:
        return None
    return Region(left, top, right - left, bottom - top)


def _filled(size: tuple[int, int], points: Vectors) -> Image:
    """An antialiased polygon, 0–1."""
    mask = np.zeros(size, np.uint8)
    cv2.fillConvexPoly(mask, np.round(points * (1 << SHIFT)).astype(np.int32), 255, cv2.LINE_AA, SHIFT)
    return np.multiply(mask, np.float32(1 / 255), dtype=np.float32)


def draw_dice(image: Image, dice: Sequence[Placed], camera: Camera, light: Light) -> None:
    """Draws all dice, listed from the furthest to the nearest, over a picture of the tray; in place."""
    for placed in dice:
        draw_shadow(image, placed, camera, light)
    for placed in dice:
        draw_die(image, placed, camera, light)


def draw_shadow(image: Image, placed: Placed, camera: Camera, light: Light) -> None:
    """The shadow on the floor, in place."""
    vertices = placed.vertices
    reach = vertices[:, 2:] / max(light.direction[2], 0.25)
    on_floor = vertices - light.direction[None, :] * reach
    on_floor[:, 2] = 0
    spots = camera.project(np.vstack([on_floor, vertices * ON_FLOOR]))
    blur = max(0.6, light.softness * placed.die.inradius_mm * _scale_px(camera, placed))
    region = _region(spots, 2.5 * blur, image)
    if region is None:
        return
    hull = cv2.convexHull(region.local(spots).astype(np.float32))[:, 0, :].astype(np.float64)
    mask = textures.blurred(_filled((region.height, region.width), hull), blur)
    region.of(image)[...] *= in_colours(1 - light.shadow * mask)


def _scale_px(camera: Camera, placed: Placed) -> float:
    """Pixels a millimetre at the die."""
    depth = float((placed.position - camera.position) @ camera.rotation[2])
    return camera.focal_px / max(depth, 1.0)


def draw_die(image: Image, placed: Placed, camera: Camera, light: Light) -> None:
    """Draws the die over the picture, in place."""
    corners = camera.project(placed.vertices)
    region = _region(corners, 3, image)
    if region is None:
        return
    die, size = placed.die, (region.height, region.width)
    scale = _scale_px(camera, placed) * die.inradius_mm
    body = _body(size, region.local(corners), placed, camera, light, scale)
    coverage = _filled(size, region.local(silhouette(placed, camera)))
    under = region.of(image)
    see_through = MATERIALS[die.look.material].see_through
    if see_through:
        glow = textures.blurred(under, max(1.0, scale * 0.25)) if scale > 4 else under
        body = np.asarray(
            cv2.addWeighted(body, 1 - see_through, glow, float(body.mean()) ** 0.3 * see_through * 1.15, 0), np.float32
        )
        body = shine_through(body, region, placed, camera, scale)
    body = print_ink(body, region, placed, camera, light, scale)
    under[...] = mixed(under, body, coverage)


def _body(size: tuple[int, int], points: Vectors, placed: Placed, camera: Camera, light: Light, scale: float) -> Image:
    """Shaded faces with soft bright edges, coloured by the material's texture; `points` are the corners in it."""
    die = placed.die
    shade = np.full(size, 0.5, np.float32)
    edges = np.zeros(size, np.float32)
    to_camera = camera.position - placed.position
    normals = die.solid.normals @ placed.rotation.T
    brightness = _brightness(normals, to_camera, light, die)
    visible = _visible(placed, camera, normals)
    fine = np.round(points * (1 << SHIFT)).astype(np.int32)
    rings = [fine[list(die.solid.faces[face])] for face in visible]
    for face, ring in zip(visible, rings, strict=True):
        cv2.fillConvexPoly(shade, ring, brightness[face], cv2.LINE_AA, SHIFT)
    cv2.polylines(edges, rings, True, 1.0, max(1, round(die.look.rounded * scale * 0.9)), cv2.LINE_AA, SHIFT)
    shade += edges * np.float32((die.look.gloss - 0.3) * 0.28 * light.lamp)
    shade = np.asarray(cv2.GaussianBlur(shade, (0, 0), max(0.4, die.look.rounded * scale * 0.45)), np.float32)
    shade *= 0.94 + 0.12 * textures.cut("cloud", size, 256 / max(size) / 2.5, die.look.grain + 1)
    body = _coloured(shade, die, scale, np.array(light.colour))
    if float(shade.max()) > GLARING:
        body += in_colours(np.clip(shade - GLARING, 0, 1) * np.float32(0.8))
    return np.asarray(np.clip(body, 0, 1, out=body))


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


def _coloured(shade: Image, die: Die, scale: float, tint: Vectors) -> Image:
    """The material's colours, as bright as they are lit."""
    look = die.look
    material = MATERIALS[look.material]
    if material.texture == "plain":
        return painted(shade, (tint * look.body).tolist())
    grain = max(0.35, scale / 34 * look.coarse)
    first = textures.cut(material.texture, shade.shape, grain, look.grain) * np.float32(material.mixing)
    if look.third == look.second:
        other = np.zeros_like(first)
    else:
        other = textures.cut(material.texture, shade.shape, grain, look.grain + THIRD) * np.float32(material.mixing)
    rest = shade * (1 - other)
    shares = (rest * (1 - first), rest * first, shade * other)
    return blended(shares, [(tint * colour).tolist() for colour in (look.body, look.second, look.third)])
