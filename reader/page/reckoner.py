"""Asks the process that reckons odds, one roll at a time, and remembers what it said."""

from __future__ import annotations

import asyncio
import contextlib
import json
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections import OrderedDict
from typing import Any, Final

from reader.page.errors import RefusalError

MOST_KNOWN: Final = 256
MOST_WAITING: Final = 8
"""Rolls that wait for their turn; nobody plays as many at once."""
PATIENCE_S: Final = 10.0
"""How long one request waits; the roll is reckoned on, and may be asked for again."""
TIMEOUT_S: Final = 60.0
"""The slowest of the books' rolls takes two seconds on a laptop, and so some eight on a Pi that does nothing else."""
ASK_AGAIN_S: Final = 4.0
LONGEST_LINE: Final = 1 << 22
"""Bytes; a thousand totals with their chances are a hundredth of this."""
TOO_LONG: Final[dict[str, Any]] = {"too_long": True}


class Reckoner:
    """The process is started when odds are first wanted, and ended if it takes too long."""

    def __init__(self, timeout_s: float = TIMEOUT_S, patience_s: float = PATIENCE_S) -> None:
        self._timeout_s = timeout_s
        self._patience_s = patience_s
        self._known: OrderedDict[str, dict[str, Any]] = OrderedDict()
        self._waiting: dict[str, asyncio.Task[None]] = {}
        self._process: Process | None = None
        self._turn = asyncio.Lock()

    async def odds(self, roll: str) -> dict[str, Any]:
        """Raises RefusalError for what is no roll, and for one that takes too long."""
        if roll not in self._known:
            await asyncio.wait({self._task(roll)}, timeout=self._patience_s)
        found = self._known.get(roll)
        if found is None:
            raise RefusalError(503, "these odds are still being reckoned; ask again", wait_s=ASK_AGAIN_S)
        self._known.move_to_end(roll)
        if found is TOO_LONG:
            raise RefusalError(503, "these odds take too long to reckon here")
        if "error" in found:
            raise RefusalError(422, found["error"])
        return found

    def _task(self, roll: str) -> asyncio.Task[None]:
        if roll not in self._waiting:
            if len(self._waiting) >= MOST_WAITING:
                raise RefusalError(503, "too many odds are being reckoned; ask again", wait_s=ASK_AGAIN_S)
            self._waiting[roll] = asyncio.create_task(self._learn(roll))
        return self._waiting[roll]

    async def _learn(self, roll: str) -> None:
        try:
            async with self._turn:
                answer = await self._asked(roll)
            if answer is not None:
                self._known[roll] = answer
                while len(self._known) > MOST_KNOWN:
                    self._known.popitem(last=False)
        finally:
            del self._waiting[roll]

    async def close(self) -> None:
        """Whatever is still being reckoned is given up."""
        tasks = list(self._waiting.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self._end()

    async def _end(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.communicate()

    async def _asked(self, roll: str) -> dict[str, Any] | None:
        """None if the process ended by itself: the next who asks starts it anew."""
        try:
            async with asyncio.timeout(self._timeout_s):
                process = await self._opened()
                assert process.stdin is not None
                assert process.stdout is not None
                process.stdin.write(json.dumps(roll).encode() + b"\n")
                line = await process.stdout.readline()
        except TimeoutError:
            await self._end()
            return TOO_LONG
        if not line:
            await self._end()
            return None
        answer: dict[str, Any] = json.loads(line)
        return answer

    async def _opened(self) -> Process:
        if self._process is None or self._process.returncode is not None:
            command = (sys.executable, "-m", "reader.page.reckon")
            self._process = await asyncio.create_subprocess_exec(
                *command, stdin=PIPE, stdout=PIPE, stderr=DEVNULL, limit=LONGEST_LINE
            )
        return self._process
