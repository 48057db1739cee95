import pytest


@pytest.mark.parametrize(
    ("roll", "answers", "total"),
    [
        ("olde 1d2", ["3"], 1),
        ("olde 1d2", ["4", "1"], 3),
        ("olde 1d2 d2=odd-even", ["1"], 1),
        ("olde 1d2 d2=odd-even", ["4", "5"], 3),
        ("olde 1d2", ["heads"], 1),
        ("olde 1d2", ["tails", "coin:heads"], 3),
        ("olde 2d2", ["heads 4", "2"], 4),
        ("olde 1d3", ["1"], 1),
        ("olde 1d3", ["4"], 2),
        ("olde 1d3", ["6", "5", "1"], 7),
        ("olde 2d6-1 limited", ["6 6"], 11),
        ("olde 1d10", ["0", "0", "9"], 29),
        ("olde 1d12+1d4", ["12 4", "d4:4 d12:2", "3"], 25),
        ("olde 1d6+1d3", ["6", "6", "2", "4"], 13),
    ],
)
def test_olde_dice_count_so(finish, roll, answers, total):
    assert finish(roll, *answers).total == total


def test_dice_that_explode_together_are_asked_for_in_one_throw(play):
    assert play("olde 3d6", "6 6 2").state.prompt == "throw two d6 again: they explode"
    assert play("olde 3d6", "6 6 2", "6 1").state.prompt == "throw a d6 again: it explodes"


def test_a_roll_is_asked_for_as_the_book_writes_it(play):
    assert play("olde 2d4+1").state.prompt == "throw two d4: 2d4+1"


def test_an_unlimited_roll_really_is_unlimited(finish):
    throws = ["6"] * 3000 + ["1"]
    outcome = finish("olde 1d6", *throws)
    assert outcome.total == 18001
    assert len(outcome.dice) == 3001


def test_the_method_of_a_d2_is_shown(finish):
    assert "odd-even" in finish("olde 1d2 d2=odd-even", "1").text
    assert "high-low" in finish("olde 1d2", "1").text


@pytest.mark.parametrize(
    ("answers", "winner", "total", "label"),
    [
        (["1 2", "9 9"], "Flash", 18, None),
        (["4 4", "4 4", "4 4", "1 1", "9 9"], "Thudd", 26, None),
        (["4 1", "3", "4 4"], None, 8, "Tie"),
    ],
)
def test_a_contest_has_both_totals_and_no_tie_break(finish, answers, winner, total, label):
    outcome = finish("olde contest Thudd=2d4 Flash=2d10", *answers)
    assert (outcome.winner, outcome.total, outcome.label) == (winner, total, label)
    assert "Thudd" in outcome.text
    assert "Flash" in outcome.text


def test_a_contest_shows_every_die_and_the_method_of_a_d2(finish):
    outcome = finish("olde contest Thudd=2d4+1 Flash=1d2 d2=odd-even", "4 1", "2", "4", "1")
    assert outcome.text == "Thudd 2d4+1 (4!, 1, 2) = 8, Flash 1d2 (4→2!, 1→1) = 3 with d2 odd-even: Thudd wins"


def test_each_party_finishes_its_explosions_before_the_next_throws(play):
    contest = "olde contest Thudd=2d4 Flash=2d10"
    assert play(contest, "4 1").state.prompt == "throw a d4 again: it explodes"
    assert play(contest, "4 1", "1").state.why == "Flash's Check"
