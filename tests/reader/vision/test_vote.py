"""Several pictures vote; where they disagree nothing is read."""

from dataclasses import replace

import pytest

from reader.vision.sighting import Box, Reading, Sighting, Unread, Why
from reader.vision.vote import vote

SIX = Reading("d6", "6", 0.99, Box(10, 10, 40, 40), 0.4, "red")
NINE = replace(SIX, face="5")
BLURRED = Unread(Why.BLURRED, SIX.box, "d6", 0.3, 0.4, "red")
FAR = replace(SIX, box=Box(200, 10, 40, 40), face="1")


def test_pictures_that_agree_make_one_reading_of_their_means() -> None:
    surer = replace(SIX, confidence=0.95, box=Box(12, 10, 40, 42), lightness=0.5)
    (seen,) = vote([[SIX], [surer], [SIX]])
    assert isinstance(seen, Reading)
    assert (seen.kind, seen.face) == ("d6", "6")
    assert seen.confidence == pytest.approx((0.99 + 0.95 + 0.99) / 3)
    assert seen.lightness == pytest.approx(1.3 / 3)
    assert seen.box.x == pytest.approx(32 / 3)


@pytest.mark.parametrize("looks", [[[SIX], [NINE], [SIX]], [[SIX], [NINE]], [[NINE], [BLURRED], [SIX]]])
def test_two_faces_are_never_decided_by_majority(looks: list[list[Sighting]]) -> None:
    (seen,) = vote(looks)
    assert isinstance(seen, Unread)
    assert seen.why is Why.NOT_SURE
    assert {candidate.face for candidate in seen.candidates} == {"5", "6"}
    assert "Nudge it" in seen.sentence


def test_one_picture_that_cannot_read_it_is_outvoted() -> None:
    (seen,) = vote([[SIX], [BLURRED], [SIX]])
    assert isinstance(seen, Reading)


def test_one_picture_that_can_read_it_is_outvoted_too() -> None:
    (seen,) = vote([[BLURRED], [SIX], [BLURRED]])
    assert isinstance(seen, Unread)
    assert seen.why is Why.BLURRED


def test_half_is_no_majority() -> None:
    (seen,) = vote([[SIX], [BLURRED]])
    assert isinstance(seen, Unread)


def test_a_die_that_only_one_picture_shows_is_not_read_and_not_forgotten() -> None:
    seen = vote([[SIX], [SIX, FAR], [SIX]])
    assert [type(one) for one in seen] == [Reading, Unread]


def test_kinds_that_differ_are_a_disagreement() -> None:
    (seen,) = vote([[SIX], [replace(SIX, kind="d8")], [SIX]])
    assert isinstance(seen, Unread)
    assert seen.kind is None


def test_dice_side_by_side_are_not_mixed_up() -> None:
    beside = replace(SIX, box=Box(48, 10, 40, 40), face="2")
    seen = vote([[SIX, beside], [beside, SIX], [SIX, beside]])
    assert [(one.face, round(one.box.x)) for one in seen if isinstance(one, Reading)] == [("6", 10), ("2", 48)]


def test_an_empty_tray_stays_empty() -> None:
    assert vote([[], [], []]) == []


def test_one_picture_alone_is_taken_as_it_is() -> None:
    assert vote([[SIX, BLURRED]]) == [SIX, BLURRED]
