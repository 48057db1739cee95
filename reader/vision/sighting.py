"""What the eye says of a picture: dice read, and dice seen that cannot be read."""

from dataclasses import dataclass, field
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

Frame = NDArray[np.uint8]
"""A picture: height × width × 3 bytes, BGR."""


class Why(StrEnum):
    """Why a die cannot be read, in the player's words."""

    LEANING = "leaning"
    STACKED = "stacked"
    CUT_OFF = "cut off"
    BLURRED = "blurred"
    GLARE = "glare"
    TWO_FACES = "two faces compete"
    NOT_SURE = "not sure"


@dataclass(frozen=True, slots=True)
class Box:
    """Pixels of the picture: upper left corner, width, height."""

    x: float
    y: float
    width: float
    height: float

    @property
    def centre(self) -> tuple[float, float]:
        return self.x + self.width / 2, self.y + self.height / 2

    @property
    def longer_side(self) -> float:
        return max(self.width, self.height)

    def overlap(self, other: "Box") -> float:
        """Shared area over joint area.

        >>> Box(0, 0, 10, 10).overlap(Box(5, 0, 10, 10))
        0.3333333333333333
        """
        shared = self.shared(other)
        return shared / (self.width * self.height + other.width * other.height - shared) if shared else 0.0

    def shared(self, other: "Box") -> float:
        """The area that two boxes have in common."""
        right, other_right = self.x + self.width, other.x + other.width
        if right <= other.x or other_right <= self.x:  # most boxes are far apart, and all are compared
            return 0.0
        wide = min(right, other_right) - max(self.x, other.x)
        return wide * max(0.0, min(self.y + self.height, other.y + other.height) - max(self.y, other.y))


@dataclass(frozen=True, slots=True, eq=False)
class Glimpse:
    """What was seen of one die, for whoever learns from it: its crop, and what the face network made of every way it
    was turned, one row each. `upright` is how likely each of those was the right way up; `upper_face` is the middle of
    the face, in pixels of the crop, `size` that of the die against what is usual in a crop, and `expected_face` where
    the face should be by the die's place in the picture and the other dice, if that is known."""

    crop: Frame
    views: NDArray[np.float32]
    upright: NDArray[np.float32]
    upper_face: tuple[float, float] = (64.0, 64.0)
    size: float = 1.0
    expected_face: tuple[float, float] | None = None


@dataclass(frozen=True, slots=True)
class Known:
    """A die that the eye has been taught: by what it is called for good, and by its owner."""

    id: str
    name: str


@dataclass(frozen=True, slots=True)
class Candidate:
    kind: str
    face: str
    chance: float


@dataclass(frozen=True, slots=True)
class Reading:
    """A die that was read. `lightness` is that of its body, 0–1; `candidates` begin with the answer. `known` is None
    for a stranger."""

    kind: str
    face: str
    confidence: float
    box: Box
    lightness: float
    colour: str
    candidates: tuple[Candidate, ...] = ()
    known: Known | None = None
    glimpse: Glimpse | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Unread:
    """A die that was seen and not read. `kind` may be known all the same."""

    why: Why
    box: Box
    kind: str | None
    confidence: float
    lightness: float
    colour: str
    candidates: tuple[Candidate, ...] = ()
    known: Known | None = None
    glimpse: Glimpse | None = field(default=None, compare=False, repr=False)

    @property
    def sentence(self) -> str:
        """For the player.

        >>> either = (Candidate("d20", "17", 0.5), Candidate("d20", "11", 0.4))
        >>> Unread(Why.NOT_SURE, Box(0, 0, 9, 9), "d20", 0.5, 0.2, "black", either).sentence
        'the black d20: 17 or 11? Nudge it'
        """
        name = f"the {self.colour} {self.kind or 'die'}"
        faces = list(dict.fromkeys(candidate.face for candidate in self.candidates))
        if self.why is Why.NOT_SURE and len(faces) > 1:
            return f"{name}: {faces[0]} or {faces[1]}? Nudge it"
        return f"{name} {ADVICE[self.why]}"


ADVICE = {
    Why.LEANING: "leans; lay it flat or throw it again",
    Why.STACKED: "lies on or under another die; throw it again",
    Why.CUT_OFF: "is cut off by the picture's edge; move it inwards",
    Why.BLURRED: "is blurred; hold the tray still or focus the camera",
    Why.GLARE: "has glare on it; nudge it or soften the light",
    Why.TWO_FACES: "shows two faces alike; lay it flat",
    Why.NOT_SURE: "cannot be read; nudge it",
}

Sighting = Reading | Unread
