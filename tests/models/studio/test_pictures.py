"""Both renderers draw the same described dice where the truth says they are."""

from dataclasses import replace
from typing import get_args

import cv2
import numpy as np
import pytest

from models.studio import compositor, raycaster, tiles
from models.studio.camera import Camera, looking_down
from models.studio.die import Placed, at_rest, random_die
from models.studio.light import Light
from models.studio.outlines import silhouette
from models.studio.rest import moved
from models.studio.scene import Renderer, draw, random_camera, random_scene
from models.studio.shading import tint_through
from models.studio.truth import rotation_of, truths

RENDERERS = get_args(Renderer)
SIZE_PX = 240
OVERHEAD = Light(np.array([0.0, 0.0, 1.0]), shadow=0.0)


def lying(kind: str, seed: int) -> tuple[Placed, Camera]:
    """A matt opaque die, about 110 px large, seen from somewhere above."""
    rng = np.random.default_rng(seed)
    die = random_die(rng, kind)
    die = replace(die, look=replace(die.look, material="opaque", gloss=0.0))
    placed = at_rest(die, int(rng.integers(len(die.labels))), float(rng.uniform(0, 6)))
    heading, roll = rng.uniform(0, 6, 2)
    target = np.array([0.0, 0, 5])
    camera = looking_down(target, 300, float(rng.uniform(0, 25)), float(heading), float(roll), 1.0, (SIZE_PX, SIZE_PX))
    return placed, replace(camera, focal_px=110 / float(np.ptp(silhouette(placed, camera), axis=0).max()))


def drawn(placed: Placed, camera: Camera, renderer: str, ground: float) -> np.ndarray:  # type: ignore[type-arg]
    image = np.full((SIZE_PX, SIZE_PX, 3), ground, np.float32)
    if renderer == "compositor":
        compositor.draw_die(image, placed, camera, OVERHEAD)
    else:
        raycaster.draw_dice(image, [placed], camera, OVERHEAD)
    return image


