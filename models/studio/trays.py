"""What dice fall onto: a tray's floor, its walls and the table around it, in true perspective."""

from dataclasses import dataclass, replace
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from models.studio import textures
from models.studio.camera import Camera
from models.studio.light import Light, lit
from models.studio.solids import Vectors
from models.studio.textures import BANK_PX, Image

Colour = tuple[float, float, float]

SHIFT = 4  # OpenCV draws polygons in 1/16 px
PATTERN_MM = {
    "felt": 45,
    "grain": 150,
    "cloud": 160,
    "carpet": 110,
    "veins": 170,
    "weave": 75,
    "leather": 70,
}  # across a pattern
TEXTURES = {name: "veins" if name == "marble" else texture for name, (texture, _) in textures.TRAYS.items()}
"""A crop shows so little of a floor that any swirl will do; a whole floor of marble has veins."""
PALE_SHARE = 0.2  # tables and paper are oftener pale than any one colour
TWO_COLOURED = ("wood", "marble", "carpet")
FORMS = ("square", "square", "square", "six", "eight", "round")


@dataclass(frozen=True, slots=True)
class Surface:
    """A material seen from above: a pattern that mixes two colours."""

    name: str
    colour: Colour
    other: Colour
    depth: float
    across_mm: float
    turn: float
    seed: int
    gloss: float = 0.0


@dataclass(frozen=True, eq=False, slots=True)
class Tray:
    """`corners` are the floor's, (n, 2) in mm, counter-clockwise; a tray without walls is an endless floor."""

    floor: Surface
    table: Surface
    wall: Surface
    corners: Vectors
    wall_mm: float = 0.0
    rim_mm: float = 5.0

    def outside(self, points: Vectors) -> float:
        """How far the furthest of some points (n, 2 or 3) is beyond the walls; negative is inside."""
        if not self.wall_mm:
            return -1e9
        normals, offsets = self.wall_planes
        return float((points[:, :2] @ normals.T - offsets).max())

    @property
    def wall_planes(self) -> tuple[Vectors, Vectors]:
        """Outward normals (n, 2) of the walls and their distances."""
        along = np.roll(self.corners, -1, axis=0) - self.corners
        normals = np.stack([along[:, 1], -along[:, 0]], axis=1)
        normals /= np.linalg.norm(normals, axis=1, keepdims=True)
        return normals, np.sum(normals * self.corners, axis=1)


def random_surface(rng: np.random.Generator, name: str | None = None) -> Surface:
    name = name or str(rng.choice(list(textures.TRAYS)))
    texture, depth = TEXTURES[name], textures.TRAYS[name][1]
    colour = textures.floor_colour(rng, name)
    if name != "wood" and rng.random() < PALE_SHARE:
        colour = np.clip(rng.uniform(0.62, 0.95) * np.array([rng.uniform(0.8, 1.0), 0.97, 1.0]), 0, 1)
    other = np.clip(colour + rng.normal(0, 0.15, 3), 0, 1) if name in TWO_COLOURED else colour
    return Surface(
        name=name,
        colour=_triple(colour),
        other=_triple(other),
        depth=depth * float(rng.uniform(0.3, 1.2)),
        across_mm=PATTERN_MM[texture] * float(rng.uniform(0.6, 1.9)),
        turn=float(rng.uniform(0, 2 * np.pi)),
        seed=int(rng.integers(1 << 30)),
        gloss=float(rng.uniform(0.1, 0.6))
        if name in ("plastic", "marble", "wood", "leather") and rng.random() < 0.5
        else 0.0,
    )


def random_tray(rng: np.random.Generator, half_mm: tuple[float, float]) -> Tray:
    """For a view that reaches `half_mm` to the sides: an open floor, a whole tray, or a corner of a large one."""
    pick = rng.random()
    reach = np.array(half_mm)
    if pick < 0.38:
        return Tray(random_surface(rng), random_surface(rng), random_surface(rng), np.zeros((0, 2)))
    if pick < 0.72:
        half, centre = reach * rng.uniform(0.8, 1.04, 2), reach * rng.normal(0, 0.03, 2)
    else:
        half = reach * rng.uniform(1.1, 2.2, 2)
        centre = (half - reach * rng.uniform(0.62, 1.1, 2)) * rng.choice([-1.0, 1.0], 2)
    unit = form(str(rng.choice(FORMS)))
    floor = random_surface(rng)
    wall = random_surface(rng, str(rng.choice(["wood", "leather", "plastic", floor.name])))
    if rng.random() < 0.3:
        wall = floor
    corners = unit * half + centre
    return Tray(floor, random_surface(rng), wall, corners, float(rng.uniform(6, 38)), float(rng.uniform(2, 14)))


