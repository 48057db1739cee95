"""Takes out of a text whatever tells who or where somebody is, or lets in who should not be."""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Final

GONE: Final = "…"
KEPT_PATHS: Final = ("/opt/", "/usr/", "/etc/", "/var/lib/dice-reader", "/dev/", "/sys/", "<")
PATTERNS: Final = tuple(
    re.compile(pattern)
    for pattern in (
        r"(?:[0-9A-Fa-f]{2}[:-]){5}[0-9A-Fa-f]{2}",  # of a network card
        r"(?<![\w:.])(?:[0-9A-Fa-f]{1,4}:){7}[0-9A-Fa-f]{1,4}(?:%\w+)?(?![\w:])",  # IPv6 in full
        r"(?<![\w:.])(?:[0-9A-Fa-f]{1,4}(?::[0-9A-Fa-f]{1,4})*)?::(?:[0-9A-Fa-f]{1,4}(?::[0-9A-Fa-f]{1,4})*)?(?:%\w+)?",
        r"(?<![\d.])\d{1,3}(?:\.\d{1,3}){3}(?![\d.])",  # IPv4
        r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+",  # mail
        r"\b[\w-]+\.(?:local|lan|home|internal|home\.arpa|localdomain|fritz\.box)\b",
        r"(?<=/home/)[^/\s'\"]+",
        r"(?<=/Users/)[^/\s'\"]+",
        r"(?<![\w.-])(?=[\w-]*\d)(?=[\w-]*[A-Za-z])[\w-]{20,}(?![\w.-])",  # tokens and digests
        r"(?<![\w.:-])\d{6}(?![\w.:-])",  # pairing codes
    )
)
QUOTED: Final = re.compile(r"""(['"])((?:(?!\1).){1,400})\1""")


def scrubbed(text: str, secrets: Collection[str] = ()) -> str:
    """`secrets` are names that are known: of the machine, of people, of paired devices.

    >>> scrubbed("pairing code: 481516 for anna@example.org at 192.168.178.20")
    'pairing code: … for … at …'
    >>> scrubbed("while serving Pick(roll='group Alice=+0 Bob=+3')")
    "while serving Pick(roll='…')"
    """
    text = QUOTED.sub(_unless_ours, text)
    for pattern in PATTERNS:
        text = pattern.sub(GONE, text)
    for secret in sorted((one for one in secrets if len(one) > 1), key=len, reverse=True):
        text = re.sub(rf"(?<!\w){re.escape(secret)}(?!\w)", GONE, text, flags=re.IGNORECASE)
    return text


def _unless_ours(found: re.Match[str]) -> str:
    """What people typed stands in quotes; so do the paths of a traceback."""
    quote, words = found.group(1), found.group(2)
    return found.group(0) if words.startswith(KEPT_PATHS) else f"{quote}{GONE}{quote}"
