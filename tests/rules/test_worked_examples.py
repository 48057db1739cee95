"""Every example that the five books and the rulings work out."""

import pytest

EXAMPLES = [
    # OPEN ADVENTURE
    ("5d6", ["1 2 3 4 5"], 15, None),
    ("1d6+3", ["4"], 7, None),
    ("standard", ["w5 b2"], -2, None),
    ("standard", ["w1 b1"], 0, None),
    ("standard", ["w1 b3"], 1, None),
    ("standard ability=7", ["w5 b2"], 5, None),
    ("standard one-die", ["5", "2"], -2, None),
    ("standard cards", ["5 2"], -2, None),
    ("standard fingers previous=5", ["1 4"], 3, None),
    # The Kleptonomicon
    ("2d12 +3", ["4 6"], 13, None),
    ("test +1", ["8"], 9, "Mixed Score"),
    ("test +2 advantages=1", ["4 8"], 10, "High Score"),
    ("test +2 disadvantages=2", ["6 4 9"], 6, "Low Score"),
    ("test +2 advantages=5 disadvantages=1", ["1 4 8 2"], 10, "High Score"),
    ("test +1 advantages=1", ["4 10", "tails"], 5, "Low Score"),
    ("test +1 advantages=1", ["4 0", "3"], 5, "Low Score"),
    ("test +1 disadvantages=1", ["4 0", "3"], 0, "Critical Failure"),
    ('test +0 ranges="[..6] 1 Missile, [7..9] 2 Missiles, [10..] 3 Missiles"', ["8"], 8, "2 Missiles"),
    (
        "group Alice=+0 Bob=+3 Carol=+0 David=-1",
        ["8", "8", "5", "7", "David", "8", "Carol", "7", "Carol", "3"],
        7,
        "Mixed Score",
    ),
    # Open Tale
    ("tale level=5", ["d12:7 d4:3"], 10, None),
    ("tale level=5", ["d10:7 d6:3"], 10, None),
    ("tale level=5", ["d8:7 d8:3"], 10, None),
    ("tale level=5 superiority disadvantage", ["d8:3 d8:5", "1"], 6, None),
    ("tale level=5 advantage disadvantage", ["d8:3 d8:5"], 8, None),
    # Game Dice
    ("game 3d10", ["1 0 5"], 16, None),
    ("game 2d10+5", ["1 2"], 8, None),
    ("game 1d5–1", ["7"], 3, None),
    ("game d100", ["00 0"], 100, None),
    ("game 1d10 multiply=2,2", ["4"], 12, None),
    ("game 1d10 multiply=2,3,2", ["4"], 20, None),
    # Dungeons of Olde
    ("olde 2d8", ["7 7"], 14, None),
    ("olde 1d8", ["8", "8", "3"], 19, None),
    ("olde 3d6", ["2 3 6", "4"], 15, None),
    ("olde 2d4+1", ["2 4", "4", "3"], 14, None),
    ("olde 2d6-1", ["3 5"], 7, None),
    ("olde 1d3", ["5", "2"], 4, None),
]


@pytest.mark.parametrize(("roll", "answers", "total", "label"), EXAMPLES, ids=[f"{e[0]} {e[1]}" for e in EXAMPLES])
def test_a_worked_example_comes_out_as_the_book_says(finish, roll, answers, total, label):
    outcome = finish(roll, *answers)
    assert (outcome.total, outcome.label) == (total, label)
