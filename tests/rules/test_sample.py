import random

import pytest

from rules import odds, parse, reckoned, sampled


def test_a_sample_is_near_the_exact_odds_and_says_how_near():
    exact = odds(parse("test +2 advantages=1"))
    guess = sampled(parse("test +2 advantages=1"), random.Random(3), paths=4000)
    assert not guess.exact
    assert guess.error == pytest.approx(0.0155, abs=1e-4)
    far = [total for total in exact.totals if abs(exact.totals[total] - guess.totals.get(total, 0)) > guess.error]
    assert len(far) <= 1


@pytest.mark.parametrize(
    "roll", ["contest A=+0 B=+0", "tale level=5 heroic advantage", "standard fingers", "group A=+0 B=+3"]
)
def test_every_sort_of_question_can_be_sampled(roll):
    exact, guess = odds(parse(roll)), sampled(parse(roll), random.Random(4), paths=1500)
    assert guess.mean == pytest.approx(exact.mean, abs=0.5)
    assert set(guess.assumed) == set(exact.assumed)


def test_a_roll_with_too_many_paths_is_sampled_and_shows_progress():
    steps = []
    guess = reckoned(
        parse("20d6!kh10"),
        random.Random(5),
        paths=200,
        most_paths=1000,
        progress=lambda done, of: steps.append((done, of)),
    )
    assert not guess.exact
    assert steps[0] == (0, 200)
    assert steps[-1] == (200, 200)


def test_a_roll_with_few_paths_is_exact():
    assert reckoned(parse("5d6"), random.Random(6)).exact


def test_the_same_dice_give_the_same_sample():
    one, other = (sampled(parse("10d6!"), random.Random(7), paths=300) for _ in range(2))
    assert one == other
