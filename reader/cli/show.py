"""A roll in the terminal: what to throw, and every die the way players write it, the total last and largest."""

from __future__ import annotations

import os
import re
import sys

from reader.cli.digits import large
from rules import BOOKS, Choice, Entry, Outcome, Roll, Throw

BOLD, DIM, STRUCK, YELLOW, RED, GREEN, PLAIN = (f"\033[{code}m" for code in (1, 2, 9, 33, 31, 32, 0))
_STRUCK = re.compile(r"~~(.+?)~~")


def show_roll(roll: Roll) -> None:
    title = next((book.title for book in BOOKS if book.name == roll.book), "")
    print(f"{_styled(roll.text, BOLD)}{f' · {title}' if title else ''}")


def show_question(state: Throw | Choice | Entry) -> None:
    prompt = state.prompt
    print(f"{prompt[0].upper()}{prompt[1:]}")


def show_trouble(line: str) -> None:
    print(_styled(line, RED))


def show_outcome(outcome: Outcome) -> None:
    print(_STRUCK.sub(lambda found: _struck(found.group(1)), outcome.text))
    if outcome.label and outcome.label != outcome.headline:
        print(_styled(outcome.label, YELLOW))
    rows = large(outcome.headline) if _is_pretty() else None
    for row in rows or [outcome.headline]:
        print(_styled(row, BOLD, GREEN))


def _struck(text: str) -> str:
    return _styled(text, DIM, STRUCK) if _is_pretty() else f"~~{text}~~"


def _styled(text: str, *styles: str) -> str:
    return f"{''.join(styles)}{text}{PLAIN}" if _is_pretty() else text


def _is_pretty() -> bool:
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR")
