"""The light that a point of a die sends to the camera: body, ink, gloss, what is mirrored and what shines through."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from models.studio import textures
from models.studio.die import Die
from models.studio.ink import bilinear
from models.studio.light import Light
from models.studio.looks import MATERIALS
from models.studio.rays import Floats
from models.studio.solids import plane_axes

TEXTURE_PX = 34.0  # of a pattern, across an inradius; as in the compositor
GRAINY = ("speckle", "dust", "glitter", "flakes", "spots")  # lie in each face; the others run through the body
RED = np.array((0.12, 0.1, 0.8), np.float32)
LONGEST_WAY = 8.0  # through a die, in inradii: from corner to corner of a tetrahedron it is not quite five


@dataclass(frozen=True, eq=False, slots=True)
class Room:
    """What a shiny die mirrors: the lamp, a window, walls and ceiling above, the tray below."""

    light: Light
    floor: Floats  # its lit colour
    window: Floats
    window_size: float
    gloom: float

    def seen(self, directions: Floats) -> Floats:
        """Colour that comes from directions (n, 3)."""
        rise = directions[:, 2]
        above = self.gloom * (0.55 + 0.45 * np.clip(rise, 0, 1))
        toward_lamp = directions @ self.light.direction.astype(np.float32)
        spread = 0.03 + 0.12 * self.light.softness
        lamp = _smooth_step(toward_lamp, 1 - 2.2 * spread, 1 - 0.8 * spread)
        above = above + 2.6 * self.light.lamp * lamp
        toward_window = directions @ self.window
        above = above + 1.1 * self.light.ambient * _smooth_step(
            toward_window, 1 - self.window_size, 1 - 0.5 * self.window_size
        )
        tint = np.array(self.light.colour, np.float32)
        share = _smooth_step(rise, -0.12, 0.12)[:, None]
        return np.asarray((above[:, None] * tint) * share + self.floor * (1 - share), dtype=np.float32)


def room_for(light: Light, floor: Floats, seed: int) -> Room:
    rng = np.random.default_rng(seed)
    heading = rng.uniform(0, 2 * np.pi)
    window = np.array([np.cos(heading), np.sin(heading), rng.uniform(0.5, 1.6)])
    return Room(
        light=light,
        floor=floor,
        window=(window / np.linalg.norm(window)).astype(np.float32),
        window_size=float(rng.uniform(0.04, 0.22)),
        gloom=float(rng.uniform(0.15, 0.45) * light.ambient),
    )


def _smooth_step(values: Floats, low: float, high: float) -> Floats:
    share = np.clip((values - low) / (high - low), 0, 1)
    return np.asarray(share * share * (3 - 2 * share), dtype=np.float32)


def body_colour(die: Die, points: Floats, face: NDArray[np.intp]) -> Floats:
    """The material's own colour at points in the die's frame."""
    look = die.look
    material = MATERIALS[look.material]
    body = np.array(look.body, np.float32)
    if material.texture == "plain":
        clouds = bilinear(
            textures.bank("cloud")[look.grain % textures.BANK],
            _folded(points[:, 0] * 40 + points[:, 2] * 25 + 90),
            _folded(points[:, 1] * 40 + points[:, 2] * 31 + 70),
        )
        return np.asarray(body * (0.95 + 0.1 * clouds[:, None]), dtype=np.float32)
    rng = np.random.default_rng(look.grain)
    first, other = (textures.bank(material.texture)[number] for number in rng.integers(textures.BANK, size=2))
    axes = np.linalg.qr(rng.normal(size=(3, 3)))[0].astype(np.float32)
    start = rng.uniform(60, 190, 2)
    if material.texture in GRAINY:
        frames = np.array([plane_axes(normal) for normal in die.solid.normals], dtype=np.float32)[face]
        across, along = np.einsum("nij,nj->in", frames, points)
        x, y = across + face * np.float32(1.7), along
    else:
        x, y = points @ axes[0] + 0.4 * (points @ axes[2]), points @ axes[1]
    scale = np.float32(TEXTURE_PX / look.coarse)
    x, y = np.asarray(x * scale + start[0]), np.asarray(y * scale + start[1])
    colour = body[None, :]
    for pattern, mixed_in, away in ((first, look.second, 0), (other, look.third, 97)):
        share = bilinear(pattern, _folded(x + away), _folded(y + away))[:, None] * np.float32(material.mixing)
        colour = colour * (1 - share) + np.array(mixed_in, np.float32) * share
        if look.third == look.second:
            break
    return np.asarray(colour, dtype=np.float32)


def _folded(places: Floats) -> Floats:
    """Mirrors at the pattern's edges, so that it has no seam."""
    span = np.float32(textures.BANK_PX - 1)
    return np.asarray(span - np.abs(np.mod(places, 2 * span) - span), dtype=np.float32)


