"""The neighbours of a d20's upper face make it surer, or make nobody believed; they never overrule it."""

import numpy as np
import pytest

from models.studio.layouts import NEIGHBOURS
from models.studio.solids import solid
from reader.vision.face_map import HILL, LEANS
from reader.vision.neighbours import FACES, RINGS, backing, beside, weighed


def sure_of(*numbers: int) -> list[np.ndarray]:
    return [np.eye(FACES, dtype=np.float32)[number - 1] for number in numbers]


def chances(**shares: float) -> np.ndarray:
    """chances(n16=0.6) is 0.6 for a sixteen, and next to nothing for all others."""
    told = np.full(FACES, 0.001, np.float32)
    for name, share in shares.items():
        told[int(name[1:]) - 1] = share
    return told


def hills(leans: np.ndarray) -> np.ndarray:
    """A map of faces that lean so."""
    far = ((LEANS[:, None] - leans[None]) ** 2).sum(axis=2)
    return np.exp(-far / 2 / HILL**2).max(axis=1).astype(np.float32)


def turn_about(axis: np.ndarray, angle: float) -> np.ndarray:
    x, y, z = axis / np.linalg.norm(axis)
    across = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    return np.eye(3) + np.sin(angle) * across + (1 - np.cos(angle)) * across @ across


def test_the_usual_neighbours_are_those_of_the_studio() -> None:
    assert NEIGHBOURS["d20"] == RINGS


@pytest.mark.parametrize("slant", [0.0, 0.2])
@pytest.mark.parametrize("spin", [0.3, 1.0, 1.9])
def test_the_three_neighbours_are_found_clockwise_where_the_map_shows_them(slant: float, spin: float) -> None:
    """Against the solid itself, seen from above; pictures have their second axis downwards."""
    body = solid("d20")
    normals = np.asarray(body.normals)
    upright = np.cross(normals[0], [0.0, 0.0, 1.0])
    flat = turn_about(upright, float(np.arccos(normals[0][2])))
    looks = normals @ (turn_about(np.array([1.0, 0, 0]), slant) @ turn_about(np.array([0, 0, 1.0]), spin) @ flat).T
    looks[:, 1] *= -1
    seen = looks[looks[:, 2] > 0.2]
    found = beside(hills(seen[:, :2].astype(np.float32)), (float(looks[0, 0]), float(looks[0, 1])))
    ring = [looks[other] for other in body.neighbours_clockwise(0)]
    told = [neighbour.lean for neighbour in found if neighbour is not None]
    assert len(told) == 3
    starts = [np.abs(np.array(told) - np.roll(ring, -start, axis=0)[:, :2]).max() for start in range(3)]
    assert min(starts) < 0.08


def test_neighbours_that_belong_to_a_face_speak_for_it_wherever_they_begin() -> None:
    seven, nineteen, thirteen = sure_of(*RINGS[1])
    for ring in ([seven, nineteen, thirteen], [nineteen, thirteen, seven], [thirteen, seven, nineteen]):
        assert backing(ring).argmax() + 1 == 1
    assert backing([seven, thirteen, nineteen])[0] < 1  # the other way round: another maker's die


def test_a_neighbour_that_is_not_seen_says_nothing() -> None:
    assert backing([None, None, None]) == pytest.approx(np.ones(FACES))
    seven, nineteen, _ = sure_of(*RINGS[1])
    assert backing([seven, nineteen, None])[0] > 8


def test_a_face_in_doubt_is_surer_by_its_neighbours() -> None:
    before = chances(n10=0.6, n16=0.3)
    after = weighed(before, backing(list(sure_of(*RINGS[10]))))
    assert after[9] > 0.9
    assert after.sum() == pytest.approx(before.sum(), abs=1e-5)


def test_neighbours_of_another_face_make_nobody_believed() -> None:
    after = weighed(chances(n10=0.6, n16=0.3), backing(list(sure_of(*RINGS[16]))))
    assert after.max() < 0.7


def test_another_makers_neighbours_change_nothing() -> None:
    before = chances(n10=0.6, n16=0.3)
    assert weighed(before, backing(list(sure_of(3, 5, 11)))) == pytest.approx(before)
