"""An evening at the table, press by press: what lies in the tray, what hands do, and what the screen says then.

All five books, two explosions in a row, a cancelled roll, a leaning die, a die of the wrong kind, a correction, a
typed-in throw, a camera that is lost and comes back.
"""

from dataclasses import dataclass
from typing import TypeAlias

from reader.table.commands import Answer, Cancel, Command, Correct, Enter, Knob, Pick, Press, Reroll, Step

PRESETS = ("free", "standard ability=7", "test +2", "tale level=3", "game 2d10+5", "olde 1d8")


@dataclass(frozen=True)
class Throw:
    """Everything is taken out of the tray, and these are thrown."""

    dice: tuple[str, ...]


@dataclass(frozen=True)
class Again:
    """Some of the dice that lie there are thrown again: which, and what they show then."""

    faces: tuple[tuple[int, str], ...]


@dataclass(frozen=True)
class Leaning:
    """A single die that leans."""

    kind: str


@dataclass(frozen=True)
class CameraGone:
    pass


@dataclass(frozen=True)
class CameraBack:
    """And these are thrown."""

    dice: tuple[str, ...]


Tray: TypeAlias = Throw | Again | Leaning | CameraGone | CameraBack | None


@dataclass(frozen=True)
class Moment:
    """What is done to the tray, then to the box; and what it says then, one thing after the other."""

    does: Command
    says: str
    tray: Tray = None
    of_kind: str = ""
    """Which die is corrected, where several were thrown at once: their order is the eye's."""


def thrown(*dice: str) -> Throw:
    return Throw(dice)


def again(*faces: tuple[int, str]) -> Again:
    return Again(faces)


PRESS, MODE = Press(), Step(1)
LEANS = "leaning"
"""Stands for whatever the box says of a die that leans: never a face."""

