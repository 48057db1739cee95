"""The one worker: takes commands, looks at the tray, records, and shows what it came to. Nobody else decides."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import replace
from functools import partial
from threading import Thread
from typing import Final, Protocol

from hardware.errors import HardwareError
from hardware.panels.lamp import Lamp
from hardware.panels.panel import Panel
from reader.table.commands import Calibrate, Command, Glance, Notice, Shutdown, SwitchOff
from reader.table.inbox import Inbox, Reply, give
from reader.table.readout import Readout
from reader.table.session import Look, Session, View
from reader.table.setting_up import NoSetUp, SetUp
from reader.table.take import Trouble
from reader.vision.sighting import Frame

REST_AFTER_S: Final = 60.0
"""A camera that is left alone for so long may stop; waking it takes a Pi half a second."""
OUR_FAULT: Final = Trouble("something went wrong in the box", "nothing is lost; press again, and look into its log")
PULSE_S: Final = 10.0
"""A worker that waits for commands looks up this often: whether the box's address is still the same, say."""
SWITCHING_OFF: Final = Notice("Switching off", "Bye", "pull the plug when the Pi's green light is out")
NOT_FROM_HERE: Final = Trouble("this machine is not switched off from here", "end the program where it was started")
CLOSE_TIMEOUT_S: Final = 15.0
"""A look at the tray, with a camera that must be opened again, ends within this."""

log = logging.getLogger("dice-reader")

Subscriber = Callable[[Readout], None]


class Watcher(Protocol):
    """Whoever looks at the tray."""

    def look(self, is_called_off: Callable[[], bool]) -> View | None:
        """What lies there once it lies still; None if it does not, or if that was called off. Raises HardwareError."""

    def glance(self) -> Frame:
        """What the camera sees now. Raises HardwareError."""

    def rest(self) -> None: ...


class Record(Protocol):
    """The journal, as far as the player must know of it."""

    @property
    def trouble(self) -> str: ...

    @property
    def remark(self) -> str: ...


