"""What a picture truly shows: one line a die, as JSON beside the picture and as rows of an index."""

from dataclasses import asdict, dataclass, replace
from typing import Any

import cv2
import numpy as np

from models.studio.camera import Camera
from models.studio.colours import colour_name
from models.studio.die import Placed
from models.studio.exposure import Picture
from models.studio.outlines import silhouette
from models.studio.printing import slot_corners, tile_for
from models.studio.rest import LEAST_UNDER, is_raised
from models.studio.solids import Vectors

Box = tuple[float, float, float, float]

LEGIBLE = 0.12  # least contrast of ink and body; under it a person cannot read the die either
BLACK = 35.0  # of 255; keeps noise in the dark from counting as contrast
SEEN = 0.8  # least share of a die that must be in view to call it whole


@dataclass(frozen=True, slots=True)
class Truth:
    """Boxes are x, y, width, height in px: `box` the visible part, `whole` also what is outside or hidden."""

    kind: str
    face: str
    box: Box
    whole: Box
    centre: tuple[float, float]
    rotation: float | None  # of the upper numeral, degrees clockwise from upright; None where there is none to see
    colour: str
    lightness: float
    material: str
    style: str
    state: str
    seen: float  # share of the die that is neither hidden nor outside the picture
    contrast: float  # of ink and body at the upper numeral, 0–1

    def as_json(self) -> dict[str, Any]:
        return {key: _short(value) for key, value in asdict(self).items()}


def _short(value: Any) -> Any:
    if isinstance(value, float):
        return round(value, 2)
    return [round(part, 2) for part in value] if isinstance(value, tuple) else value


def truths(placed: list[Placed], camera: Camera, covers: list[Vectors], picture: Picture) -> list[Truth]:
    """`placed` from the furthest to the nearest; `covers` are outlines of what lies over the dice."""
    hulls = [silhouette(die, camera) for die in placed]
    visible = [_visible(hull, [*hulls[at + 1 :], *covers], camera) for at, hull in enumerate(hulls)]
    areas = [seen * cv2.contourArea(hull.astype(np.float32)) for hull, (_, seen) in zip(hulls, visible, strict=True)]
    told = [replace(die, state=_state(at, placed, areas)) for at, die in enumerate(placed)]
    return [
        _truth(die, hull, box, seen, camera, picture)
        for die, hull, (box, seen) in zip(told, hulls, visible, strict=True)
        if box is not None
    ]


def _state(at: int, placed: list[Placed], areas: list[float]) -> str:
    """As it lies; but a die on top of one that hardly shows is `on_hidden`: nobody could see in a picture that it does
    not lie on the floor. `areas` are what shows of each die."""
    die = placed[at]
    if die.state != "stacked" or not is_raised(die):
        return die.state
    lower = [other for other, under in enumerate(placed) if not is_raised(under)]
    away = [float(np.hypot(*(placed[other].position - die.position)[:2])) for other in lower]
    shows = lower and areas[lower[int(np.argmin(away))]] >= LEAST_UNDER * areas[at]
    return die.state if shows else "on_hidden"


