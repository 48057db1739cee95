import pytest

from rules import Die, parse


@pytest.mark.parametrize(
    ("roll", "answers", "total"),
    [
        ("game d10", ["0"], 10),
        ("game 2d5", ["0 9"], 10),
        ("game 2d5", ["1 2"], 2),
        ("game 1d10-12", ["3"], 0),
        ("game 1d10-12 below-zero", ["3"], -9),
        ("game 1d10 divide=2", ["3"], 2),
        ("game 1d10 divide=4", ["1"], 1),
        ("game 1d10+1 multiply=2", ["3"], 8),
        ("game 1d10-5 multiply=2 divide=3", ["9"], 3),
        ("game 1d10-5 divide=2 below-zero", ["2"], -1),
        ("game d100", ["d%:00 d10:7"], 7),
        ("game d100", ["d%:90 d10:0"], 90),
        ("game d100", ["d10:0:dark d10:0:light"], 100),
        ("game d100", ["d10:3:0.8 d10:7:0.2"], 73),
        ("game d100 tens=light", ["d10:3:0.8 d10:7:0.2"], 37),
        ("game d100 from=0", ["d%:00 d10:0"], 0),
        ("game d100+5", ["d%:40 d10:2"], 47),
        ("game d100 one-at-a-time", ["4", "7"], 47),
        ("game d100 one-at-a-time", ["d%:40", "7"], 47),
        ("game 2d10+5 reroll", ["9 9", "1 2"], 8),
    ],
)
def test_game_dice_count_so(finish, roll, answers, total):
    assert finish(roll, *answers).total == total


def test_two_d10_alike_wait_and_one_at_a_time_is_named(trouble):
    line = trouble("game d100", "d10:3:0.5 d10:7:0.6")
    assert "two d10 of different colours, please" in line
    assert "one at a time" in line


def test_a_percentile_die_is_tens_by_itself_whatever_its_shade(finish):
    assert finish("game d100 tens=dark", "d%:30:light d10:7:dark").total == 37


def test_a_reroll_shows_both_results_and_strikes_the_first(play, finish):
    assert "re-roll" in play("game 2d10+5 reroll", "9 9").state.why
    outcome = finish("game 2d10+5 reroll", "9 9", "1 2")
    assert outcome.text == "game 2d10+5 reroll (~~9~~, ~~9~~) = ~~23~~, (1, 2) = 8"
    assert [one.fate.value for one in outcome.dice] == ["replaced", "replaced", "kept", "kept"]


def test_a_finished_roll_can_be_rerolled_with_what_was_thrown_already(play):
    talk = play("game 2d10+5", "9 9")
    assert talk.roll.offers_reroll
    again = type(talk).replay(talk.roll.rerolled(), talk.answers)
    assert again.state.wants is not None
    assert again.answer((Die("d10", "1"), Die("d10", "2"))) is None
    assert again.outcome.total == 8


def test_several_d100_are_thrown_one_after_the_other(finish):
    assert finish("game 2d100", "d%:10 d10:1", "d%:20 d10:2").total == 33
    assert parse("game 1d100+1d10")
    assert finish("game 1d100+1d10", "d%:10 d10:1", "5").total == 16