@cache
def form(name: str) -> Vectors:
    count, start = {"square": (4, np.pi / 4), "six": (6, 0.0), "eight": (8, np.pi / 8), "round": (40, 0.0)}[name]
    angles = start + np.arange(count) * 2 * np.pi / count
    ring = np.stack([np.cos(angles), np.sin(angles)], axis=1)
    return np.asarray(ring / np.abs(ring).max(axis=0))


def _triple(colour: NDArray[np.float32] | Vectors) -> Colour:
    return float(colour[0]), float(colour[1]), float(colour[2])


def paint_surface(surface: Surface, camera: Camera, height_mm: float = 0.0, every: int = 1) -> Image:
    """An endless level of one material, evenly lit, BGR 0–1; `every` 2 draws it coarser and faster."""
    texture = TEXTURES[surface.name]
    size = (camera.width_px, camera.height_px)
    rough = _coarser(camera, every)
    pattern = _warped(texture, surface.across_mm, surface.turn, surface.seed, rough, height_mm)
    coarse = _warped(
        "cloud", surface.across_mm * 3.3, surface.turn + 1, surface.seed // 7, _coarser(camera, 4 * every), height_mm
    )
    coarse = np.asarray(cv2.resize(coarse, (rough.width_px, rough.height_px)), dtype=np.float32)
    shade = 1 + surface.depth * (pattern - 0.5) + 0.08 * (coarse - 0.5)
    planes = []
    for base, second in zip(surface.colour, surface.other, strict=True):
        plane = shade * np.float32(base)
        if second != base:
            plane += pattern * np.float32(0.6 * (second - base))
        planes.append(plane)
    image = cv2.merge(planes)
    return np.asarray(
        image if every == 1 else cv2.resize(image, size, interpolation=cv2.INTER_LINEAR), dtype=np.float32
    )


