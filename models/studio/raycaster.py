"""Draws dice truly: rays against rounded bodies, soft shadows on the tray and on one another, mirrors and glass."""

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from models.studio.camera import Camera
from models.studio.compositor import outline
from models.studio.die import Placed
from models.studio.ink import bilinear, ink_at
from models.studio.light import Light
from models.studio.looks import MATERIALS
from models.studio.rays import Floats, body_of, cast, crossing, into_frame, nearness, shade_from
from models.studio.shading import Room, body_colour, inked, lit_colour, mean_colour, room_for, tint_through
from models.studio.solids import Vectors
from models.studio.textures import Image
from models.studio.trays import floor_homography

GLASS = 1.5  # refraction of acrylic and resin
ENGRAVING = 0.55  # how far the deepest engraving turns the surface
LAMP_SIZE = 0.8  # how far a shadow's edge widens over a distance, at softness 1
SOFTEST_EDGE_PX = 0.3  # an edge sharper than this would sparkle
CONTACT = 0.45  # how dark it is right beside a die


def draw_dice(image: Image, dice: Sequence[Placed], camera: Camera, light: Light) -> None:
    """Draws all dice, listed from the furthest to the nearest, over a picture of the tray; in place."""
    if not dice:
        return
    room = room_for(light, mean_colour(image), dice[0].die.look.grain)
    for placed in dice:
        _darken_floor(image, placed, camera, light)
    for placed in dice:
        _draw(image, placed, [other for other in dice if other is not placed], camera, room)


def _window(points: Vectors, margin: float, image: Image) -> tuple[slice, slice] | None:
    """Rows and columns of the picture around some points."""
    low = np.maximum(np.floor(points.min(axis=0) - margin).astype(int), 0)
    high = np.minimum(np.ceil(points.max(axis=0) + margin).astype(int) + 1, [image.shape[1], image.shape[0]])
    return (slice(low[1], high[1]), slice(low[0], high[0])) if np.all(high - low >= 2) else None


def _pixels(window: tuple[slice, slice]) -> Floats:
    """Centres of a window's pixels, (n, 2)."""
    y, x = np.mgrid[window].astype(np.float32)
    return np.stack([x.ravel() + 0.5, y.ravel() + 0.5], axis=1)


