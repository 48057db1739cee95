"""A hand that throws what the table asks for, where the dice are rendered: the stand-in for the player."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Sequence
from random import Random
from typing import Protocol

from reader.table.readout import Readout, WantShown
from reader.table.session import View
from reader.table.table import Table, Watcher
from reader.vision.sighting import Frame

D10ISH_LAST = "10"
WHATEVER = ("d4", "d6", "d8", "d10", "d12", "d20")
"""What is thrown when anything may be."""
PREVIEW_S = 0.12
"""Long enough that three pictures alike are dice at rest."""
TRIES = 5
LOWEST_AGAIN = ("Advantage", "Superiority")


class ThrowableTray(Protocol):
    @property
    def lying(self) -> tuple[tuple[str, str], ...]: ...

    def throw(self, dice: Sequence[str]) -> None: ...

    def throw_again(self, which: Sequence[int]) -> None: ...


class StudioTime:
    """Time that passes by pictures and not by the clock: a renderer may be slow, and dice settle all the same."""

    def __init__(self) -> None:
        self._now_s = 0.0

    def now_s(self) -> float:
        return self._now_s

    def pass_by(self, seconds: float) -> None:
        """As long as one preview takes, whatever was meant to be waited."""
        self._now_s += max(seconds, PREVIEW_S)


class Hand:
    """Watches for the table as the real one does, and throws first."""

    def __init__(self, tray: ThrowableTray, watcher: Watcher, random: Random) -> None:
        self._tray = tray
        self._watcher = watcher
        self._random = random
        self.table: Table | None = None
        """Whose wishes it follows; without one it throws anything."""
        self.prepared: list[tuple[str, ...]] = []
        """Throws that are made next whatever is asked for, so that a demonstration shows what it should."""
        self.first_of: dict[str, tuple[str, ...]] = {}
        """What is thrown first when that roll is played for the first time."""
        self.seen: View | None = None

    def look(self, is_called_off: Callable[[], bool]) -> View | None:
        self._throw(self.table.readout if self.table is not None else None)
        self.seen = self._watcher.look(is_called_off)
        return self.seen

    def glance(self) -> Frame:
        return self._watcher.glance()

    def rest(self) -> None:
        self._watcher.rest()

    def _throw(self, readout: Readout | None) -> None:
        if self.prepared:
            self._throw_all(self.prepared.pop(0))
            return
        if readout is not None and readout.roll in self.first_of and not readout.is_in_progress:
            self._throw_all(self.first_of.pop(readout.roll))
            return
        if readout is None or not readout.asked:
            self._throw_all(self._random.sample(WHATEVER, self._random.randint(1, 4)))
            return
        pool = self._random.choice(readout.asked)
        again = which_again(pool, self._tray.lying, readout.why) if readout.throws_again else None
        if again:
            with contextlib.suppress(ValueError):
                self._tray.throw_again(again)
                return
        self._throw_all([words_for(want) for want in pool])

    def _throw_all(self, dice: Sequence[str]) -> None:
        """The studio refuses dice that nobody could read where they fell: then they are thrown once more."""
        for _ in range(TRIES):
            with contextlib.suppress(ValueError):
                self._tray.throw(dice)
                return
        self._tray.throw(dice)


def words_for(want: WantShown) -> str:
    """As the studio calls it.

    >>> words_for(WantShown("d6", "light", "light d6", ("1", "2", "3", "4", "5", "6")))
    'd6:light'
    """
    if want.kind == "any":
        return "d6"
    kind = "d10ish" if want.kind == "d20" and want.faces[-1] == D10ISH_LAST else want.kind
    return f"{kind}:{want.shade}" if want.shade else kind


def which_again(pool: Sequence[WantShown], lying: Sequence[tuple[str, str]], why: str) -> list[int]:
    """Which of the dice that lie there a player would pick up; none if they are not all there."""
    picked: list[int] = []
    for want in pool:
        of_kind = [at for at, (kind, _) in enumerate(lying) if kind == want.kind and at not in picked]
        if not of_kind:
            return []
        choose = min if why.startswith(LOWEST_AGAIN) else max
        picked.append(choose(of_kind, key=lambda at: _worth(*lying[at])))
    return picked


def _worth(kind: str, face: str) -> int:
    return 10 if kind == "d10" and face == "0" else int(face) if face.isdigit() else 0