EVENING = (
    # Whatever lies there.
    Moment(PRESS, "free: The tray is empty → throw any dice, then press again", thrown()),
    Moment(PRESS, "free: 20 | 3 17", thrown("d6:3", "d20:17")),
    Moment(PRESS, "free: Nothing has moved → throw, or press again to count it"),
    Moment(PRESS, "free: 20 | 3 17"),
    # OPEN ADVENTURE
    Moment(
        MODE,
        "standard ability=7: Throw a light d6 and a dark d6, then press"
        " – the lower one counts, the light one adds and the dark one subtracts",
    ),
    Moment(PRESS, "standard ability=7: −2 → 5 | (5) 2", thrown("d6:light:5", "d6:dark:2")),
    Moment(
        PRESS,
        "standard ability=7: A d6 is missing → throw a light d6 and a dark d6, then press again",
        thrown("d6:light:1"),
    ),
    Moment(PRESS, "standard ability=7: +1 → 8 | 1 (3)", thrown("d6:light:1", "d6:dark:3")),
    Moment(Pick("standard one-die"), "standard one-die: Throw a d6, then press – the first throw is the white die"),
    Moment(PRESS, "standard one-die: Throw a d6 again – the second throw is the black die | so far: 4", thrown("d6:4")),
    Moment(PRESS, "standard one-die: −2 | (4) 2", again((0, "2"))),
    # The Kleptonomicon
    Moment(Pick("test +2"), "test +2: Throw a d10, then press – Test +2"),
    Moment(PRESS, "test +2: There lies a d8 where a d10 is asked for → put it right, then press again", thrown("d8:8")),
    Moment(PRESS, "test +2: 8 | Mixed Score | 6", thrown("d10:6")),
    Moment(
        PRESS,
        "test +2: Throw a d10 again – a 0 is a Critical Roll, odd fails and even succeeds | so far: 0",
        thrown("d10:0"),
    ),
    Moment(PRESS, "test +2: 10! | Critical Success | 0→10!", again((0, "4"))),
    Moment(Pick("test +2 advantages=1"), "test +2 advantages=1: Throw two d10, then press – Test +2 with 1 Advantage"),
    Moment(PRESS, "test +2 advantages=1: 10 | High Score | (4) 8", thrown("d10:4", "d10:8")),
    Moment(Pick("group Anna=+0 Bert=+0"), "group Anna=+0 Bert=+0: Throw a d10, then press – Anna's Test"),
    Moment(PRESS, "group Anna=+0 Bert=+0: Throw a d10 – Bert's Test | so far: 8", thrown("d10:8")),
    Moment(
        PRESS, "group Anna=+0 Bert=+0: Anna gives an Advantage to | > Bert |   nobody | so far: 8 2", thrown("d10:2")
    ),
    Moment(Step(1), "group Anna=+0 Bert=+0: Anna gives an Advantage to |   Bert | > nobody | so far: 8 2"),
    Moment(Knob(-1), "group Anna=+0 Bert=+0: Anna gives an Advantage to | > Bert |   nobody | so far: 8 2"),
    Moment(PRESS, "group Anna=+0 Bert=+0: Throw a d10 – Bert has one more d10 | so far: 8 2"),
    Moment(PRESS, "group Anna=+0 Bert=+0: 5 | Low Score | 8 (2) 5", thrown("d10:5")),
    # Open Tale: level 3 is power 12.
    Moment(
        Pick("tale level=3 advantage"), "tale level=3 advantage: Throw a d8 and a d4 or two d6, then press – power 12"
    ),
    Moment(
        PRESS,
        "tale level=3 advantage: Throw a d4 again – Advantage, the new value counts | so far: 8 1",
        thrown("d8:8", "d4:1"),
    ),
    Moment(PRESS, "tale level=3 advantage: Throw a d8 again – it explodes | so far: 8 1 3", again((1, "3"))),
    Moment(PRESS, "tale level=3 advantage: Throw a d8 again – it explodes | so far: 8 1 3 8", thrown("d8:8")),
    Moment(PRESS, LEANS, Leaning("d8")),
    Moment(PRESS, "tale level=3 advantage: 21 | 8! 1→3 8! 2", thrown("d8:2")),
    # Game Dice
    Moment(Pick("game 2d10+5"), "game 2d10+5: Throw two d10, then press"),
    Moment(Knob(2), "game 2d10+5 +2: Throw two d10, then press"),
    Moment(PRESS, "game 2d10+5 +2: 16 | 6 3", thrown("d10:6", "d10:3")),
    Moment(Reroll(), "game 2d10+5 +2: Throw two d10 – the re-roll, which must be used | so far: 6 3"),
    Moment(PRESS, "game 2d10+5 +2: 10 | (6) (3) 1 2", thrown("d10:1", "d10:2")),
    Moment(Pick("game d100"), "game d100: Throw a d% and a d10 or a dark d10 and a light d10, then press"),
    Moment(PRESS, "game d100: 74 | 70 4", thrown("d%:70", "d10:4")),
    # Dungeons of Olde: two explosions in a row, one of them while the camera is away.
    Moment(Pick("olde 1d8"), "olde 1d8: Throw a d8, then press"),
    Moment(PRESS, "olde 1d8: Throw a d8 again – it explodes | so far: 8", thrown("d8:8")),
    Moment(
        PRESS,
        "olde 1d8: The camera does not answer → check the cable; meanwhile dice can be typed in | so far: 8",
        CameraGone(),
    ),
    Moment(Enter("8"), "olde 1d8: Throw a d8 again – it explodes | so far: 8 8"),
    Moment(
        PRESS, "olde 1d8: The camera does not answer → check the cable; meanwhile dice can be typed in | so far: 8 8"
    ),
    Moment(PRESS, "olde 1d8: 19 | 8! 8! 3", CameraBack(("d8:3",))),
    Moment(Correct(0, "7"), "olde 1d8: 7 | 7"),
    Moment(Pick("olde 3d6"), "olde 3d6: Throw three d6, then press"),
    Moment(PRESS, "olde 3d6: Throw a d6 again – it explodes | so far: 2 3 6", thrown("d6:2", "d6:3", "d6:6")),
    Moment(PRESS, "olde 3d6: Nothing has moved → throw, or press again to count it | so far: 2 3 6"),
    Moment(PRESS, "olde 3d6: 15 | 2 3 6! 4", again((2, "4"))),
    Moment(PRESS, "olde 3d6: Throw two d6 again – they explode | so far: 6 6 1", thrown("d6:6", "d6:6", "d6:1")),
    Moment(Cancel(), "olde 3d6: Throw three d6, then press"),
    Moment(PRESS, "olde 3d6: 6 | 1 4 1", again((0, "1"), (1, "4"), (2, "1"))),
    Moment(Answer("nobody"), "olde 3d6: 6 | 1 4 1"),
    Moment(Pick("free"), "free: Throw, then press – whatever lies there is added up"),
    Moment(PRESS, "free: 29 | 12 9 3 5", thrown("d12:12", "d10:9", "d6:3", "d8:5")),
    Moment(Correct(0, "10"), "free: 27 | 10 9 3 5", of_kind="d12"),
)
