"""What the finder learns from: throws on trays, and dice shown large, each with its box."""

from pathlib import Path

import numpy as np
import pytest

from models.studio.scene import LARGEST, Scene, draw
from models.training import trays
from models.training.labels import KINDS


def portraits(count: int) -> list[list[tuple[str, tuple[float, float, float, float], float]]]:
    rng = np.random.default_rng(4)
    shown: list[list[tuple[str, tuple[float, float, float, float], float]]] = []
    while len(shown) < count:
        try:
            scene = trays.portrait(rng)
        except ValueError:
            continue
        shown.append([(die.kind, die.box, die.seen) for die in draw(scene)[1]])
    return shown


def test_a_portrait_shows_one_or_two_dice_large() -> None:
    shown = portraits(12)
    assert {len(dice) for dice in shown} <= {1, 2}
    whole = [max(box[2:]) / trays.WIDTH_PX for dice in shown for _, box, seen in dice if seen > 0.95]
    assert max(whole) > 0.25
    assert np.median(whole) > 1 / 8
    assert max(whole) < 1.6 * LARGEST


def test_tetrahedra_are_shown_more_often_than_other_dice() -> None:
    kinds = [kind for dice in portraits(16) for kind, _, _ in dice]
    assert kinds.count("d4") > 2 * len(kinds) / len(KINDS)


def scenes_from_above(count: int) -> list[Scene]:
    rng = np.random.default_rng(4)
    shown: list[Scene] = []
    while len(shown) < count:
        try:
            shown.append(trays.from_above(rng))
        except ValueError:
            continue
    return shown


def test_dice_from_far_above_show_no_sides_and_are_mostly_d6_with_numerals() -> None:
    dice = [(scene, die) for scene in scenes_from_above(24) for die in scene.dice]
    rays = np.array([die.position - scene.camera.position for scene, die in dice])
    aslant = np.degrees(np.arccos(-rays[:, 2] / np.linalg.norm(rays, axis=1)))
    assert np.median(aslant) < trays.ABOVE_TILT_DEG
    assert max(aslant) < 15
    numbered = [die.die.kind == "d6" and not die.die.look.pips for _, die in dice]
    assert 0.45 < np.mean(numbered) < 0.85


def test_every_second_shard_of_single_dice_shows_them_from_far_above() -> None:
    heights = {number: trays._scene(np.random.default_rng(2), number).camera.position[2] for number in (3, 7, 11, 15)}
    assert max(heights[3], heights[11]) < 500
    assert min(heights[7], heights[15]) > 600


def test_dice_from_far_above_are_of_any_size_and_mostly_in_the_picture() -> None:
    boxes = [box for scene in scenes_from_above(24) for box in draw(scene)[1]]
    sizes = [max(die.box[2:]) / trays.WIDTH_PX for die in boxes if die.seen > 0.95]
    assert min(sizes) < 0.12
    assert max(sizes) > 0.3
    assert len(sizes) > 0.7 * len(boxes)


def test_a_shard_holds_a_box_for_every_die(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trays, "SHARD", 3)
    for number in (2, 3, 7):
        trays.draw_shard(tmp_path, number)
    assert trays.shards(tmp_path) == [trays.shard_path(tmp_path, number) for number in (2, 3, 7)]
    for shard in trays.shards(tmp_path):
        pictures, truth = trays.load(shard)
        assert pictures.shape == (3, trays.HEIGHT_PX, trays.WIDTH_PX, 3)
        dice = truth[truth["kind"] >= 0]
        assert len(dice) > 0
        assert (dice["box"][:, 2:] > 0).all()
