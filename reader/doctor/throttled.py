"""What `vcgencmd get_throttled` means."""

from __future__ import annotations

import re
from typing import Final

SUPPLY: Final = "use the Pi's own power supply and its own cable"
COOLING: Final = "let it breathe: a heat sink or a fan, and a case with holes"
BITS: Final = (
    (0, "under-voltage", SUPPLY),
    (1, "its clock is capped", COOLING),
    (2, "it is throttled", COOLING),
    (3, "it is too hot", COOLING),
)
SINCE_START: Final = 16
"""The same four, so many bits further: since it was switched on."""


def decoded(text: str) -> tuple[str, str] | None:
    """What is wrong and what to do; two empty texts if nothing is, None for what cannot be understood.

    >>> decoded("throttled=0x0")
    ('', '')
    >>> decoded("throttled=0x50005")[0]
    'under-voltage, it is throttled now; since it was switched on, too'
    >>> decoded("throttled=0x10000")[0]
    'under-voltage since it was switched on'
    """
    found = re.fullmatch(r"throttled=0x([0-9a-fA-F]+)", text.strip())
    if found is None:
        return None
    number = int(found.group(1), 16)
    now = [(words, fix) for bit, words, fix in BITS if number >> bit & 1]
    before = [(words, fix) for bit, words, fix in BITS if number >> bit + SINCE_START & 1]
    if now:
        too = "; since it was switched on, too" if before else ""
        return f"{', '.join(words for words, _ in now)} now{too}", now[0][1]
    if before:
        return f"{', '.join(words for words, _ in before)} since it was switched on", before[0][1]
    return "", ""
