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
TIMEOUT_S: Final = 12.0
"""The slowest of the books' rolls takes two seconds on a laptop, and so some eight on a Pi."""
LONGEST_LINE: Final = 1 << 22
"""Bytes; a thousand totals with their chances are a hundredth of this."""


class Reckoner:
    """The process is started when odds are first wanted, and ended if it takes too long."""

    def __init__(self, timeout_s: float = TIMEOUT_S) -> None:
        self._timeout_s = timeout_s
        self._known: OrderedDict[str, dict[str, Any]] = OrderedDict()
        self._process: Process | None = None
        self._turn = asyncio.Lock()

    async def odds(self, roll: str) -> dict[str, Any]:
        """Raises RefusalError for what is no roll, and for one that takes too long."""
        if roll not in self._known:
            async with self._turn:
                self._known[roll] = await self._asked(roll)
        self._known.move_to_end(roll)
        while len(self._known) > MOST_KNOWN:
            self._known.popitem(last=False)
        found = self._known[roll]
        if "error" in found:
            raise RefusalError(422, found["error"])
        return found

    async def close(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.communicate()

    async def _asked(self, roll: str) -> dict[str, Any]:
        try:
            async with asyncio.timeout(self._timeout_s):
                process = await self._opened()
                assert process.stdin is not None
                assert process.stdout is not None
                process.stdin.write(json.dumps(roll).encode() + b"\n")
                line = await process.stdout.readline()
        except TimeoutError:
            await self.close()
            raise RefusalError(503, "these odds take too long to reckon here") from None
        if not line:
            await self.close()
            raise RefusalError(503, "the odds could not be reckoned; ask again")
        answer: dict[str, Any] = json.loads(line)
        return answer

    async def _opened(self) -> Process:
        if self._process is None or self._process.returncode is not None:
            command = (sys.executable, "-m", "reader.page.reckon")
            self._process = await asyncio.create_subprocess_exec(
                *command, stdin=PIPE, stdout=PIPE, stderr=DEVNULL, limit=LONGEST_LINE
            )
        return self._process
