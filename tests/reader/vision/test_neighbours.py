"""The neighbours of an upper face make it surer, or make nobody believed; they never overrule it."""

import cv2
import numpy as np
import pytest

from models.studio.layouts import NEIGHBOURS, usual
from models.studio.solids import solid
from reader.vision.cut import CROP_PX, SEEN_PX, Place, turned
from reader.vision.face_map import HILL, LEANS
from reader.vision.neighbours import D10_RINGS, ORDERS, SPEAKING, backing, beside, weighed
from reader.vision.neighbours import D20_RINGS as RINGS

FACES = 20


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
    body, numbers = solid("d10"), usual("d10")
    apart = np.degrees(np.arccos(np.clip(np.asarray(body.normals) @ np.asarray(body.normals).T, -1, 1)))
    for face, number in enumerate(numbers):
        beside_it = {numbers[other] for other in range(10) if abs(apart[face, other] - 50) < 1}
        assert beside_it == set(D10_RINGS[number])


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
    found = beside("d20", hills(seen[:, :2].astype(np.float32)), (float(looks[0, 0]), float(looks[0, 1])))
    ring = [looks[other] for other in body.neighbours_clockwise(0)]
    told = [neighbour.lean for neighbour in found if neighbour is not None]
    assert len(told) == 3
    starts = [np.abs(np.array(told) - np.roll(ring, -start, axis=0)[:, :2]).max() for start in range(3)]
    assert min(starts) < 0.08


def test_neighbours_that_belong_to_a_face_speak_for_it_wherever_they_begin() -> None:
    seven, nineteen, thirteen = sure_of(*RINGS[1])
    for ring in ([seven, nineteen, thirteen], [nineteen, thirteen, seven], [thirteen, seven, nineteen]):
        assert backing("d20", ring).argmax() + 1 == 1
    assert backing("d20", [seven, thirteen, nineteen])[0] < 1  # the other way round: another maker's die


def test_a_neighbour_that_is_not_seen_says_nothing() -> None:
    assert backing("d20", [None, None, None]) == pytest.approx(np.ones(FACES))
    seven, nineteen, _ = sure_of(*RINGS[1])
    assert backing("d20", [seven, nineteen, None])[0] > SPEAKING


def test_a_face_in_doubt_is_surer_by_its_neighbours() -> None:
    before = chances(n10=0.6, n16=0.3)
    after = weighed("d20", before, backing("d20", list(sure_of(*RINGS[10]))))
    assert after[9] > 0.9
    assert after.sum() == pytest.approx(before.sum(), abs=1e-5)


@pytest.mark.parametrize("first", [0.34, 0.5, 0.7, 0.9])
@pytest.mark.parametrize("share", [0.05, 0.5, 0.98])
def test_neighbours_never_overrule_what_was_read(first: float, share: float) -> None:
    """Whatever they say, and however near the other face is: it is at most as likely as the one that was read."""
    before = chances(n10=first, n16=first * share)
    for voices in (sure_of(*RINGS[16]), [*sure_of(RINGS[16][0]), None, None], [*sure_of(*RINGS[16][:2]), None]):
        after = weighed("d20", before, backing("d20", list(voices)))
        assert after[9] >= after[15]
        assert after[9] <= before[9] + 1e-6
        assert after.sum() == pytest.approx(before.sum(), abs=1e-5)


def test_neighbours_of_another_face_make_nobody_believed() -> None:
    after = weighed("d20", chances(n10=0.6, n16=0.3), backing("d20", list(sure_of(*RINGS[16]))))
    assert after.max() < 0.5


def test_nor_is_a_third_face_that_nobody_named() -> None:
    after = weighed("d20", chances(n10=0.55, n4=0.4, n16=0.03), backing("d20", list(sure_of(*RINGS[16]))))
    assert after[3] <= after[9] == after[15]


def test_a_face_that_may_not_be_the_upper_one_grows_no_surer() -> None:
    """Every face of a die has its neighbours, also the one that a leaning die shows."""
    before = chances(n10=0.6, n16=0.3)
    assert weighed("d20", before, backing("d20", list(sure_of(*RINGS[10]))), is_upper=False) == pytest.approx(before)


def test_one_voice_is_too_few() -> None:
    before = chances(n10=0.6, n16=0.3)
    assert weighed("d20", before, backing("d20", [*sure_of(RINGS[10][0]), None, None])) == pytest.approx(before)


def tens(*numbers: int) -> list[np.ndarray]:
    return [np.eye(10, dtype=np.float32)[number] for number in numbers]


def test_a_nine_whose_neighbours_are_even_is_not_believed_however_sure_it_was() -> None:
    """The networks saw no six at all; but a nine upside down is one."""
    nine = np.array([0.001] * 9 + [0.95], np.float32)
    after = weighed("d10", nine, backing("d10", list(tens(*D10_RINGS[6]))))
    assert after[9] == pytest.approx(after[6])
    assert after[9] < 0.5


def test_a_nine_between_its_own_neighbours_grows_surer() -> None:
    nine = np.array([0.01] * 6 + [0.15, 0.01, 0.01, 0.7], np.float32)
    for ring in (D10_RINGS[9], D10_RINGS[9][::-1]):
        assert weighed("d10", nine, backing("d10", list(tens(*ring))))[9] > 0.85


