"""How alike a glimpse is to the examples, and what that makes of the chances. Pure numbers: no files, no names.

A face of a taught die gains or loses by how like its examples the glimpse is: as a picture, and by what the face
network makes of it; so far as colours and picture are that die's at all. A face that was never shown neither gains nor
loses, and a die that looks like none that was taught is not touched.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from math import dist
from typing import Final

import numpy as np
from numpy.typing import NDArray

from reader.teaching.picture_match import UNLIKE, Album, agreements
from reader.teaching.portrait import Canvas
from reader.teaching.scale import Scale
from reader.teaching.trait import Trait, canvas_in, colours_of, unit
from reader.vision.networks import Floats
from reader.vision.sighting import Glimpse

FAINTEST: Final = 1e-7  # chance that is left to what the networks rule out
HALF: Final = 0.5
TURNED_OVER: Final = {"6": "9", "9": "6"}
CLEARLY: Final = 0.7  # clearness by which another face is the one: a correlation of 0.93 against 0.85
BORNE_OUT: Final = 2.5  # clearness of a picture: a correlation of about 0.93
SAME_PLACE_PX: Final = 5.0  # of a die of usual size: nearer places are looked at anyway
SMOOTHING: Final = 40.0  # of the best of several views: with an infinite one the best view alone would count


@dataclass(frozen=True, slots=True, eq=False)
class Rows:
    """The examples' numbers, sorted by face of each die. `faces` names them: which die, and the network's label."""

    views: Floats
    faces: tuple[tuple[int, str], ...]
    face_starts: NDArray[np.intp]
    colours: Floats
    die_starts: NDArray[np.intp]
    album: Album
    face_of: NDArray[np.intp]
    """Of each portrait in the album."""

    @classmethod
    def of(cls, traits: Sequence[tuple[int, str, Trait]]) -> Rows | None:
        """From (which die, label, trait); None if there are none."""
        ordered = sorted((one for one in traits if len(one[2].views)), key=lambda one: one[:2])
        if not ordered:
            return None
        names = [(die, label) for die, label, trait in ordered for _ in trait.views]
        firsts = [at for at, name in enumerate(names) if at == 0 or names[at - 1] != name]
        faces = {names[first]: at for at, first in enumerate(firsts)}
        dice = [die for die, _, _ in ordered]
        die_firsts = [at for at, die in enumerate(dice) if at == 0 or dice[at - 1] != die]
        return cls(
            np.concatenate([trait.views for _, _, trait in ordered]),
            tuple(faces),
            np.array(firsts, np.intp),
            np.stack([trait.colours for _, _, trait in ordered]),
            np.array(die_firsts, np.intp),
            Album.of([trait.portrait for _, _, trait in ordered]),
            np.array([faces[die, label] for die, label, _ in ordered], np.intp),
        )

    @property
    def dice(self) -> tuple[int, ...]:
        """In the order of their colours."""
        return tuple(dict.fromkeys(die for die, _ in self.faces))

    def likeness(self, views: Floats) -> Floats:
        """Of a glimpse to each face, at most 1: the best example counts, over all views of the glimpse smoothly."""
        best = np.maximum.reduceat(views @ self.views.T, self.face_starts, axis=1)
        top = best.max(axis=0)
        return np.asarray(top + np.log(np.exp(SMOOTHING * (best - top)).mean(axis=0)) / SMOOTHING, np.float32)

    def same_colours(self, colours: Floats) -> Floats:
        """Of a glimpse and each die, 0–1."""
        return np.asarray(np.maximum.reduceat(self.colours @ colours, self.die_starts), np.float32)

    def by_die(self, of_dice: Floats) -> Floats:
        """What is told of each die, for each of its faces."""
        place = {die: at for at, die in enumerate(self.dice)}
        return np.asarray(of_dice[[place[die] for die, _ in self.faces]], np.float32)

    def pictures(self, canvas: Canvas, is_near: NDArray[np.bool_], favoured: Collection[str]) -> Floats:
        """Of a glimpse to each face: the best example counts. Faces of dice that are not near are UNLIKE; those that
        are favoured are looked at for sure."""
        found = np.full(len(self.faces), UNLIKE, np.float32)
        near = np.flatnonzero(is_near[self.face_of])
        if len(near):
            first = np.array([label in favoured for _, label in self.faces])[self.face_of[near]]
            scores = agreements(canvas, self.album.only(near), self.face_of[near], first)
            np.maximum.at(found, self.face_of[near], scores)
        return found


@dataclass(frozen=True, slots=True, eq=False)
class Likened:
    """A glimpse beside all that was taught: `faces`, `pictures` and `colours` in the order of the rows."""

    rows: Rows
    faces: Floats
    colours: Floats
    pictures: Floats
    is_elsewhere: bool = False
    """The pictures agree where the upper face should be by the die's place, not where the networks saw it."""

    @classmethod
    def of(cls, rows: Rows, glimpse: Glimpse, scale: Scale, favoured: Collection[str] = (), sure: str = "") -> Likened:
        """The upper face is looked for where the networks saw it, and where the die's place puts it, if that is
        elsewhere: they may have taken a neighbour for it, and read that well."""
        canvas, there = canvas_in(glimpse), glimpse.expected_face
        here = cls.to(rows, unit(glimpse.views), colours_of(glimpse.crop), canvas, scale, favoured, sure)
        if there is None or dist(there, canvas.middle) < SAME_PLACE_PX * canvas.size:
            return here
        is_near = rows.by_die(here.colours) > scale.other_colours
        pictures = rows.pictures(replace(canvas, middle=there), is_near, favoured)
        is_elsewhere = bool(pictures.max() > here.pictures.max())
        return replace(here, pictures=np.maximum(pictures, here.pictures), is_elsewhere=is_elsewhere)

    @classmethod
    def to(
        cls, rows: Rows, views: Floats, colours: Floats, canvas: Canvas, scale: Scale, favoured: Collection[str] = (),
        sure: str = "",
    ) -> Likened:  # fmt: skip
        """`sure` is the label that the networks have no doubt of, if there is one: if likeness and picture bear it out,
        no other face is looked at, which saves most of the time; but for the 9 that a 6 may be upside down."""
        same, likeness = rows.same_colours(colours), rows.likeness(views)
        is_near = rows.by_die(same) > scale.other_colours
        is_sure = is_near & np.array([label == sure for _, label in rows.faces])
        if is_sure.any() and is_sure[int(np.where(is_near, likeness, -1).argmax())]:
            is_rival = is_near & np.array([label == upside_down(sure) for _, label in rows.faces])
            pictures = rows.pictures(canvas, is_sure | is_rival, ())
            if pictures.max() >= BORNE_OUT:
                return cls(rows, likeness, same, pictures)
        return cls(rows, likeness, same, rows.pictures(canvas, is_near, favoured))

    def best_of_die(self, values: Floats) -> Floats:
        """Of each face: the highest value of any face of its die."""
        owners = np.array([die for die, _ in self.rows.faces])
        best = np.zeros_like(values)
        for die in self.rows.dice:
            best[owners == die] = values[owners == die].max()
        return best

    def is_rather(self, one: str, other: str) -> bool:
        """Whether the picture speaks for one label more than for the other, both having been taught."""
        first, second = (
            [picture for (_, label), picture in zip(self.rows.faces, self.pictures, strict=True) if label == named]
            for named in (one, other)
        )
        return bool(first and second and max(first) > max(second))

    def rival_of(self, label: str) -> str:
        """Another face that the pictures speak for, if they do: that of the label upside down, or one that agrees well
        and far better than it."""
        if self.is_rather(upside_down(label), label):
            return upside_down(label)
        own = [picture for (_, named), picture in zip(self.rows.faces, self.pictures, strict=True) if named == label]
        best = int(self.pictures.argmax())
        is_clear = bool(own) and self.pictures[best] >= max(BORNE_OUT, max(own) + CLEARLY)
        return self.rows.faces[best][1] if is_clear else ""

    def gates(self, scale: Scale) -> Floats:
        return gate(self.rows.by_die(self.colours), self.best_of_die(self.pictures), scale)

    def belief(self, scale: Scale) -> Floats:
        """Of each face: by how much the logarithm of its chance changes."""
        change = worth(self.faces, self.best_of_die(self.faces), self.pictures, self.best_of_die(self.pictures), scale)
        return np.asarray(self.gates(scale) * change, np.float32)


