"""What was rolled, and whether the dice are fair."""

import math
from typing import Any

import numpy as np
import pytest

from reader.table.commands import Cancel, Enter, Pick, Reroll
from reader.table.events import DieThrown
from reader.table.fairness import DieRecord, dice_in, log_evidence, throws_needed
from reader.table.history import RollRecord, as_json, read_rolls


def test_a_roll_is_recorded_with_every_die_and_what_it_came_to(box: Any, painter: Any) -> None:
    box.do(Pick("2d6!"))
    box.press(painter("d6", "6", 40, colour="blue"), painter("d6", "1", 140))
    box.do(Enter("3"))

    (roll,) = (as_json(roll) for roll in read_rolls(box.folder))

    assert (roll["roll"], roll["state"], roll["total"]) == ("2d6!", "outcome", 10)
    assert [(die["face"], die["value"], die["fate"]) for die in roll["dice"]] == [
        ("6", 6, "exploded"),
        ("1", 1, "kept"),
        ("3", 3, "kept"),
    ]
    assert [[die["typed"] for die in throw] for throw in roll["throws"]] == [[False, False], [True]]
    assert roll["throws"][0][0]["colour"] == "blue"
    assert len(roll["pictures"]) == 1


def test_cancelled_and_unfinished_rolls_are_in_it_too(box: Any) -> None:
    box.do(Pick("1d6!"))
    box.do(Enter("6"))
    box.do(Cancel())
    box.do(Enter("6"))
    assert [roll.state for roll in read_rolls(box.folder)] == ["cancelled", "in progress"]


def test_choices_and_entries_are_recorded(box: Any) -> None:
    box.do(Pick("standard fingers"))
    box.do(Enter("1 4"))
    box.do(Pick("group Anna=+0 Bert=+0"))
    for answer in ("8", "2", "Bert", "9", "nobody"):
        box.do(Enter(answer))
    fingers, group = read_rolls(box.folder)
    assert fingers.answers == ["1 4"]
    assert group.answers[:1] == ["Bert"]


def test_a_re_roll_stays_one_roll(box: Any) -> None:
    box.do(Pick("game 1d10"))
    box.do(Enter("3"))
    box.do(Reroll())
    assert read_rolls(box.folder)[0].state == "in progress"
    box.do(Enter("9"))
    (roll,) = read_rolls(box.folder)
    assert (roll.roll, roll.outcome and roll.outcome.total, len(roll.throws)) == ("game 1d10 reroll", 9, 2)


def test_the_last_ones_those_before_and_those_since(box: Any) -> None:
    for face in "123456":
        box.do(Enter(f"d6:{face}"))
    last = read_rolls(box.folder, last=2)
    assert [roll.outcome.total for roll in last if roll.outcome] == [5, 6]
    before = read_rolls(box.folder, last=2, before=last[0].number)
    assert [roll.outcome.total for roll in before if roll.outcome] == [3, 4]
    assert len(read_rolls(box.folder, since="2026-01-01")) == 6
    assert read_rolls(box.folder, since="2026-01-02") == []


def test_dice_are_counted_by_kind_and_colour_as_they_were_seen_to_be_thrown() -> None:
    seen = DieThrown("d6", "6", 0.5, colour="red")
    roll = RollRecord(1, "", "free")
    roll.throws = [
        (seen, DieThrown("d6", "6", 0.5, typed=True), DieThrown("d6", "2", 0.5, colour="red", lay_still=True)),
        (DieThrown("d20", "0", 0.5, colour="red"), DieThrown("d6", "1", 0.5, colour="blue")),
    ]
    blue, red = dice_in([roll])
    assert (blue.colour, blue.throws, red.colour, red.throws) == ("blue", 1, "red", 1)
    assert dict(red.counts)["6"] == 1


def test_a_few_throws_say_nothing_and_it_is_said_how_many_would() -> None:
    young = DieRecord("d20", "red", tuple((str(face), 2) for face in range(1, 21)))
    assert young.verdict == "too early"
    assert young.still_needed == throws_needed(20) - 40
    assert f"about {young.still_needed} more throws" in young.sentence


def test_a_fair_die_is_left_in_peace_and_a_loaded_one_is_named() -> None:
    fair = DieRecord("d6", "red", tuple((face, 100) for face in "123456"))
    assert (fair.verdict, fair.sentence) == ("fair", "no sign of a loaded die in 600 throws")
    loaded = DieRecord("d6", "red", tuple((face, 200 if face == "6" else 80) for face in "123456"))
    assert loaded.verdict == "loaded"
    assert "the 6 came up 200 times where 100 would be usual" in loaded.sentence


@pytest.mark.parametrize("faces", [4, 6, 8, 10, 12, 20])
def test_the_evidence_is_a_martingale(faces: int) -> None:
    """Whatever came so far, a fair die's next throw neither adds nor takes evidence on the average."""
    counts = [int(count) for count in np.random.default_rng(faces).integers(0, 30, faces)]
    now = math.exp(log_evidence(counts))
    after = [math.exp(log_evidence([*counts[:at], counts[at] + 1, *counts[at + 1 :]])) for at in range(faces)]
    assert sum(after) / faces == pytest.approx(now, rel=1e-9)


def test_a_d20_face_half_again_too_frequent_shows_within_the_throws_that_are_said() -> None:
    random = np.random.default_rng(7)
    chances = np.array([1.5, *[18.5 / 19] * 19]) / 20
    found = sum(
        log_evidence(random.multinomial(2 * throws_needed(20), chances).tolist()) > math.log(100) for _ in range(20)
    )
    assert 800 <= throws_needed(20) <= 1600
    assert found >= 18


def test_fair_dice_looked_at_after_every_throw_are_hardly_ever_accused() -> None:
    random = np.random.default_rng(3)
    accused = 0
    for _ in range(30):
        counts = [0] * 6
        for face in random.integers(0, 6, 100):
            counts[face] += 1
            if log_evidence(counts) >= math.log(20):
                accused += 1
                break
    assert accused <= 3
