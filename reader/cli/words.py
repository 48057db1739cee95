"""What the commands that take a roll have in common: reading it, refusing it in one line, and printing JSON."""

from __future__ import annotations

import json
import sys
from typing import Any

from reader.errors import RefusedError
from rules import NotationError, Roll, parse


def roll_from(words: list[str]) -> Roll:
    """The roll that was typed, in one piece or in several."""
    try:
        return parse(" ".join(words))
    except NotationError as error:
        raise RefusedError(str(error)) from None


def print_json(value: Any) -> None:
    can_show_everything = "utf" in (sys.stdout.encoding or "").lower()
    print(json.dumps(value, ensure_ascii=not can_show_everything))