def upside_down(label: str) -> str:
    """The face that this one is when it is turned over, if it is any.

    >>> upside_down("d20:9"), upside_down("d20:19")
    ('d20:6', '')
    """
    kind, _, face = label.partition(":")
    return f"{kind}:{TURNED_OVER[face]}" if face in TURNED_OVER else ""


def gate(colours: Floats, best_picture: Floats, scale: Scale) -> Floats:
    """How far colours and picture are those of a die, 0–1."""
    same = (colours - scale.other_colours) / (scale.same_colours - scale.other_colours)
    alike = (best_picture - scale.other_picture) / (scale.same_picture - scale.other_picture)
    return np.asarray(np.clip(same, 0, 1) * np.clip(alike, 0, 1), np.float32)


def worth(likeness: Floats, best: Floats, pictures: Floats, best_pictures: Floats, scale: Scale) -> Floats:
    """What likeness to a face and agreement of its picture are worth, given those of the most alike face of the same
    die. If even that is not very alike, a face may be up that was never shown."""
    taught = np.clip(scale.weight * (best - scale.even), -scale.most_against, scale.most_for)
    apart = np.maximum(scale.weight * (likeness - best), -scale.most_apart)
    same = np.clip((likeness - scale.same_pose) / (1 - scale.same_pose), 0, 1)
    level = scale.picture_level * (best_pictures - scale.picture_even)
    shown = np.clip(level, -scale.picture_against, scale.picture_for)
    behind = np.maximum(scale.picture_weight * (pictures - best_pictures), -scale.picture_apart)
    return np.asarray(taught + apart + scale.same_pose_worth * same + shown + behind, np.float32)


