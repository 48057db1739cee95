"""A set of seven dice is taught in under ten minutes: the real lesson, its presses and looks counted.

Assumed of the owner: to lay the die down with a wanted face up takes four seconds (the page's map shows which are
left), a press one, to turn to another face than was guessed two, to name a die on the page ten; the box looks for a
second. One face in twelve is guessed wrongly and then asked for once more: the networks' first guess is right for 93 of
100 dice of looks that they were never trained on.
"""

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from reader.table.commands import Answer, Cancel, Press, Teach
from rules.dice import D20_FACES, FACES
from tests.reader.table.learning_box import LearningBox
from tests.reader.table.painted import Put

KINDS = ("d4", "d6", "d8", "d10", "d%", "d12", "d20")
LAY_S, PRESS_S, LOOK_S, TURN_S, NAME_S = 4.0, 1.0, 1.0, 2.0, 10.0
MISREAD = 1 / 12


@pytest.fixture
def school(folder: Path) -> Iterator[LearningBox]:
    made = LearningBox(folder)
    yield made
    made.journal.close()


def lesson_s(school: LearningBox, kind: str, rng: random.Random) -> float:
    """Until every face of that die is learned."""
    spent = NAME_S
    school.do(Teach(f"My {kind}"))
    faces = D20_FACES if kind == "d20" else FACES[kind]
    for number in range(3 * len(faces)):
        left = [one.face for one in school.readout.faces if one.mark != "seen" and not one.is_now] or list(faces)
        shown = rng.choice(left)
        is_misread = rng.random() < MISREAD
        school.press(Put(kind, rng.choice(faces) if is_misread else shown, 40 if number % 2 else 140))
        spent += LAY_S + PRESS_S + LOOK_S
        if is_misread:
            school.do(Answer(shown))
            spent += TURN_S
        if all(one.mark == "seen" or one.is_now for one in school.readout.faces):
            break
    school.do(Press())
    school.do(Cancel())
    return spent + 2 * PRESS_S + LOOK_S


def test_a_set_of_seven_dice_is_taught_in_under_ten_minutes(school: LearningBox) -> None:
    rng = random.Random(7)
    taken = {kind: lesson_s(school, kind, rng) for kind in KINDS}
    assert sum(len(die.seen) for die in school.gallery.dice) == 70
    assert sum(taken.values()) < 600, f"{sum(taken.values()) / 60:.1f} min: {taken}"
