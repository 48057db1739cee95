"""What the page is given: the table, its lens, what is on record, and who may command. Handlers find it here."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any, Final, Protocol

from fastapi import Depends
from starlette.requests import HTTPConnection

from reader.page.devices import Device, Devices
from reader.page.errors import RefusalError
from reader.page.feed import Feed, Publisher
from reader.page.guard import is_foreign
from reader.page.lens import Lens
from reader.page.pairing import Pairing
from reader.page.reckoner import Reckoner
from reader.table.commands import Command
from reader.table.inbox import Reply
from reader.table.pupil import NoPupil, Pupil

COOKIE: Final = "dice_reader"


class TableLike(Publisher, Protocol):
    @property
    def ended(self) -> Future[None]: ...

    @property
    def can_switch_off(self) -> bool: ...

    @property
    def troubles(self) -> tuple[tuple[str, str], ...]:
        """Which parts of the box do not work, and what is wrong with each."""

    def submit(self, command: Command) -> Future[Reply]: ...


class TraySetUp(Protocol):
    """What the box knows of its empty tray."""

    def as_json(self) -> dict[str, Any]: ...

    def jpeg(self, which: str) -> bytes | None:
        """The empty tray as it was `seen`, or as it is `evened`; None if there is no such picture."""


class PicturedPupil(Pupil, Protocol):
    """Whoever learns dice, with the pictures that it learned from."""

    @property
    def rebuilding(self) -> tuple[int, int]:
        """How many examples new networks have looked at, and of how many."""

    def picture(self, die: str, face: str) -> bytes | None:
        """JPEG; None if that face was not seen."""


class NoPicturedPupil(NoPupil):
    rebuilding = (0, 0)

    def picture(self, die: str, face: str) -> bytes | None:
        del die, face
        return None


@dataclass(frozen=True, slots=True)
class Box:
    table: TableLike
    lens: Lens
    folder: Path
    """Where the journal and its pictures are."""
    presets: tuple[str, ...]
    feed: Feed
    devices: Devices
    pairing: Pairing
    reckoner: Reckoner
    run: str
    shows_code: Callable[[], str]
    """Where the player finds the pairing code now: on the box's screen, say."""
    clock: Callable[[], float]
    set_up: TraySetUp | None = None
    pupil: PicturedPupil = field(default_factory=NoPicturedPupil)


def the_box(connection: HTTPConnection) -> Box:
    box: Box = connection.app.state.box
    return box


def device_of(connection: HTTPConnection) -> Device | None:
    """Who is asking. A cookie counts only if it was sent by our own page."""
    box = the_box(connection)
    scheme, _, token = connection.headers.get("authorization", "").partition(" ")
    if scheme.lower() == "bearer":
        return box.devices.holding(token.strip())
    cookie = connection.cookies.get(COOKIE, "")
    return box.devices.holding(cookie) if cookie and not is_foreign(connection.headers) else None


def paired(connection: HTTPConnection) -> Device:
    device = device_of(connection)
    if device is None:
        raise RefusalError(401, "only paired devices may do this; pair with the code that the box shows")
    return device


TheBox = Annotated[Box, Depends(the_box)]
Paired = Annotated[Device, Depends(paired)]
MaybePaired = Annotated[Device | None, Depends(device_of)]
