"""Fifty browsers in a process of their own: `python -m reader.benchmarks.viewers PORT VIEWERS READOUTS`.

Each reads the event stream; prints "ready" when all have the first readout, then one line of JSON: when the last of
them had each readout, by the clock that all processes share, and how many were lost or doubled.
"""

from __future__ import annotations

import asyncio
import json
import sys
import time
from collections import Counter
from itertools import pairwise

REQUEST = b"GET /api/events HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
LONGEST_LINE = 1 << 20


class Viewer:
    def __init__(self) -> None:
        self.first = asyncio.Event()
        self.came: list[tuple[int, float]] = []

    async def watch(self, port: int, readouts: int) -> None:
        """The first readout, and so many more."""
        reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=LONGEST_LINE)
        writer.write(REQUEST)
        while len(self.came) <= readouts:
            line = await reader.readline()
            if not line:
                break
            if line.startswith(b"data: "):
                came_s = time.monotonic()
                self.came.append((int(json.loads(line[6:])["readout"]["sequence"]), came_s))
                self.first.set()
        writer.close()

    @property
    def faults(self) -> int:
        """Readouts that were left out, came twice, or in the wrong order."""
        return sum(abs(after - before - 1) for (before, _), (after, _) in pairwise(self.came))


async def watch_all(port: int, viewers: int, readouts: int) -> None:
    watching = [Viewer() for _ in range(viewers)]
    tasks = [asyncio.create_task(viewer.watch(port, readouts)) for viewer in watching]
    await asyncio.gather(*(viewer.first.wait() for viewer in watching))
    print("ready", flush=True)
    await asyncio.gather(*tasks)
    last: dict[int, float] = {}
    seen: Counter[int] = Counter()
    for viewer in watching:
        for sequence, came_s in viewer.came:
            last[sequence] = max(came_s, last.get(sequence, 0.0))
            seen[sequence] += 1
    faults = sum(viewer.faults for viewer in watching) + sum(abs(viewers - count) for count in seen.values())
    print(json.dumps({"last": last, "faults": faults}), flush=True)


if __name__ == "__main__":
    asyncio.run(watch_all(*map(int, sys.argv[1:4])))
