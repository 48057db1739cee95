"""What was taught is kept, recognised, bounded, and brings strangers no harm."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from reader.teaching import gallery as bounds
from reader.teaching import picture_match, recall
from reader.teaching.errors import NoSuchDieError, TooManyError
from reader.teaching.gallery import Gallery
from reader.teaching.store import Store
from tests.reader.teaching.conftest import SCALE

LABELS = ("d6:1", "d6:2", "d6:3", "d20:1", "d20:2", "leaning", "nothing")


def chances(**given: float) -> Any:
    rest = (1 - sum(given.values())) / (len(LABELS) - len(given))
    return np.array([given.get(label.replace(":", "_"), rest) for label in LABELS], np.float32)


def test_a_face_that_was_taught_is_not_misread_again(gallery: Gallery, glimpse: Any) -> None:
    misread = chances(d6_2=0.7, d6_1=0.1)
    die = gallery.new_die("d6", "Red")
    gallery.add(die.id, "1", glimpse("1"), "corrected")

    recalled = gallery.recall(glimpse("1", seed=5), misread, LABELS)

    assert recalled is not None
    assert LABELS[int(recalled.chances.argmax())] == "d6:1"
    assert recalled.known == die.known


def test_a_face_is_looked_for_where_its_place_tells_if_the_networks_took_another_for_it(
    gallery: Gallery, glimpse: Any
) -> None:
    die = gallery.new_die("d6", "Red")
    gallery.add(die.id, "1", glimpse("1"), "taught")
    seen, unsure = replace(glimpse("1", seed=5), upper_face=(94.0, 84.0)), chances(d6_2=0.4, d6_1=0.3)
    astray, put_right = (
        gallery.recall(replace(seen, expected_face=place), unsure, LABELS) for place in (None, (64.0, 64.0))
    )
    assert astray is None or astray.known is None
    assert put_right is not None
    assert put_right.known == die.known
    assert LABELS[int(put_right.chances.argmax())] == "d6:1"


def test_a_neighbour_that_the_networks_took_for_the_face_is_not_learned_from(gallery: Gallery, glimpse: Any) -> None:
    die = gallery.new_die("d6", "Red")
    gallery.add(die.id, "1", glimpse("1"), "taught")
    seen = glimpse("1", seed=5, noise=3.0)
    assert gallery.is_news(die.id, "1", seen)
    assert not gallery.is_news(die.id, "1", replace(seen, upper_face=(94.0, 84.0), expected_face=(64.0, 64.0)))


def test_another_place_makes_no_stranger_known(gallery: Gallery, glimpse: Any) -> None:
    die = gallery.new_die("d6", "Red")
    gallery.add(die.id, "1", glimpse("1"), "taught")
    stranger = replace(glimpse("3", seed=5), upper_face=(94.0, 84.0), expected_face=(64.0, 64.0))
    recalled = gallery.recall(stranger, chances(d6_2=0.4), LABELS)
    assert recalled is None or recalled.known is None


def test_a_face_that_was_taught_is_believed_where_the_networks_saw_it_if_its_place_shows_none(
    gallery: Gallery, glimpse: Any
) -> None:
    die = gallery.new_die("d6", "Red")
    for face in "12":
        gallery.add(die.id, face, glimpse(face), "taught")
    likened = gallery.likened(replace(glimpse("2", seed=3), expected_face=(30.0, 30.0)))
    assert likened is not None
    assert not likened.is_elsewhere
    assert likened.rows.faces[int(likened.pictures.argmax())] == (0, "d6:2")


def test_pictures_that_are_plainly_against_a_sure_answer_leave_it_open(store: Store, glimpse: Any) -> None:
    """The networks read a neighbour, and read it well; the pictures know which face is up."""
    gallery = Gallery(store, "networks-1", replace(SCALE, weight=1.0, same_pose_worth=0.0, picture_weight=0.5))
    die = gallery.new_die("d6", "Red")
    for face in "12":
        gallery.add(die.id, face, glimpse(face), "taught")
    unsure, sure = chances(d6_2=0.4, d6_1=0.02), chances(d6_2=0.94, d6_1=0.02)
    left_open, told = (gallery.recall(glimpse("1", seed=5), given, LABELS) for given in (sure, unsure))
    assert left_open is not None
    assert left_open.chances[0] == pytest.approx(left_open.chances[1])
    assert told is not None
    assert LABELS[int(told.chances.argmax())] == "d6:1"


def test_chances_stay_chances(gallery: Gallery, glimpse: Any) -> None:
    die = gallery.new_die("d6", "Red")
    gallery.add(die.id, "1", glimpse("1"), "taught")
    recalled = gallery.recall(glimpse("1", seed=1), chances(d6_1=0.6), LABELS)
    assert recalled is not None
    assert recalled.chances.sum() == pytest.approx(1, abs=1e-5)
    assert recalled.chances.min() >= 0


def test_a_face_that_was_never_shown_gains_from_those_that_it_is_not(gallery: Gallery, glimpse: Any) -> None:
    die = gallery.new_die("d6", "Red")
    for face in "12":
        gallery.add(die.id, face, glimpse(face), "taught")
    recalled = gallery.recall(glimpse("3", seed=1), chances(d6_3=0.4, d6_2=0.4), LABELS)
    assert recalled is not None
    assert LABELS[int(recalled.chances.argmax())] == "d6:3"


def test_a_stranger_of_other_colours_is_read_as_if_nothing_had_been_taught(gallery: Gallery, glimpse: Any) -> None:
    die = gallery.new_die("d6", "Red")
    gallery.add(die.id, "1", glimpse("1"), "taught")
    assert gallery.recall(glimpse("1", "blue", seed=3), chances(d6_2=0.7), LABELS) is None


def test_without_a_die_nothing_is_recalled(gallery: Gallery, glimpse: Any) -> None:
    assert gallery.recall(glimpse("1"), chances(d6_1=0.9), LABELS) is None


def test_two_dice_of_one_kind_are_told_apart(gallery: Gallery, glimpse: Any) -> None:
    red, blue = gallery.new_die("d6", "Red"), gallery.new_die("d6", "Blue")
    gallery.add(red.id, "1", glimpse("1"), "taught")
    gallery.add(blue.id, "1", glimpse("1", "blue"), "taught")
    for colour, die in (("red", red), ("blue", blue)):
        recalled = gallery.recall(glimpse("1", colour, seed=9), chances(d6_1=0.9), LABELS)
        assert recalled is not None
        assert recalled.known == die.known


def test_another_start_knows_all_that_was_taught(
    gallery: Gallery, reopened: Callable[..., Gallery], glimpse: Any
) -> None:
    die = gallery.new_die("d6", "Red", "red")
    gallery.add(die.id, "1", glimpse("1"), "taught")
    again = reopened()
    assert again.dice == gallery.dice
    assert again.rebuilding == (0, 0)
    recalled = again.recall(glimpse("1", seed=2), chances(d6_2=0.6), LABELS)
    assert recalled is not None
    assert recalled.known == die.known


def test_new_networks_look_at_the_pictures_again_and_go_on_where_they_were_interrupted(
    gallery: Gallery, reopened: Callable[..., Gallery], glimpse: Any
) -> None:
    die = gallery.new_die("d6", "Red")
    for face in "123":
        gallery.add(die.id, face, glimpse(face), "taught")
    updated = reopened("networks-2")
    assert updated.rebuilding == (0, 3)
    assert updated.recall(glimpse("1"), chances(d6_2=0.6), LABELS) is None
    looked: list[int] = []

    def interrupted(_crop: Any, _label: str) -> Any:
        looked.append(len(looked))
        if len(looked) == 3:
            raise KeyboardInterrupt
        return glimpse(str(len(looked)))

    with pytest.raises(KeyboardInterrupt):
        updated.rebuild(interrupted)
    resumed = reopened("networks-2")
    assert resumed.rebuilding == (0, 1)
    told: list[tuple[int, int]] = []
    resumed.rebuild(lambda _crop, _label: glimpse("3"), lambda: told.append(resumed.rebuilding))
    assert told == [(1, 1)]
    assert resumed.recall(glimpse("3", seed=4), chances(d6_2=0.6), LABELS) is not None


def test_what_another_program_changed_is_noticed(
    gallery: Gallery, reopened: Callable[..., Gallery], glimpse: Any
) -> None:
    die = gallery.new_die("d6", "Red")
    gallery.add(die.id, "1", glimpse("1"), "taught")
    reopened().rename(die.id, "Crimson")
    recalled = gallery.recall(glimpse("1", seed=1), chances(d6_1=0.9), LABELS)
    assert recalled is not None
    assert recalled.known is not None
    assert recalled.known.name == "Crimson"


def test_a_face_keeps_only_so_many_examples_and_what_was_corrected_stays(gallery: Gallery, glimpse: Any) -> None:
    die = gallery.new_die("d6", "Red")
    corrected = gallery.add(die.id, "1", glimpse("1", seed=0), "corrected")
    for seed in range(1, bounds.MOST_A_FACE + 4):
        newest = gallery.add(die.id, "1", glimpse("1", seed=seed), "confirmed")
    kept = gallery.by_id(die.id).examples
    assert len(kept) == bounds.MOST_A_FACE
    assert corrected in kept
    assert newest in kept
    assert len(list((gallery.store.folder / die.id).glob("*.jpg"))) == bounds.MOST_A_FACE


def test_more_dice_than_it_holds_are_refused_in_a_sentence(gallery: Gallery, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bounds, "MOST_DICE", 2)
    gallery.new_die("d6", "One")
    gallery.new_die("d6", "Two")
    with pytest.raises(TooManyError, match="2 dice are taught already; forget one first"):
        gallery.new_die("d6", "Three")


def test_a_forgotten_die_is_a_stranger_again(gallery: Gallery, reopened: Callable[..., Gallery], glimpse: Any) -> None:
    die = gallery.new_die("d6", "Red")
    gallery.add(die.id, "1", glimpse("1"), "taught")
    gallery.forget(die.id)
    assert gallery.recall(glimpse("1"), chances(d6_1=0.9), LABELS) is None
    assert reopened().dice == ()
    with pytest.raises(NoSuchDieError):
        gallery.by_id(die.id)


def test_only_what_is_new_adds_something(gallery: Gallery, glimpse: Any) -> None:
    die = gallery.new_die("d6", "Red")
    assert gallery.is_news(die.id, "1", glimpse("1"))
    gallery.add(die.id, "1", glimpse("1"), "taught")
    assert not gallery.is_news(die.id, "1", glimpse("1", noise=0.12))
    assert gallery.is_news(die.id, "1", glimpse("1", seed=8, noise=1.5))
    assert gallery.is_news(die.id, "2", glimpse("2"))


def test_where_the_picture_is_a_nines_and_the_rest_a_sixs_nobody_knows_which_way_up_it_is(
    gallery: Gallery, glimpse: Any
) -> None:
    labels = ("d20:6", "d20:9", "d20:1", "leaning", "nothing")
    die = gallery.new_die("d20", "Red")
    for face in "69":
        gallery.add(die.id, face, glimpse(face), "taught")
    believed = np.array([0.9, 0.02, 0.04, 0.02, 0.02], np.float32)
    doubtful = replace(glimpse("6", seed=1), crop=glimpse("9", seed=1).crop)
    told, open_ = (gallery.recall(one, believed, labels) for one in (glimpse("6", seed=1), doubtful))
    assert told is not None
    assert open_ is not None
    assert told.chances[0] > 0.9
    assert open_.chances[0] == pytest.approx(open_.chances[1])


def test_what_the_networks_have_no_doubt_of_is_only_compared_with_its_own_examples(
    gallery: Gallery, glimpse: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    die = gallery.new_die("d6", "Red")
    for face in "123":
        gallery.add(die.id, face, glimpse(face), "taught")
    compared: list[int] = []

    def counted(canvas: Any, album: Any, *about: Any) -> Any:
        compared.append(len(album.looks))
        return picture_match.agreements(canvas, album, *about)

    monkeypatch.setattr(recall, "agreements", counted)
    sure = gallery.recall(glimpse("1", seed=1), chances(d6_1=0.99), LABELS)
    assert compared == [1]
    assert sure is not None
    assert sure.known == die.known
    gallery.recall(glimpse("2", seed=1), chances(d6_1=0.99), LABELS)
    assert compared[-1] == 3
