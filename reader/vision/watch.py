"""Watches the tray until the dice lie still, then reads them: camera → settle → look → vote."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, Protocol

from reader.vision.settle import Settling, has_moved, in_grey
from reader.vision.sighting import Frame, Sighting
from reader.vision.vote import vote

PREVIEW_EVERY_S: Final = 0.04
"""Cameras give 25 to 30 pictures a second; a stand-in that gives them at once is not asked more often than this."""


class Pictures(Protocol):
    def preview(self) -> Frame: ...

    def still(self) -> Frame: ...

    def rest(self) -> None: ...


class Eye(Protocol):
    def look(self, frame: Frame) -> Sequence[Sighting]: ...


@dataclass(frozen=True, slots=True, eq=False)
class Lying:
    """What lies still in the tray, and the picture of it."""

    sightings: tuple[Sighting, ...]
    picture: Frame


class Watch:
    """One who looks at the tray. Whatever the camera raises is left to whoever asked."""

    def __init__(
        self,
        camera: Pictures,
        eye: Eye,
        *,
        stills: int,
        timeout_s: float,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._camera = camera
        self._eye = eye
        self._stills = stills
        self._timeout_s = timeout_s
        self._clock = clock
        self._sleep = sleep

    def look(self, is_called_off: Callable[[], bool]) -> Lying | None:
        """What lies there once it lies still; None if it does not within the time, or the look was called off."""
        until_s = self._clock() + self._timeout_s
        while self._has_settled(until_s, is_called_off):
            lying = self._read(is_called_off)
            if lying is not None:
                return lying
        return None

    def glance(self) -> Frame:
        """What the camera sees now, still or not."""
        return self._camera.still()

    def rest(self) -> None:
        self._camera.rest()

    def _has_settled(self, until_s: float, is_called_off: Callable[[], bool]) -> bool:
        settling = Settling()
        while not is_called_off():
            began_s = self._clock()
            if settling.feed(self._camera.preview(), began_s):
                return True
            if began_s >= until_s:
                return False
            self._sleep(max(0.0, PREVIEW_EVERY_S - (self._clock() - began_s)))
        return False

    def _read(self, is_called_off: Callable[[], bool]) -> Lying | None:
        """None if something moved between the pictures after all."""
        pictures: list[Frame] = []
        looks: list[Sequence[Sighting]] = []
        for _ in range(self._stills):
            if is_called_off():
                return None
            pictures.append(self._camera.still())
            looks.append(self._eye.look(pictures[-1]))
        if self._stills > 1 and has_moved(in_grey(pictures[0]), in_grey(pictures[-1])):
            return None
        return Lying(tuple(vote(looks)), pictures[-1])
