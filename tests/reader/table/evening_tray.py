"""The evening's tray, painted: does to it what the script says."""

from dataclasses import replace

from hardware.errors import CameraStalledError
from reader.vision.sighting import Why
from tests.reader.table.evening import Again, CameraBack, CameraGone, Leaning, Throw, Tray
from tests.reader.table.painted import FakeWatcher, Put

LOST = CameraStalledError("the camera does not answer", device="0", remedy="check the cable")
LIGHTNESS = {"light": 0.9, "dark": 0.1}
TURN = 47.0
"""Degrees that a die is turned further with every throw."""


class PaintedTray:
    def __init__(self, watcher: FakeWatcher) -> None:
        self._watcher = watcher
        self._throws = 0

    def do(self, what: Tray) -> None:
        match what:
            case Throw(dice) | CameraBack(dice):
                self._watcher.error = None
                self._throws += 1
                self._watcher.dice = tuple(self._die(words, place) for place, words in enumerate(dice))
            case Again(faces):
                self._throws += 1
                dice = list(self._watcher.dice)
                for place, face in faces:
                    fallen = self._die(f"{dice[place].kind}:{face}", place)
                    dice[place] = replace(fallen, lightness=dice[place].lightness)
                self._watcher.dice = tuple(dice)
            case Leaning(kind):
                self._throws += 1
                self._watcher.dice = (replace(self._die(f"{kind}:1", 0), why=Why.LEANING),)
            case CameraGone():
                self._watcher.error = LOST

    def _die(self, words: str, place: int) -> Put:
        """Never where it lay the throw before."""
        kind, *rest = words.split(":")
        shade = next((LIGHTNESS[word] for word in rest if word in LIGHTNESS), 0.5)
        return Put(
            kind, rest[-1], 35 + 60 * place, 45 + 40 * (self._throws % 3), lightness=shade, turn=TURN * self._throws
        )
