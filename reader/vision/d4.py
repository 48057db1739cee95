"""A d4 is looked at closer: from above a tetrahedron shows its number three times, but each hardly a third as high.

So it is cut out again in more pixels and read by a network that knows nothing but d4. Which third of a turn is upright
makes no difference seen from above, so it is looked at in all three and all count. Of a bar, and of a tetrahedron seen
aslant, only one is upright; the network says itself which are not.
"""

from dataclasses import dataclass

import numpy as np

from reader.vision.cut import Crop, Place, turned
from reader.vision.networks import Floats, Network, softmax

CLOSE_PX = 192  # a crop
THIRDS_DEG = (0.0, 120.0, 240.0)
BETWEEN_DEG = (60.0, 180.0, 300.0)  # looked at if none of those is upright
UPRIGHT = 0.5  # chance from which one of them is
ASLANT = 0.3  # the lean, as a sine, from which on the thirds of a tetrahedron do not look alike
ASIDE = 0.15  # how much the others count then
SURE = 4.0  # power of the chance that a view is upright, with which it counts
ALIKE = 0.35  # views of one die err together: three of them count as three to the power of the rest of one
DOUBT = 1e-3  # that every face keeps
CLEAR = 0.9  # chance of a face under which the most upright view is looked at askew too
ASKEW_DEG = (12.0, -12.0)


@dataclass(frozen=True, eq=False, slots=True)
class CloseView:
    """A d4 in a crop of CLOSE_PX, where in it the die is, how far it must be turned to be upright, and how it leans."""

    crop: Crop
    place: Place
    turn_deg: float
    lean: tuple[float, float]


class D4Reader:
    def __init__(self, network: Network) -> None:
        self.network = network
        self.labels = network.card.labels[:-1]

    def read(self, dice: list[CloseView]) -> list[Floats]:
        """The chances of each die's faces, in the order of the labels."""
        return [self._read(die) for die in dice]

    def _read(self, die: CloseView) -> Floats:
        said = self._said(die, THIRDS_DEG)
        counts = np.array([1, ASIDE, ASIDE] if np.hypot(*die.lean) > ASLANT else [1, 1, 1], np.float32)
        if said[:, -1].min() > 1 - UPRIGHT:
            said, counts = np.concatenate([said, self._said(die, BETWEEN_DEG)]), np.ones(6, np.float32)
        faces = self._together(said, counts)
        return faces if faces.max() >= CLEAR else self._askew(die, said, counts)

    def _askew(self, die: CloseView, said: Floats, counts: Floats) -> Floats:
        """With the most upright view looked at a little askew as well. Against other thirds the three count as one did;
        where no other is upright, as on a bar, they are three views that err together."""
        best = int(np.argmin(said[:, -1]))
        turn = (*THIRDS_DEG, *BETWEEN_DEG)[best]
        more = self._said(die, tuple(turn + aside for aside in ASKEW_DEG))
        share = counts[best] / (1 + len(more))
        counts = np.concatenate([counts, np.full(len(more), share)])
        counts[best] = share
        return self._together(np.concatenate([said, more]), counts)

    def _together(self, said: Floats, counts: Floats) -> Floats:
        """What all views say, each by how upright it is."""
        upright = np.maximum(1 - said[:, -1], DOUBT)
        weights = counts * upright**SURE
        weights /= weights.max()
        faces = np.log(said[:, :-1] / upright[:, None] + DOUBT)
        together = np.exp(weights @ faces / weights.sum() ** ALIKE)
        seen = min(1.0, float(upright.max()) / UPRIGHT)  # of what none shows upright nothing is known
        return np.asarray(seen * together / together.sum() + (1 - seen) / len(self.labels), np.float32)

    def _said(self, die: CloseView, aside_deg: tuple[float, ...]) -> Floats:
        side = self.network.card.input_px
        views = [turned(die.crop, side, die.turn_deg + aside, die.place) for aside in aside_deg]
        return softmax(self.network.see(np.stack(views))[0])
