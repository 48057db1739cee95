"""A d4 is looked at closer: from above a tetrahedron shows its number three times, but each hardly a third as high.

So it is cut out again in more pixels and read by a network that knows nothing but d4. Which third of a turn is upright
makes no difference seen from above, so it is looked at in all three; of a bar and of a tetrahedron seen aslant the
network says itself that the others are not upright.
"""

from dataclasses import dataclass

import numpy as np

from reader.vision.cut import Crop, Place, turned
from reader.vision.networks import Floats, Network, softmax

CLOSE_PX = 192  # a crop
THIRDS_DEG = (0.0, 120.0, 240.0)
BETWEEN_DEG = (60.0, 180.0, 300.0)  # looked at if none of those is upright
UPRIGHT = 0.5  # chance from which one of them is
DOUBT = 1e-4  # that every face keeps


@dataclass(frozen=True, eq=False, slots=True)
class CloseView:
    """A d4 in a crop of CLOSE_PX, where in it the die is, and how far it must be turned to be upright."""

    crop: Crop
    place: Place
    turn_deg: float


class D4Reader:
    def __init__(self, network: Network) -> None:
        self.network = network
        self.labels = network.card.labels[:-1]

    def read(self, dice: list[CloseView]) -> list[Floats]:
        """The chances of each die's faces, in the order of the labels."""
        return [self._read(die) for die in dice]

    def _read(self, die: CloseView) -> Floats:
        said = self._said(die, THIRDS_DEG)
        if 1 - said[:, -1].min() < UPRIGHT:
            said = np.concatenate([said, self._said(die, BETWEEN_DEG)])
        upright = 1 - said[:, -1]
        faces = np.log(said[:, :-1] / np.maximum(upright[:, None], DOUBT) + DOUBT)
        together = np.exp(upright @ faces / max(float(upright.sum()), DOUBT))
        return np.asarray(together / together.sum(), np.float32)

    def _said(self, die: CloseView, aside_deg: tuple[float, ...]) -> Floats:
        side = self.network.card.input_px
        views = [turned(die.crop, side, die.turn_deg + aside, die.place) for aside in aside_deg]
        return softmax(self.network.see(np.stack(views))[0])
