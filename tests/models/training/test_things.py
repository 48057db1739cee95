"""What is no die is drawn where a die would be, as large as one."""

import numpy as np
import pytest

from models.studio.clutter import one_of
from models.studio.clutter_prints import ON_TILES
from models.studio.layouts import FACES
from models.studio.light import random_light
from models.training import crops, things
from models.training.labels import NOTHING
from models.training.photograph import STORED_PX
from reader.vision.cut import DIE_PX


@pytest.mark.parametrize("item", things.SHARES)
def test_every_thing_is_drawn_over_the_middle(item: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(things, "SHARES", {item: 1.0})
    for seed in range(6):
        rng = np.random.default_rng(seed)
        image = np.full((STORED_PX, STORED_PX, 3), 0.5, np.float32)
        floor, light = image.copy(), random_light(rng)
        things.draw_thing(rng, image, light)
        changed = np.abs(image - floor).max(axis=2) > 0.01
        inner = slice((STORED_PX - DIE_PX) // 2, (STORED_PX + DIE_PX) // 2)
        assert changed[inner, inner].mean() > 0.2


def test_a_round_thing_is_as_large_as_a_die(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(things, "SHARES", {"bead": 1.0})
    monkeypatch.setattr("models.studio.clutter_drawing._shadow", lambda *_: None)
    for seed in range(6):
        rng = np.random.default_rng(seed)
        image = np.zeros((STORED_PX, STORED_PX, 3), np.float32)
        things.draw_thing(rng, image, random_light(rng))
        columns = np.flatnonzero(image.max(axis=(0, 2)) > 0.002)
        assert 0.6 * DIE_PX < columns[-1] - columns[0] < 1.5 * DIE_PX


def test_any_spot_of_a_sheet_comes_to_lie_in_the_middle() -> None:
    rng = np.random.default_rng(1)
    card = one_of(rng, "card", 0.0, 0.0, 90.0)
    moved = [things._somewhere_on(rng, card) for _ in range(200)]
    reach = np.array([(thing.x_mm, thing.y_mm) for thing in moved])
    turned = reach @ np.array([[np.cos(card.turn), -np.sin(card.turn)], [np.sin(card.turn), np.cos(card.turn)]])
    assert np.all(np.abs(turned) <= np.array([card.length_mm, card.width_mm]) / 2 + 1e-6)
    assert np.ptp(turned, axis=0) == pytest.approx([card.length_mm, card.width_mm], rel=0.1)


def test_no_tile_shows_a_numeral_of_a_d6() -> None:
    assert not {str(number) for number in ON_TILES} & set(FACES["d6"])


def test_a_crop_of_nothing_is_no_die() -> None:
    rng = np.random.default_rng(2)
    hand = [crops.random_die(rng, "d6")]
    made = [crops.nothing(rng, hand) for _ in range(20)]
    assert {(crop.answer, crop.kind) for crop in made} == {(NOTHING, -1)}
    assert len({crop.picture.tobytes() for crop in made}) == len(made)
