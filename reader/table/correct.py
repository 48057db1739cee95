"""Putting a misread die right: what the command comes to, or why it cannot be."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from reader.table.commands import Correct
from reader.table.events import Corrected
from reader.table.game import Play
from reader.table.readout import DieShown
from reader.table.take import Trouble
from rules import Mismatch
from rules.dice import face_on, kind_called

PICK_ANOTHER: Final = "pick another face"
_LINE: Final = re.compile(r"correct\s+(\d{1,4})\s*[\s=]\s*(?:(d[\d%]+):)?(\S+)", re.IGNORECASE)


def correction_in(line: str, dice: Sequence[DieShown]) -> Correct | Trouble | None:
    """A correction as it is typed: which of the dice shown, counted from 1, and what it really shows. None if the line
    is about something else.

    >>> correction_in("correct 2 5", (DieShown("6", "kept", False, "d6", "6", number=1),) * 2)
    Correct(die=1, face='5', kind=None)
    """
    found = _LINE.fullmatch(line.strip())
    if found is None:
        return None
    at = int(found[1]) - 1
    number = dice[at].number if 0 <= at < len(dice) else None
    if number is None:
        return Trouble(f"there is no die {found[1]} to correct", "count them as they are shown, from 1")
    return Correct(number, found[3], found[2])


def corrected(play: Play | None, command: Correct) -> Corrected | Trouble:
    if play is None:
        return Trouble("there is no die to correct", "throw and press first")
    dice = play.dice
    if not 0 <= command.die < len(dice):
        last = f"there is only die 0 to {len(dice) - 1}" if len(dice) > 1 else "there is only die 0"
        return Trouble(f"there is no die {command.die}", last)
    throw, at, was = dice[command.die]
    kind = kind_called(command.kind) if command.kind is not None else was.kind
    if kind is None:
        return Trouble(f"there is no {command.kind}", "name the kind like d6 or d20")
    face = face_on(kind, command.face.strip().lower())
    if face is None:
        return Trouble(f"a {kind} never shows {command.face}", PICK_ANOTHER)
    if (kind, face) == (was.kind, was.face):
        return Trouble(f"it is a {face} already", PICK_ANOTHER)
    now = replace(was, kind=kind, face=face, corrected=True)
    amended = play.amended(throw, at, now)
    if isinstance(amended, Mismatch):
        return Trouble(amended.line, PICK_ANOTHER)
    return Corrected(throw, at, was, now, amended.dice, amended.unused)
