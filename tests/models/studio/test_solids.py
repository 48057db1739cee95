"""The shapes and their usual numbers, against the tables measured from real dice."""

import numpy as np
import pytest

from models.studio.layouts import OPPOSITE_SUM, usual, varied
from models.studio.solids import solid

MEASURED = {
    "d20": "1:7-19-13 2:12-18-20 3:16-19-17 4:11-14-18 5:13-18-15 6:9-16-14 7:1-15-17 8:10-20-16 9:6-11-19 10:8-17-12 "
    "11:4-13-9 12:2-10-15 13:1-11-5 14:4-6-20 15:5-12-7 16:3-8-6 17:3-7-10 18:2-5-4 19:1-3-9 20:2-14-8",
    "d12": "1:3-2-4-6-5 2:4-1-3-7-8 3:1-5-9-7-2 4:2-8-10-6-1 5:9-3-1-6-11 6:10-11-5-1-4 7:2-3-9-12-8 8:10-4-2-7-12 "
    "9:5-11-12-7-3 10:8-12-11-6-4 11:12-9-5-6-10 12:11-10-8-7-9",
    "d8": "1:7-3-4 2:8-4-3 3:1-5-2 4:2-6-1 5:3-7-8 6:4-8-7 7:5-1-6 8:6-2-5",
}
D10_SAME_HALF = {
    0: (8, 4),
    1: (9, 7),
    2: (6, 8),
    3: (7, 5),
    4: (0, 6),
    5: (3, 9),
    6: (4, 2),
    7: (1, 3),
    8: (2, 0),
    9: (5, 1),
}
FACES = {"d4": 4, "d6": 6, "d8": 8, "d10": 10, "d12": 12, "d20": 20}
SIDES = {"d4": 3, "d6": 4, "d8": 3, "d10": 4, "d12": 5, "d20": 3}


@pytest.mark.parametrize("shape", FACES)
def test_a_solid_has_its_faces_and_sides(shape: str) -> None:
    body = solid(shape)
    assert len(body.faces) == FACES[shape]
    assert {len(ring) for ring in body.faces} == {SIDES[shape]}


@pytest.mark.parametrize("shape", [*FACES, "bar"])
@pytest.mark.parametrize("trimmed", [0.0, 0.12])
def test_corners_of_a_face_run_counter_clockwise_seen_from_outside(shape: str, trimmed: float) -> None:
    body = solid(shape, trimmed)
    for face, ring in enumerate(body.faces):
        if len(ring) >= 3:
            a, b, c = body.vertices[list(ring[:3])]
            assert float(np.cross(b - a, c - b) @ body.normals[face]) > 0


@pytest.mark.parametrize("shape", OPPOSITE_SUM)
def test_opposite_faces_have_their_sum(shape: str) -> None:
    assert opposite_sums(shape, usual(shape)) == {OPPOSITE_SUM[shape]}


@pytest.mark.parametrize("shape", OPPOSITE_SUM)
def test_varied_layouts_keep_all_numbers_and_mostly_the_sum(shape: str) -> None:
    layouts = [varied(shape, np.random.default_rng(seed)) for seed in range(40)]
    assert all(sorted(numbers) == sorted(usual(shape)) for numbers in layouts)
    keeping = sum(opposite_sums(shape, numbers) == {OPPOSITE_SUM[shape]} for numbers in layouts)
    assert 20 < keeping < 40


def opposite_sums(shape: str, numbers: tuple[int, ...]) -> set[int]:
    body = solid(shape)
    return {numbers[face] + numbers[body.opposite(face)] for face in range(body.labelled)}


@pytest.mark.parametrize("shape", MEASURED)
def test_neighbours_stand_as_on_real_dice(shape: str) -> None:
    body, numbers = solid(shape), usual(shape)
    for entry in MEASURED[shape].split():
        number, listed = entry.split(":")
        face = numbers.index(int(number))
        ring = [numbers[other] for other in body.neighbours_clockwise(face)]
        expected = [int(other) for other in listed.split("-")]
        start = ring.index(expected[0])
        assert ring[start:] + ring[:start] == expected


def test_one_two_three_of_a_d6_run_counter_clockwise_round_their_corner() -> None:
    body, numbers = solid("d6"), usual("d6")
    one, two, three = (body.normals[numbers.index(number)] for number in (1, 2, 3))
    assert float(np.cross(one, two) @ three) > 0


def test_neighbours_on_the_same_half_of_a_d10_stand_as_on_real_dice() -> None:
    body, numbers = solid("d10"), usual("d10")
    for number, expected in D10_SAME_HALF.items():
        normal = body.normals[numbers.index(number)]
        same_half = [
            face for face in body.neighbours_clockwise(numbers.index(number)) if body.normals[face][2] * normal[2] > 0
        ]
        right_when_pole_is_up = np.cross([0, 0, np.sign(normal[2])], normal)
        left, right = sorted(same_half, key=lambda face: float(body.normals[face] @ right_when_pole_is_up))
        assert (numbers[left], numbers[right]) in (expected, expected[::-1])


@pytest.mark.parametrize(
    "shape", ["bar-flat-flat-1.2", "bar-half-point-1.7", "bar-dome-dome-2.1", "bar-point-flat-1.4"]
)
def test_bars_of_all_makers_have_four_sides_to_lie_on(shape: str) -> None:
    body = solid(shape)
    assert body.labelled == 4
    assert all(len(ring) >= 3 for ring in body.faces), "no plane is lost"
    heights = body.vertices @ body.normals[:4].T
    np.testing.assert_allclose(heights.max(axis=0), 1.0)
    length, least = body.vertices[:, 0].max() - body.vertices[:, 0].min(), 2 * float(shape[-3:]) - 0.1
    assert least < length < least + 1.0


def test_steeper_d10_stand_taller_on_their_points() -> None:
    flat, steep = (solid(f"d10-{angle}").vertices[:, 2].max() for angle in (42, 48))
    assert flat > steep, "faces that look upwards leave less of a point"
