"""Shows whole pictures to the eye and notes, for every die, what its networks thought: what doubt is fitted on."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from models.studio.scene import draw, random_scene
from models.training.labels import INDEX, LEANING, NOTHING
from models.training.photos import lone_die, rows
from reader.vision.classify import Seen
from reader.vision.cut import cut
from reader.vision.find import Found, find
from reader.vision.look import Eye, at_edge
from reader.vision.sighting import Box

SAME = 0.4  # overlap from which a found box is the die of the truth
WIDTHS_PX = (640, 800, 960, 1280)


@dataclass(frozen=True, eq=False, slots=True)
class Noted:
    """`answer` is the true class, LEANING for a die that is not flat, NOTHING for a box around no die."""

    seen: Seen
    found: Found
    answer: int
    group: str
    weight: float


def from_studio(eye: Eye, count: int, seed: int, held_back: bool = True) -> Iterator[Noted]:
    """Rendered throws of looks never trained on, half of them hard, a third ray-cast."""
    rng = np.random.default_rng(seed)
    for number in range(count):
        try:
            scene = random_scene(rng, int(rng.choice(WIDTHS_PX)), hard=bool(number % 2), held_back=held_back)
        except ValueError:  # no place for so many dice
            continue
        picture, truths = draw(scene, "raycaster" if number % 3 == 0 else "compositor")
        dice = []
        for truth in truths:
            answer = INDEX[truth.kind, truth.face] if truth.face else LEANING
            dice.append((Box(*truth.box), answer, truth.state != "cut_off"))
        yield from _noted(eye, picture, dice, f"studio {seed} {number}", 1.0)


def from_photos(eye: Eye, index: Path) -> Iterator[Noted]:
    """Training photographs: every die of a clip or a set together weighs as much as one clip."""
    by_picture: dict[Path, list[tuple[Box | None, int, str]]] = {}
    sizes: dict[str, int] = {}
    for row in rows(index):
        if row.split == "train" and row.face and row.set != "tomitomi3":
            box = Box(*row.box) if row.box else None
            group = row.clip or row.set
            sizes[group] = sizes.get(group, 0) + 1
            by_picture.setdefault(row.path, []).append((box, INDEX[row.kind, row.face], group))
    for path, dice in by_picture.items():
        picture = np.asarray(cv2.imread(str(path)), np.uint8)
        group = dice[0][2]
        boxes = [(box or _lone(picture), answer, True) for box, answer, _ in dice]
        yield from _noted(
            eye, picture, [b for b in boxes if b[0] is not None], group, 1.0 / sizes[group], strangers=False
        )


def _lone(picture: NDArray[np.uint8]) -> Box | None:
    box = lone_die(picture)
    return None if box is None else Box(*box)


def _noted(
    eye: Eye,
    picture: NDArray[np.uint8],
    dice: Sequence[tuple[Box | None, int, bool]],
    group: str,
    weight: float,
    strangers: bool = True,
) -> Iterator[Noted]:
    found = [one for one in find(picture, eye.finder) if not at_edge(one.box, picture)]
    seen = eye.classifier.classify([cut(picture, one.box) for one in found])
    for one, look in zip(found, seen, strict=True):
        overlaps = [(box.overlap(one.box), answer, whole) for box, answer, whole in dice if box is not None]
        best = max(overlaps, default=(0.0, NOTHING, True))
        if best[0] > SAME and best[2]:
            yield Noted(look, one, best[1], group, weight)
        elif best[0] < 0.15 and strangers:
            yield Noted(look, one, NOTHING, group, weight)