@pytest.mark.parametrize("renderer", RENDERERS)
@pytest.mark.parametrize("kind", ["d4", "d6", "d8", "d10", "d%", "d12", "d20"])
def test_a_box_contains_the_die_and_at_most_two_pixels_more(
    renderer: str, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(raycaster, "CONTACT", 0.0)
    for seed in range(3):
        placed, camera = lying(kind, seed)
        black, white = (drawn(placed, camera, renderer, ground) for ground in (0.0, 1.0))
        covered = np.abs(white - black).max(axis=2) < 0.5
        rows, columns = np.flatnonzero(covered.any(axis=1)), np.flatnonzero(covered.any(axis=0))
        seen = np.array([columns[0], rows[0], columns[-1] + 1, rows[-1] + 1])
        hull = silhouette(placed, camera)
        box = np.concatenate([hull.min(axis=0), hull.max(axis=0)])
        beyond = (seen - box) * [1, 1, -1, -1]
        assert beyond.max() <= 2.0
        assert beyond.min() >= -1.5


@pytest.mark.parametrize("kind", ["d4", "d6", "d8", "d10", "d12", "d20"])
def test_both_renderers_print_the_same_in_the_same_place(kind: str) -> None:
    placed, camera = lying(kind, 11)
    one, other = (drawn(placed, camera, renderer, 0.5) for renderer in RENDERERS)
    grey = [cv2.GaussianBlur(image.mean(axis=2), (0, 0), 2.0) for image in (one, other)]
    assert float(np.corrcoef(grey[0].ravel(), grey[1].ravel())[0, 1]) > 0.85


def test_the_rotation_is_how_far_the_upper_numeral_is_turned_clockwise() -> None:
    placed, _ = lying("d20", 4)
    camera = looking_down(np.zeros(3), 300, 0.0, 0.0, np.pi / 2, 900.0, (SIZE_PX, SIZE_PX))
    before = rotation_of(placed, camera)
    turned = replace(camera, rotation=np.array([[0, 1, 0], [-1, 0, 0], [0, 0, 1.0]]) @ camera.rotation)
    after = rotation_of(placed, turned)
    assert before is not None
    assert after is not None
    assert abs(after - before) % 360 == pytest.approx(90) or abs(after - before) % 360 == pytest.approx(270)
    upright = cv2.warpAffine(
        drawn(placed, camera, "compositor", 0.5),
        cv2.getRotationMatrix2D((SIZE_PX / 2, SIZE_PX / 2), before, 1.0),
        (SIZE_PX, SIZE_PX),
    )
    straight = at_rest_upright(placed, before)
    assert float(np.abs(upright - drawn(straight, camera, "compositor", 0.5))[80:160, 80:160].mean()) < 0.1
    assert rotation_of(straight, camera) == pytest.approx(0.0, abs=1.0)


def at_rest_upright(placed: Placed, rotation_deg: float) -> Placed:
    """The same die turned so that its numeral stands upright: clockwise in the picture is clockwise seen from above."""
    from models.studio.die import turned

    spin = turned(np.array([0.0, 0, 1]), np.radians(rotation_deg))
    return replace(placed, rotation=spin @ placed.rotation)


def test_the_box_of_a_covered_die_is_what_can_be_seen_of_it() -> None:
    placed, camera = lying("d6", 1)
    picture = np.full((SIZE_PX, SIZE_PX, 3), 128, np.uint8)
    hull = silhouette(placed, camera)
    low, high = hull.min(axis=0), hull.max(axis=0)
    middle = (low[0] + high[0]) / 2
    lid = np.array([(low[0] - 5, low[1] - 5), (middle, low[1] - 5), (middle, high[1] + 5), (low[0] - 5, high[1] + 5)])
    (truth,) = truths([placed], camera, [lid], picture)
    assert truth.box[0] == pytest.approx(middle, abs=1.5)
    assert truth.whole[0] == pytest.approx(low[0])
    assert truth.seen == pytest.approx(0.5, abs=0.1)
    assert (truth.state, truth.face) == ("covered", "")


def test_a_die_on_one_that_nobody_can_see_is_not_called_stacked() -> None:
    (small, _), (large, _) = lying("d6", 1), lying("d20", 1)
    camera = looking_down(np.zeros(3), 300.0, 0.0, 0.0, 0.0, 800.0, (SIZE_PX, SIZE_PX))
    picture = np.full((SIZE_PX, SIZE_PX, 3), 128, np.uint8)
    states = []
    for below, above in ((large, small), (small, large)):
        top = moved(replace(above, state="stacked"), np.array([0.0, 0.0, 14.0]))
        found = truths([replace(below, state="stacked"), top], camera, [], picture)
        states.append({truth.state for truth in found if truth.kind == top.die.kind})
    assert states == [{"stacked"}, {"on_hidden"}]


def test_a_die_whose_ink_cannot_be_told_from_its_body_has_no_face() -> None:
    placed, camera = lying("d8", 2)
    (truth,) = truths([placed], camera, [], np.full((SIZE_PX, SIZE_PX, 3), 250, np.uint8))
    assert (truth.state, truth.face) == ("washed_out", "")


@pytest.mark.parametrize("renderer", RENDERERS)
def test_named_dice_all_lie_in_the_picture_with_the_faces_asked_for(renderer: Renderer) -> None:
    scene = random_scene(np.random.default_rng(9), 400, ["d20:17", "d6:light:5", "d6:dark:2", "d%:00"])
    picture, found = draw(scene, renderer)
    assert picture.shape == (300, 400, 3)
    assert sorted(placed.face for placed in scene.dice) == ["00", "17", "2", "5"]
    assert {truth.kind for truth in found} == {"d20", "d6", "d%"}
    for truth in found:
        x, y, width, height = truth.box
        assert x >= 0
        assert y >= 0
        assert x + width <= 400
        assert y + height <= 300


def test_cameras_look_straight_down_mostly_and_up_to_38_degrees_aslant() -> None:
    rng = np.random.default_rng(1)
    cameras = [random_camera(rng, (640, 480), 200.0, hard=False) for _ in range(300)]
    tilts = np.degrees([np.arccos(-camera.rotation[2, 2]) for camera in cameras])
    assert 0.45 < np.mean(tilts < 8) < 0.65
    assert 0.01 < np.mean(tilts > 25) < 0.1
    assert tilts.max() < 38.01


def test_tilted_cameras_are_mostly_held_from_the_lower_edge_of_the_picture() -> None:
    rng = np.random.default_rng(2)
    cameras = [random_camera(rng, (640, 480), 200.0, hard=True) for _ in range(400)]
    leans = np.array([camera.rotation[:2, 2] for camera in cameras])  # of what looks straight up, right and down
    tilted = leans[np.hypot(*leans.T) > np.sin(np.radians(8))]
    upwards = (tilted[:, 1] < 0) & (np.abs(tilted[:, 0]) < 0.5 * np.abs(tilted[:, 1]))
    assert 0.55 < float(np.mean(upwards)) < 0.85
    others = tilted[~upwards]
    assert 0.3 < float(np.mean(others[:, 0] < 0)) < 0.7
    across = np.array([camera.rotation[0, 0] for camera in cameras])  # how far the picture's right is the tray's
    assert float(np.mean(across > 0.9)) > 0.7


def test_the_big_one_is_red_and_bigger() -> None:
    placed, camera = lying("d6", 3)
    look = replace(placed.die.look, pips=True, red_one=True, pip_radius=0.2, body=(0.9, 0.9, 0.9), ink=(0.1, 0.1, 0.1))
    die = replace(placed.die, look=look, logo_label=None)
    one = at_rest(die, die.labels.index("1"), 0.0)
    plain = replace(one, die=replace(die, look=replace(look, red_one=False)))
    camera = looking_down(np.array([0.0, 0, 5]), 300, 0.0, 0.0, 0.0, camera.focal_px, (SIZE_PX, SIZE_PX))
    for renderer in RENDERERS:
        big, small = (drawn(which, camera, renderer, 0.5) for which in (one, plain))
        middle = big[SIZE_PX // 2, SIZE_PX // 2]
        assert middle[2] > 2 * middle[0]
        assert np.sum(inked(big)) > 1.5 * np.sum(inked(small))


def inked(image: np.ndarray) -> np.ndarray:  # type: ignore[type-arg]
    """Where there is ink on a white die."""
    middle = slice(SIZE_PX // 2 - 25, SIZE_PX // 2 + 25)
    return np.asarray(image[middle, middle, 0] < 0.4)


def test_pips_of_a_die_do_not_touch() -> None:
    for seed in range(60):
        look = random_die(np.random.default_rng(seed), "d6", style="pips").look
        (x, y), (other_x, other_y) = tiles.PIP_SPOTS["6"][0], tiles.PIP_SPOTS["6"][2]
        apart = look.pip_spread * float(np.hypot(x - other_x, y - other_y))
        assert 2 * look.pip_radius < apart


def test_light_and_dark_dice_are_light_and_dark() -> None:
    scene = random_scene(np.random.default_rng(3), 400, ["d6:light", "d6:dark"])
    lightness = sorted(placed.die.look.lightness for placed in scene.dice)
    assert lightness[0] < 0.4
    assert lightness[1] > 0.6


def test_a_ray_that_grazes_a_clear_die_neither_blinds_nor_is_lost() -> None:
    die = random_die(np.random.default_rng(3), "d20")
    left = tint_through(die, np.array([-1e30, 0.0, 2.0, 1e30, np.inf], np.float32))
    assert np.isfinite(left).all()
    assert (left[0] == left[1]).all()
    assert (left[1:-1] >= left[2:]).all()
