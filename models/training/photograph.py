"""One photograph of a posed die for training: its floor, light, neighbours, exposure, glare and noise."""

from collections.abc import Callable, Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from models.studio import compositor, printing, textures
from models.studio.blending import in_colours, tinted
from models.studio.camera import Camera
from models.studio.die import Die, Placed, at_rest
from models.studio.exposure import Exposure, noise
from models.studio.light import Light, random_light

Floor = Callable[[np.random.Generator, tuple[int, int], float], NDArray[np.float32]]
"""Some floor of a height and width, evenly lit; the last is how much larger its pattern is than usual."""
Paint = Callable[[NDArray[np.float32], Sequence[Placed], Camera, Light], None]
"""Draws dice over a picture of the floor: the compositor does, and the ray-caster, who takes four times as long."""

STORED_PX = 168  # a stored crop, twice as wide as its die: a badly placed box must still find what lies around it
NEAR = np.ones((5, 5), np.uint8)  # px around ink in which the body is compared with it
NOISE_GRAINS = (0.0, 0.0, 0.6, 1.0)  # px
HOT_SHARE = 0.16  # of crops that are overexposed
NEIGHBOURS_SHARE = 0.3  # of crops of a die that touches no other


def photograph(
    rng: np.random.Generator,
    placed: Placed,
    hand: Sequence[Die],
    camera: Camera,
    company: Sequence[Placed] = (),
    paint: Paint = compositor.draw_dice,
    fine: float = 1.0,
    floor: Floor = textures.floor,
) -> tuple[NDArray[np.uint8], float]:
    """The picture, with what touches the die drawn as far or near as it is; and how well its ink can be seen. `fine` is
    how many pixels stand for one of a usual crop."""
    light, side = random_light(rng), camera.width_px
    image = floor(rng, (side, side), float(rng.uniform(0.5, 1.5)) * fine)
    lit = light.ambient + light.lamp * float(light.direction[2])
    image = tinted(image, [lit * part for part in light.colour])
    if rng.random() < 0.35:
        clouds = textures.cut("cloud", (side, side), 2.0 * fine, int(rng.integers(1 << 30)))
        image *= in_colours(0.6 + 0.6 * clouds)
    others = company or (_neighbours(rng, placed, hand) if rng.random() < NEIGHBOURS_SHARE else [])
    together = sorted([placed, *others], key=lambda die: -float(np.linalg.norm(die.position - camera.position)))
    paint(image, together, camera, light)
    image *= exposed(rng, float(_middle(image, 64 * fine).mean()))
    if rng.random() < HOT_SHARE:
        _overexpose(rng, image, fine)
    if rng.random() < 0.15:
        _glare(rng, image, fine)
    np.clip(image, 0, 1, out=image)
    contrast = ink_contrast(image, placed, camera)
    image += noise(image, _noisiness(rng))
    return as_bytes(image), contrast


def as_bytes(image: NDArray[np.float32]) -> NDArray[np.uint8]:
    """0–255; just under a half is taken away since OpenCV rounds, so that only full white is 255."""
    return np.asarray(cv2.convertScaleAbs(np.clip(image, 0, 1), alpha=255, beta=-0.499), dtype=np.uint8)


def _middle(image: NDArray[np.float32], across_px: float) -> NDArray[np.float32]:
    edge = round((image.shape[0] - across_px) / 2)
    return image[edge:-edge, edge:-edge]


def _noisiness(rng: np.random.Generator) -> Exposure:
    grain = NOISE_GRAINS[int(rng.integers(len(NOISE_GRAINS)))]
    return Exposure(noise=float(rng.uniform(0, 0.022)), noise_grain=grain, seed=int(rng.integers(1 << 30)))


