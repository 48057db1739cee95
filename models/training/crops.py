"""Training crops by the million: one die, cut out as the reader cuts it, with the truth."""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from models.studio import compositor, textures
from models.studio.camera import Camera, looking_down
from models.studio.die import INRADIUS_MM, Die, Placed, at_rest, random_die, tilted
from models.studio.light import Light, random_light
from models.studio.rest import LEAST_UNDER, STACKABLE, UP, against_die, moved, on_top, pushed_against
from models.studio.solids import Vectors, crossed
from models.training.labels import INDEX, KINDS, LEANING, NOTHING, STACKED, fold
from models.training.photograph import STORED_PX, Floor, Paint, as_bytes, exposed, photograph
from models.training.things import draw_thing
from reader.vision.cut import CROP_PX, DIE_PX
from reader.vision.d4 import CLOSE_PX

MIN_CONTRAST = 0.13  # of ink against body; under this the truth cannot be seen
HANDFUL = 4  # dice that are made together and may lie beside one another
POSES = 3  # pictures taken of each die
NOTHING_SHARE, LEANING_SHARE, STACKED_SHARE = 0.1, 0.13, 0.08
CORNER_SHARE, THING_SHARE = 0.4, 0.5  # of crops of nothing; the rest is bare floor
PROPPED_SHARE = 0.75  # of leaning dice: against another die, as on a tray
TOUCHING_SHARE = 0.2  # of flat dice, so that touching does not mean leaning
MOST_COVERED = 0.12  # of a die's area, by one that touches it
CLOSER = CLOSE_PX / CROP_PX  # how many pixels of a d4 cut out again stand for one of a crop
KIND_SHARES = {"d4": 0.22, "d6": 0.16, "d8": 0.12, "d10": 0.13, "d%": 0.1, "d12": 0.1, "d20": 0.155, "d10ish": 0.015}
MOST_TILT_DEG = {"d4": 46.0, "d20": 34.0, "d12": 36.0}
PLAIN_TILT_DEG = 40.0
LEANING_TILT_DEG = 30.0
FACING = 0.3  # towards the camera, from which on a face is seen
TILTED_D4_DEG = 14.0  # from here on one face of a tetrahedron is nearer to the camera than the others


@dataclass(frozen=True, eq=False, slots=True)
class Crop:
    """`turn_deg`: how far clockwise from upright the numeral points; `lean`: the floor's upward direction as the
    camera sees it, which is that of a flat die's upper face; `upward`: the normals of all faces that it sees."""

    picture: NDArray[np.uint8]
    answer: int
    kind: int
    fold: int
    turn_deg: float
    lean: tuple[float, float]
    upward: Vectors


def crops(
    rng: np.random.Generator,
    held_back: bool = False,
    paint: Paint = compositor.draw_dice,
    floor: Floor = textures.floor,
) -> list[Crop]:
    """Some crops of a handful of new dice, in different poses and light; and now and then of none."""
    kinds = rng.choice(list(KIND_SHARES), size=HANDFUL, p=list(KIND_SHARES.values()))
    hand = [random_die(rng, str(kind), held_back) for kind in kinds]
    found: list[Crop | None] = []
    for die in hand:
        if rng.random() < NOTHING_SHARE:
            found.append(nothing(rng, hand, floor))
        else:
            found += [
                _stacked(rng, die, hand, paint, floor)
                if rng.random() < STACKED_SHARE
                else _try_crop(rng, die, hand, rng.random() < LEANING_SHARE, paint, floor)
                for _ in range(POSES)
            ]
    return [crop for crop in found if crop is not None]


def closer_crops(
    rng: np.random.Generator,
    held_back: bool = False,
    paint: Paint = compositor.draw_dice,
    floor: Floor = textures.floor,
) -> list[Crop]:
    """Some crops of a new d4, in more pixels; other dice only lie beside it."""
    kinds = rng.choice(list(KIND_SHARES), size=HANDFUL - 1, p=list(KIND_SHARES.values()))
    hand = [random_die(rng, str(kind), held_back) for kind in ("d4", *kinds)]
    found = [_try_crop(rng, hand[0], hand, False, paint, floor, CLOSE_PX, CLOSER) for _ in range(POSES)]
    return [crop for crop in found if crop is not None]


def _try_crop(
    rng: np.random.Generator,
    die: Die,
    hand: Sequence[Die],
    leaning: bool,
    paint: Paint,
    floor: Floor,
    side_px: int = STORED_PX,
    fine: float = 1.0,
) -> Crop | None:
    placed, company = _leaning(rng, die, hand) if leaning else _flat(rng, die, hand)
    if leaning and not is_competing(placed):
        return None
    camera = _camera(rng, placed, leaning, side_px, fine)
    if _covered(placed, company, camera) > MOST_COVERED:
        return None
    picture, contrast = photograph(rng, placed, hand, camera, company, paint, fine, floor)
    if not leaning and (contrast < MIN_CONTRAST or die.logo_label == placed.up):
        return None
    if leaning:
        return leaning_crop(picture, placed, camera)
    return die_crop(picture, placed, camera, turn_deg(placed, camera))