def test_the_neighbours_of_a_d10_are_found_where_the_map_shows_them() -> None:
    body = solid("d10")
    normals = np.asarray(body.normals)
    flat = turn_about(np.cross(normals[0], [0.0, 0.0, 1.0]), float(np.arccos(normals[0][2])))
    looks = normals @ (turn_about(np.array([0, 0, 1.0]), 0.7) @ flat).T
    looks[:, 1] *= -1
    seen = looks[looks[:, 2] > 0.2]
    found = beside("d10", hills(seen[:, :2].astype(np.float32)), (0.0, 0.0))
    wanted = [look[:2] for look in looks if 0.6 < look[2] < 0.7]
    told = np.array([neighbour.lean for neighbour in found if neighbour is not None])
    assert len(wanted) == len(told) == len(ORDERS["d10"].round_deg)
    assert min(np.abs(told - order).max() for order in (wanted, wanted[::-1])) < 0.08


def test_another_makers_neighbours_change_nothing() -> None:
    before = chances(n10=0.6, n16=0.3)
    assert weighed("d20", before, backing("d20", list(sure_of(3, 5, 11)))) == pytest.approx(before)


def test_a_neighbour_is_turned_with_its_outer_corner_up() -> None:
    """One that leans to the right has its outer corner there: a quarter turn to the left puts it on top."""
    faces = hills(np.array([[0.0, 0.0], [0.667, 0.0], [-0.333, 0.577], [-0.333, -0.577]], np.float32))
    (rightmost,) = (each for each in beside("d20", faces, (0.0, 0.0)) if each is not None and each.lean[0] > 0.5)
    assert rightmost.turn_deg == pytest.approx(90, abs=3)


@pytest.mark.parametrize("kind", ["d20", "d10"])
@pytest.mark.parametrize("spin", [0.0, 0.7, 2.9])
def test_what_points_to_the_outer_corner_or_the_pole_is_turned_upright(kind: str, spin: float) -> None:
    """A spot is painted on every neighbour, near the corner that should be on top, and looked for in what is cut."""
    body = solid(kind)
    normals, offsets = np.asarray(body.normals), np.asarray(body.offsets)
    lying = turn_about(np.array([0, 0, 1.0]), spin) @ turn_about(
        np.cross(normals[0], [0.0, 0.0, 1.0]), float(np.arccos(normals[0][2]))
    )
    down = np.array([1.0, -1.0, 1.0])  # pictures have their second axis downwards
    looks = normals @ lying.T * down
    found = beside(kind, hills(looks[looks[:, 2] > 0.2][:, :2].astype(np.float32)), (0.0, 0.0))
    for neighbour in found:
        assert neighbour is not None
        face = int(np.argmin(np.hypot(*(looks[:, :2] - neighbour.lean).T) + 9 * (looks[:, 2] < 0)))
        corners = np.asarray(body.vertices)[list(body.faces[face])]
        top = max(corners, key=lambda corner: abs(corner[2]) if kind == "d10" else -corner @ normals[0])
        middle = normals[face] * offsets[face] if kind == "d20" else corners.mean(axis=0)
        painted = (middle, (middle + top) / 2)
        centre, spot = ((point @ lying.T * down)[:2] * 20 + CROP_PX / 2 for point in painted)
        picture = np.zeros((CROP_PX, CROP_PX, 3), np.uint8)
        cv2.circle(picture, [round(float(part) * 16) for part in spot], 32, (255, 255, 255), -1, shift=4)
        right, below = (centre - CROP_PX / 2) / SEEN_PX
        view = turned(picture, 64, neighbour.turn_deg, Place(float(right), float(below), 0.5), neighbour.lean)
        rows, columns = np.nonzero(view[..., 0] > 100)
        assert rows.mean() < 28
        assert abs(columns.mean() - 32) < 0.35 * (32 - rows.mean())


def test_a_neighbour_that_is_turned_away_is_not_asked() -> None:
    lean = (0.6, 0.0)  # to the right, so that the neighbour there looks over the die's edge
    faces = hills(np.array([lean, (0.18, 0.577), (0.18, -0.577)], np.float32))
    assert None in beside("d20", faces, lean)


@pytest.mark.parametrize("lean", [(0.6, 0.0), (0.0, -0.6), (-0.4, 0.5)])
def test_a_leaning_face_is_shown_as_if_it_were_seen_straight_on(lean: tuple[float, float]) -> None:
    """A pattern that is drawn foreshortened, as it would be on a face that leans so, comes out as it was."""
    grid = np.indices((CROP_PX, CROP_PX))[::-1].transpose(1, 2, 0) - CROP_PX / 2  # right and down of the middle
    along = np.array(lean) / np.hypot(*lean)
    cosine = np.sqrt(1 - np.hypot(*lean) ** 2)
    stretched = grid + (1 / cosine - 1) * (grid @ along)[..., None] * along
    flat, leaning = (
        (127 + 120 * np.sin(spots[..., 0] / 5) * np.cos(spots[..., 1] / 8 + spots[..., 0] / 20)).astype(np.uint8)
        for spots in (grid, stretched)
    )
    straight, shown = (
        turned(np.repeat(picture[..., None], 3, axis=2), 64, 30.0, Place(size=0.5), way).astype(int)
        for picture, way in ((flat, (0.0, 0.0)), (leaning, lean))
    )
    assert np.abs(straight - shown).mean() < 4
    untouched = turned(np.repeat(leaning[..., None], 3, axis=2), 64, 30.0, Place(size=0.5)).astype(int)
    assert np.abs(straight - untouched).mean() > 15