def _truth(placed: Placed, hull: Vectors, box: Box, seen: float, camera: Camera, picture: Picture) -> Truth:
    look = placed.die.look
    low, size = hull.min(axis=0), np.ptp(hull, axis=0)
    contrasts = sorted(_contrasts(placed, camera, picture))
    contrast = contrasts[len(contrasts) // 2] if contrasts else 0.0
    state = placed.state
    if state in ("flat", "touching") and seen < SEEN:
        state = "covered"
    elif state in ("flat", "touching") and contrast < LEGIBLE:
        state = "washed_out"
    readable = state in ("flat", "touching") or (
        state == "cut_off" and contrast >= LEGIBLE and _numeral_inside(placed, camera)
    )
    return Truth(
        kind=placed.die.kind,
        face=placed.face if readable else "",
        box=box,
        whole=(float(low[0]), float(low[1]), float(size[0]), float(size[1])),
        centre=_pair(camera.project(placed.position[None, :])[0]),
        rotation=rotation_of(placed, camera),
        colour=colour_name(look),
        lightness=look.lightness,
        material=look.material,
        style=placed.die.style,
        state=state,
        seen=seen,
        contrast=contrast,
    )


def _visible(hull: Vectors, nearer: list[Vectors], camera: Camera) -> tuple[Box | None, float]:
    """The box of what can be seen, and its share of the whole; None when next to nothing is."""
    low, high = hull.min(axis=0), hull.max(axis=0)
    over = [other for other in nearer if np.all(other.max(axis=0) > low) and np.all(other.min(axis=0) < high)]
    inside = np.all(low >= 0) and high[0] <= camera.width_px and high[1] <= camera.height_px
    if inside and not over:
        return (float(low[0]), float(low[1]), float(high[0] - low[0]), float(high[1] - low[1])), 1.0
    origin = np.floor(low)
    size = np.ceil(high - origin).astype(int) + 1
    mask = np.zeros((size[1], size[0]), np.uint8)
    cv2.fillConvexPoly(mask, np.round((hull - origin) * 16).astype(np.int32), 1, shift=4)
    whole = int(mask.sum())
    for other in over:
        cv2.fillConvexPoly(mask, np.round((other - origin) * 16).astype(np.int32), 0, shift=4)
    rows, columns = np.arange(size[1]) + origin[1], np.arange(size[0]) + origin[0]
    mask[(rows < 0) | (rows >= camera.height_px)] = 0
    mask[:, (columns < 0) | (columns >= camera.width_px)] = 0
    if mask.sum() < 0.1 * whole or whole == 0:
        return None, 0.0
    ys, xs = np.flatnonzero(mask.any(axis=1)), np.flatnonzero(mask.any(axis=0))
    start = np.maximum(np.maximum(origin + np.array([xs[0], ys[0]]), low), 0)
    end = np.minimum(np.minimum(origin + np.array([xs[-1] + 1, ys[-1] + 1]), high), [camera.width_px, camera.height_px])
    return (float(start[0]), float(start[1]), float(end[0] - start[0]), float(end[1] - start[1])), float(
        mask.sum()
    ) / whole


def _pair(point: Vectors) -> tuple[float, float]:
    return float(point[0]), float(point[1])


def rotation_of(placed: Placed, camera: Camera) -> float | None:
    """Degrees by which the upper numeral is turned clockwise; of a d4's three the most upright one."""
    if placed.up is None:
        return None
    turns = []
    for slot in placed.die.slots:
        if slot.label == placed.up:
            upper_left, _, _, lower_left = camera.project(slot_corners(placed, slot))
            up = upper_left - lower_left
            turns.append(float(np.degrees(np.arctan2(up[0], -up[1]))))
    return min(turns, key=abs)


def _numeral_inside(placed: Placed, camera: Camera) -> bool:
    slots = [slot for slot in placed.die.slots if slot.label == placed.up]
    spots = (
        np.vstack([camera.project(slot_corners(placed, slot)) for slot in slots]) if slots else np.full((1, 2), -1.0)
    )
    return bool(np.all(spots >= 0) and np.all(spots <= [camera.width_px, camera.height_px]))


def _contrasts(placed: Placed, camera: Camera, picture: Picture) -> list[float]:
    """How far ink and body differ in the picture, at each numeral that tells what is up."""
    found = []
    for slot in placed.die.slots:
        if slot.label == placed.up:
            tile = tile_for(placed.die, slot)
            spots = camera.project(slot_corners(placed, slot))
            target = np.array([(0, 0), (32, 0), (32, 32), (0, 32)], np.float32)
            warp = cv2.getPerspectiveTransform(spots.astype(np.float32), target)
            seen = cv2.warpPerspective(picture, warp, (32, 32), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
            ink = cv2.resize(tile, (32, 32), interpolation=cv2.INTER_AREA)
            around = (cv2.dilate(ink, np.ones((7, 7), np.uint8)) > 60) & (ink < 40)
            if (ink > 170).any() and around.any():
                printed, body = seen[ink > 170].mean(axis=0), seen[around].mean(axis=0)
                found.append(float(np.max(np.abs(printed - body) / (np.maximum(printed, body) + BLACK))))
    return found


INDEX_COLUMNS = ("path", "set", "clip", "split", "kind", "face", "colour", "style", "x", "y", "w", "h")
