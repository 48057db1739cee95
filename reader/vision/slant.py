"""How aslant the camera sees each die: dice on one floor, under one camera, lean in the picture as their places tell.

Towards the picture's edge a camera looks at dice from the side, and not always is the face that it sees best the upper
one. So where a die lies says where its upper face should look, if the camera's tilt and lens were known; and what faces
all dice show says which of many tilts and lenses, the *stances* here, are likely. A die that shows no face where its
upper one should look, by the word of the others, does not lie flat. Of a camera that stays where it is every throw
tells a little more, and after a few of them its stance is known. A tray that was shown to it tells at once: from most
stances what lies in the picture as its four corners do would be no rectangle.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from statistics import median
from typing import NamedTuple

import numpy as np

from reader.vision.face_map import AXIS, HILL, LEANS, heights
from reader.vision.networks import Floats
from reader.vision.sighting import Box, Frame
from reader.vision.tray import Corners

FOCAL = 0.87  # of the picture's longer side, as most cameras have
NEAREST = 9.0  # widths of a die: no camera is nearer, so a picture full of large dice was cut out of a larger one
LENSES = {0.6: 0.22, 1.0: 0.43, 1.6: 0.22, 4.0: 0.13}  # focal lengths against that one, and how likely each is; the
# longest stands for pictures that were taken from far away or cut out of larger ones
MOST_TILT, TILT_STEP = 0.66, 0.1  # of a camera, as the sine: those that are thought of
TILTED = (
    (0.65, (0.0, 0.0), (0.15, 0.15)),
    (0.25, (0.0, -0.4), (0.15, 0.2)),
    (0.1, (0.0, 0.0), (0.4, 0.4)),
)
"""How cameras are tilted: a share of them, their mean, their spread. Most hang above a tray. Whoever holds one stands
at the lower edge of the picture, so that all upper faces lean to its upper edge; few do otherwise."""
LEAST = 0.02  # what a die says for every stance: it may itself be the one that leans
WORD = 1.5  # how much what a die shows counts, as a power
ASTRAY = 0.1  # how far the map of a die's faces is off
VAGUE = 2.0  # how much less certain the stances are than they say, as a square
UNSEEN = 0.1  # what every lean is given: the map may have missed the upper face, and a neighbour far out is not it
FAINTEST = 1e-4  # likewise, where only the mean around a top is taken: enough where the map shows nothing at all
SAME_FACE = 0.3  # how far apart leans of one face are at most
SCARCE = 0.02  # of what is shown, under which nothing can be said for another face
KEPT = 0.8  # of what earlier throws told, a throw
SAME_PLACE = 0.06  # as tangents, about half a die: so near to one that lay there a die may be the same
MOVED = 0.05  # chance that a camera does not stand as it did
SQUARE = 0.02  # how far a tray's diagonals seem unlike, or their middles apart, in lengths of them: corners are set by
# hand, and stances are a tenth apart
CROOKED = 0.02  # chance that a tray with four corners is no rectangle
AT_EDGE = 0.004  # of the picture: so near to its edge a corner may lie beyond it
PADDED_AXIS = np.pad(AXIS, 1)  # beyond its ends nothing is seen
ROUND = np.array([1, 1, 0], np.float32)  # a spread: as wide as high


class Slant(NamedTuple):
    """How a die's upper face leans in the picture; how plainly a face is where the upper one should be, 0–1; how it
    should lean by its place and the other dice, whatever faces it shows; and how likely no other face is the upper one,
    seen by a camera that stands otherwise."""

    lean: tuple[float, float]
    flat: float
    expected: tuple[float, float]
    alone: float = 1.0


@dataclass(slots=True, eq=False)
class Stance:
    """What earlier throws told of how a camera stands that stays where it is. A die's own word never counts for itself,
    however often it is looked at: it is taken in when the die is gone. A camera that was moved after all is noticed by
    what the dice show."""

    told: Floats = field(default_factory=lambda: np.zeros_like(USUAL))
    focal: float = 0.0
    """Of the picture's longer side, as it was taken for at the first look."""
    places: Floats = field(default_factory=lambda: np.zeros((0, 2), np.float32))
    said: Floats = field(default_factory=lambda: np.zeros((0, len(USUAL)), np.float32))
    """Where the dice of the last look lay, and what each said for every stance."""
    corners: Corners = ()
    """Of the tray in the picture, in shares of its width and height; none if nobody showed it."""
    tray: Floats = field(default_factory=lambda: np.zeros_like(USUAL))
    """What they tell of every stance."""

    def chances(self) -> Floats:
        """Of every stance, as logarithms."""
        remembered = USUAL + self.told + self.tray
        remembered = remembered - np.logaddexp.reduce(remembered)
        return np.asarray(np.logaddexp(remembered + np.log(1 - MOVED), USUAL + np.log(MOVED)), np.float32)

    def looked(self, places: Floats, said: Floats) -> None:
        """Takes in the words of dice that lie there no more, and keeps those of the dice that do."""
        away = np.hypot(*(self.places[:, None] - places[None]).transpose(2, 0, 1)).min(axis=1, initial=np.inf)
        gone = self.said[away > SAME_PLACE]
        if len(gone):
            told = KEPT * self.told + gone.sum(axis=0)
            self.told = np.asarray(told - told.max(), np.float32)
        self.places, self.said = places, said


