"""A camera above dice that do not exist: it throws them in the renderer and photographs them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from hardware.cameras.camera import PREVIEW_WIDTH_PX, CameraLocks, Frame, shrunk
from hardware.closing import ClosesItself

ROLLING_PREVIEWS = 4
"""How many previews show the dice still rolling after a throw."""


class DiceTray(Protocol):
    """What the camera looks at: `models.studio`'s Tabletop, or a stand-in for it. Dice are named in words: `d6`,
    `d6:light`, `d%`, `d6:dark:5` to let it show a five."""

    @property
    def lying(self) -> tuple[tuple[str, str], ...]:
        """Kind and face of every die, in the order in which they were named: the truth."""

    def throw(self, dice: Sequence[str]) -> None:
        """Take everything out, and throw these."""

    def throw_again(self, which: Sequence[int]) -> None:
        """Throw these once more, counted in the order of `lying`; the others stay exactly where they are."""

    def rolling_frame(self, width_px: int) -> Frame:
        """Those that were thrown last somewhere on their way, each time elsewhere."""

    def picture(self) -> Frame:
        """Everything at rest."""


class StudioCamera(ClosesItself):
    """`throw` and `throw_again` are the players' hands. Afterwards the next previews show the dice rolling; the dice
    come to rest by themselves, or when a still is taken."""

    def __init__(
        self,
        tray: DiceTray | None = None,
        *,
        seed: int = 0,
        preview_width_px: int = PREVIEW_WIDTH_PX,
        rolling_previews: int = ROLLING_PREVIEWS,
    ) -> None:
        self.name = "studio"
        self.reopened = 0
        self._tray = tray if tray is not None else _tabletop(seed)
        self._preview_width_px = preview_width_px
        self._rolling_previews = rolling_previews
        self._still_rolling = 0
        self._locks = CameraLocks()

    @property
    def lying(self) -> tuple[tuple[str, str], ...]:
        """The truth: kind and face of every die in the tray, in the order in which they were named."""
        return self._tray.lying

    def throw(self, dice: Sequence[str]) -> None:
        """Take everything out of the tray and throw these; none leaves it empty."""
        self._tray.throw(dice)
        self._still_rolling = self._rolling_previews if dice else 0

    def throw_again(self, which: Sequence[int]) -> None:
        """Throw these once more and leave the others lying."""
        self._tray.throw_again(which)
        self._still_rolling = self._rolling_previews

    def preview(self) -> Frame:
        if self._still_rolling > 0:
            self._still_rolling -= 1
            return self._tray.rolling_frame(self._preview_width_px)
        return shrunk(self._tray.picture(), self._preview_width_px)

    def still(self) -> Frame:
        self._still_rolling = 0
        return self._tray.picture().copy()

    def lock(self, locks: CameraLocks) -> tuple[str, ...]:
        """The studio's light never changes; it takes every lock."""
        self._locks = locks
        return ()

    def measure(self) -> CameraLocks:
        return self._locks

    def rest(self) -> None:
        """Nothing is drawn unless it is looked at."""

    def close(self) -> None:
        self._still_rolling = 0


def _tabletop(seed: int) -> DiceTray:
    from models.studio.tabletop import Tabletop

    return Tabletop(seed)