def inked(die: Die, body: Floats, cover: Floats, red: NDArray[np.bool_], points: Floats) -> Floats:
    look = die.look
    if look.wear:
        pattern = textures.bank("speckle")[look.grain % textures.BANK]
        worn = (
            bilinear(pattern, _folded(points[:, 0] * 60 + points[:, 2] * 23 + 80), _folded(points[:, 1] * 60 + 90))
            > 0.3
        )
        cover = cover * (1 - look.wear * worn)
    ink = np.where(red[:, None], RED, np.array(look.ink, np.float32))
    return np.asarray(body * (1 - cover[:, None]) + ink * cover[:, None], dtype=np.float32)


def lit_colour(
    die: Die, colour: Floats, normals: Floats, view: Floats, lamp_share: Floats, sky_share: Floats, room: Room
) -> Floats:
    """Matt light plus what is mirrored. `view` points from the camera; shares are what others leave of lamp and sky."""
    light, look = room.light, die.look
    tint = np.array(light.colour, np.float32)
    facing = np.clip(normals @ light.direction.astype(np.float32), 0, 1)
    upward = 0.75 + 0.25 * normals[:, 2]
    below = np.clip(0.5 - 0.5 * normals[:, 2], 0, 1)[:, None]
    matt = (light.ambient * upward * sky_share + light.lamp * facing * lamp_share)[:, None] * tint
    matt = matt * (1 - 0.35 * below) + room.floor * (0.3 * below * sky_share[:, None])
    cosine = np.clip(-np.sum(normals * view, axis=1), 0, 1)
    mirror = view + 2 * cosine[:, None] * normals
    metal = MATERIALS[look.material].metal
    base = 0.03 + 0.03 * look.gloss
    fresnel = (base + (1 - base) * (1 - cosine) ** 5)[:, None] * (0.2 + 0.8 * look.gloss)
    seen = room.seen(np.asarray(mirror, dtype=np.float32)) * (0.4 + 0.6 * np.minimum(lamp_share, sky_share))[:, None]
    half = light.direction.astype(np.float32) - view
    half /= np.linalg.norm(half, axis=1, keepdims=True)
    shine = np.clip(np.sum(normals * half, axis=1), 0, 1) ** (12 + 140 * look.gloss**2)
    shine = (0.25 + 0.5 * look.gloss) * light.lamp * look.gloss * shine * lamp_share
    plastic = colour * matt * (1 - fresnel) + seen * fresnel + shine[:, None] * tint
    if not metal:
        return np.asarray(plastic, dtype=np.float32)
    return np.asarray(
        plastic * (1 - metal) + metal * colour * (1.5 * seen + 0.35 * matt + shine[:, None]), dtype=np.float32
    )


def tint_through(die: Die, length: Floats) -> Floats:
    """What is left of each colour after a way through the body, in inradii. A ray that grazes an edge may be told a
    way without end, or one backwards."""
    strong = np.clip(np.array(die.look.body, np.float32), 0.04, 1) ** 0.55
    way = np.clip(length, 0, LONGEST_WAY)[:, None]
    return np.asarray(strong[None, :] ** (0.35 + 0.45 * way), dtype=np.float32)


def mean_colour(image: Floats) -> Floats:
    small = cv2.resize(image, (8, 8), interpolation=cv2.INTER_AREA)
    return np.asarray(small.reshape(-1, 3).mean(axis=0), dtype=np.float32)