def die_crop(picture: NDArray[np.uint8], placed: Placed, camera: Camera, turn: float) -> Crop:
    """Of a die that lies flat; the camera looks at it."""
    die, (x, y) = placed.die, _lean(camera)
    folds = fold(die.kind if die.family != "bar" else "bar", placed.face, die.look.pips)
    if folds == 3 and np.hypot(x, y) > np.sin(np.radians(TILTED_D4_DEG)):
        folds = 1
    answer, kind = INDEX[die.kind, placed.face], KINDS.index(die.kind)
    return Crop(picture, answer, kind, folds, turn, (x, y), upward_normals(placed, camera))


def leaning_crop(picture: NDArray[np.uint8], placed: Placed, camera: Camera, folds: int = 0) -> Crop:
    """Of a die that leans; or that lies on another or under one."""
    kind, upward = KINDS.index(placed.die.kind), upward_normals(placed, camera)
    return Crop(picture, LEANING, kind, folds, 0.0, _lean(camera), upward)


def nothing_crop(picture: NDArray[np.uint8]) -> Crop:
    return Crop(picture, NOTHING, -1, 0, 0.0, (0.0, 0.0), np.zeros((0, 2)))


def _lean(camera: Camera) -> tuple[float, float]:
    """Of what looks straight up, in the picture."""
    lean = camera.rotation @ UP
    return float(lean[0]), float(lean[1])


def _resting(rng: np.random.Generator, die: Die) -> Placed:
    labels = 4 if die.family in ("d4", "bar") else len(die.labels)
    return at_rest(die, int(rng.integers(labels)), rng.uniform(0, 2 * np.pi))


def _flat(rng: np.random.Generator, die: Die, hand: Sequence[Die]) -> tuple[Placed, list[Placed]]:
    """At rest, and now and then another die against it."""
    placed = _resting(rng, die)
    if rng.random() >= TOUCHING_SHARE:
        return placed, []
    other = _resting(rng, hand[int(rng.integers(len(hand)))])
    return placed, [pushed_against(other, placed, rng.uniform(0, 2 * np.pi))]


def _leaning(rng: np.random.Generator, die: Die, hand: Sequence[Die]) -> tuple[Placed, list[Placed]]:
    """Against another die mostly; or held up by something that cannot be seen."""
    if rng.random() < PROPPED_SHARE:
        other = _resting(rng, hand[int(rng.integers(len(hand)))])
        placed = against_die(rng, die, other)
        back = np.array([-placed.position[0], -placed.position[1], 0.0])
        return moved(placed, back), [moved(other, back)]
    return tilted(_resting(rng, die), rng.uniform(14, 60), rng.uniform(0, 2 * np.pi), "leaning"), []


def _stacked(rng: np.random.Generator, die: Die, hand: Sequence[Die], paint: Paint, floor: Floor) -> Crop | None:
    """A die on top of another, which shows around it."""
    below = hand[int(rng.integers(len(hand)))]
    if below.family not in STACKABLE or die.shape == "d4":
        return None
    under = at_rest(below, int(rng.integers(4)), rng.uniform(0, 2 * np.pi))
    top = on_top(rng, die, int(rng.integers(4)), under)
    placed = at_rest(die, int(rng.integers(4)), rng.uniform(0, 2 * np.pi))
    camera = _camera(rng, placed, leaning=False)
    under = moved(under, placed.position - top.position)
    if is_hidden(under, placed, camera):
        return None
    picture, _ = photograph(rng, placed, hand, camera, [under], paint, floor=floor)
    return leaning_crop(picture, placed, camera, STACKED)


def is_hidden(under: Placed, top: Placed, camera: Camera) -> bool:
    """So little of the lower die shows that nobody could tell that there is one."""
    below, above = _mask(under, camera), _mask(top, camera)
    return int((below > above).sum()) < LEAST_UNDER * int(above.sum())


def _covered(placed: Placed, others: Sequence[Placed], camera: Camera) -> float:
    """What share of a die is behind others that are nearer to the camera."""
    mine = _mask(placed, camera)
    distance = float(np.linalg.norm(placed.position - camera.position))
    nearer = [other for other in others if float(np.linalg.norm(other.position - camera.position)) < distance]
    return max((float((mine & _mask(other, camera)).sum() / mine.sum()) for other in nearer), default=0.0)


def _mask(placed: Placed, camera: Camera) -> NDArray[np.uint8]:
    mask = np.zeros((camera.height_px, camera.width_px), np.uint8)
    cv2.fillPoly(mask, [np.round(compositor.outline(placed, camera)).astype(np.int32)], [1])
    return mask


