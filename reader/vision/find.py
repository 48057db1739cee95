"""Picture → boxes: where the dice are, and roughly what kind."""

import math
from collections.abc import Callable
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from reader.vision.closer import is_whole, parts
from reader.vision.networks import FOURTH, Network, Shade, of_four_bytes, softmax
from reader.vision.resize import EXACT, Halves, halvings
from reader.vision.sighting import Box, Frame

STRIDE_PX = 8  # of the network's answers
PAD_PX = 32  # its input is a multiple of this
GREY = (115, 115, 115, FOURTH)  # about 0.45, which the network is shown as nothing
AROUND = np.ones((3, 3), np.uint8)  # in which a hill has one top
SHADE = Shade(255 * 0.45, 1 / (255 * 0.27))  # as in training
SAME_DIE = 0.45  # overlap over which two boxes are one die
MOSTLY = 0.8  # of a box that lies in another
CLIPPING_PX = 320  # of the longer side: smaller pictures were cut out of larger ones, as no camera takes them
MARGIN = 0.5  # around them, in longer sides
FILLING = 0.45  # of the longer side: the finder knows no dice that are much larger in what it is shown
MOST_DICE = 60  # a tray never holds more; a picture full of pebbles must not take minutes


@dataclass(frozen=True, slots=True)
class Found:
    """`kinds` are chances in the order of the network's labels; `beyond` is how far the box would go beyond the
    picture's edge, where it ends, in sides of the die."""

    box: Box
    chance: float
    kinds: tuple[float, ...]
    beyond: float = 0.0


def find(picture: Frame | Halves, finder: Network, is_wanted: Callable[[Box], bool] = lambda _: True) -> list[Found]:
    """All dice that are wanted where they lie, the surest first; small ones are looked for once more from nearer by,
    and in small pictures one that fills them from further away."""
    halves = Halves.of(picture)
    at_first = [one for one in seen(halves, finder) if is_wanted(one.box)]
    height, width = halves.at(0).shape[:2]
    if max(height, width) <= CLIPPING_PX:
        at_first = _with_filling(at_first, [one for one in _filling(halves.at(0), finder) if is_wanted(one.box)])
    nearer = parts([one.box for one in at_first], width, height, finder.card.input_px)
    if not nearer:
        return at_first
    closer = [one for part in nearer for one in _seen_in(part, halves.at(0), finder) if is_wanted(one.box)]
    sure = finder.card.thresholds["sure_found"]
    left = [
        one
        for one in at_first
        if not any(is_whole(one.box, part, width, height) for part in nearer)
        or (one.chance >= sure and not any(one.box.shared(other.box) for other in closer))
    ]
    found: list[Found] = []
    for one in sorted(closer + left, key=lambda one: -round(one.chance, 3)):
        if not any(_is_same(one.box, other.box) for other in found):
            found.append(one)
    return found[:MOST_DICE]


def _seen_in(part: Box, frame: Frame, finder: Network) -> list[Found]:
    """What the finder sees of a part, but for what the part cuts."""
    height, width = frame.shape[:2]
    x, y = int(part.x), int(part.y)
    shown = np.ascontiguousarray(frame[y : y + int(part.height), x : x + int(part.width)])
    moved = [
        replace(one, box=Box(one.box.x + x, one.box.y + y, one.box.width, one.box.height))
        for one in seen(Halves(shown), finder)
    ]
    return [one for one in moved if is_whole(one.box, part, width, height)]


def _with_filling(found: list[Found], filling: list[Found]) -> list[Found]:
    """What was found, and a die that fills most of the picture instead of what was found in it; but what the finder is
    surer of is no part of a die: it lies on a tray."""
    for large in filling:
        inside = [one for one in found if _is_same(one.box, large.box)]
        if all(one.chance < large.chance or one.box.overlap(large.box) > SAME_DIE for one in inside):
            return sorted([large, *(one for one in found if one not in inside)], key=lambda one: -round(one.chance, 3))
    return found


