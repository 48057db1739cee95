"""Whoever sets up the tray, as the table knows it: while that is going on, commands are its own."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Protocol

from reader.table.commands import Command
from reader.table.readout import Readout
from reader.table.take import Trouble

CANNOT: Final = Trouble("this box has no camera to calibrate", "run it with one: dice-reader run")


class SetUp(Protocol):
    @property
    def is_open(self) -> bool: ...

    @property
    def readout(self) -> Readout:
        """What is shown while it is open."""

    @property
    def remark(self) -> str:
        """What the player should know of the tray while the game goes on: `The light is warmer than it was`."""

    def serve(self, command: Command, show: Callable[[], None]) -> Trouble | None:
        """What is wrong with the command, if anything; `show` shows the readout at once."""


class NoSetUp:
    """Where there is nothing to set up."""

    is_open = False
    readout = Readout("idle")
    remark = ""

    def serve(self, command: Command, show: Callable[[], None]) -> Trouble | None:
        del command, show
        return CANNOT
