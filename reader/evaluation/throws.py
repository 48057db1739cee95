"""Pictures of several dice as a player meets them: the whole throw right, a die asked about, or one wrong."""

from collections.abc import Sequence
from dataclasses import dataclass, fields

from reader.evaluation.matching import Matched
from reader.evaluation.tally import Fate, Judged
from reader.evaluation.truth import Lying
from reader.vision.sighting import Reading, Sighting

LIGHT_FROM, DARK_TO = 0.68, 0.36  # CIELAB lightness of bodies that nobody would call anything but light, or dark
CHANGEABLE = (
    "two-tone", "layered", "translucent", "smoke", "nebula", "glitter", "silver", "gold", "mottled", "blotched", "foil",
    "veined", "striped",
)  # fmt: skip
"""Materials that show the tray, the room or two colours: as light as they happen to lie."""


@dataclass(slots=True)
class Throws:
    """Of pictures in which every die rests and its face is known."""

    throws: float = 0.0
    right: float = 0.0
    asked: float = 0.0
    wrong: float = 0.0

    def add(self, judged: Sequence[Judged], extra: Sequence[Sighting], weight: float) -> None:
        self.throws += weight
        if any(one.fate is Fate.WRONG for one in judged) or any(isinstance(seen, Reading) for seen in extra):
            self.wrong += weight
        elif all(one.fate is Fate.RIGHT for one in judged) and not extra:
            self.right += weight
        else:
            self.asked += weight

    def as_json(self) -> dict[str, float]:
        return {part.name: round(getattr(self, part.name), 3) for part in fields(self)}


def is_whole_throw(dice: Sequence[Lying]) -> bool:
    return len(dice) > 1 and all(die.rests and die.face for die in dice)


@dataclass(slots=True)
class Pairs:
    """A light and a dark d6 in one picture, both seen: was the lighter one called lighter?"""

    pairs: int = 0
    right: int = 0
    unseen: int = 0

    def add(self, matched: Matched) -> None:
        sixes = [(die, seen) for die, seen in matched.pairs if die.kind == "d6" and die.material not in CHANGEABLE]
        light = [pair for pair in sixes if (pair[0].lightness or 0) >= LIGHT_FROM]
        dark = [pair for pair in sixes if pair[0].lightness is not None and pair[0].lightness <= DARK_TO]
        for _, lighter in light:
            for _, darker in dark:
                if lighter is None or darker is None:
                    self.unseen += 1
                else:
                    self.pairs += 1
                    self.right += lighter.lightness > darker.lightness

    def as_json(self) -> dict[str, int]:
        return {"pairs": self.pairs, "right": self.right, "unseen": self.unseen}