def upward_normals(placed: Placed, camera: Camera) -> Vectors:
    """(n, 2): how every face that the camera sees leans in the picture. A tetrahedron's number is that of the face it
    stands on, so there it is the opposites of the faces that it does not see."""
    normals = placed.die.solid.normals[: placed.die.solid.labelled] @ placed.rotation.T
    seen = (-normals if placed.die.shape == "d4" else normals) @ camera.rotation.T
    return np.asarray(seen[seen[:, 2] < -FACING][:, :2])


def is_competing(placed: Placed) -> bool:
    """Leans so far that nobody could say which face is up, wherever the camera stands."""
    normals = placed.die.solid.normals[: placed.die.solid.labelled] @ placed.rotation.T
    highest = float(np.max(-normals[:, 2] if placed.die.shape == "d4" else normals[:, 2]))
    steepness = np.degrees(np.arccos(np.clip(highest, -1, 1)))
    return bool(steepness > {"d4": 48.0, "d20": 13.0, "d12": 20.0}.get(placed.die.family, 24.0))


def turn_deg(placed: Placed, camera: Camera) -> float:
    """How far clockwise from upright the numeral that is up points in the picture."""
    slot = next(s for s in placed.die.slots if s.label == placed.up)
    if placed.die.shape == "d4":
        slots = [s for s in placed.die.slots if s.label == placed.up]
        ray = (placed.position - camera.position) @ placed.rotation
        slot = min(slots, key=lambda s: float(ray @ placed.die.solid.normals[s.face]))  # the face that is seen best
    centre = np.array(slot.centre)
    ends = (
        np.array([centre, centre + 0.3 * np.array(slot.up)]) * placed.die.inradius_mm @ placed.rotation.T
        + placed.position
    )
    foot, top = camera.project(ends)
    return float(np.degrees(np.arctan2(top[0] - foot[0], foot[1] - top[1])))


def _camera(
    rng: np.random.Generator, placed: Placed, leaning: bool, side_px: int = STORED_PX, fine: float = 1.0
) -> Camera:
    """Overhead mostly; placed so that the die fills the crop as the finder's box does."""
    most = LEANING_TILT_DEG if leaning else MOST_TILT_DEG.get(placed.die.family, PLAIN_TILT_DEG)
    tilt = most * (rng.random() ** (1.0 if placed.die.shape == "d4" else 1.25))
    middle = np.array([0.0, 0.0, placed.vertices[:, 2].max() / 2])
    near = INRADIUS_MM[placed.die.family] * rng.uniform(16, 60)
    heading, roll = rng.uniform(0, 2 * np.pi, 2)
    rough = looking_down(middle, near, tilt, heading, roll, 1000.0, (side_px, side_px))
    spots = rough.project(placed.vertices)
    low, high = spots.min(axis=0), spots.max(axis=0)
    focal = 1000.0 * DIE_PX * fine / float((high - low).max())
    shift = ((low + high) / 2 - side_px / 2) / 1000.0
    forward = rough.rotation[2] + shift @ rough.rotation[:2]
    forward /= np.linalg.norm(forward)
    right = rough.rotation[0] - (rough.rotation[0] @ forward) * forward
    right /= np.linalg.norm(right)
    return Camera(rough.position, np.stack([right, crossed(forward, right), forward]), focal, side_px, side_px)


def nothing(rng: np.random.Generator, hand: Sequence[Die], floor: Floor = textures.floor) -> Crop:
    """No die in the middle: a corner or an edge of one, something else that lies on tables, or bare floor."""
    image = floor(rng, (STORED_PX, STORED_PX), float(rng.uniform(0.5, 2)))
    light = random_light(rng)
    image *= light.ambient + light.lamp * light.direction[2]
    pick = rng.random()
    if pick < CORNER_SHARE:
        image = _corner(rng, image, hand[int(rng.integers(len(hand)))], light)
    elif pick < CORNER_SHARE + THING_SHARE:
        draw_thing(rng, image, light)
    image *= exposed(rng, float(image.mean()))
    return nothing_crop(as_bytes(image))


def _corner(rng: np.random.Generator, image: NDArray[np.float32], die: Die, light: Light) -> NDArray[np.float32]:
    placed = at_rest(die, int(rng.integers(4)), rng.uniform(0, 6.3))
    camera = _camera(rng, placed, leaning=False)
    zoomed = camera.focal_px * rng.uniform(0.9, 3.0)
    camera = Camera(camera.position, camera.rotation, zoomed, STORED_PX, STORED_PX)
    hull = compositor.outline(placed, camera)
    corner = hull[int(rng.integers(len(hull)))]
    shift = np.array([[1, 0, STORED_PX / 2 - corner[0]], [0, 1, STORED_PX / 2 - corner[1]]])
    compositor.draw_die(image, placed, camera, light)
    return np.asarray(cv2.warpAffine(image, shift, (STORED_PX, STORED_PX), borderMode=cv2.BORDER_REFLECT), np.float32)
