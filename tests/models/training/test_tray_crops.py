"""Crops cut out of whole trays: each shows its die as the reader would cut it, with what is true of it."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from models.studio.camera import looking_down
from models.studio.die import at_rest, random_die
from models.studio.exposure import Picture
from models.studio.printing import slot_corners
from models.studio.rest import UP, moved
from models.studio.scene import Scene, draw, random_scene
from models.studio.truth import Box, Truth
from models.training import tray_crops as maker
from models.training.crops import Crop, turn_deg
from models.training.labels import LEANING, NOTHING, STACKED
from models.training.photograph import STORED_PX


@pytest.fixture(scope="module")
def some() -> list[Crop]:
    rng = np.random.default_rng(4)
    return [crop for _ in range(14) for crop in maker.tray_crops(rng)]


def test_trays_give_flat_and_leaning_dice_and_heaps(some: list[Crop]) -> None:
    assert {crop.picture.shape for crop in some} == {(STORED_PX, STORED_PX, 3)}
    assert {crop.fold for crop in some if crop.answer == LEANING} == {0, STACKED}
    assert sum(crop.answer < LEANING for crop in some) > 20


def test_without_a_finder_nothing_is_taken_for_a_die(some: list[Crop]) -> None:
    assert NOTHING not in {crop.answer for crop in some}


def test_a_few_things_that_a_finder_found_beside_the_dice_are_nothing() -> None:
    def everywhere(picture: Picture) -> list[Box]:
        height, width = picture.shape[:2]
        return [(x, y, 60.0, 60.0) for x in range(0, width - 60, 40) for y in range(0, height - 60, 40)]

    rng = np.random.default_rng(3)
    found = [crop for _ in range(3) for crop in maker.tray_crops(rng, search=everywhere)]
    assert sum(crop.answer == NOTHING for crop in found) == 3 * maker.MOST_STRANGERS
    assert {crop.kind for crop in found if crop.answer == NOTHING} == {-1}


def test_a_die_that_the_finder_found_is_not_taken_for_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[Truth] = []

    def seen(scene: Scene, ground: object = None) -> tuple[Picture, list[Truth]]:
        assert ground is None
        picture, truths = draw(scene)
        shown[:] = truths
        return picture, truths

    monkeypatch.setattr(maker, "draw", seen)
    rng = np.random.default_rng(3)
    found = [crop for _ in range(6) for crop in maker.tray_crops(rng, search=lambda _: [die.whole for die in shown])]
    assert len(found) > 8
    assert NOTHING not in {crop.answer for crop in found}


def test_a_die_whose_support_nobody_can_see_teaches_nothing_of_heaps(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = np.random.default_rng(2)
    scene = random_scene(rng, 800, ["d6"])
    small, large = random_die(rng, "d6"), random_die(rng, "d20")
    monkeypatch.setattr(maker, "random_scene", lambda *_, **__: scene)
    for below, above, shows in ((large, small, True), (small, large, False)):
        under = replace(at_rest(below, 0, 0.0), state="stacked")
        top = moved(replace(at_rest(above, 0, 0.0), state="stacked"), np.array([0.0, 0.0, 18.0]))
        camera = looking_down(np.zeros(3), 300.0, 0.0, 0.0, np.pi / 2, 800.0, (800, 600))
        scene = replace(scene, dice=(under, top), camera=camera, clutter=())
        learned = [crop for crop in maker.tray_crops(rng) if crop.fold == STACKED]
        assert len(learned) == (2 if shows else 0)


def test_dice_off_the_middle_are_seen_to_lean_outwards() -> None:
    camera = looking_down(np.zeros(3), 300.0, 0.0, 0.0, np.pi / 2, 800.0, (800, 600))
    die = random_die(np.random.default_rng(1), "d6")
    middle, aside = at_rest(die, 0, 0.0), at_rest(die, 0, 0.0, 90.0, 70.0)
    assert np.hypot(*(maker.turned_to(camera, middle).rotation @ UP)[:2]) == pytest.approx(0, abs=1e-6)
    facing = maker.turned_to(camera, aside)
    np.testing.assert_allclose(facing.rotation @ facing.rotation.T, np.eye(3), atol=1e-9)
    outward = camera.project(aside.position[None])[0] - (400, 300)
    sine = np.hypot(90, 70) / np.linalg.norm(aside.position - camera.position)
    np.testing.assert_allclose((facing.rotation @ UP)[:2], outward / np.linalg.norm(outward) * sine, atol=1e-6)


def test_the_numeral_of_a_tetrahedron_is_that_of_the_face_which_is_seen_best() -> None:
    """A die far out in the picture shows another face than the camera's own axis would say."""
    camera = looking_down(np.zeros(3), 150.0, 3.0, 0.0, np.pi / 2, 450.0, (800, 600))
    die = random_die(np.random.default_rng(4), "d4", style="vertex")
    for yaw in np.linspace(0.3, 6.3, 9):
        placed = at_rest(die, 2, float(yaw), 55.0, 80.0)
        slots = [slot for slot in die.slots if slot.label == 2]
        spots = [camera.project(slot_corners(placed, slot)).astype(np.float32) for slot in slots]
        largest = int(np.argmax([cv2.contourArea(corners) for corners in spots]))
        upper_left, _, _, lower_left = spots[largest]
        up = upper_left - lower_left
        away = np.degrees(np.arctan2(up[0], -up[1])) - turn_deg(placed, camera)
        assert abs((away + 180) % 360 - 180) < 25  # perspective bends the edges of its place