def _coarse_pixels(window: tuple[slice, slice]) -> tuple[Floats, tuple[int, int]]:
    """About every second of a window's pixels in each direction, (n, 2), and how many rows and columns these are."""
    rows, columns = (max(2, (part.stop - part.start) // 2) for part in window)
    y = window[0].start + (np.arange(rows, dtype=np.float32) + 0.5) * (window[0].stop - window[0].start) / rows
    x = window[1].start + (np.arange(columns, dtype=np.float32) + 0.5) * (window[1].stop - window[1].start) / columns
    return np.stack([np.tile(x, rows), np.repeat(y, columns)], axis=1), (rows, columns)


def _darken_floor(image: Image, placed: Placed, camera: Camera, light: Light) -> None:
    """The shadow of the lamp, coloured under clear dice, and the darkness beside the die."""
    vertices = placed.vertices
    fall = vertices[:, 2:] / max(light.direction[2], 0.25)
    spots = np.vstack([vertices - light.direction * fall, vertices * [1, 1, 0]])
    reach = placed.die.inradius_mm * camera.focal_px / float(np.linalg.norm(camera.position))
    way = float(fall.max()) / placed.die.inradius_mm
    penumbra = light.softness * LAMP_SIZE * way
    window = _window(camera.project(spots * [1, 1, 0]), reach * (1.2 + 1.3 * penumbra), image)
    if window is None:
        return
    pixels, rough = _coarse_pixels(window)
    level = floor_homography(camera, 0.0)
    ground = np.column_stack([pixels, np.ones(len(pixels))]) @ level.T
    points = np.column_stack([ground[:, :2] / ground[:, 2:], np.zeros(len(pixels))]).astype(np.float32)
    toward = light.direction.astype(np.float32)
    toward[2] = max(toward[2], 0.25)
    hidden = light.shadow * shade_from(placed, points, toward / np.linalg.norm(toward), light.softness * LAMP_SIZE)
    beside = CONTACT * np.exp(-np.maximum(nearness(placed, points), 0) / 0.28) * (0.5 + 0.5 * light.shadow)
    clear = MATERIALS[placed.die.look.material].see_through
    passed = clear * 0.8 * np.array(placed.die.look.body, np.float32)
    left = (1 - hidden[:, None] * (1 - passed)) * (1 - beside[:, None] * (1 - 0.4 * passed))
    under = image[window]
    under *= cv2.resize(left.reshape(*rough, 3).astype(np.float32), under.shape[1::-1], interpolation=cv2.INTER_LINEAR)


def _draw(image: Image, placed: Placed, others: list[Placed], camera: Camera, room: Room) -> None:
    window = _window(outline(placed, camera), 2, image)
    if window is None:
        return
    die = placed.die
    turn = placed.rotation.astype(np.float32)
    pixels = _pixels(window)
    within = _within(outline(placed, camera), window)
    views = _views(camera, pixels[within])
    origin = into_frame(placed, camera.position.astype(np.float32)[None, :])[0]
    px_per_inradius = camera.focal_px / float(np.linalg.norm(origin))
    body = body_of(placed)
    body = replace(body, rounding=max(body.rounding, SOFTEST_EDGE_PX / px_per_inradius))
    hits = cast(body, origin, views @ turn)
    cover = np.clip(0.5 - hits.margin * px_per_inradius, 0, 1)
    seen = np.flatnonzero(cover > 0)
    if len(seen) == 0:
        return
    local = origin + (views[seen] @ turn) * hits.distance[seen, None]
    face = hits.face[seen]
    ink = ink_at(die, local, face, px_per_inradius)
    points = (local * die.inradius_mm) @ turn.T + placed.position.astype(np.float32)
    normals = hits.normals[seen] + ENGRAVING * die.look.engraved * ink.slope * _bump_share(px_per_inradius)
    normals = (normals / np.linalg.norm(normals, axis=1, keepdims=True)) @ turn.T
    lamp, sky = _left_by_others(points, normals, others, room.light)
    sky = sky * (0.62 + 0.38 * np.clip(points[:, 2] / die.inradius_mm, 0, 1))
    colour = body_colour(die, local, face)
    clear = MATERIALS[die.look.material].see_through
    opaque = lit_colour(die, inked(die, colour, ink.cover, ink.red, local), normals, views[seen], lamp, sky, room)
    if clear:
        through = _through(image, placed, local, hits.normals[seen], views[seen] @ turn, camera, room)
        share = (clear * (1 - ink.cover))[:, None]
        opaque = opaque * (1 - share) + (through * 1.1 + opaque * 0.15) * share
    flat = image[window].reshape(-1, 3)
    spots = within[seen]
    flat[spots] += (opaque - flat[spots]) * cover[seen, None]
    image[window] = flat.reshape(image[window].shape)


def _within(hull: Vectors, window: tuple[slice, slice]) -> NDArray[np.intp]:
    """Which of a window's pixels a die may touch."""
    rows, columns = window
    mask = np.zeros((rows.stop - rows.start, columns.stop - columns.start), np.uint8)
    points = np.round(hull - [columns.start, rows.start]).astype(np.int32)
    cv2.fillConvexPoly(mask, points, 1)
    cv2.polylines(mask, [points], True, 1, 3)
    return np.flatnonzero(mask)


def _bump_share(px_per_inradius: float) -> float:
    """Engraving is lost in small pictures."""
    return float(np.clip(px_per_inradius / 40, 0.2, 1.0))


def _views(camera: Camera, pixels: Floats) -> Floats:
    """Unit directions of pixels in the world."""
    across = (pixels[:, 0] - camera.width_px / 2) / camera.focal_px
    down = (pixels[:, 1] - camera.height_px / 2) / camera.focal_px
    rays = np.stack([across, down, np.ones_like(across)], axis=1) @ camera.rotation
    return np.asarray(rays / np.linalg.norm(rays, axis=1, keepdims=True), dtype=np.float32)


def _left_by_others(points: Floats, normals: Floats, others: list[Placed], light: Light) -> tuple[Floats, Floats]:
    """What neighbours leave of the lamp and of the light from everywhere."""
    lamp = np.ones(len(points), np.float32)
    sky = np.ones(len(points), np.float32)
    middle = points.mean(axis=0)
    for other in others:
        size = other.die.inradius_mm
        away = other.position.astype(np.float32) - middle
        if float(np.linalg.norm(away)) > 9 * size:
            continue
        lamp *= 1 - light.shadow * shade_from(
            other, points, light.direction.astype(np.float32), light.softness * LAMP_SIZE
        )
        toward = other.position.astype(np.float32) - points
        distance = np.linalg.norm(toward, axis=1)
        facing = np.clip(np.sum(normals * toward, axis=1) / distance, 0, 1)
        sky *= 1 - 0.6 * facing * np.clip((1.15 * size / distance) ** 2, 0, 1)
    return lamp, sky


def _through(
    image: Image, placed: Placed, local: Floats, normals: Floats, views: Floats, camera: Camera, room: Room
) -> Floats:
    """What shines through: bent at the surface, past the ink of the rear faces, onto the tray behind."""
    die = placed.die
    body = body_of(placed)
    inward = _bent(views, normals)
    _, leave, _, _ = crossing(body, local + inward * np.float32(0.01), inward)
    ends = local + inward * leave[:, None]
    rear = (ends @ body.normals.T - body.offsets).argmax(axis=1)
    ink = ink_at(die, ends, rear, 60.0, slopes=False).cover
    turn = placed.rotation.astype(np.float32)
    world = (ends * die.inradius_mm) @ turn.T + placed.position.astype(np.float32)
    onward = (inward @ turn.T) * 0.6 + (views @ turn.T) * 0.4
    fall = np.clip(world[:, 2] / np.maximum(-onward[:, 2], 0.15), 0, 4 * die.inradius_mm)
    ground = world + onward * fall[:, None]
    spots = camera.project(ground.astype(np.float64)).astype(np.float32)
    behind = bilinear(image, spots[:, 0] - 0.5, spots[:, 1] - 0.5)
    upward = np.clip(onward[:, 2:] * 4 + 0.2, 0, 1)
    mirrored = room.seen(np.asarray(onward, dtype=np.float32))
    behind = np.asarray(behind * (1 - upward) + mirrored * upward, dtype=np.float32)
    far_side = np.clip(-(normals @ turn.T)[:, :2] @ room.light.direction[:2].astype(np.float32), 0, 1)
    glow = (0.25 * room.light.ambient + 0.6 * room.light.lamp * far_side)[:, None] * np.array(die.look.body, np.float32)
    light = (behind + glow) * tint_through(die, leave)
    inked_light = np.array(die.look.ink, np.float32) * 0.6 * room.light.ambient
    share = (0.7 * ink)[:, None]
    return np.asarray(light * (1 - share) + inked_light * tint_through(die, leave) * share, dtype=np.float32)


def _bent(views: Floats, normals: Floats) -> Floats:
    """Snell's law from air into the body."""
    cosine = np.clip(-np.sum(views * normals, axis=1), 0, 1)[:, None]
    inner = np.sqrt(np.maximum(1 - (1 - cosine**2) / GLASS**2, 0))
    bent = views / GLASS + (cosine / GLASS - inner) * normals
    return np.asarray(bent / np.linalg.norm(bent, axis=1, keepdims=True), dtype=np.float32)