def with_belief(chances: Floats, labels: Sequence[str], likened: Likened, scale: Scale) -> Floats:
    """The chances of all labels, with what is remembered. Of two dice with one face the more alike speaks for it. Where
    the pictures are against what the networks are sure of, nobody knows."""
    change = np.zeros(len(chances), np.float32)
    told: set[int] = set()
    index = {label: at for at, label in enumerate(labels)}
    for (_, label), belief in zip(likened.rows.faces, likened.belief(scale), strict=True):
        at = index.get(label)
        if at is not None:
            change[at] = max(change[at], belief) if at in told else belief
            told.add(at)
    general = 1 - (1 - scale.general) * float(likened.gates(scale).max())
    changed = np.maximum(chances, FAINTEST) ** general * np.exp(change - change.max())
    changed /= changed.sum()
    best = labels[int(changed.argmax())]
    rival = likened.rival_of(best) if float(likened.gates(scale).max()) > HALF else ""
    if rival in index:
        pair = [index[best], index[rival]]
        is_open = chances[pair].max() < HALF and rival != upside_down(best)  # then the pictures alone know
        changed[pair] = (0.0, changed[pair].sum()) if is_open else changed[pair].mean()
        return np.asarray(changed, np.float32)
    if changed.argmax() == chances.argmax() and changed.max() < chances.max():
        return chances  # what was taught agrees: that never makes the answer less sure
    return np.asarray(changed, np.float32)


def which_die(likened: Likened, label: str, kinds: Sequence[str], scale: Scale) -> int | None:
    """The die that this is, given what it shows; None for a stranger. `kinds` are those of all dice, by number."""
    kind = label.partition(":")[0]
    best, best_score = None, 0.0
    for at, die in enumerate(likened.rows.dice):
        colours = float(likened.colours[at])
        own = [n for n, (owner, _) in enumerate(likened.rows.faces) if owner == die]
        picture = float(likened.pictures[own].max())
        is_it = kinds[die] == kind and colours >= scale.known and picture >= scale.known_picture
        if is_it and colours + picture > best_score:
            best, best_score = die, colours + picture
    return best
