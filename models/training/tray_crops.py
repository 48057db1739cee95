"""Training crops cut out of whole trays, as the reader meets them: dice far from the picture's middle, at walls, in
heaps and on top of one another; and what the finder took for a die there that is none."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import islice

import numpy as np

from models.studio.camera import Camera
from models.studio.die import Placed
from models.studio.exposure import Picture
from models.studio.rest import is_raised
from models.studio.scene import Scene, draw, random_scene
from models.studio.truth import Box, Truth
from models.studio.wants import random_wants
from models.training.crops import Crop, die_crop, is_competing, leaning_crop, nothing_crop, turn_deg
from models.training.labels import STACKED
from models.training.photograph import STORED_PX
from models.training.surfaces import Surfaces
from reader.vision.cut import CROP_PX, cut
from reader.vision.resize import Halves
from reader.vision.sighting import Box as Rough

WIDTH_PX = 800  # of a picture
HARD_SHARE = 0.85  # of pictures that are not heaped: most of what is not flat lies in these
HEAPED_SHARE = 0.5  # of pictures with dice: few dice lie on others by themselves
AFAR_SHARE = 0.25  # of pictures that are not heaped
FEWEST, MOST = 3, 11  # dice in a picture
EMPTY_SHARE = 0.12  # of pictures
LEAST_SEEN = 0.86  # of a die that is learned from
LEAST_BURIED = 0.3  # of one that lies under another
LEAST_CONTRAST = 0.16  # of ink and body, after exposure
MOST_STRANGERS = 6  # of one picture: a textured floor may be taken for dice all over
APART = 0.1  # overlap with a die under which what was found is none
Search = Callable[[Picture], list[Box]]
"""What a finder takes for dice in a picture, the doubtful ones too."""


def tray_crops(
    rng: np.random.Generator,
    held_back: bool = False,
    search: Search = lambda _: [],
    surfaces: Surfaces | None = None,
) -> list[Crop]:
    """All crops of one picture; on a real surface at times, if there are some."""
    count = 0 if rng.random() < EMPTY_SHARE else int(rng.integers(FEWEST, MOST + 1))
    heaped = rng.random() < HEAPED_SHARE
    hard = count == 0 or heaped or rng.random() < HARD_SHARE
    afar = not heaped and rng.random() < AFAR_SHARE
    try:
        scene = random_scene(rng, WIDTH_PX, random_wants(rng, count), hard, held_back, heaped=heaped, afar=afar)
    except ValueError:  # the dice found no place; another throw
        return []
    picture, truths = draw(scene, ground=surfaces.under(rng, scene) if surfaces else None)
    placed = {tuple(scene.camera.project(die.position[None, :])[0]): die for die in scene.dice}
    halves = Halves(picture)
    found = [_crop(placed[truth.centre], truth, scene, halves) for truth in truths]
    return [crop for crop in found if crop is not None] + list(_strangers(picture, truths, search))


def _crop(placed: Placed, truth: Truth, scene: Scene, picture: Halves) -> Crop | None:
    facing = turned_to(scene.camera, placed)
    if truth.state == "cut_off":
        return None
    if truth.state == "stacked":
        is_learned = is_raised(placed) or truth.seen > LEAST_BURIED
        return leaning_crop(wide_cut(picture, truth.box), placed, facing, STACKED) if is_learned else None
    if truth.seen < LEAST_SEEN:
        return None
    image = wide_cut(picture, truth.whole)
    if truth.state == "leaning":
        return leaning_crop(image, placed, facing) if is_competing(placed) else None
    if not truth.face or truth.contrast < LEAST_CONTRAST or placed.die.logo_label == placed.up:
        return None
    return die_crop(image, placed, facing, turn_deg(placed, scene.camera))


def wide_cut(picture: Picture | Halves, box: Box) -> Picture:
    """As the reader cuts a die out, and more of what is around it."""
    rough = Rough(*box)
    wider = STORED_PX / CROP_PX
    x, y = rough.centre
    width, height = rough.width * wider, rough.height * wider
    return cut(picture, Rough(x - width / 2, y - height / 2, width, height), STORED_PX)


def turned_to(camera: Camera, placed: Placed) -> Camera:
    """The camera turned the shortest way to look at this die: what leans in its crop leans from the ray that meets it,
    outwards from the picture's middle."""
    axis, ray = camera.rotation[2], placed.position - camera.position
    ray = ray / np.linalg.norm(ray)
    both = axis + ray
    turn = np.eye(3) - np.outer(both, both) / (1 + axis @ ray) + 2 * np.outer(ray, axis)
    return replace(camera, rotation=camera.rotation @ turn.T)


def _strangers(picture: Picture, truths: list[Truth], search: Search) -> Iterator[Crop]:
    strange = (box for box in search(picture) if all(_overlap(box, truth.whole) < APART for truth in truths))
    for box in islice(strange, MOST_STRANGERS):
        yield nothing_crop(wide_cut(picture, box))


def _overlap(one: Box, other: Box) -> float:
    """What both share, of the smaller one."""
    wide = min(one[0] + one[2], other[0] + other[2]) - max(one[0], other[0])
    high = min(one[1] + one[3], other[1] + other[3]) - max(one[1], other[1])
    return max(0.0, wide) * max(0.0, high) / max(1.0, min(one[2] * one[3], other[2] * other[3]))


def by_finder(least: float = 0.12) -> Search:
    """The committed finder, asked far below its level."""
    from reader.vision.find import seen
    from reader.vision.networks import MODELS, Network

    finder = Network(MODELS, "finder", 1)
    finder.card = replace(finder.card, thresholds={"found": least})

    def search(picture: Picture) -> list[Box]:
        boxes = (one.box for one in seen(Halves(picture), finder))
        return [(box.x, box.y, box.width, box.height) for box in boxes if max(box.width, box.height) > 20]

    return search
