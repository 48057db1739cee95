"""A roll in the terminal: what to throw, and every die the way players write it, the total last and largest."""

from __future__ import annotations

import sys

from reader.cli.digits import large
from rules import BOOKS, Choice, Entry, Outcome, Played, Roll, Throw

BOLD, DIM, STRUCK, YELLOW, RED, GREEN, PLAIN = (f"\033[{code}m" for code in (1, 2, 9, 33, 31, 32, 0))


def show_roll(roll: Roll) -> None:
    title = next((book.title for book in BOOKS if book.name == roll.book), "")
    print(f"{_styled(roll.text, BOLD)}{f' · {title}' if title else ''}")


def show_question(state: Throw | Choice | Entry) -> None:
    prompt = state.prompt
    print(f"{prompt[0].upper()}{prompt[1:]}")


def show_trouble(line: str) -> None:
    print(_styled(line, RED))


def show_outcome(outcome: Outcome) -> None:
    if not sys.stdout.isatty():
        print(outcome.text)
        if outcome.label:
            print(outcome.label)
        print(outcome.headline)
        return
    if outcome.dice:
        print("  ".join(_die(one) for one in outcome.dice if not one.aside))
    print(_styled(outcome.text, DIM))
    if outcome.label:
        print(_styled(outcome.label, YELLOW))
    for row in large(outcome.headline) or [outcome.headline]:
        print(_styled(row, BOLD, GREEN))


def _die(played: Played) -> str:
    if played.is_struck:
        return _styled(played.text, DIM, STRUCK)
    return _styled(played.text, BOLD)


def _styled(text: str, *styles: str) -> str:
    return f"{''.join(styles)}{text}{PLAIN}" if sys.stdout.isatty() else text
