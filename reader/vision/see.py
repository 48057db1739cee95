"""Every face at a glance, and those in doubt closely.

A small face network reads all dice first. Whoever it leaves in any doubt, the large one reads too, and its word alone
counts then. Most dice need no more than the glance, so that a throw takes less time; and hardly anything is lost, as a
face must be surer at a glance than the large network ever need be.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from reader.vision.classify import Classifier
from reader.vision.company import in_company
from reader.vision.cut import Crop
from reader.vision.doubt import Memory
from reader.vision.find import Found
from reader.vision.glance import Glance, Lying, Seen, Told, weighed
from reader.vision.networks import Floats
from reader.vision.slant import Slant, Stance, settled

GLANCES = 2  # most directions that one die is glanced at in
NO_VIEWS = np.zeros((0, 1), np.float32)


@dataclass(frozen=True, eq=False, slots=True)
class Throw:
    """Dice that were found in a picture and cut out, before anybody looks at them: `places` are how each should lean by
    where it lies, `near` whether another is near, and `closer` cuts one out in CLOSE_PX."""

    crops: list[Crop]
    found: list[Found]
    places: Floats
    near: NDArray[np.bool_]
    closer: Callable[[int], Crop]


class Glanced(NamedTuple):
    """How dice lie, by the upright network, and what the small face network reads on them."""

    told: Told
    slants: list[Slant]
    seen: list[Seen]


def closely(throw: Throw, classifier: Classifier, stance: Stance | None = None) -> list[Seen]:
    """All of them by the large face network."""
    kinds = [one.kinds for one in throw.found]
    return _in_company(throw, classifier, classifier.classify(throw.crops, kinds, throw.places, throw.closer, stance))


def at_a_glance(
    throw: Throw,
    glance: Glance,
    classifier: Classifier,
    stance: Stance | None = None,
    memory: Memory | None = None,
) -> list[Seen]:
    """All of them by the small face network, and those in doubt by the large one. So are dice that may have been
    taught: they are recognised by what that one makes of them."""
    if not throw.crops:
        return []
    told, slants, seen = glanced(throw, glance, stance)
    doubtful = [
        number
        for number, (die, crop) in enumerate(zip(seen, throw.crops, strict=True))
        if not is_plain(die, glance, classifier) or (memory is not None and memory.may_know(crop))
    ]
    looks = classifier.look_closely(
        [throw.crops[number] for number in doubtful],
        told.only(doubtful),
        [slants[number] for number in doubtful],
        lambda at: throw.closer(doubtful[at]),
    )
    for number, look in zip(doubtful, looks, strict=True):
        seen[number] = look
    return _in_company(throw, classifier, seen)


def glanced(throw: Throw, glance: Glance, stance: Stance | None = None) -> Glanced:
    told = glance.tell(throw.crops, [one.kinds for one in throw.found])
    slants = settled(told.faces, throw.places, stance)
    return Glanced(told, slants, [_hasty(die, glance) for die in glance.read(throw.crops, told, slants, GLANCES)])


def _hasty(die: Lying, glance: Glance) -> Seen:
    """Without its views, since taught dice are compared by those of the large network. A 6 that may be a 9 upside down
    is not taken for upright."""
    look = weighed(die)
    upright = 0.0 if glance.may_be_upside_down(die) else look.upright
    return replace(look, upright=upright, views=NO_VIEWS, view_upright=NO_VIEWS[:, 0])


def is_plain(seen: Seen, glance: Glance, classifier: Classifier) -> bool:
    """Nobody need look at its face again, whatever the doubt whether it lies flat: the small network is sure of it, and
    the upright one takes it for the same kind. A d4 never is plain, which has a network of its own, nor a die whose
    neighbours would be asked."""
    best = int(seen.faces.argmax())
    kind = classifier.labels[best].partition(":")[0]
    return (
        bool(seen.faces[best] >= glance.face.card.thresholds["plain"])
        and seen.upright >= classifier.face.card.thresholds["upright"]
        and kind != "d4"
        and kind == classifier.kind_of(seen)
        and classifier.doubted_among(seen) is None
    )


def _in_company(throw: Throw, classifier: Classifier, seen: list[Seen]) -> list[Seen]:
    return [in_company(die, classifier.kind_of(die), bool(near)) for die, near in zip(seen, throw.near, strict=True)]
