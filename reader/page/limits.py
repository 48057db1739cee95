"""How often somebody may ask: a bucket of so many requests that fills again with time."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import Final

MOST_KNOWN: Final = 1024
"""Whoever has not asked for longest is forgotten first."""


@dataclass(frozen=True, slots=True)
class Allowance:
    at_once: int
    a_second: float


class Limit:
    """One bucket for each who asks."""

    def __init__(self, allowance: Allowance, clock: Callable[[], float] = time.monotonic) -> None:
        self._allowance = allowance
        self._clock = clock
        self._buckets: OrderedDict[Hashable, tuple[float, float]] = OrderedDict()

    def wait_s(self, who: Hashable) -> float:
        """0 if it may be served now, which is counted; else after how many seconds."""
        allowance, now = self._allowance, self._clock()
        left, then = self._buckets.get(who, (float(allowance.at_once), now))
        left = min(allowance.at_once, left + (now - then) * allowance.a_second)
        is_allowed = left >= 1
        self._buckets[who] = (left - 1 if is_allowed else left), now
        self._buckets.move_to_end(who)
        while len(self._buckets) > MOST_KNOWN:
            self._buckets.popitem(last=False)
        return 0.0 if is_allowed else (1 - left) / allowance.a_second
