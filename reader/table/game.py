"""The state of the table that survives a power cut: what the recorded events come to."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from reader.table.events import (
    Began,
    Cancelled,
    Chose,
    Cleared,
    Corrected,
    DieThrown,
    Entered,
    Event,
    Finished,
    Picked,
    Recorded,
    Rerolled,
    Threw,
    answer_in,
)
from reader.table.take import places
from rules import Conversation, Die, Mismatch, NotationError, Outcome, Roll, parse
from rules.forms import UnfitError

MODIFIER_LIMIT = 99
"""As far as the knob goes."""


class Play:
    """A roll that has begun: the conversation, and what is known of each answer besides."""

    def __init__(self, number: int, roll: Roll) -> None:
        self.number = number
        self.talk = Conversation(roll)
        self.throws: tuple[Threw | None, ...] = ()
        """For each answer: how it was thrown, None for a choice or an entry."""
        self.last: Threw | None = None
        """The last throw, used or not: its picture is shown."""

    @property
    def outcome(self) -> Outcome | None:
        return self.talk.outcome

    @property
    def dice(self) -> list[tuple[int, int, DieThrown]]:
        """Every die in the order it was thrown: which answer, which die of it, and what it shows."""
        return [
            (at, place, die)
            for at, throw in enumerate(self.throws)
            if throw is not None
            for place, die in enumerate(throw.dice)
        ]

    def answer(self, event: Threw | Chose | Entered) -> None:
        mismatch = self.talk.answer(answer_in(event))
        if mismatch:
            raise UnplayableError(mismatch.line)
        threw = event if isinstance(event, Threw) else None
        self.throws += (threw,)
        self.last = threw or self.last

    def amended(self, throw: int, at: int, now: DieThrown) -> Amended | Mismatch:
        """The roll with that die put right."""
        threw = self.throws[throw]
        assert threw is not None
        thrown = tuple(now if place == at else die for place, die in enumerate(threw.dice))
        dice = tuple(die.die for die in thrown)
        talk = self.talk.amended(throw, dice)
        if isinstance(talk, Mismatch):
            return talk
        matched = tuple(die for die in talk.answers[throw] if isinstance(die, Die))
        put_right = replace(threw, dice=tuple(thrown[place] for place in places(matched, dice)))
        unused = self._unused_in(talk, throw)
        throws = [put_right if index == throw else one for index, one in enumerate(self.throws)]
        kept = tuple(one for index, one in enumerate(throws) if index not in unused)
        return Amended(talk, put_right.dice, kept, tuple(unused))

    def _unused_in(self, talk: Conversation, throw: int) -> list[int]:
        """Which of the later answers are not asked for any more."""
        left = list(talk.unused)
        unused: list[int] = []
        for later in range(throw + 1, len(self.throws)):
            if left and self.talk.answers[later] is left[0]:
                left.pop(0)
                unused.append(later)
        return unused

    def correct(self, event: Corrected) -> None:
        amended = self.amended(event.throw, event.at, event.now)
        if isinstance(amended, Mismatch):
            raise UnplayableError(amended.line)
        self.talk, self.throws = amended.talk, amended.throws

    def reroll(self, roll: Roll) -> None:
        self.talk = Conversation.replay(roll, self.talk.answers)
        if self.talk.unused:
            raise UnplayableError(f"{roll.text} does not go on from what was thrown")


@dataclass(frozen=True, slots=True)
class Amended:
    """A roll with a die put right: the throw it belongs to, the answers that still count, and which do not any more."""

    talk: Conversation
    dice: tuple[DieThrown, ...]
    throws: tuple[Threw | None, ...]
    unused: tuple[int, ...]


class UnplayableError(ValueError):
    """Recorded events that the rules do not take: the record is of another version, or damaged."""


class Game:
    """What is chosen, the roll in progress or just finished, and what is remembered from roll to roll."""

    def __init__(self, first: str) -> None:
        self.picked = parse(first)
        self.adjustment = 0
        self.remembered: dict[tuple[str, str], str] = {}
        self.play: Play | None = None
        """The roll that is shown; None before one begins."""
        self.before: Play | None = None
        """The roll before, which may still be corrected until the next one begins."""

    @classmethod
    def restored(cls, first: str, events: Iterable[Recorded]) -> Game:
        """The game that the events come to. Raises UnplayableError."""
        game = cls(first)
        for recorded in events:
            game.apply(recorded.sequence, recorded.event)
        return game

    @property
    def next_roll(self) -> Roll:
        """The roll that the next throw begins: what was picked, adjusted, with what it remembers."""
        roll = self.picked
        for (word, name), value in self.remembered.items():
            if word == roll.form.word:
                roll = _but(roll, name, value)
        return (roll.adjusted(self.adjustment) or roll) if self.adjustment else roll

    @property
    def in_progress(self) -> Play | None:
        return self.play if self.play is not None and self.play.outcome is None else None

    @property
    def correctable(self) -> Play | None:
        play = self.play or self.before
        return play if play is not None and play.dice else None

    def apply(self, sequence: int, event: Event) -> None:
        """Raises UnplayableError if the event does not fit what went before."""
        match event:
            case Picked():
                self._pick(event)
            case Began():
                self._begin(sequence, event)
            case Threw() | Chose() | Entered():
                self._shown().answer(event)
            case Corrected():
                self.play = self.play or self.before
                self._shown().correct(event)
            case Rerolled():
                self._shown().reroll(_parsed(event.roll))
            case Finished():
                self._remember(event)
            case Cancelled() | Cleared():
                self.before, self.play = self.play or self.before, None

    def _shown(self) -> Play:
        if self.play is None:
            raise UnplayableError("no roll has begun")
        return self.play

    def _pick(self, event: Picked) -> None:
        self.picked, self.adjustment = _parsed(event.roll), event.adjustment
        if self.play is not None:
            self.before, self.play = self.play, None
        for word, name in list(self.remembered):
            if word == self.picked.form.word and name in self.picked.values:
                del self.remembered[word, name]

    def _begin(self, sequence: int, event: Began) -> None:
        self.picked, self.adjustment = _parsed(event.picked), event.adjustment
        self.remembered = {(word, name): value for word, name, value in event.remembered}
        self.before, self.play = None, Play(sequence, _parsed(event.roll))

    def _remember(self, event: Finished) -> None:
        word = self._shown().talk.roll.form.word
        for name, value in event.remember:
            self.remembered[word, name] = value


def _parsed(roll: str) -> Roll:
    try:
        return parse(roll)
    except NotationError as error:
        raise UnplayableError(str(error)) from error


def _but(roll: Roll, name: str, value: str) -> Roll:
    """The roll with what it remembers; one that has no use for it stays as it is."""
    try:
        return roll.but(name, int(value))
    except UnfitError:
        return roll
