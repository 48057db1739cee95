import pytest


@pytest.mark.parametrize(
    ("roll", "answers", "total"),
    [
        ("d10", ["0"], 10),
        ("d10", ["10"], 10),
        ("3d8-1", ["1 1 1"], 2),
        ("1d5-1", ["2"], 0),
        ("1d3-5", ["1"], -4),
        ("d2", ["tails"], 2),
        ("d%", ["d%:00 d10:0"], 100),
        ("d100 from=0", ["00 0"], 0),
        ("1d12+1d4", ["12 4"], 16),
        ("1d12-1d4", ["12 4"], 8),
        ("4d6kh3", ["1 6 5 4"], 15),
        ("4d6kl3", ["1 6 5 4"], 10),
        ("2d20kl1", ["7 12"], 7),
        ("2d6!+1", ["6 1", "6", "2"], 16),
        ("5d6>=5", ["1 5 6 4 5"], 3),
        ("5d6<3", ["1 5 2 4 3"], 2),
        ("5d6>=5+1", ["1 5 6 4 5"], 4),
        ("2d6!>=5", ["6 1", "5"], 2),
        ("3d6!kh1", ["6 1 2", "4"], 10),
        ("d66", ["d6:3:light d6:5:dark"], 53),
        ("d66", ["b3 w5"], 35),
        ("d66 tens=light", ["d6:3:light d6:5:dark"], 35),
        ("d66 one-at-a-time", ["3", "5"], 35),
        ("1d100+1d6", ["d%:40 d10:2 d6:3"], 45),
        ("2d100kh1", ["d%:40 d10:2", "d%:10 d10:2"], 42),
        ("d100!", ["00 0", "d%:10 d10:1"], 111),
        ("free", ["d20:17 d6:3"], 20),
        ("free", ["d%:50 d10:0 d6:3"], 53),
        ("free", ["d%:00 d10:0"], 100),
        ("free", ["d10:0"], 10),
        ("free", ["d10:0 d10:0"], 20),
        ("free", ["5 2"], 7),
    ],
)
def test_plain_dice_count_so(finish, roll, answers, total):
    assert finish(roll, *answers).total == total


def test_dice_that_look_alike_and_mean_different_things_are_thrown_one_after_the_other(play):
    assert play("1d6+1d3").state.prompt == "throw a d6: 1d6+1d3"
    assert play("1d6+1d3", "4").state.prompt == "throw a d6 (as d3): 1d6+1d3"


def test_dropped_dice_are_struck_and_exploded_ones_marked(finish):
    assert finish("4d6kh3", "4 4 6 3").text == "4d6kh3 (4, 4, 6, ~~3~~) = 14"
    assert finish("2d6!+1", "6 1", "2").text == "2d6!+1 (6!, 1, 2) = 10"
    assert finish("1d3", "5").text == "1d3 (5→3) = 3"
    assert finish("free", "d%:50 d10:4 d6:3").text == "d100 54 + d6 3 = 57"


def test_free_says_what_it_adds_and_what_it_cannot(trouble, finish):
    assert "d10ish" in trouble("free", "d20:0")
    assert finish("free", "d%:00 d6:3").text == "d% 00 + d6 3 = 3"
    assert "coin" in trouble("free", "heads")
    assert "which die" in trouble("free", "0")
    assert "empty" in trouble("free", "")


def test_the_dice_of_a_d66_must_differ(trouble):
    assert "two d6 of different colours, please" in trouble("d66", "d6:1 d6:2")
