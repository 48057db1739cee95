"""The gallery in the real eye: what was put right once is not misread again, and nobody else is the worse for it."""

from functools import partial
from pathlib import Path

import numpy as np
import pytest

from reader.teaching.opening import glimpse, open_gallery, open_pupil
from reader.vision.look import Eye
from reader.vision.picture_file import open_picture
from reader.vision.sighting import Frame, Reading, Sighting

RECORDED = Path(__file__).parents[2] / "recorded"


@pytest.fixture(scope="module")
def eye() -> Eye:
    return Eye.open(threads=1)


def with_noise(picture: Frame, seed: int) -> Frame:
    """The next picture of the same dice, lying as they lay."""
    noise = np.random.default_rng(seed).normal(0, 2.0, picture.shape)
    return np.asarray(np.clip(picture + noise, 0, 255), np.uint8)


def read_in(seen: list[Sighting]) -> list[Reading]:
    return [one for one in seen if isinstance(one, Reading)]


@pytest.fixture(scope="module")
def picture(eye: Eye) -> Frame:
    """One of the recorded throws in which two dice are read at least, so that one may be taught and one not."""
    for path in sorted(RECORDED.rglob("throw*.jpg")) + sorted(RECORDED.rglob("*.jpg")):
        found = open_picture(path)
        readings = read_in(eye.look(found))
        if len(readings) > 1 and len({(one.kind, one.colour) for one in readings}) > 1:
            return found
    raise AssertionError("no recorded throw has two dice that are read")


def test_a_die_that_was_put_right_is_read_as_its_owner_said_and_the_others_as_before(
    eye: Eye, picture: Frame, tmp_path: Path
) -> None:
    eye.memory = None
    before = eye.look(picture)
    die = read_in(before)[0]
    assert die.glimpse is not None
    said = "1" if die.face != "1" else "2"
    if die.kind == "d%":
        said = "10" if die.face != "10" else "20"
    pupil = open_pupil(tmp_path, eye)

    assert pupil.put_right(die.glimpse, None, die.kind, said, die.colour) == ""

    after = eye.look(with_noise(picture, 1))
    eye.memory = None
    again = max(after, key=lambda one: one.box.overlap(die.box))
    assert isinstance(again, Reading)
    assert (again.kind, again.face) == (die.kind, said)
    assert again.known is not None
    others = {(one.kind, one.face) for one in read_in(before)[1:]}
    assert others <= {(one.kind, one.face) for one in read_in(after)} | {(die.kind, said)}


def test_examples_are_looked_at_anew_by_the_networks_that_are_in_use(eye: Eye, picture: Frame, tmp_path: Path) -> None:
    eye.memory = None
    die = read_in(eye.look(picture))[0]
    assert die.glimpse is not None
    gallery = open_gallery(tmp_path, eye.classifier)
    taught = gallery.new_die(die.kind, "Mine")
    gallery.add(taught.id, die.face, die.glimpse, "taught")
    for trait in gallery.store.folder.rglob("*.npz"):
        trait.unlink()
    again = open_gallery(tmp_path, eye.classifier)
    assert again.rebuilding == (0, 1)
    again.rebuild(partial(glimpse, eye.classifier))
    assert again.rebuilding == (1, 1)
    assert again.recognised(die.glimpse, die.kind, die.face) == again.dice[0]
