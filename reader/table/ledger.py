"""Events in order: each is applied to the game, numbered and recorded, before anybody sees what it came to."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from reader.table.events import (
    Began,
    Chose,
    DieCounted,
    DieThrown,
    Entered,
    Event,
    Finished,
    Picked,
    Recorded,
    Threw,
)
from reader.table.game import Game
from reader.table.lying import Left
from rules import Answer, Ask, Die, Mismatch, Outcome
from rules.conversation import fitted


class Recorder(Protocol):
    """Where events go: the journal. It never raises; what it cannot record it says by itself."""

    def append(self, events: Sequence[Recorded], left: tuple[Left, ...] | None) -> None:
        """All of them or none, durable when it returns. `left` replaces the dice that were left lying."""


class Ledger:
    def __init__(self, recorder: Recorder, last_sequence: int, clock: Callable[[], str]) -> None:
        """`clock` tells the time in words, for people; the order comes from the numbers alone."""
        self._recorder = recorder
        self._sequence = last_sequence
        self._clock = clock

    @property
    def next_sequence(self) -> int:
        return self._sequence + 1

    def beginning(self, game: Game) -> Began:
        remembered = tuple((word, name, value) for (word, name), value in sorted(game.remembered.items()))
        return Began(game.next_roll.text, game.picked.text, game.adjustment, remembered)

    def commit(self, game: Game, events: Sequence[Event], left: tuple[Left, ...] | None = None) -> None:
        """Applied, with the outcome if there is one now, and recorded in one piece."""
        recorded = [self._apply(game, event) for event in events]
        play = game.play
        if play is not None and play.outcome is not None and not isinstance(events[-1], Finished):
            recorded.append(self._apply(game, _finished(play.outcome)))
        self._recorder.append(recorded, left)

    def _apply(self, game: Game, event: Event) -> Recorded:
        before = game.play
        self._sequence += 1
        game.apply(self._sequence, event)
        play = None if isinstance(event, Picked) else game.play or before
        number = play.number if play is not None else None
        return Recorded(self._sequence, number, self._clock(), event)


def answering(ask: Ask, answer: Answer | Mismatch) -> Threw | Chose | Entered | Mismatch:
    """A typed answer as an event, its dice in the order in which they were asked for."""
    taken = answer if isinstance(answer, Mismatch) else fitted(ask, answer)
    if isinstance(taken, Mismatch):
        return taken
    if isinstance(taken, str):
        return Chose(taken)
    dice = tuple(die for die in taken if isinstance(die, Die))
    if dice:
        return Threw(tuple(DieThrown(die.kind, die.face, die.lightness, typed=True) for die in dice))
    return Entered(tuple(number for number in taken if isinstance(number, int)))


def _finished(outcome: Outcome) -> Finished:
    dice = tuple(DieCounted(one.die.kind, one.die.face, one.value, str(one.fate), one.text) for one in outcome.dice)
    label, winner = outcome.label, outcome.winner
    return Finished(outcome.total, outcome.headline, outcome.text, label, winner, dice, outcome.remember)
