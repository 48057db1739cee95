"""Where own dice and strangers part, in colours and in pictures: measured on rendered dice of training looks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

import numpy as np

from reader.evaluation.household import OTHER_LIGHT, SAME_LIGHT
from reader.evaluation.taught import Glimpsed
from reader.teaching.recall import Likened, Rows
from reader.teaching.scale import Scale
from reader.teaching.trait import trait_of

EXAMPLES: Final = 2
EVERY: Final = 3  # of the dice looked at: enough for a percentile
LOOSE, FADING = 0.04, 0.1
"""Other light changes colours more than the households show; the picture tells a stranger better than they do. Of the
strangers whose pictures are as like as a taught die's, one in twenty, next to none has its colours too."""
OPEN, SHUT = Scale(other_colours=-1.0), Scale(other_colours=2.0)
"""Compares pictures whatever the colours are; compares none."""


@dataclass(slots=True)
class Parted:
    """What own dice and strangers reach beside a gallery."""

    own_colours: list[float] = field(default_factory=list)
    other_pictures: list[float] = field(default_factory=list)
    same_face: list[float] = field(default_factory=list)
    other_face: list[float] = field(default_factory=list)


def limits(houses: Sequence[Glimpsed]) -> Scale:
    parted = Parted()
    for at, house in enumerate(houses):
        rows = rows_of(house, EXAMPLES, set())
        _own(house, rows, parted)
        stranger = houses[(at + 1) % len(houses)]
        if stranger is not house:
            _strangers(stranger, rows, parted)
    same = float(np.percentile(parted.own_colours, 3)) - LOOSE
    apart = same - FADING
    usual, most, nearly_all = (float(np.percentile(parted.other_pictures or [1.0], share)) for share in (65, 95, 99.5))
    return Scale(
        other_colours=apart,
        same_colours=same,
        known=(same + apart) / 2,
        same_picture=max(most, usual + 0.2),
        other_picture=usual,
        known_picture=nearly_all,
        same_pose=min(0.992, max(0.975, float(np.percentile(parted.other_face, 99.9)))),
        news=float(np.percentile(parted.same_face, 40)),
    )


def rows_of(house: Glimpsed, examples: int, leave: set[str]) -> Rows:
    named = []
    for row in house.rows(range(examples)):
        glimpse, label = house.glimpse(row), str(house.house.labels[row])
        if glimpse is not None and label not in leave:
            named.append((int(house.house.dice[row]), label, trait_of(glimpse, "")))
    rows = Rows.of(named)
    assert rows is not None
    return rows


def likened_in(house: Glimpsed, rows: Rows, row: int, scale: Scale, favoured: Sequence[str] = ()) -> Likened:
    glimpse = house.glimpse(row)
    assert glimpse is not None
    return Likened.of(rows, glimpse, scale, favoured)


def _own(house: Glimpsed, rows: Rows, parted: Parted) -> None:
    names = [f"{die} {label}" for die, label in rows.faces]
    for row in house.rows((*SAME_LIGHT, *OTHER_LIGHT))[::EVERY]:
        if house.seen[row] is None:
            continue
        die, label = int(house.house.dice[row]), str(house.house.labels[row])
        likened = likened_in(house, rows, row, SHUT)
        is_own = np.array([owner == die for owner, _ in rows.faces])
        is_face = np.array([name == f"{die} {label}" for name in names])
        parted.own_colours.append(float(rows.by_die(likened.colours)[is_own][0]))
        parted.same_face += likened.faces[is_face].tolist()
        parted.other_face.append(float(likened.faces[~is_face].max()))


def _strangers(stranger: Glimpsed, rows: Rows, parted: Parted) -> None:
    for row in stranger.rows(SAME_LIGHT)[::EVERY]:
        if stranger.seen[row] is not None:
            likened = likened_in(stranger, rows, row, OPEN)
            parted.other_pictures.append(float(likened.pictures.max()))
