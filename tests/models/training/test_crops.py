"""What the networks learn from is true: the face is up, its numeral points where the truth says, and it can be seen."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from models.studio import compositor, raycaster, textures
from models.studio.die import at_rest, random_die
from models.studio.rest import moved
from models.training import bank, photograph
from models.training import crops as maker
from models.training.crops import CLOSER, MIN_CONTRAST, Crop
from models.training.labels import CLASSES, KINDS, LEANING, NOTHING, STACKED, fold, is_symmetric
from models.training.photograph import STORED_PX, Floor, Paint
from models.training.surfaces import Surfaces
from models.training.tray_crops import Search
from reader.vision.cut import CROP_PX, DIE_PX
from reader.vision.d4 import CLOSE_PX


@pytest.fixture(scope="module")
def some() -> list[Crop]:
    rng = np.random.default_rng(8)
    found: list[Crop] = []
    while len(found) < 120:
        found += maker.crops(rng)
    return found


def test_a_crop_is_a_square_of_bytes(some: list[Crop]) -> None:
    assert {(crop.picture.shape, crop.picture.dtype.name) for crop in some} == {((STORED_PX, STORED_PX, 3), "uint8")}


def test_both_renderers_draw_the_same_dice() -> None:
    composed, cast = (
        [crop for crop in maker.crops(np.random.default_rng(21), paint=paint) if crop.answer < LEANING]
        for paint in (compositor.draw_dice, raycaster.draw_dice)
    )
    first, again = composed[0], cast[0]
    assert (first.answer, first.turn_deg, first.lean) == (again.answer, again.turn_deg, again.lean)
    apart = np.abs(first.picture.astype(int) - again.picture).mean()
    assert 0.5 < apart < 40  # other light on the same die


def test_of_four_shards_one_is_ray_cast_and_one_cut_out_of_trays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[str] = []

    def draw(rng: np.random.Generator, held_back: bool, paint: Paint, floor: Floor) -> list[Crop]:
        assert callable(floor)
        made.append("cast" if paint is raycaster.draw_dice else "composed")
        return maker.crops(rng, held_back)

    def from_tray(rng: np.random.Generator, held_back: bool, search: Search, surfaces: Surfaces) -> list[Crop]:
        assert callable(search)
        assert not len(surfaces)
        made.append("tray")
        return maker.crops(rng, held_back)

    monkeypatch.setattr(bank, "SHARD", 1)
    monkeypatch.setattr(bank, "crops", draw)
    monkeypatch.setattr(bank, "tray_crops", from_tray)
    for number in range(bank.EVERY):
        bank.draw_shard(tmp_path, number)
    assert made == ["composed", "tray", "composed", "cast"]


def test_every_kind_comes_up_and_so_do_leaning_dice_and_nothing(some: list[Crop]) -> None:
    assert {crop.kind for crop in some} == {-1, *range(len(KINDS))}
    assert {LEANING, NOTHING} <= {crop.answer for crop in some}


def test_the_answer_is_a_face_of_the_kind(some: list[Crop]) -> None:
    for crop in some:
        if crop.answer < LEANING:
            assert KINDS.index(CLASSES[crop.answer][0]) == crop.kind


def test_the_die_fills_the_crop_as_the_reader_cuts_it() -> None:
    rng = np.random.default_rng(3)
    for kind in KINDS:
        placed = at_rest(random_die(rng, kind), 1, 1.0)
        camera = maker._camera(rng, placed, leaning=False)
        spots = camera.project(placed.vertices)
        low, high = spots.min(axis=0), spots.max(axis=0)
        assert float((high - low).max()) == pytest.approx(DIE_PX, rel=0.04)
        np.testing.assert_allclose((low + high) / 2, STORED_PX / 2, atol=2.5)


def test_a_d4_is_drawn_in_more_pixels_for_the_network_that_looks_closer() -> None:
    rng = np.random.default_rng(9)
    found = [crop for _ in range(6) for crop in maker.closer_crops(rng)]
    assert {crop.picture.shape for crop in found} == {(CLOSE_PX, CLOSE_PX, 3)}
    assert {KINDS[crop.kind] for crop in found} == {"d4"}
    assert len({crop.answer for crop in found}) > 1
    placed = at_rest(random_die(rng, "d4"), 1, 1.0)
    spots = maker._camera(rng, placed, False, CLOSE_PX, CLOSER).project(placed.vertices)
    assert float(np.ptp(spots, axis=0).max()) == pytest.approx(DIE_PX * CLOSE_PX / CROP_PX, rel=0.04)


@pytest.mark.parametrize("kind", ["d6", "d8", "d10", "d12", "d20"])
def test_turned_by_its_turn_a_numeral_points_up(kind: str) -> None:
    rng = np.random.default_rng(11)
    die = random_die(rng, kind, style="numerals" if kind == "d6" else None)
    placed = at_rest(die, 3, 2.0)
    camera = maker._camera(rng, placed, leaning=False)
    slot = next(one for one in die.slots if one.label == 3)
    ends = np.array([slot.centre, np.array(slot.centre) + 0.2 * np.array(slot.up)])
    foot, top = camera.project(ends * die.inradius_mm @ placed.rotation.T + placed.position)
    middle = (STORED_PX / 2, STORED_PX / 2)
    turn = cv2.getRotationMatrix2D(middle, maker.turn_deg(placed, camera), 1.0)
    direction = np.asarray(turn)[:, :2] @ (top - foot)
    assert abs(direction[0]) < 0.02 * abs(direction[1])
    assert direction[1] < 0


def test_a_die_without_contrast_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = np.random.default_rng(5)
    monkeypatch.setattr(photograph, "ink_contrast", lambda *_: MIN_CONTRAST / 2)
    die = random_die(rng, "d12")
    assert maker._try_crop(rng, die, [die], False, compositor.draw_dice, textures.floor) is None


def test_a_die_on_top_of_another_does_not_count_as_flat_and_the_lower_one_shows() -> None:
    rng = np.random.default_rng(5)
    small, large = random_die(rng, "d6"), random_die(rng, "d20")
    stacked = [maker._stacked(rng, small, [large], compositor.draw_dice, textures.floor) for _ in range(6)]
    assert {(crop.answer, crop.fold) for crop in stacked if crop is not None} == {(LEANING, STACKED)}
    low, high = at_rest(large, 0, 0.0), at_rest(small, 0, 0.0)
    camera = maker._camera(rng, high, leaning=False)
    beside = moved(low, np.array([16.0, 0.0, -10.0]))
    assert not maker.is_hidden(beside, high, camera)
    assert maker.is_hidden(moved(high, np.array([0.0, 0.0, -10.0])), high, camera)


def test_pips_have_no_upright_and_a_tetrahedron_has_three() -> None:
    assert [fold("d6", face, pips=True) for face in "123456"] == [4, 2, 2, 4, 4, 2]
    assert fold("d4", "3", pips=False) == 3
    assert fold("d20", "17", pips=False) == 1


def test_a_zero_looks_alike_upside_down_but_not_on_a_tetrahedron() -> None:
    assert is_symmetric("d10", "0")
    assert not is_symmetric("d4", "1")
    assert not is_symmetric("d20", "6")
