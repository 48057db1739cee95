"""How alike a glimpse is to the examples, and what that makes of the chances. Pure numbers: no files, no names.

A face of a taught die gains or loses by how like its examples the glimpse is, so far as the colours are that die's; a
face that was never shown neither gains nor loses, and a die of other colours than all that were taught is not touched.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from reader.teaching.scale import Scale
from reader.teaching.trait import Trait
from reader.vision.networks import Floats

FAINTEST = 1e-7  # chance that is left to what the networks rule out
SMOOTHING = 40.0  # of the best of several views: with an infinite one the best view alone would count


@dataclass(frozen=True, slots=True, eq=False)
class Rows:
    """The examples' numbers, sorted by face of each die. `faces` names them: which die, and the network's label."""

    views: Floats
    faces: tuple[tuple[int, str], ...]
    face_starts: NDArray[np.intp]
    colours: Floats
    die_starts: NDArray[np.intp]

    @classmethod
    def of(cls, traits: Sequence[tuple[int, str, Trait]]) -> Rows | None:
        """From (which die, label, trait); None if there are none."""
        ordered = sorted((one for one in traits if len(one[2].views)), key=lambda one: one[:2])
        if not ordered:
            return None
        names = [(die, label) for die, label, trait in ordered for _ in trait.views]
        firsts = [at for at, name in enumerate(names) if at == 0 or names[at - 1] != name]
        dice = [die for die, _, _ in ordered]
        die_firsts = [at for at, die in enumerate(dice) if at == 0 or dice[at - 1] != die]
        return cls(
            np.concatenate([trait.views for _, _, trait in ordered]),
            tuple(names[at] for at in firsts),
            np.array(firsts, np.intp),
            np.stack([trait.colours for _, _, trait in ordered]),
            np.array(die_firsts, np.intp),
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


@dataclass(frozen=True, slots=True, eq=False)
class Likened:
    """A glimpse beside all that was taught: `faces` and `colours` in the order of the rows."""

    rows: Rows
    faces: Floats
    colours: Floats

    @classmethod
    def to(cls, rows: Rows, trait: Trait) -> Likened:
        return cls(rows, rows.likeness(trait.views), rows.same_colours(trait.colours))

    def gates(self, scale: Scale) -> Floats:
        """Of each face: how far the colours are its die's, 0–1."""
        place = {die: at for at, die in enumerate(self.rows.dice)}
        of_die = np.array([self.colours[place[die]] for die, _ in self.rows.faces], np.float32)
        share = (of_die - scale.other_colours) / (scale.same_colours - scale.other_colours)
        return np.asarray(np.clip(share, 0, 1), np.float32)

    def belief(self, scale: Scale) -> Floats:
        """Of each face: by how much the logarithm of its chance changes."""
        owners = np.array([die for die, _ in self.rows.faces])
        best = np.zeros_like(self.faces)
        for die in self.rows.dice:
            best[owners == die] = self.faces[owners == die].max()
        return np.asarray(self.gates(scale) * worth(self.faces, best, scale), np.float32)


def worth(likeness: Floats, best: Floats, scale: Scale) -> Floats:
    """What likeness to a face is worth, given that to the most alike face of the same die. If even that is not very
    alike, a face may be up that was never shown."""
    taught = np.clip(scale.weight * (best - scale.even), -scale.most_against, scale.most_for)
    apart = np.maximum(scale.weight * (likeness - best), -scale.most_apart)
    same = np.clip((likeness - scale.same_pose) / (1 - scale.same_pose), 0, 1)
    return np.asarray(taught + apart + scale.same_pose_worth * same, np.float32)


def with_belief(chances: Floats, labels: Sequence[str], likened: Likened, scale: Scale) -> Floats:
    """The chances of all labels, with what is remembered. Of two dice with one face the more alike speaks for it."""
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
    if changed.argmax() == chances.argmax() and changed.max() < chances.max():
        return chances  # what was taught agrees: that never makes the answer less sure
    return np.asarray(changed, np.float32)


def which_die(likened: Likened, label: str, kinds: Sequence[str], scale: Scale) -> int | None:
    """The die that this is, given what it shows; None for a stranger. `kinds` are those of all dice, by number."""
    kind = label.partition(":")[0]
    best, best_score = None, 0.0
    for at, die in enumerate(likened.rows.dice):
        colours = float(likened.colours[at])
        own = [
            float(likeness)
            for (owner, _), likeness in zip(likened.rows.faces, likened.faces, strict=True)
            if owner == die
        ]
        is_it = kinds[die] == kind and colours >= scale.known and max(own) >= scale.known_likeness
        if is_it and colours + max(own) > best_score:
            best, best_score = die, colours + max(own)
    return best
