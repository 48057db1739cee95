"""Every readout, on its way from the worker's thread to all who watch. The worker only hands over; it never waits."""

from __future__ import annotations

import asyncio
import json
from collections import deque
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from typing import Any, Final, Protocol

from reader.page.lens import Seen
from reader.page.wire import event_id, sequence_in, state_json
from reader.table.readout import Readout

KEPT: Final = 256
"""A phone that slept through more readouts than this gets only the current one."""
HEARTBEAT_S: Final = 15.0
"""Proxies and phones close what is silent for longer; and a dead connection is noticed."""


class Publisher(Protocol):
    """The table, as far as a feed needs it."""

    @property
    def readout(self) -> Readout: ...

    def subscribe(self, subscriber: Callable[[Readout], None]) -> Callable[[], None]: ...


@dataclass(frozen=True, slots=True)
class Shown:
    """A readout as it goes out; written down once for all who watch."""

    sequence: int
    id: str
    state: dict[str, Any]
    text: str
    readout: Readout


class Feed:
    def __init__(self, table: Publisher, seen: Callable[[], Seen | None], run: str) -> None:
        self._table = table
        self._seen = seen
        self._run = run
        self._recent: deque[Shown] = deque(maxlen=KEPT)
        self._changed = asyncio.Event()
        self._unsubscribe: Callable[[], None] = lambda: None
        self._loop: asyncio.AbstractEventLoop | None = None
        self.is_closed = False
        self.viewers = 0

    def open(self, loop: asyncio.AbstractEventLoop) -> None:
        """From now on, in that loop."""
        self._loop = loop
        self._unsubscribe = self._table.subscribe(self._from_worker)
        self._publish(self._table.readout, self._seen())

    def close(self) -> None:
        """Everybody who watches is let go."""
        self._unsubscribe()
        self.is_closed = True
        self._wake()

    @property
    def current(self) -> Shown:
        return self._recent[-1]

    def since(self, last_id: str) -> list[Shown]:
        """What was missed by one who has seen up to that; the current readout for one who knows nothing of this run."""
        last = sequence_in(self._run, last_id)
        if last is None or last > self.current.sequence or last + 1 < self._recent[0].sequence:
            return [self.current]
        return [one for one in self._recent if one.sequence > last]

    async def follow(self, last_id: str = "") -> AsyncIterator[Shown | None]:
        """Readouts in order, none twice; None whenever nothing has happened for a while."""
        self.viewers += 1
        try:
            while not self.is_closed:
                changed = self._changed
                for one in self.since(last_id):
                    last_id = one.id
                    yield one
                try:
                    await asyncio.wait_for(changed.wait(), HEARTBEAT_S)
                except TimeoutError:
                    yield None
        finally:
            self.viewers -= 1

    def _from_worker(self, readout: Readout) -> None:
        assert self._loop is not None
        self._loop.call_soon_threadsafe(self._publish, readout, self._seen())

    def _publish(self, readout: Readout, seen: Seen | None) -> None:
        if self._recent and readout.sequence <= self.current.sequence:
            return
        state = state_json(self._run, readout, seen)
        text = json.dumps(state, ensure_ascii=False, separators=(",", ":"))
        self._recent.append(Shown(readout.sequence, event_id(self._run, readout.sequence), state, text, readout))
        self._wake()

    def _wake(self) -> None:
        self._changed.set()
        self._changed = asyncio.Event()