def _coarser(camera: Camera, every: int) -> Camera:
    if every == 1:
        return camera
    width, height = -(-camera.width_px // every), -(-camera.height_px // every)
    return replace(camera, width_px=width, height_px=height, focal_px=camera.focal_px * width / camera.width_px)


def _warped(texture: str, across_mm: float, turn: float, seed: int, camera: Camera, height_mm: float) -> Image:
    pattern = textures.bank(texture)[seed % textures.BANK]
    per_mm = BANK_PX / across_mm
    depth = max(10.0, float(np.linalg.norm(camera.position)))
    shrink = per_mm * depth / camera.focal_px  # pattern px in a picture px
    if shrink > 1.5:
        pattern = _smoothed(texture, seed % textures.BANK, round(np.log2(shrink), 0))
    place = np.array([[np.cos(turn) * per_mm, -np.sin(turn) * per_mm, seed % 997],
                      [np.sin(turn) * per_mm, np.cos(turn) * per_mm, seed % 991], [0, 0, 1]])  # fmt: skip
    warp = place @ floor_homography(camera, height_mm)
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    size = (camera.width_px, camera.height_px)
    return np.asarray(cv2.warpPerspective(pattern, warp, size, flags=flags, borderMode=cv2.BORDER_REFLECT))


@cache
def _smoothed(texture: str, number: int, level: float) -> Image:
    return np.asarray(cv2.GaussianBlur(textures.bank(texture)[number], (0, 0), 0.5 * 2**level))


def floor_homography(camera: Camera, height_mm: float) -> Vectors:
    """From pixels to millimetres on a level."""
    half_w, half_h, focal = camera.width_px / 2, camera.height_px / 2, camera.focal_px
    rays = camera.rotation.T @ np.array([[1 / focal, 0, -half_w / focal], [0, 1 / focal, -half_h / focal], [0, 0, 1.0]])
    x, y, z = camera.position
    fall = height_mm - z
    return np.stack([x * rays[2] + fall * rays[0], y * rays[2] + fall * rays[1], rays[2]])


def paint_tray(tray: Tray, camera: Camera, light: Light) -> Image:
    """The empty tray, lit by the lamp, with the shadows and reflections of its walls; BGR 0–1."""
    level = lit(np.array([0.0, 0, 1]), light)
    tint = np.array(light.colour, np.float32) * level
    image = paint_surface(tray.floor, camera) * tint
    if tray.wall_mm:
        image = _walled(image, tray, camera, light)
    if tray.floor.gloss:
        add_glare(image, camera, light, tray.floor.gloss)
    return image


def _walled(floor: Image, tray: Tray, camera: Camera, light: Light) -> Image:
    """Table, outer wall, rim, and inside the rim the floor with the inner walls standing on it."""
    low, high = _ring(tray, 0.0, 0.0), _ring(tray, 0.0, tray.wall_mm)
    _wall_shadow(floor, tray, camera, light)
    tint = np.array(light.colour, np.float32)
    colour = np.array(tray.wall.colour, np.float32) * tint
    normals, _ = tray.wall_planes
    for i in range(len(low)):
        j = (i + 1) % len(low)
        inward = np.array([-normals[i, 0], -normals[i, 1], 0.0])
        if float(inward @ (camera.position - low[i])) > 0:
            quad = camera.project(np.array([low[i], low[j], high[j], high[i]]))
            fill(floor, quad, colour * (lit(inward, light) * 0.92))
    outer = np.vstack([_ring(tray, tray.rim_mm, 0.0), _ring(tray, tray.rim_mm, tray.wall_mm)])
    table = paint_surface(tray.table, camera, every=2) * (tint * lit(np.array([0.0, 0, 1]), light))
    hull = cv2.convexHull(camera.project(outer).astype(np.float32))[:, 0, :].astype(np.float64)
    fill(table, hull, colour * 0.55 * light.ambient)
    rim = paint_surface(tray.wall, camera, tray.wall_mm, every=2) * (tint * lit(np.array([0.0, 0, 1]), light))
    blend(table, rim, camera.project(_ring(tray, tray.rim_mm, tray.wall_mm)))
    blend(table, floor, camera.project(high))
    return table


def _ring(tray: Tray, grown_mm: float, height_mm: float) -> Vectors:
    middle = tray.corners.mean(axis=0)
    away = tray.corners - middle
    grown = tray.corners + away / np.abs(away).max() * grown_mm
    return np.column_stack([grown, np.full(len(grown), height_mm)])


def _wall_shadow(floor: Image, tray: Tray, camera: Camera, light: Light) -> None:
    normals, _ = tray.wall_planes
    throw = light.direction[:2] / max(light.direction[2], 0.25) * tray.wall_mm
    mask = np.zeros(floor.shape[:2], np.uint8)
    for i in range(len(normals)):
        if normals[i] @ throw > 0:
            a, b = tray.corners[i], tray.corners[(i + 1) % len(normals)]
            strip = np.column_stack([np.array([a, b, b - throw, a - throw]), np.zeros(4)])
            cv2.fillConvexPoly(
                mask, np.round(camera.project(strip) * (1 << SHIFT)).astype(np.int32), 255, cv2.LINE_AA, SHIFT
            )
    if mask.any():
        blur = max(1.0, light.softness * 0.4 * tray.wall_mm * camera.focal_px / float(np.linalg.norm(camera.position)))
        soft = textures.blurred(mask.astype(np.float32), blur) / 255
        floor *= (1 - light.shadow * 0.9 * soft)[:, :, None]


def fill(image: Image, points: Vectors, colour: NDArray[np.float32], opacity: float = 1.0) -> None:
    """Fills a convex polygon, antialiased, in place."""
    patch = _patch(image, points)
    if patch is not None:
        under, mask = patch
        under += (colour - under) * (mask * opacity)[:, :, None]


def blend(image: Image, other: Image, points: Vectors) -> None:
    """Lays another picture over the first inside a convex polygon, in place."""
    mask = np.zeros(image.shape[:2], np.uint8)
    cv2.fillConvexPoly(mask, _fixed(points), 255, cv2.LINE_AA, SHIFT)
    share = (mask.astype(np.float32) / 255)[:, :, None]
    image += (other - image) * share


def _patch(image: Image, points: Vectors) -> tuple[Image, Image] | None:
    low = np.maximum(np.floor(points.min(axis=0)).astype(int) - 1, 0)
    high = np.minimum(np.ceil(points.max(axis=0)).astype(int) + 2, [image.shape[1], image.shape[0]])
    if np.any(high - low < 1):
        return None
    mask = np.zeros((high[1] - low[1], high[0] - low[0]), np.uint8)
    cv2.fillConvexPoly(mask, _fixed(points - low), 255, cv2.LINE_AA, SHIFT)
    return image[low[1] : high[1], low[0] : high[0]], np.asarray(mask, dtype=np.float32) / np.float32(255)


def _fixed(points: Vectors) -> NDArray[np.int32]:
    return np.round(np.clip(points, -30_000, 30_000) * (1 << SHIFT)).astype(np.int32)


def add_glare(image: Image, camera: Camera, light: Light, strength: float) -> None:
    """The lamp mirrored in a glossy floor, in place."""
    mirrored = light.direction * [1, 1, -1]
    x, y = camera.project((camera.position + mirrored * 100)[None, :])[0]
    reach = camera.width_px * (0.08 + 0.5 * light.softness)
    columns = np.exp(-(((np.arange(camera.width_px) - x) / reach) ** 2)).astype(np.float32)
    rows = np.exp(-(((np.arange(camera.height_px) - y) / reach) ** 2)).astype(np.float32)
    image += (strength * light.lamp * np.outer(rows, columns))[:, :, None]