def _filling(frame: Frame, finder: Network) -> list[Found]:
    """Dice that fill most of the picture, if the finder sees them surely with a margin of the picture's own rim around
    it."""
    longer = max(frame.shape[:2])
    margin = round(MARGIN * longer)
    wide = cv2.copyMakeBorder(frame, margin, margin, margin, margin, cv2.BORDER_REPLICATE)
    found = []
    for one in seen(Halves(np.asarray(wide, np.uint8)), finder):
        box = _inside(replace(one.box, x=one.box.x - margin, y=one.box.y - margin), frame.shape)
        if box and box.longer_side > FILLING * longer and one.chance >= finder.card.thresholds["sure_found"]:
            found.append(replace(one, box=box, beyond=_beyond(one.box, box)))
    return found


def seen(halves: Halves, finder: Network) -> list[Found]:
    """What the finder sees in one look, the surest first."""
    shape = halves.at(0).shape
    image, scale = fitted(halves, finder.card.input_px)
    heat, boxes, kinds = finder.see(image[None], [SHADE])
    chances = 1 / (1 + np.exp(-heat[0, 0]))
    tops = chances >= cv2.dilate(chances, AROUND)
    rows, columns = np.nonzero(tops & (chances > finder.card.thresholds["found"]))
    high = chances[rows, columns]
    ranked = np.lexsort((columns, rows, -np.round(high, 3)))  # so ties stay ties
    likely = softmax(kinds[0, :, rows, columns]).tolist()
    found: list[Found] = []
    for spot in ranked.tolist():
        row, column = int(rows[spot]), int(columns[spot])
        whole = _box(boxes[0, :, row, column], row, column, scale)
        box = _inside(whole, shape)
        if box is None or any(_is_same(box, other.box) for other in found):
            continue
        found.append(Found(box, float(high[spot]), tuple(likely[spot]), _beyond(whole, box)))
        if len(found) == MOST_DICE:
            break
    return found


def fitted(picture: Frame | Halves, longest_px: int) -> tuple[Frame, float]:
    """The picture at the network's size, of four bytes, padded with grey; and how far it was scaled."""
    halves = Halves.of(picture)
    height, width = halves.at(0).shape[:2]
    scale = longest_px / max(height, width)
    size = (max(1, round(width * scale)), max(1, round(height * scale)))
    frame = halves.at(halvings(halves.at(0), 1 / scale))
    small = np.asarray(cv2.resize(of_four_bytes(frame), size, interpolation=EXACT), np.uint8)
    over = (-(-size[1] // PAD_PX) * PAD_PX - size[1], -(-size[0] // PAD_PX) * PAD_PX - size[0])
    if any(over):
        small = np.asarray(cv2.copyMakeBorder(small, 0, over[0], 0, over[1], cv2.BORDER_CONSTANT, value=GREY), np.uint8)
    return small, scale


def _box(answer: NDArray[np.float32], row: int, column: int, scale: float) -> Box:
    """The box in the picture's pixels, which may go beyond its edges."""
    across, down, log_width, log_height = (float(part) for part in answer)
    width, height = (32 * math.exp(min(max(part, -3.0), 3.0)) / scale for part in (log_width, log_height))
    x = (column + across + 0.5) * STRIDE_PX / scale - width / 2
    y = (row + down + 0.5) * STRIDE_PX / scale - height / 2
    return Box(x, y, width, height)


def _inside(box: Box, shape: tuple[int, ...]) -> Box | None:
    """What of a box is in the picture."""
    left, top = max(0.0, box.x), max(0.0, box.y)
    right, bottom = min(float(shape[1]), box.x + box.width), min(float(shape[0]), box.y + box.height)
    if right - left < 4 or bottom - top < 4:
        return None
    return Box(left, top, right - left, bottom - top)


def _beyond(whole: Box, inside: Box) -> float:
    """How far a box goes beyond the picture, in sides of the die, if so much of it is inside."""
    return max(whole.width - inside.width, whole.height - inside.height) / whole.longer_side


def _is_same(box: Box, other: Box) -> bool:
    """One die found twice, or a part of a die that is found already: most of it lies in the other's box."""
    shared = box.shared(other)
    return shared > 0 and (shared > MOSTLY * box.width * box.height or box.overlap(other) > SAME_DIE)
