"""Shows whole pictures to the eye and notes, for every die, what its networks thought: what doubt is fitted on."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from models.training.labels import INDEX, LEANING, NOTHING
from models.training.photos import lone_die
from reader.evaluation.report import clip_weights
from reader.evaluation.truth import Lying, Pictured, pictures
from reader.vision.classify import Seen
from reader.vision.cut import cut
from reader.vision.edge import is_cut_off
from reader.vision.find import Found, find
from reader.vision.look import Eye
from reader.vision.picture_file import open_picture
from reader.vision.resize import Halves
from reader.vision.sighting import Box, Frame

SAME = 0.4  # overlap from which a found box is the die of the truth
APART = 0.15  # overlap under which it is no die
FRAMES = 4  # of a clip: they are nearly alike
HAND_HELD = ("aws",)  # sets seen from far more aslant than any tray: they would fit doubt to another camera


@dataclass(frozen=True, eq=False, slots=True)
class Noted:
    """`answer` is the true class, LEANING for a die that is not flat, NOTHING for a box around no die."""

    seen: Seen
    found: Found
    answer: int
    group: str
    weight: float


def gather(
    eye: Eye, indexes: Sequence[tuple[Path, str | None]], tick: Callable[[], None] = lambda: None
) -> list[Noted]:
    """Everything that was found in the pictures of these indexes, each with a split or all of it."""
    noted: list[Noted] = []
    for index, split in indexes:
        chosen = some_frames([one for one in pictures(index, split) if one.set not in HAND_HELD])
        weights = clip_weights(chosen)
        for pictured in chosen:
            noted += _noted(eye, pictured, weights.get(pictured.clip, 1.0))
            tick()
    return noted


def some_frames(pictured: list[Pictured]) -> list[Pictured]:
    """All photographs, and a few frames of every clip."""
    clips: dict[str, list[Pictured]] = {}
    for one in pictured:
        clips.setdefault(one.clip or str(one.path), []).append(one)
    return [frame for frames in clips.values() for frame in frames[:: max(1, len(frames) // FRAMES)]]


def _noted(eye: Eye, pictured: Pictured, weight: float) -> Iterator[Noted]:
    picture = open_picture(pictured.path)
    dice = list(_boxed(picture, pictured.dice))
    halves = Halves(picture)
    found = find(halves, eye.finder)
    seen = eye.seen(halves, found, [cut(halves, one.box) for one in found])
    rendered = all(die.material for die in pictured.dice)  # photographs may show dice that nobody boxed
    whole = [pair for pair in zip(found, seen, strict=True) if not is_cut_off(pair[0], pair[1].place, picture)]
    for one, look in whole:
        overlaps = ((box.overlap(one.box), answer) for box, answer in dice)
        overlap, answer = max(overlaps, key=lambda pair: pair[0], default=(0.0, NOTHING))
        if overlap > SAME and answer is not None:
            yield Noted(look, one, answer, pictured.clip or str(pictured.path), weight)
        elif overlap < APART and rendered:
            yield Noted(look, one, NOTHING, str(pictured.path), weight)


def _boxed(picture: Frame, dice: Sequence[Lying]) -> Iterator[tuple[Box, int | None]]:
    """None is the answer where nobody knows it."""
    for die in dice:
        box = die.box
        if box is None:
            alone = lone_die(picture)
            box = Box(*alone) if alone else None
        if box is None:
            continue
        if die.face and die.rests:
            yield box, INDEX[die.kind, die.face]
        else:
            yield box, None if die.rests else LEANING
