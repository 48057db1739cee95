"""How dice lie: what is up is up, and no two share space."""

import numpy as np
import pytest

from models.studio import die as die_making
from models.studio.collisions import gap_mm, sharp_vertices
from models.studio.die import Placed, at_rest, random_die
from models.studio.layouts import FACES
from models.studio.rest import against_die, leaning, on_top, pushed_against
from models.studio.scene import random_scene
from models.studio.solids import solid

STYLES = {"d4": ("vertex", "edge", "bar"), "d6": ("pips", "numerals")}
KINDS = ("d4", "d6", "d8", "d10", "d%", "d12", "d20")


def inside(placed: Placed, points: np.ndarray) -> np.ndarray:  # type: ignore[type-arg]
    """Which points lie in a die, by its half-spaces alone: an oracle that knows nothing of separating axes."""
    body = solid(placed.die.shape)
    local = (points - placed.position) @ placed.rotation / placed.die.inradius_mm
    return np.asarray((local @ body.normals.T < body.offsets - 1e-3).all(axis=1))


def share_space(one: Placed, other: Placed, rng: np.random.Generator) -> bool:
    corners = sharp_vertices(one)
    points = rng.dirichlet(np.full(len(corners), 0.4), 3000) @ corners
    return bool(inside(other, points).any())


@pytest.mark.parametrize("kind", KINDS)
def test_every_face_can_come_up(kind: str) -> None:
    rng = np.random.default_rng(1)
    for style in STYLES.get(kind, (None,)):
        die = random_die(rng, kind, style=style)
        seen = {at_rest(die, label, 1.0).face for label in range(len(die.labels))}
        assert seen == set(FACES[kind]) - ({"0"} if kind == "d20" else set())


@pytest.mark.parametrize(
    ("kind", "highest"), [("d6", "6"), ("d8", "8"), ("d10", "0"), ("d12", "12"), ("d20", "20"), ("d10ish", "10")]
)
def test_a_logo_stands_where_the_highest_face_was(kind: str, highest: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(die_making, "LOGO_SHARE", 1.0)
    for seed in range(5):
        die = random_die(np.random.default_rng(seed), kind, style="numerals")
        assert die.logo_label is not None
        assert at_rest(die, die.logo_label, 0.0).face == highest


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "d4"])
def test_the_face_said_to_be_up_is_the_one_that_points_up(kind: str) -> None:
    die = random_die(np.random.default_rng(2), kind)
    for label in range(len(die.labels)):
        placed = at_rest(die, label, 0.7)
        heights = (solid(die.shape).normals @ placed.rotation.T)[:, 2]
        assert int(heights.argmax()) == label
        assert heights.max() == pytest.approx(1.0)
        assert placed.vertices[:, 2].min() == pytest.approx(0.0, abs=1e-6)


@pytest.mark.parametrize("style", ["vertex", "edge"])
def test_a_tetrahedron_shows_its_value_on_all_three_visible_faces(style: str) -> None:
    die = random_die(np.random.default_rng(3), "d4", style=style)
    for label in range(4):
        placed = at_rest(die, label, 0.3)
        normals = die.solid.normals @ placed.rotation.T
        faces = {slot.face for slot in die.slots if slot.label == label}
        assert faces == {face for face in range(4) if normals[face][2] > 0}


def test_dice_that_were_pushed_together_touch_without_sharing_space() -> None:
    rng = np.random.default_rng(4)
    for kind, other_kind in zip(KINDS, KINDS[::-1], strict=True):
        other = at_rest(random_die(rng, other_kind), 0, 0.4, 5.0, -3.0)
        pushed = pushed_against(at_rest(random_die(rng, kind), 1, 2.0), other, 1.1)
        assert 0 < gap_mm(pushed, other) < 0.2
        assert not share_space(pushed, other, rng)


def test_dice_moved_into_one_another_are_said_to_share_space() -> None:
    rng = np.random.default_rng(5)
    one = at_rest(random_die(rng, "d20"), 0, 0.0)
    other = at_rest(random_die(rng, "d12"), 0, 0.0, 6.0, 2.0)
    assert gap_mm(one, other) < 0
    assert share_space(one, other, rng)


def test_a_leaning_die_stands_on_an_edge_and_shows_no_face() -> None:
    rng = np.random.default_rng(6)
    for kind in KINDS:
        placed = leaning(rng, random_die(rng, kind), np.array([1.0, 0, 0]))
        heights = sharp_vertices(placed)[:, 2] - sharp_vertices(placed)[:, 2].min()
        assert np.sum(heights < 0.05 * placed.die.inradius_mm) == 2
        assert (placed.face, placed.state) == ("", "leaning")


def test_a_die_that_leans_on_another_touches_it() -> None:
    rng = np.random.default_rng(7)
    support = at_rest(random_die(rng, "d6"), 0, 0.2)
    placed = against_die(rng, random_die(rng, "d20"), support)
    assert 0 < gap_mm(placed, support) < 0.2


def test_a_stacked_die_lies_on_the_other() -> None:
    rng = np.random.default_rng(8)
    below = at_rest(random_die(rng, "d12"), 3, 0.2)
    above = on_top(rng, random_die(rng, "d6"), 2, below)
    assert sharp_vertices(above)[:, 2].min() == pytest.approx(sharp_vertices(below)[:, 2].max(), abs=0.3)
    assert not share_space(above, below, rng)


@pytest.mark.parametrize("seed", range(12))
def test_no_two_dice_of_a_throw_share_space(seed: int) -> None:
    rng = np.random.default_rng(seed)
    scene = random_scene(rng, 416, hard=True)
    for number, one in enumerate(scene.dice):
        assert sharp_vertices(one)[:, 2].min() > -1e-6
        assert scene.tray.outside(sharp_vertices(one)) <= 0
        for other in scene.dice[number + 1 :]:
            assert not share_space(one, other, rng)
            assert not share_space(other, one, rng)


def test_heaped_dice_lie_on_one_another_far_more_often() -> None:
    def stacked(heaped: bool) -> int:
        scenes = (
            random_scene(np.random.default_rng(seed), 400, ["d6"] * 6, hard=True, heaped=heaped) for seed in range(9)
        )
        return sum(die.state == "stacked" for scene in scenes for die in scene.dice)

    assert stacked(heaped=True) > 2 * stacked(heaped=False) > 0


def test_heaped_dice_need_not_be_asked_to_be_hard() -> None:
    scene = random_scene(np.random.default_rng(1), 400, ["d6"] * 8, heaped=True)
    assert {die.state for die in scene.dice} > {"stacked"}
