"""Dice painted on a tray, and somebody who sees what was put there."""

import zlib
from collections.abc import Callable
from dataclasses import dataclass, field

import cv2
import numpy as np

from hardware.errors import HardwareError
from reader.vision.sighting import Box, Candidate, Frame, Reading, Sighting, Unread, Why
from reader.vision.watch import Lying

SIDE_PX = 30


@dataclass(frozen=True)
class Put:
    """A die on the tray. `turn` is how it is rotated: a die thrown again never comes to lie just as it lay."""

    kind: str
    face: str
    x: float
    y: float = 60
    lightness: float = 0.5
    colour: str = "red"
    turn: float = 0.0
    why: Why | None = None

    @property
    def sighting(self) -> Sighting:
        box = Box(self.x - SIDE_PX / 2, self.y - SIDE_PX / 2, SIDE_PX, SIDE_PX)
        if self.why is None:
            return Reading(self.kind, self.face, 0.99, box, self.lightness, self.colour)
        return Unread(self.why, box, self.kind, 0.4, self.lightness, self.colour, (Candidate(self.kind, "1", 0.4),))


def paint(dice: tuple[Put, ...], brightness: float = 1.0) -> Frame:
    """A tray with a pattern on every die that tells kinds, faces and rotations apart."""
    picture = np.full((180, 320, 3), 70, np.uint8)
    for die in dice:
        pattern = np.random.default_rng(zlib.crc32(f"{die.kind}:{die.face}".encode())).integers(0, 255, (5, 5, 3))
        top = cv2.resize(pattern.astype(np.uint8), (SIDE_PX * 2, SIDE_PX * 2), interpolation=cv2.INTER_CUBIC)
        turn = cv2.getRotationMatrix2D((SIDE_PX, SIDE_PX), die.turn, 0.7)
        turn[:, 2] += (die.x - SIDE_PX, die.y - SIDE_PX)
        cover = cv2.warpAffine(np.full(top.shape[:2], 255, np.uint8), turn, (320, 180))
        drawn = cv2.warpAffine(top, turn, (320, 180))
        picture[cover > 128] = drawn[cover > 128]
    return np.clip(picture * brightness, 0, 255).astype(np.uint8)


@dataclass
class FakeWatcher:
    """Sees what was put on the tray, unless something is in its way."""

    dice: tuple[Put, ...] = ()
    brightness: float = 1.0
    rolling: bool = False
    error: HardwareError | None = None
    looks: int = 0
    rests: int = 0
    while_looking: Callable[[], None] = field(default=lambda: None)

    def look(self, is_called_off: Callable[[], bool]) -> Lying | None:
        self.looks += 1
        self.while_looking()
        if self.error is not None:
            raise self.error
        if self.rolling or is_called_off():
            return None
        return Lying(tuple(die.sighting for die in self.dice), paint(self.dice, self.brightness))

    def glance(self) -> Frame:
        return paint(self.dice, self.brightness)

    def rest(self) -> None:
        self.rests += 1