def _overexpose(rng: np.random.Generator, image: NDArray[np.float32], fine: float) -> None:
    """A bright lamp in the dark: colours run into their limits, the die glows into its surroundings, shade is lost."""
    middle = _middle(image, 48 * fine).mean(axis=(0, 1))
    image -= float(rng.uniform(0, 0.5)) * float(middle.min())
    np.maximum(image, 0, out=image)
    image *= float(rng.uniform(1.2, 2.2))
    glow = cv2.GaussianBlur(np.minimum(image, 1), (0, 0), float(rng.uniform(1.0, 5.0)) * fine)
    image += glow * float(rng.uniform(0, 0.35))
    if rng.random() < 0.5:
        floor = cv2.GaussianBlur(image.max(axis=2), (0, 0), 2.0 * fine)
        image *= in_colours(np.clip((floor - 0.25) * 4, float(rng.uniform(0.03, 0.4)), 1))


def exposed(rng: np.random.Generator, mean: float) -> float:
    wanted = rng.uniform(0.2, 0.62)
    return float(np.clip(wanted / (mean + 0.02), 0.7, 2.6))


def _glare(rng: np.random.Generator, image: NDArray[np.float32], fine: float) -> None:
    x, y = image.shape[0] / 2 + rng.uniform(-44, 44, 2) * fine
    spot = np.zeros(image.shape[:2], np.float32)
    cv2.ellipse(
        spot,
        (int(x), int(y)),
        (int(rng.uniform(2, 12) * fine), int(rng.uniform(2, 7) * fine)),
        rng.uniform(0, 180),
        0,
        360,
        1.0,
        -1,
    )
    spot = np.asarray(cv2.GaussianBlur(spot, (0, 0), float(rng.uniform(1, 5)) * fine), np.float32)
    image += in_colours(spot * float(rng.uniform(0.2, 0.7)))


def _neighbours(rng: np.random.Generator, placed: Placed, hand: Sequence[Die]) -> list[Placed]:
    """Other dice of the handful that reach into the crop."""
    reach = float(np.linalg.norm(placed.vertices - placed.position, axis=1).max())
    found = []
    for _ in range(int(rng.integers(1, 3))):
        other = hand[int(rng.integers(len(hand)))]
        resting = at_rest(other, int(rng.integers(4)), rng.uniform(0, 6.3))
        size = float(np.linalg.norm(resting.vertices - resting.position, axis=1).max())
        heading, away = rng.uniform(0, 2 * np.pi), (reach + size) * rng.uniform(0.82, 1.3)
        beside = np.array([np.cos(heading) * away, np.sin(heading) * away, 0.0])
        found.append(Placed(other, resting.rotation, resting.position + beside, None))
    return found


def ink_contrast(image: NDArray[np.float32], placed: Placed, camera: Camera) -> float:
    """Largest difference of ink and body in a channel, on the face that is up."""
    if placed.up is None:
        return 1.0
    best = 0.0
    facing = printing.facing_camera(placed, camera)
    for slot in placed.die.slots:
        if slot.label != placed.up or facing[slot.face] < printing.GRAZING:
            continue
        corners = camera.project(printing.slot_corners(placed, slot))
        low = np.maximum(np.floor(corners.min(axis=0)).astype(int) - 2, 0)
        high = np.ceil(corners.max(axis=0)).astype(int) + 3
        around = image[low[1] : high[1], low[0] : high[0]]
        ink = np.zeros(around.shape[:2], np.uint8)
        for spot in printing.spots(around.shape[1::-1], [slot], (corners - low)[None]):
            spot.stamp(ink, placed.die)
        near = cv2.dilate(ink, NEAR)
        inside = cv2.inRange(ink, 171, 255)
        beside = cv2.bitwise_and(cv2.inRange(ink, 0, 39), cv2.inRange(near, 101, 255))
        if cv2.countNonZero(inside) < 4 or cv2.countNonZero(beside) < 4:
            continue
        difference = np.subtract(cv2.mean(around, inside), cv2.mean(around, beside))
        best = max(best, float(np.abs(difference).max()))
    return best
