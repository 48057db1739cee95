"""Dice may be read at a glance, without the views that taught ones are compared by: those are made when they are
needed."""

from dataclasses import replace

import numpy as np
import pytest

from reader.teaching.gallery import Gallery
from reader.teaching.pupil import GalleryPupil
from reader.vision.cut import Crop
from reader.vision.sighting import Glimpse
from tests.reader.teaching.conftest import GlimpseMaker


def hasty(seen: Glimpse) -> Glimpse:
    return replace(seen, views=np.zeros((0, 1), np.float32), upright=np.zeros(0, np.float32))


def test_nothing_taught_is_nothing_known(gallery: Gallery, glimpse: GlimpseMaker) -> None:
    gallery.new_die("d6", "Red")
    assert not gallery.may_know(glimpse("1").crop)


def test_a_die_may_be_known_if_a_taught_one_has_its_colours(gallery: Gallery, glimpse: GlimpseMaker) -> None:
    gallery.add(gallery.new_die("d6", "Red").id, "1", glimpse("1"), "taught")
    assert gallery.may_know(glimpse("5", seed=3).crop)
    assert not gallery.may_know(glimpse("1", "blue").crop)


def test_who_may_not_be_known_is_never_recalled(gallery: Gallery, glimpse: GlimpseMaker) -> None:
    """So that looking at it closely would have changed nothing."""
    gallery.add(gallery.new_die("d6", "Red").id, "1", glimpse("1"), "taught")
    stranger = glimpse("1", "blue")
    chances = np.full(6, 1 / 6, np.float32)
    assert gallery.recall(stranger, chances, [f"d6:{face}" for face in range(1, 7)]) is None


def test_what_was_read_at_a_glance_is_looked_at_closely_as_what_it_is_said_to_show_before_it_is_learned(
    gallery: Gallery, glimpse: GlimpseMaker
) -> None:
    asked: list[str] = []

    def look(crop: Crop, label: str) -> Glimpse:
        asked.append(label)
        return replace(glimpse("4"), crop=crop)

    pupil, seen = GalleryPupil(gallery, look), glimpse("4")
    assert pupil.put_right(hasty(seen), None, "d6", "4", "red") == ""
    die = pupil.dice[0]
    assert pupil.learn(die.id, "4", hasty(seen)) == ""
    assert pupil.learn(die.id, "4", seen) == ""
    assert asked == ["d6:4", "d6:4"]
    assert len(pupil.dice[0].examples) == 3


def test_a_glance_alone_is_not_kept(gallery: Gallery, glimpse: GlimpseMaker) -> None:
    die = gallery.new_die("d6", "Red")
    with pytest.raises(ValueError, match="at a glance"):
        gallery.add(die.id, "1", hasty(glimpse("1")), "taught")
    assert gallery.by_id(die.id).examples == ()