class Table:
    """Collaborators are its own from now on: only the worker's thread touches them."""

    troubles: tuple[tuple[str, str], ...] = ()
    """Which parts of the box do not work, and what is wrong with each; may be read from any thread."""

    def __init__(
        self,
        inbox: Inbox,
        watcher: Watcher,
        record: Record,
        restore: Callable[[], Session],
        panels: Sequence[Panel] = (),
        *,
        address: Callable[[], str] = str,
        pulse: Callable[[], None] = lambda: None,
        pulse_s: float = PULSE_S,
        rest_after_s: float = REST_AFTER_S,
        can_switch_off: bool = False,
        set_up: SetUp | None = None,
    ) -> None:
        """`restore` makes the session that the record comes to; `address` says where the page is now. `pulse` is called
        by the worker whenever it gets round to it, at least every `pulse_s`: one that hangs does not call any more.
        """
        self._inbox = inbox
        self._watcher = watcher
        self._record = record
        self._restore = restore
        self._panels = tuple(panels)
        self._ask_address, self._address = address, address()
        self._pulse, self._pulse_s = pulse, pulse_s
        self._rest_after_s = rest_after_s
        self._set_up: SetUp = set_up or NoSetUp()
        self.can_switch_off = can_switch_off
        """Whether somebody switches the machine off when the worker ends for that."""
        self.is_switching_off = False
        self._session = restore()
        self._subscribers: tuple[Subscriber, ...] = ()
        self._is_awake = False
        self._idle_s = 0.0
        self._notice = Notice()
        self._thread: Thread | None = None
        self.ended: Future[None] = Future()
        """Done when the worker has stopped, because it was closed or somebody at the panel quit."""
        self.readout = self._current(0)
        """The latest; may be read from any thread."""

    def start(self) -> None:
        self._thread = Thread(target=self.run, name="table", daemon=True)
        self._thread.start()

    def submit(self, command: Command) -> Future[Reply]:
        """From any thread; the reply comes when the command has been served."""
        return self._inbox.submit(command)

    def subscribe(self, subscriber: Subscriber) -> Callable[[], None]:
        """Called with every readout, in the worker's thread: it must not wait. Returns how to unsubscribe."""
        self._subscribers += (subscriber,)
        return lambda: self._unsubscribe(subscriber)

    def ask_to_end(self) -> None:
        self._inbox.submit(Shutdown())

    def close(self) -> None:
        """May be called twice."""
        self.ask_to_end()
        if self._thread is not None:
            self._thread.join(CLOSE_TIMEOUT_S)

    def run(self) -> None:
        """Serves until it is told to shut down. What ends it otherwise is a bug; whoever waits for the end is told."""
        try:
            self._publish()
            while self.serve():
                pass
        except BaseException as bug:
            self.ended.set_exception(bug)
            return
        for panel in self._panels:
            self._try(partial(panel.lamp, Lamp.OFF))
        self.ended.set_result(None)

    def serve(self) -> bool:
        """One command, waited for; whether there may be more."""
        self._try(self._pulse)
        wait_s = min(self._pulse_s, self._rest_after_s) if self._is_awake else self._pulse_s
        ticket = self._inbox.take(wait_s)
        if ticket is None:
            self._idle(wait_s)
            return True
        self._idle_s = 0.0
        command, reply = ticket
        if isinstance(command, SwitchOff) and self.can_switch_off:
            self._switch_off(reply)
            return False
        if isinstance(command, Shutdown):
            give(reply, Reply(self.readout))
            return False
        trouble = self._served(command)
        self._inbox.served(command)
        self._publish()
        refused = (trouble.what, trouble.remedy) if trouble is not None else ()
        give(reply, Reply(self.readout, *refused))
        return True

    def _idle(self, for_s: float) -> None:
        """Nobody has wanted anything for so long."""
        self._idle_s += for_s
        if self._is_awake and self._idle_s >= self._rest_after_s:
            self._is_awake = False
            self._try(self._watcher.rest)
        before = self._address
        self._try(self._learn_address)
        if self._address != before or self._troubles() != self.troubles:
            self._publish()

    def _learn_address(self) -> None:
        self._address = self._ask_address()

    def _switch_off(self, reply: Future[Reply]) -> None:
        self.is_switching_off = True
        self._notice = SWITCHING_OFF
        self._publish()
        give(reply, Reply(self.readout))

    def _served(self, command: Command) -> Trouble | None:
        try:
            if isinstance(command, SwitchOff):
                return NOT_FROM_HERE
            if isinstance(command, Glance):
                return self._glance()
            self._notice = command if isinstance(command, Notice) else Notice()
            if isinstance(command, Notice):
                return None
            if isinstance(command, Calibrate) or self._set_up.is_open:
                self._is_awake = True
                return self._set_up.serve(command, self._publish)
            result = self._session.handle(command)
            return self._look() if isinstance(result, Look) else result
        except Exception:
            log.exception("while serving %s", command)
            self._recover()
            return OUR_FAULT

    def _look(self) -> Trouble | None:
        self._session.looking()
        self._publish()
        self._is_awake = True
        try:
            view = self._watcher.look(self._is_called_off)
        except HardwareError as error:
            return self._session.cannot_see(error.what, error.remedy)
        if view is not None:
            return self._session.saw(view)
        if self._inbox.calls_off:
            self._session.called_off()
            return None
        return self._session.still_rolling()

    def _is_called_off(self) -> bool:
        """The eye asks this between pictures, so a look that goes on and on is alive; a camera that hangs is not."""
        self._try(self._pulse)
        return self._inbox.calls_off

    def _glance(self) -> Trouble | None:
        self._is_awake = True
        try:
            self._watcher.glance()
        except HardwareError as error:
            return Trouble(error.what, error.remedy)
        return None

    def _recover(self) -> None:
        """A bug may have left the session half done; what is recorded is whole."""
        if not self._record.trouble:
            self._session = self._restore()
        self._session.show_trouble(OUR_FAULT)

    def _publish(self) -> None:
        readout = self.readout = self._current(self.readout.sequence + 1)
        on_the_box = _said(self._notice) if self._notice.text else readout
        for panel in self._panels:
            self._try(partial(panel.lamp, lamp_for(readout)))
            self._try(partial(panel.show, on_the_box))
        for subscriber in self._subscribers:
            if not self._try(partial(subscriber, readout)):
                self._unsubscribe(subscriber)

    def _current(self, sequence: int) -> Readout:
        shown = self._set_up.readout if self._set_up.is_open else self._session.readout
        address = self._address if shown.state == "idle" else ""
        self.troubles = self._troubles()
        warning = shown.warning or next((said for _, said in self.troubles), "")
        return replace(shown, sequence=sequence, address=address, warning=warning)

    def _troubles(self) -> tuple[tuple[str, str], ...]:
        panels = [trouble.what for panel in self._panels for trouble in panel.troubles]
        record = self._record.trouble or self._record.remark
        said = [("record", record), *(("panel", what) for what in panels), ("tray", self._set_up.remark)]
        return tuple((part, f"{one[:1].upper()}{one[1:]}") for part, one in said if one)

    def _try(self, call: Callable[[], None]) -> bool:
        """Other people's code must not stop the worker."""
        try:
            call()
        except Exception:
            log.exception("the worker goes on")
            return False
        return True

    def _unsubscribe(self, subscriber: Subscriber) -> None:
        self._subscribers = tuple(one for one in self._subscribers if one is not subscriber)


def _said(notice: Notice) -> Readout:
    return Readout("outcome", title=notice.title, total=notice.text, label=notice.hint)


def lamp_for(readout: Readout) -> Lamp:
    if readout.state == "busy":
        return Lamp.BUSY
    if readout.state == "trouble":
        return Lamp.TROUBLE
    return Lamp.THROW_AGAIN if readout.is_in_progress else Lamp.READY
