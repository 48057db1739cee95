"""Putting a misread die right: what the command comes to, or why it cannot be."""

from __future__ import annotations

from dataclasses import replace

from reader.table.commands import Correct
from reader.table.events import Corrected
from reader.table.game import Play
from reader.table.take import Trouble
from rules import Mismatch
from rules.dice import face_on, kind_called

PICK_ANOTHER = "pick another face"


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
