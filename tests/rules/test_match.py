"""What lies in the tray against what was asked for."""

import pytest

from rules import Die, Mismatch, Throw, Want, match
from rules.asks import D10ISH, throw

STANDARD = throw(Want("d6", "light"), Want("d6", "dark"), why="roll", apart="throw one d6 twice: standard one-die")


def faces(matched):
    assert not isinstance(matched, Mismatch), matched
    return [die.face for die in matched]


def test_dice_are_handed_over_in_the_order_asked_for():
    asked = throw(Want("d12"), Want("d4"), Want("d4"), why="roll")
    assert faces(match(asked, (Die("d4", "1"), Die("d12", "9"), Die("d4", "2")))) == ["9", "1", "2"]


def test_the_lighter_of_two_is_the_light_one_whatever_their_colours():
    assert faces(match(STANDARD, (Die("d6", "2", 0.1), Die("d6", "5", 0.3)))) == ["5", "2"]


@pytest.mark.parametrize(
    ("one", "other"), [(0.95, 0.8), (0.3, 0.15), (0.15, 0.0), (1.0, 0.85), (0.5, 0.65), (0.45, 0.3)]
)
def test_a_difference_of_fifteen_hundredths_is_enough(one, other):
    assert not isinstance(match(STANDARD, (Die("d6", "2", one), Die("d6", "5", other))), Mismatch)


@pytest.mark.parametrize(("one", "other"), [(0.5, 0.64), (0.5, 0.5), (None, 0.9), (0.1, None), (None, None)])
def test_dice_that_cannot_be_told_apart_are_a_mismatch_that_names_the_one_die_way(one, other):
    mismatch = match(STANDARD, (Die("d6", "2", one), Die("d6", "5", other)))
    assert isinstance(mismatch, Mismatch)
    assert mismatch.reason == "shade"
    assert "two d6 of different colours, please" in mismatch.line
    assert "standard one-die" in mismatch.line


@pytest.mark.parametrize(
    ("dice", "reason", "said"),
    [
        ([], "empty", "the tray is empty"),
        (["d6"], "missing", "a d6 is missing"),
        (["d6"] * 3, "extra", "a d6 too many"),
        (["d6", "d8"], "kind", "there lies a d8 where a d6 is asked for"),
        (["d8", "d8"], "kind", "there lie two d8 where two d6 are asked for"),
        (["d6", "d6", "d20"], "extra", "a d20 too many"),
    ],
)
def test_a_mismatch_says_what_is_missing_extra_or_wrong(dice, reason, said):
    mismatch = match(throw(Want("d6"), Want("d6"), why="roll"), tuple(Die(kind, "1") for kind in dice))
    assert isinstance(mismatch, Mismatch)
    assert mismatch.reason == reason
    assert said in mismatch.line


def test_coins_are_counted_too():
    mismatch = match(STANDARD, (Die("coin", "heads"), Die("coin", "tails")))
    assert isinstance(mismatch, Mismatch)
    assert mismatch.line == "there lie two coins where two d6 are asked for"


def test_any_of_several_pools_serves():
    asked = Throw(((Want("d12"), Want("d4")), (Want("d8"), Want("d8"))), "roll")
    assert faces(match(asked, (Die("d4", "1"), Die("d12", "9")))) == ["9", "1"]
    assert faces(match(asked, (Die("d8", "1"), Die("d8", "7")))) == ["1", "7"]
    mismatch = match(asked, (Die("d8", "1"), Die("d4", "3")))
    assert isinstance(mismatch, Mismatch)
    assert mismatch.line == "throw a d12 and a d4 or two d8; there lie a d8 and a d4"


def test_a_coin_serves_where_the_rule_says_so_and_nowhere_else():
    coin = Die("coin", "heads")
    assert faces(match(throw(Want("d10", coin=True), why="again"), (coin,))) == ["heads"]
    assert isinstance(match(throw(Want("d10"), why="roll"), (coin,)), Mismatch)
    assert isinstance(match(throw(Want("any"), why="roll"), (coin,)), Mismatch)


def test_any_die_serves_where_any_is_asked_for_but_one_that_is_always_even():
    asked = throw(Want("any", coin=True), why="tie")
    assert faces(match(asked, (Die("d20", "17"),))) == ["17"]
    assert faces(match(asked, (Die("coin", "tails"),))) == ["tails"]
    assert isinstance(match(asked, (Die("d%", "30"),)), Mismatch)
    assert isinstance(match(asked, (Die("d20", "0"),)), Mismatch)
    assert isinstance(match(asked, (Die("d6", "1"), Die("d6", "2"))), Mismatch)


def test_a_d10ish_die_is_told_from_a_d20():
    plain, d10ish = throw(Want("d20"), why="roll"), throw(D10ISH, why="roll")
    assert isinstance(match(plain, (Die("d20", "0"),)), Mismatch)
    assert isinstance(match(d10ish, (Die("d20", "11"),)), Mismatch)
    assert faces(match(d10ish, (Die("d20", "0"),))) == ["0"]
    assert faces(match(plain, (Die("d20", "10"),))) == ["10"]
