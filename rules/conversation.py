"""A roll as it is played: the rules ask, answers come in, until there is an outcome. Answers alone make the state."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, TypeAlias

from rules.asks import Answer, Ask, Choice, Entry, Throw, counted, joined
from rules.dice import Die
from rules.forms import Roll
from rules.match import Mismatch, match
from rules.outcome import Outcome
from rules.playing import Playing

State: TypeAlias = Throw | Choice | Entry | Outcome


@dataclass(frozen=True, slots=True)
class Answered:
    """What was asked and what was answered: for a throw, the dice in the order of the wants."""

    ask: Ask
    answer: Answer


class Conversation:
    """Plays a roll. The same answers always lead to the same state, which is how a roll is recovered or corrected.

    >>> from rules.notation import parse
    >>> talk = Conversation(parse("1d6+3"))
    >>> talk.state.prompt
    'throw a d6: 1d6+3'
    >>> talk.answer((Die("d6", "4"),)) is None, talk.state.total
    (True, 7)
    """

    def __init__(self, roll: Roll) -> None:
        self.roll = roll
        self.history: tuple[Answered, ...] = ()
        self.unused: tuple[Answer, ...] = ()
        """Answers that a replay had no question for."""
        self._playing = Playing(roll.start)

    @classmethod
    def replay(cls, roll: Roll, answers: Iterable[Answer]) -> Conversation:
        """Plays the answers again, in order, up to the first that does not fit; the rest is `unused`."""
        talk = cls(roll)
        left = list(answers)
        while left and talk.answer(left[0]) is None:
            left.pop(0)
        talk.unused = tuple(left)
        return talk

    @property
    def state(self) -> State:
        """What is asked now, or the outcome."""
        outcome_at_last: State = self._playing.asked or self._playing.result
        return outcome_at_last

    @property
    def answers(self) -> tuple[Answer, ...]:
        return tuple(answered.answer for answered in self.history)

    @property
    def outcome(self) -> Outcome | None:
        state = self.state
        return state if isinstance(state, Outcome) else None

    @property
    def thrown(self) -> tuple[Die, ...]:
        """Every die so far, in the order in which it was taken."""
        return tuple(die for one in self.history for die in one.answer if isinstance(die, Die))

    def answer(self, answer: Answer) -> Mismatch | None:
        """Takes an answer to what is asked now. A mismatch changes nothing: the same is asked still."""
        ask = self.state
        if isinstance(ask, Outcome):
            return Mismatch("the roll is finished", "extra")
        taken = fitted(ask, answer)
        if isinstance(taken, Mismatch):
            return taken
        self.history += (Answered(ask, taken),)
        self._playing.send(taken)
        return None

    def amended(self, index: int, answer: Answer) -> Conversation | Mismatch:
        """The roll as it would be had that answer been this. Later answers count where the same is still asked.

        A die that was thrown again belongs to the throw before it: with that gone, it counts for nobody else.
        """
        talk = Conversation.replay(self.roll, self.answers[:index])
        mismatch = talk.answer(answer)
        if mismatch:
            return mismatch
        unused: list[Answer] = []
        is_gone = False
        for later in self.history[index + 1 :]:
            belongs_to_what_is_gone = is_gone and isinstance(later.ask, Throw) and later.ask.again
            is_gone = belongs_to_what_is_gone or talk.state != later.ask or talk.answer(later.answer) is not None
            if is_gone:
                unused.append(later.answer)
        talk.unused = tuple(unused)
        return talk


def fitted(ask: Ask, answer: Answer) -> Answer | Mismatch:
    """The answer as the rule takes it, or why it does not fit what is asked."""
    match_of: dict[type[Ask], Any] = {Throw: _dice_for, Choice: _option_for, Entry: _numbers_for}
    taken: Answer | Mismatch = match_of[type(ask)](ask, answer)
    return taken


def _dice_for(ask: Throw, answer: Answer) -> Answer | Mismatch:
    if isinstance(answer, str) or not all(isinstance(die, Die) for die in answer):
        return Mismatch(f"dice are asked for: {ask.prompt}", "kind")
    return match(ask, tuple(die for die in answer if isinstance(die, Die)))


def _option_for(ask: Choice, answer: Answer) -> Answer | Mismatch:
    wanted = answer.strip().lower() if isinstance(answer, str) else None
    for option in ask.options:
        if option.lower() == wanted:
            return option
    return Mismatch(f"choose {joined(ask.options, 'or')}", "option")


def _numbers_for(ask: Entry, answer: Answer) -> Answer | Mismatch:
    numbers = () if isinstance(answer, str) else tuple(number for number in answer if isinstance(number, int))
    if len(numbers) != len(ask.names) or len(numbers) != len(answer):
        return Mismatch(f"{counted(len(ask.names), 'numbers')} are asked for: {ask.wanted}", "entry")
    if not all(ask.low <= number <= ask.high for number in numbers):
        return Mismatch(f"each is a number from {ask.low} to {ask.high}", "entry")
    return numbers
