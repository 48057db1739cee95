import pytest

from rules import Throw, odds, parse

TABLE_3_4 = """
4 7 5 7 6 9 8 11 8 11
5 8 6 8 7 10 8 12 9 12
6 9 7 9 8 11 9 13 10 13
7 10 8 10 9 12 10 14 11 14
7 10 9 11 10 13 11 15 12 16
8 11 9 12 11 14 12 16 13 17
9 12 10 13 12 15 14 17 15 18
9 13 11 14 13 16 15 18 16 19
10 13 12 14 14 17 16 19 17 20
"""
"""Each level's expected scores, without and with Heroism, from Inferiority to Superiority."""
COLUMNS = [
    f"{heroic}{modifier}"
    for modifier in (" inferiority", " disadvantage", "", " advantage", " superiority")
    for heroic in ("", " heroic")
]


def test_the_books_table_of_expected_scores_comes_out_of_the_same_rules():
    expected = [[int(cell) for cell in line.split()] for line in TABLE_3_4.strip().splitlines()]
    known = {}
    reckoned = [
        [odds(parse(f"tale level={level}{column}"), known=known).likely for column in COLUMNS] for level in range(1, 10)
    ]
    differences = [
        abs(mine - theirs)
        for mine_row, their_row in zip(reckoned, expected, strict=True)
        for mine, theirs in zip(mine_row, their_row, strict=True)
    ]
    assert len(differences) == 90
    assert max(differences) <= 1
    assert differences.count(0) >= 84


@pytest.mark.parametrize(
    ("level", "pairs"),
    [
        (1, ["d4 d4"]),
        (2, ["d6 d4"]),
        (3, ["d8 d4", "d6 d6"]),
        (5, ["d12 d4", "d10 d6", "d8 d8"]),
        (8, ["d12 d10"]),
        (9, ["d12 d12"]),
    ],
)
def test_every_pair_that_sums_to_the_power_serves(play, level, pairs):
    state = play(f"tale level={level}").state
    assert [" ".join(want.kind for want in pool) for pool in state.pools] == pairs


def test_a_modifier_throws_one_die_again(play, finish):
    assert play("tale level=5 advantage", "d12:7 d4:3").state.wants[0].kind == "d4"
    assert play("tale level=5 disadvantage", "d12:7 d4:3").state.wants[0].kind == "d12"
    assert finish("tale level=5 advantage", "d12:7 d4:3", "1").total == 8
    assert finish("tale level=5 superiority", "d12:7 d4:3", "1").total == 10
    assert finish("tale level=5 superiority", "d12:7 d4:2", "3").total == 10
    assert finish("tale level=5 disadvantage", "d12:7 d4:3", "11").total == 14
    assert finish("tale level=5 inferiority", "d12:7 d4:3", "11").total == 10
    assert finish("tale level=5 inferiority", "d12:7 d4:3", "2").total == 5


def test_on_a_tie_the_player_picks_which_one_up_and_it_is_seen_which(play, finish):
    state = play("tale level=5 advantage", "d12:3 d4:3").state
    assert isinstance(state, Throw)
    assert [pool[0].kind for pool in state.pools] == ["d12", "d4"]
    assert finish("tale level=5 advantage", "d12:3 d4:3", "d12:9").total == 12
    assert finish("tale level=5 advantage", "d12:3 d4:3", "d4:1").total == 4


def test_dice_of_one_kind_on_a_tie_need_no_choice(play):
    assert play("tale level=5 advantage", "d8:3 d8:3").state.wants is not None


def test_explosions_come_after_the_modifier(finish, play):
    assert finish("tale level=5 disadvantage", "d12:12 d4:3", "2").total == 5
    assert finish("tale level=5 advantage", "d12:7 d4:3", "4", "4", "1").total == 16
    assert finish("tale level=5 superiority", "d12:7 d4:4", "4", "1").total == 12
    assert play("tale level=5", "d12:12 d4:4").state.prompt == "throw a d12 and a d4 again: they explode"


def test_the_heroic_die_is_one_of_the_pool(play, finish):
    assert play("tale level=1 heroic").state.wants is not None
    assert finish("tale level=2 heroic", "d6:3 d4:2 d4:4", "1").total == 10
    assert play("tale level=2 heroic advantage", "d6:3 d4:2 d4:3").state.wants[0].kind == "d4"


@pytest.mark.parametrize(
    ("modifiers", "net"),
    [
        ("superiority disadvantage", "Advantage"),
        ("advantage advantage", "Superiority"),
        ("superiority superiority", "Superiority"),
        ("inferiority inferiority advantage", "Inferiority"),
        ("inferiority advantage", "Disadvantage"),
    ],
)
def test_modifiers_are_added_and_then_limited(play, modifiers, net):
    assert play(f"tale level=5 {modifiers}", "d8:3 d8:4").state.why.startswith(net)


def test_a_replaced_die_is_shown_with_an_arrow(finish):
    outcome = finish("tale level=5 advantage", "d12:7 d4:3", "1")
    assert outcome.text == "tale level=5 advantage (7, 3→1) = 8"
    assert [one.fate.value for one in outcome.dice] == ["kept", "replaced", "kept"]
    outcome = finish("tale level=5 superiority", "d12:7 d4:3", "1")
    assert outcome.text == "tale level=5 superiority (7, 3, ~~1~~) = 10"
