"""`dice-reader roll`: talks with the player until there is an outcome, or answers from the command line."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from reader.cli.show import show_outcome, show_question, show_roll, show_trouble
from reader.cli.state_json import state_json
from reader.cli.words import print_json, roll_from
from reader.errors import RefusedError
from rules import Choice, Conversation, Mismatch, NotationError, Outcome, read_answer
from rules.errors import printable

UNDO = "undo"
"""Typed instead of an answer, it takes the last one back."""


def play(
    roll: Annotated[list[str] | None, typer.Argument(metavar="ROLL", help="What is rolled, such as 4d6kh3.")] = None,
    answer: Annotated[
        list[str] | None,
        typer.Option(
            help='What the dice show or the player says, in order: "d6:5:light d6:2:dark", "5 2", heads, Bob.'
        ),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print where the roll stands as one JSON object.")] = False,
) -> None:
    """Play a roll: says what to throw, takes what the dice show, says what it came to; `undo` takes an answer back."""
    words = roll or []
    talk = Conversation(roll_from(words))
    answers = answer or []
    mismatch = _take_all(talk, answers)
    if as_json:
        print_json(state_json(" ".join(words).strip(), talk, mismatch))
        return
    show_roll(talk.roll)
    _show(talk, mismatch)
    if not answers or sys.stdin.isatty():
        _ask_until_done(talk)


def _take_all(talk: Conversation, answers: list[str]) -> Mismatch | None:
    """Takes the answers in order; after a mismatch the next one goes to the same question."""
    mismatch: Mismatch | None = None
    for number, text in enumerate(answers, start=1):
        if talk.outcome:
            raise RefusedError(f'answer {number}, "{printable(text)}", is left over: the roll is finished')
        try:
            mismatch = _take(talk, text)
        except NotationError as error:
            raise RefusedError(f"answer {number}: {error}") from None
    return mismatch


def _take(talk: Conversation, text: str) -> Mismatch | None:
    state = talk.state
    if isinstance(state, Outcome):
        return None
    answer = read_answer(state, text)
    return answer if isinstance(answer, Mismatch) else talk.answer(answer)


def _show(talk: Conversation, mismatch: Mismatch | None) -> None:
    if mismatch:
        show_trouble(mismatch.line)
    if isinstance(talk.state, Outcome):
        show_outcome(talk.state)
    else:
        show_question(talk.state)


def _ask_until_done(talk: Conversation) -> None:
    while not talk.outcome:
        try:
            text = input("> ")
        except EOFError:
            print()
            return
        if _is_undo(talk, text):
            talk = Conversation.replay(talk.roll, talk.answers[:-1])
            _show(talk, None)
            continue
        try:
            mismatch = _take(talk, text)
        except NotationError as error:
            show_trouble(str(error))
            continue
        _show(talk, mismatch)


def _is_undo(talk: Conversation, text: str) -> bool:
    """Somebody at the table may be called so."""
    names = talk.state.options if isinstance(talk.state, Choice) else ()
    return text.strip().lower() == UNDO and UNDO not in [name.lower() for name in names]
