"""Playing a roll the way a player does: by typing answers."""

from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, settings

from rules import Conversation, Mismatch, Outcome, parse, read_answer

# How quick an example is depends on what else the machine is doing, and proves nothing.
settings.register_profile("unhurried", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("unhurried")

Play = Callable[..., Conversation]


@pytest.fixture
def play() -> Play:
    """Plays a roll with typed answers, each of which must fit."""

    def played(roll: str, *answers: str) -> Conversation:
        talk = Conversation(parse(roll))
        for text in answers:
            assert not isinstance(talk.state, Outcome), f"{text!r} is left over"
            answer = read_answer(talk.state, text)
            assert not isinstance(answer, Mismatch), answer
            mismatch = talk.answer(answer)
            assert mismatch is None, mismatch
        return talk

    return played


@pytest.fixture
def finish(play: Play) -> Callable[..., Outcome]:
    """Plays a roll to its end."""

    def finished(roll: str, *answers: str) -> Outcome:
        outcome = play(roll, *answers).outcome
        assert outcome is not None, "the roll is not finished"
        return outcome

    return finished


@pytest.fixture
def trouble(play: Play) -> Callable[..., str]:
    """What a player is told when the last answer does not fit."""

    def told(roll: str, *answers: str) -> str:
        talk = play(roll, *answers[:-1])
        before = talk.state
        assert not isinstance(before, Outcome)
        answer = read_answer(before, answers[-1])
        mismatch = answer if isinstance(answer, Mismatch) else talk.answer(answer)
        assert mismatch is not None, "the answer fitted"
        assert talk.state == before
        return mismatch.line

    return told