def by_place(boxes: Sequence[Box], frame: Frame, stance: Stance | None = None) -> Floats:
    """How the upper faces would lean under a usual camera that looks straight down, as tangents: outwards, more so
    further out. Under a camera that stays, the same places always give the same tangents."""
    height, width = frame.shape[:2]
    middle = np.array([width / 2, height / 2], np.float32)
    away = np.array([box.centre for box in boxes], np.float32).reshape(-1, 2) - middle
    longer = max(height, width)
    usual_px = median([box.longer_side for box in boxes]) if boxes else 0.0
    focal = max(FOCAL, NEAREST * usual_px / longer)
    if stance is not None and boxes:
        focal = stance.focal = stance.focal or focal
        stance.tray = by_tray(stance.corners, width / longer, height / longer, focal)
    return np.asarray(away / (focal * longer), np.float32)


@lru_cache(maxsize=8)
def by_tray(corners: Corners, width: float, height: float, focal: float) -> Floats:
    """How likely every stance is, as a logarithm, by the corners of a tray: those of a rectangle on the floor, as long
    as there are four of them and none is cut off. `width`, `height` and `focal` are in longer sides of the picture."""
    inside = all(AT_EDGE < part < 1 - AT_EDGE for corner in corners for part in corner)
    if len(corners) != 4 or not inside:
        return np.zeros_like(USUAL)
    away = ((np.array(corners) - 0.5) * (width, height) / focal)[None] / np.array(list(LENSES))[:, None, None]
    rays = np.concatenate([away, np.ones((*away.shape[:2], 1))], axis=2)  # (lenses, corners, 3)
    down = np.stack([-TILTS[0], -TILTS[1], UPWARD], axis=1)  # away from the camera, into the floor
    depths = np.maximum(rays @ down.T, 0.05)  # (lenses, corners, tilts)
    spots = (rays[..., None] / depths[:, :, None]).transpose(0, 3, 1, 2)  # (lenses, tilts, corners, 3), on one floor
    across, along = spots[:, :, 2] - spots[:, :, 0], spots[:, :, 3] - spots[:, :, 1]
    lengths = np.linalg.norm(np.stack([across, along]), axis=-1)
    apart = np.linalg.norm(spots[:, :, 2] + spots[:, :, 0] - spots[:, :, 3] - spots[:, :, 1], axis=-1)
    off = (np.log(lengths[0] / lengths[1]) ** 2 + (apart / lengths.mean(axis=0)) ** 2) / SQUARE**2
    return np.asarray(np.log(CROOKED + (1 - CROOKED) * np.exp(-off / 2)).reshape(-1), np.float32)


def settled(maps: Floats, places: Floats, stance: Stance | None = None) -> list[Slant]:
    """The slant of every die: its map of faces, weighed by what its place, the other dice and earlier looks tell.

    How plainly it lies flat is what its map shows at all leans that its upper face may have, on average; over the root
    of what a perfect map would show there, since the fewer dice tell of a camera the less can be asked of any.
    """
    if len(maps) == 0:
        return []
    across, down = _in_all_stances(places)
    shown = heights(maps, across, down)
    said = WORD * np.log(LEAST + shown)
    if stance is not None:
        stance.looked(places, said)
    before = USUAL if stance is None else stance.chances()
    likely = _likely(before + said.sum(axis=0) - said)  # what a die says itself does not count for it
    expected, spreads = _expected(across, down, likely)
    best = HILL**2 / np.sqrt(_determinant(spreads + HILL**2 * ROUND))
    flat = np.minimum(np.einsum("ns,ns->n", likely, shown) / np.sqrt(best), 1.0)
    wanted = _hills(expected, VAGUE * spreads + ASTRAY**2 * ROUND)
    leans = _tops(maps, wanted)
    near = (across - leans[:, :1]) ** 2 + (down - leans[:, 1:]) ** 2 < SAME_FACE**2
    mass = likely * shown
    alone = ((mass * near).sum(axis=1) + SCARCE) / (mass.sum(axis=1) + SCARCE)
    told = zip(leans.tolist(), flat.tolist(), expected.tolist(), alone.tolist(), strict=True)
    return [Slant((lean[0], lean[1]), plain, (wish[0], wish[1]), sure) for lean, plain, wish, sure in told]


