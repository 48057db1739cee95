"""The light over the tray: a lamp, light from everywhere, and what makes it uneven."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from models.studio.solids import Vectors
from models.studio.textures import Image

FIELD_PX = 48  # light changes slowly: it is computed on so few columns


@dataclass(frozen=True, eq=False, slots=True)
class Light:
    """One lamp far away and light from everywhere; `colour` tints both."""

    direction: Vectors  # unit, from the tray to the lamp
    lamp: float = 0.6
    ambient: float = 0.5
    colour: tuple[float, float, float] = (1.0, 1.0, 1.0)
    shadow: float = 0.5  # how dark the shadow is
    softness: float = 0.25  # blur of its edge, in inradii


def random_light(rng: np.random.Generator) -> Light:
    low = rng.uniform(0.25, 1.2)
    heading = rng.uniform(0, 2 * np.pi)
    direction = np.array([np.cos(heading), np.sin(heading), low * 1.6])
    warm = rng.normal(0, 0.07)
    return Light(
        direction=direction / np.linalg.norm(direction),
        lamp=float(rng.uniform(0.15, 0.8)),
        ambient=float(rng.uniform(0.35, 0.75)),
        colour=(float(1 - warm), 1.0, float(1 + warm)),
        shadow=float(rng.uniform(0.05, 0.75)),
        softness=float(rng.uniform(0.05, 0.6)),
    )


@dataclass(frozen=True, slots=True)
class Unevenness:
    """How light differs over the picture: less to one side, a cone of light, shadows of hands; places in widths."""

    fall: float = 0.0
    heading: float = 0.0
    cone: float = 0.0
    cone_at: tuple[float, float] = (0.5, 0.4)
    cone_reach: float = 0.6
    hands: tuple[tuple[float, float, float, float, float], ...] = ()  # x, y, heading, half-width, darkness
    softness: float = 0.05


def lit(normal: Vectors, light: Light) -> float:
    """Brightness of a matt surface."""
    upward = 0.75 + 0.25 * float(normal[2])
    return light.ambient * upward + light.lamp * max(0.0, float(normal @ light.direction))


def random_unevenness(rng: np.random.Generator, hard: bool) -> Unevenness:
    hands = []
    if rng.random() < (0.3 if hard else 0.12):
        for _ in range(int(rng.integers(1, 4))):
            x, y = rng.uniform(0, 1), rng.uniform(0, 0.75)
            hands.append((x, y, rng.uniform(0, 2 * np.pi), rng.uniform(0.03, 0.2), rng.uniform(0.15, 0.65)))
    return Unevenness(
        fall=float(rng.uniform(0, 0.35) if rng.random() < 0.6 else rng.uniform(0.2, 0.6) if hard else 0.0),
        heading=float(rng.uniform(0, 2 * np.pi)),
        cone=float(rng.uniform(0.1, 0.6)) if rng.random() < 0.25 else 0.0,
        cone_at=(float(rng.uniform(0.1, 0.9)), float(rng.uniform(0.05, 0.7))),
        cone_reach=float(rng.uniform(0.3, 0.9)),
        hands=tuple(hands),
        softness=float(rng.uniform(0.01, 0.08)),
    )


def paint_unevenness(image: Image, uneven: Unevenness) -> None:
    """Dims the picture where less light falls, in place."""
    height, width = image.shape[:2]
    rows = max(2, round(FIELD_PX * height / width))
    y, x = np.mgrid[0:rows, 0:FIELD_PX].astype(np.float32) / FIELD_PX
    along = (x - 0.5) * np.cos(uneven.heading) + (y - 0.375) * np.sin(uneven.heading)
    gain = 1 - uneven.fall * (0.5 + along)
    if uneven.cone:
        away = ((x - uneven.cone_at[0]) ** 2 + (y - uneven.cone_at[1]) ** 2) / uneven.cone_reach**2
        gain *= 1 - uneven.cone + uneven.cone * 1.35 * np.exp(-away)
    field = cv2.resize(gain.astype(np.float32), (width, height), interpolation=cv2.INTER_LINEAR)
    if uneven.hands:
        field *= cv2.resize(_hands(uneven, height / width), (width, height), interpolation=cv2.INTER_LINEAR)
    image *= field[:, :, None]


def _hands(uneven: Unevenness, aspect: float) -> NDArray[np.float32]:
    """Shadows of arms and fingers: stripes that end in the picture."""
    width = FIELD_PX * 4
    mask = np.ones((max(2, round(width * aspect)), width), np.float32)
    for x, y, heading, half, darkness in uneven.hands:
        tip = np.array([x, y]) * width
        end = tip + np.array([np.cos(heading), np.sin(heading)]) * 2 * width
        shade = np.ones_like(mask)
        cv2.line(
            shade,
            tuple(np.round(tip).astype(int)),
            tuple(np.round(end).astype(int)),
            1 - darkness,
            max(1, round(2 * half * width)),
        )
        mask = np.minimum(mask, shade)
    return np.asarray(cv2.GaussianBlur(mask, (0, 0), max(0.5, uneven.softness * width)))
