"""Between the table and whoever looks at the tray: remembers the last picture, so that a page can show it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from reader.table.session import View
from reader.table.show import tuple_of_shares
from reader.table.table import Watcher
from reader.vision.sighting import Frame

Shares = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True, eq=False)
class Seen:
    """A picture that was taken, counted from one; and where in it dice were seen."""

    number: int
    picture: Frame
    boxes: tuple[Shares, ...] = ()


class Lens:
    """A watcher. Only the worker calls it; `seen` and `glanced` may be read from any thread."""

    def __init__(self, watcher: Watcher) -> None:
        self._watcher = watcher
        self._taken = 0
        self.seen: Seen | None = None
        """The last look at the tray."""
        self.glanced: Seen | None = None
        """The last picture for whoever sets up the camera."""

    def look(self, is_called_off: Callable[[], bool]) -> View | None:
        view = self._watcher.look(is_called_off)
        if view is not None:
            height, width = view.picture.shape[:2]
            boxes = tuple(tuple_of_shares(one, width, height) for one in view.sightings)
            self.seen = self.glanced = self._numbered(view.picture, boxes)
        return view

    def glance(self) -> Frame:
        picture = self._watcher.glance()
        self.glanced = self._numbered(picture)
        return picture

    def rest(self) -> None:
        self._watcher.rest()

    def _numbered(self, picture: Frame, boxes: tuple[Shares, ...] = ()) -> Seen:
        self._taken += 1
        return Seen(self._taken, picture, boxes)
