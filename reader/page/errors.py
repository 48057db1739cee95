"""What can be wrong with the page, and with what is asked of it.

Exception
├── PageError       OSError     the page cannot be served: the address is taken, or is not this machine's
└── RefusalError                a request that is not served: a status, a sentence, how long to wait if that helps
"""

from __future__ import annotations

from math import ceil


class PageError(OSError):
    """What, which address, and what to do."""


class RefusalError(Exception):
    """Becomes `{"error": sentence}` with the status."""

    def __init__(self, status: int, sentence: str, *, wait_s: float = 0.0) -> None:
        super().__init__(sentence)
        self.status = status
        self.sentence = sentence
        self.wait_s = wait_s

    @property
    def headers(self) -> dict[str, str]:
        return {"Retry-After": str(ceil(self.wait_s))} if self.wait_s else {}


def spoken_wait(seconds: float) -> str:
    """
    >>> spoken_wait(4.2), spoken_wait(60), spoken_wait(299.5)
    ('5 s', '1 min', '5 min')
    """
    whole = ceil(seconds)
    if whole < 60:
        return f"{whole} s"
    minutes, rest = divmod(whole, 60)
    return f"{minutes} min {rest} s" if rest else f"{minutes} min"
