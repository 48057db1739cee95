"""For every roll and every sequence of answers: an outcome or the next question; nothing lost, and always the same."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules import (
    BOOKS,
    FACES,
    PLAIN,
    Choice,
    Conversation,
    Die,
    Entry,
    Mismatch,
    Outcome,
    Throw,
    match,
    parse,
)

EXAMPLES = [example.text for book in (PLAIN, *BOOKS) for form in book.forms for example in form.examples]
MOST_QUESTIONS = 40

any_die = st.sampled_from(sorted(FACES)).flatmap(
    lambda kind: st.builds(
        Die, st.just(kind), st.sampled_from(FACES[kind]), st.none() | st.floats(0, 1, allow_nan=False)
    )
)
any_answer = st.lists(any_die, max_size=6).map(tuple) | st.text(max_size=6) | st.lists(st.integers(-2, 9)).map(tuple)


def legal_answer(data, ask):
    match ask:
        case Throw(open_ended=True):
            return data.draw(st.lists(any_die.filter(_counts), min_size=1, max_size=5).map(tuple))
        case Throw():
            wants = data.draw(st.sampled_from(ask.pools))
            return tuple(data.draw(_die_for(want)) for want in data.draw(st.permutations(wants)))
        case Choice():
            return data.draw(st.sampled_from(ask.options))
        case Entry():
            return tuple(data.draw(st.integers(ask.low, ask.high)) for _ in ask.names)


def _counts(die):
    return not die.is_coin and (die.kind, die.face) != ("d20", "0")


def _die_for(want):
    lightness = {"light": 0.8, "dark": 0.2, None: None}[want.shade]
    dice = st.sampled_from(want.serving).map(lambda face: Die(want.kind, face, lightness))
    return dice | st.sampled_from(["heads", "tails"]).map(lambda face: Die("coin", face)) if want.coin else dice


@settings(max_examples=150)
@given(roll=st.sampled_from(EXAMPLES), data=st.data())
def test_legal_answers_lead_to_an_outcome_or_to_the_next_question(roll, data):
    talk = Conversation(parse(roll))
    for _ in range(MOST_QUESTIONS):
        state = talk.state
        if isinstance(state, Outcome):
            break
        assert talk.answer(legal_answer(data, state)) is None
    else:
        assert isinstance(talk.state, Throw), "only explosions go on without end"
    if talk.outcome:
        assert sorted((one.die.kind, one.die.face) for one in talk.outcome.dice) == sorted(
            (die.kind, die.face) for die in talk.thrown
        )
        assert isinstance(talk.answer(()), Mismatch)
    again = Conversation.replay(parse(talk.roll.text), talk.answers)
    assert (again.state, again.history, again.unused) == (talk.state, talk.history, ())


@settings(max_examples=150)
@given(roll=st.sampled_from(EXAMPLES), data=st.data())
def test_answers_that_do_not_fit_never_crash_and_never_lose_what_was_thrown(roll, data):
    talk = Conversation(parse(roll))
    for _ in range(6):
        before, thrown = talk.state, talk.thrown
        if isinstance(before, Outcome):
            break
        answer = data.draw(any_answer)
        mismatch = talk.answer(answer)
        if mismatch:
            assert mismatch.line
            assert "\n" not in mismatch.line
            assert (talk.state, talk.thrown) == (before, thrown)
            assert talk.answer(legal_answer(data, before)) is None
        assert talk.thrown[: len(thrown)] == thrown


@given(st.lists(any_die, max_size=6).map(tuple), st.sampled_from(EXAMPLES))
@settings(max_examples=100)
def test_matched_dice_are_just_the_dice_that_lay_there(dice, roll):
    ask = Conversation(parse(roll)).state
    if isinstance(ask, Throw):
        matched = match(ask, dice)
        if not isinstance(matched, Mismatch):
            assert sorted(map(repr, matched)) == sorted(map(repr, dice))


def test_a_corrected_die_takes_back_the_throw_that_it_no_longer_asks_for(play):
    talk = play("2d6!", "6 2", "4")
    amended = talk.amended(0, (Die("d6", "5"), Die("d6", "2")))
    assert amended.outcome.total == 7
    assert amended.unused == ((Die("d6", "4", typed=True),),)


def test_a_corrected_die_asks_for_the_throw_that_it_now_needs(play):
    talk = play("2d6!", "5 2")
    amended = talk.amended(0, (Die("d6", "6"), Die("d6", "2")))
    assert amended.state.prompt == "throw a d6 again: it explodes"


def test_later_answers_stand_where_the_same_is_still_asked(play):
    talk = play("contest A=+0 B=+0", "0", "3", "7")
    amended = talk.amended(0, (Die("d10", "5"),))
    assert amended.outcome.winner == "B"
    assert len(amended.unused) == 1


@pytest.mark.parametrize(
    ("roll", "answers", "index", "corrected", "unused"),
    [
        ("contest A=+0 B=+0", ["5", "0", "4"], 0, Die("d10", "0"), 2),
        ("olde contest A=1d6 B=1d6", ["6", "3", "6", "5"], 1, Die("d6", "6"), 2),
    ],
)
def test_a_die_thrown_for_one_player_never_counts_for_another(play, roll, answers, index, corrected, unused):
    amended = play(roll, *answers).amended(index, (corrected,))
    assert amended.state.again
    assert [die.face for die in amended.thrown] == [*answers[:index], corrected.face]
    assert len(amended.unused) == unused


def test_a_die_that_exploded_with_another_is_thrown_anew_when_that_one_did_not(play):
    amended = play("3d6!", "6 6 2", "6 1", "4").amended(0, tuple(Die("d6", face) for face in "652"))
    assert amended.state.prompt == "throw a d6 again: it explodes"
    assert len(amended.unused) == 2


def test_a_gift_stands_though_another_would_have_been_wiser(play):
    talk = play("group A=+0 B=+0 C=+0", "8", "4", "5", "C", "9")
    amended = talk.amended(1, (Die("d10", "6"),))
    assert amended.outcome.total == 6
    assert amended.unused == ()


def test_an_impossible_correction_is_a_mismatch(play):
    assert isinstance(play("2d6", "5 2").amended(0, (Die("d8", "5"),)), Mismatch)


def test_a_replay_keeps_what_does_not_fit_as_unused():
    dice = ((Die("d6", "5"),), (Die("d6", "3"),))
    talk = Conversation.replay(parse("1d6"), dice)
    assert talk.outcome.total == 5
    assert talk.unused == (dice[1],)
