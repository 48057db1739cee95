"""Where commands wait for the worker: from button, page and keyboard, in the order in which they came."""

from __future__ import annotations

import contextlib
from collections import deque
from concurrent.futures import Future, InvalidStateError
from dataclasses import dataclass
from functools import partial
from threading import Condition
from typing import Final, TypeAlias

from hardware.panels.gestures import Gesture
from reader.table.commands import Cancel, Command, Knob, Press, Shutdown, SwitchOff, command_for
from reader.table.readout import Readout

MOST_WAITING: Final = 200
"""Nobody presses so fast; a page that runs wild must not fill the memory."""
BUSY: Final = "the box is looking at the tray"
FULL: Final = "too many commands are waiting"
CLOSED: Final = "the box is being switched off"


@dataclass(frozen=True, slots=True)
class Reply:
    """What is shown after a command, and why it was refused if it was."""

    readout: Readout | None
    refused: str = ""
    remedy: str = ""


Ticket: TypeAlias = tuple[Command, Future[Reply]]


class Inbox:
    """A panel puts gestures here, everybody else commands. A press while another is being served is dropped."""

    def __init__(self) -> None:
        self._waiting: deque[Ticket] = deque()
        self._changed = Condition()
        self._press_is_pending = False
        self._is_closed = False

    def put(self, item: Gesture, /, block: bool = True) -> None:
        """What a panel calls; never waits."""
        del block
        self.submit(command_for(item))

    def submit(self, command: Command) -> Future[Reply]:
        reply: Future[Reply] = Future()
        with self._changed:
            refused = self._refusal(command)
            if refused:
                reply.set_result(Reply(None, refused))
                return reply
            self._press_is_pending = self._press_is_pending or isinstance(command, Press)
            self._is_closed = isinstance(command, Shutdown)
            self._waiting.append((command, reply))
            self._changed.notify()
        return reply

    def take(self, timeout_s: float | None = None) -> Ticket | None:
        """The next command; None if there is none for so long. Turns of the knob that wait together are one."""
        with self._changed:
            if not self._changed.wait_for(lambda: self._waiting, timeout_s):
                return None
            command, reply = self._waiting.popleft()
            while isinstance(command, Knob) and self._waiting and isinstance(self._waiting[0][0], Knob):
                further = self._waiting[0][0]
                earlier, (_, reply) = reply, self._waiting.popleft()
                reply.add_done_callback(partial(_pass_on, earlier))
                command = Knob(command.by + further.by)
            return command, reply

    def served(self, command: Command) -> None:
        """Whoever pressed while this was being served did not mean the next throw."""
        if isinstance(command, Press):
            with self._changed:
                self._press_is_pending = False

    @property
    def calls_off(self) -> bool:
        """Somebody wants the look at the tray to stop."""
        return any(isinstance(command, Cancel | Shutdown | SwitchOff) for command, _ in tuple(self._waiting))

    def _refusal(self, command: Command) -> str:
        if self._is_closed:
            return CLOSED
        if isinstance(command, Press) and self._press_is_pending:
            return BUSY
        return FULL if len(self._waiting) >= MOST_WAITING and not isinstance(command, Shutdown | SwitchOff) else ""


def give(to: Future[Reply], reply: Reply) -> None:
    """Whoever asked may have given up waiting."""
    with contextlib.suppress(InvalidStateError):
        to.set_result(reply)


def _pass_on(to: Future[Reply], done: Future[Reply]) -> None:
    if not done.cancelled():
        give(to, done.result())