def _in_all_stances(places: Floats) -> tuple[Floats, Floats]:
    """(n, stances) each: how far right and down the upper face of a die at each place leans, as the ray that meets it
    sees it."""
    tangents = places[:, None, :] / np.array(list(LENSES), np.float32)[None, :, None]
    along = 1 / np.sqrt(1 + (tangents**2).sum(axis=2, keepdims=True))
    x, y = (tangents * along).transpose(2, 0, 1)[..., None]
    across, down = TILTS
    share = UPWARD - (x * across + y * down) / (1 + along)
    return (across + x * share).reshape(len(places), -1), (down + y * share).reshape(len(places), -1)


def _expected(across: Floats, down: Floats, likely: Floats) -> tuple[Floats, Floats]:
    """Where each die's upper face should look, (n, 2); and how uncertain that is: the spreads across and down, and both
    together, (n, 3)."""
    middles = np.stack([np.einsum("ns,ns->n", likely, lean) for lean in (across, down)], axis=1)
    x, y = across - middles[:, :1], down - middles[:, 1:]
    pairs = ((x, x), (y, y), (x, y))
    return middles, np.stack([np.einsum("ns,ns,ns->n", likely, *pair) for pair in pairs], axis=1)


def _hills(middles: Floats, spreads: Floats) -> Floats:
    """(n, 289): maps with one hill each, as wide as its spread."""
    x, y = (LEANS.T[axis] - middles[:, axis, None] for axis in range(2))
    across, down, both = spreads.T[:, :, None]
    far = (x * x * down + y * y * across - 2 * x * y * both) / _determinant(spreads)[:, None]
    return np.asarray(np.exp(-far / 2), np.float32)


def _determinant(spreads: Floats) -> Floats:
    across, down, both = spreads.T
    return np.asarray(across * down - both * both)


def _tops(faces: Floats, wanted: Floats) -> Floats:
    """(n, 2), of every die: the face that looks most nearly to where the upper one should; or just there, if there is
    none. The lean at a hill's top, between the places of the map."""
    score, side = faces * wanted, len(AXIS)
    rows, columns = np.divmod((score + UNSEEN * wanted).argmax(axis=1), side)
    padded = np.zeros((len(faces), side + 2, side + 2), np.float32)
    padded[:, 1:-1, 1:-1] = (score + FAINTEST * wanted).reshape(-1, side, side)
    steps = np.arange(3)
    down, across = rows[:, None] + steps, columns[:, None] + steps  # in the padded map
    around = padded[np.arange(len(faces))[:, None, None], down[:, :, None], across[:, None, :]]
    total = np.maximum(around.sum(axis=(1, 2)), 1e-9)
    lean_across = (around.sum(axis=1) * PADDED_AXIS[across]).sum(axis=1) / total
    lean_down = (around.sum(axis=2) * PADDED_AXIS[down]).sum(axis=1) / total
    return np.stack([lean_across, lean_down], axis=1)


def _likely(logarithms: Floats) -> Floats:
    chances = np.exp(logarithms - logarithms.max(axis=1, keepdims=True))
    return np.asarray(chances / chances.sum(axis=1, keepdims=True), np.float32)


def _tilts() -> tuple[Floats, Floats]:
    """(2, tilts) across and down; and the logarithm of how likely each is before any die is seen."""
    steps = np.arange(-round(MOST_TILT / TILT_STEP), round(MOST_TILT / TILT_STEP) + 1) * TILT_STEP
    tilts = np.stack(np.meshgrid(steps, steps)).reshape(2, -1)
    tilts = tilts[:, (tilts**2).sum(axis=0) < MOST_TILT**2]
    together = np.zeros(tilts.shape[1])
    for share, middle, spread in TILTED:
        off = (tilts - np.array(middle)[:, None]) / np.array(spread)[:, None]
        together += share * np.exp(-(off**2).sum(axis=0) / 2) / np.prod(spread)
    return tilts.astype(np.float32), np.log(together / together.sum())


TILTS, _usual = _tilts()
UPWARD = np.sqrt(1 - (TILTS**2).sum(axis=0))
USUAL: Floats = np.concatenate([_usual + np.log(chance) for chance in LENSES.values()]).astype(np.float32)
"""How likely every stance is before any die is seen, lens by lens and tilt by tilt, as a logarithm."""
