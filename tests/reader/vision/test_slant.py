"""Where a die lies tells how its upper face leans in the picture; all dice together tell how the camera is tilted."""

import numpy as np
import pytest

from reader.vision.face_map import LEANS, heights
from reader.vision.sighting import Box
from reader.vision.slant import LENSES, TILTS, Stance, by_place, by_tray, settled
from reader.vision.tray import WHOLE_PICTURE, Corners

FRAME = np.zeros((600, 800, 3), np.uint8)
NOWHERE = np.zeros((1, 2), np.float32)


def around(x: float, y: float, side: float = 40) -> Box:
    return Box(x - side / 2, y - side / 2, side, side)


def shows(*leans: tuple[float, float]) -> np.ndarray:
    """The map of a die with faces that lean so."""
    hills = [np.exp(-((LEANS - np.array(lean)) ** 2).sum(axis=1) / (2 * 0.1**2)) for lean in leans]
    return np.max(hills, axis=0).astype(np.float32)


def test_upper_faces_lean_outwards() -> None:
    middle, right, top_left = by_place([around(400, 300), around(700, 300), around(100, 50)], FRAME)
    assert middle == pytest.approx([0, 0])
    assert right[0] > 0.3
    assert right[1] == pytest.approx(0)
    assert top_left[0] < -0.3
    assert top_left[1] < -0.2


def test_a_picture_of_large_dice_was_taken_from_further_away() -> None:
    small, large = (by_place([around(700, 300, side)], FRAME)[0][0] for side in (40, 200))
    assert large < 0.6 * small


def test_the_face_that_looks_where_the_upper_one_should_is_taken() -> None:
    two = shows((-0.3, 0.0), (0.35, 0.0))[None]
    left, right = (settled(two, np.array([[x, 0.0]], np.float32))[0] for x in (-0.3, 0.3))
    assert left.lean == pytest.approx((-0.3, 0), abs=0.06)
    assert right.lean == pytest.approx((0.35, 0), abs=0.06)


def test_a_faint_face_far_out_is_not_the_upper_one_though_the_map_shows_no_other() -> None:
    faint = np.asarray(0.1 * shows((0.8, 0.0)), np.float32)[None]
    seen = settled(faint, np.array([[0.35, 0.0]], np.float32))[0]
    assert seen.lean == pytest.approx((0.35, 0), abs=0.15)
    assert seen.expected == pytest.approx((0.35, 0), abs=0.1)
    assert seen.flat < 0.1


def test_other_dice_tell_where_a_face_should_look_as_well_as_its_place() -> None:
    tilted = settled(np.stack([shows((0.3, 0.3))] * 4), np.zeros((4, 2), np.float32))[0]
    assert tilted.expected == pytest.approx((0.3, 0.3), abs=0.06)


def test_whoever_holds_a_camera_stands_at_the_lower_edge_of_the_picture() -> None:
    nowhere = np.zeros((1, 2), np.float32)
    up, down = (settled(shows((0.0, y))[None], nowhere)[0] for y in (-0.5, 0.5))
    assert up.flat > 2 * down.flat


def test_a_face_that_a_tilted_camera_would_see_as_the_upper_one_competes() -> None:
    nowhere = np.zeros((1, 2), np.float32)
    overhead = settled(shows((0.0, 0.0), (0.58, 0.34), (-0.58, 0.34))[None], nowhere)[0]
    aslant = settled(shows((0.0, 0.17), (0.0, -0.5))[None], nowhere)[0]
    assert overhead.alone > 0.9
    assert aslant.alone < 0.8
    many = settled(np.stack([shows((0.0, 0.17), (0.0, -0.5)), *[shows((0.0, -0.5))] * 3]), np.zeros((4, 2), np.float32))
    assert many[0].lean == pytest.approx((0.0, -0.5), abs=0.06)
    assert many[0].alone > 0.9


def test_dice_all_over_a_picture_taken_from_far_away_may_show_their_upper_faces_straight() -> None:
    boxes = [around(x, y) for x, y in ((60, 60), (740, 80), (420, 300), (90, 520), (700, 540))]
    seen = settled(np.stack([shows((0.0, 0.0), (0.45, 0.3), (-0.45, 0.3))] * 5), by_place(boxes, FRAME))
    assert all(np.hypot(*die.lean) < 0.1 for die in seen)
    assert min(die.flat for die in seen) > 0.25


def test_a_lone_die_that_seems_to_lean_inwards_does_not_lie_flat() -> None:
    flat, raised = (settled(shows((x, 0.0))[None], np.array([[0.3, 0.0]], np.float32))[0] for x in (0.3, -0.3))
    assert flat.flat > 0.4
    assert raised.flat < 0.15


def test_dice_that_all_lean_alike_tell_that_the_camera_is_tilted() -> None:
    expected = np.zeros((5, 2), np.float32)
    alike = settled(np.stack([shows((0.3, 0.3))] * 5), expected)
    assert alike[0].lean == pytest.approx((0.3, 0.3), abs=0.06)
    assert alike[0].flat > 0.8
    other = settled(np.stack([shows((0.3, 0.3)), *[shows((0.0, 0.0))] * 4]), expected)
    assert other[0].flat < 0.2
    assert other[1].flat > 0.8


def test_of_a_wide_lens_dice_lean_more_towards_the_edge_and_they_say_so_themselves() -> None:
    places = np.array([[-0.3, 0.0], [0.3, 0.0], [0.0, -0.3], [0.0, 0.3], [0.3, 0.3]], np.float32)
    wide = np.stack([shows((x / 0.6, y / 0.6)) for x, y in places[:4]] + [shows((0.4, 0.4))])
    usual = np.stack([shows((x, y)) for x, y in places[:4]] + [shows((0.4, 0.4))])
    assert settled(wide, places)[4].expected[0] > settled(usual, places)[4].expected[0] + 0.08


def test_after_some_throws_a_lone_die_that_leans_under_a_tilted_camera_is_told() -> None:
    nowhere, stance = np.zeros((1, 2), np.float32), Stance()
    before = settled(shows((0.0, 0.0))[None], nowhere)[0].flat
    for throw in range(6):
        settled(shows((0.3, 0.0))[None], np.array([[0.0, -0.2 + 0.08 * throw]], np.float32), stance)
    assert settled(shows((0.3, 0.0))[None], nowhere, stance)[0].flat > 0.7
    assert settled(shows((0.0, 0.0))[None], nowhere, stance)[0].flat < before / 2


def test_a_die_does_not_vouch_for_itself_however_often_it_is_looked_at() -> None:
    nowhere, stance = np.zeros((1, 2), np.float32), Stance()
    looks = [settled(shows((0.4, 0.0))[None], nowhere + 0.002 * look, stance)[0].flat for look in range(9)]
    assert looks == pytest.approx([looks[0]] * 9, abs=0.02)
    assert not stance.told.any()
    settled(shows((0.4, 0.0))[None], nowhere + 0.3, stance)
    assert stance.told.any()


def test_places_mean_the_same_in_every_picture_of_a_camera_that_stays() -> None:
    stance = Stance()
    small, large = (by_place([around(700, 300, side)], FRAME, stance)[0][0] for side in (40, 200))
    assert small == pytest.approx(large)


def test_a_camera_that_was_moved_is_noticed_by_what_all_dice_show() -> None:
    nowhere, stance = np.zeros((4, 2), np.float32), Stance()
    for throw in range(6):
        settled(np.stack([shows((0.3, 0.0))] * 4), nowhere + 0.1 * (throw % 2), stance)
    moved = settled(np.stack([shows((-0.3, 0.0))] * 4), nowhere, stance)
    assert min(die.flat for die in moved) > 0.6


def test_a_look_at_an_empty_tray_teaches_nothing() -> None:
    stance = Stance()
    settled(np.zeros((0, len(LEANS)), np.float32), by_place([], FRAME), stance)
    assert not stance.told.any()


def test_no_dice_have_no_slant() -> None:
    assert settled(np.zeros((0, len(LEANS)), np.float32), by_place([], FRAME)) == []


def test_a_map_is_read_between_its_spots() -> None:
    across = np.array([[0.1, 0.15, 9.0]], np.float32)
    (found,) = heights(shows((0.1, 0.0))[None], across, np.zeros_like(across))
    assert found == pytest.approx([1.0, 0.8, 0.0], abs=0.05)


def tray_seen(tilt: tuple[float, float], focal: float = 0.87, half: tuple[float, float] = (0.3, 0.2)) -> Corners:
    """The corners of a rectangle on the floor, a picture's width below a camera that is tilted so, in a picture of four
    by three."""
    normal = np.array([*tilt, -np.sqrt(1 - tilt[0] ** 2 - tilt[1] ** 2)])
    right = np.cross([0.0, 1.0, 0.0], normal)
    right /= np.linalg.norm(right)
    spots = []
    for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1)):
        spot = np.array([0, 0, 1.0]) + x * half[0] * right + y * half[1] * np.cross(normal, right)
        spots.append((0.5 + focal * spot[0] / spot[2], 0.5 + focal * spot[1] / spot[2] / 0.75))
    return tuple(spots)


def test_the_corners_of_a_tray_tell_how_a_camera_is_tilted() -> None:
    for tilt in ((0.0, 0.0), (0.4, 0.0), (-0.1, -0.5)):
        likely = np.exp(by_tray(tray_seen(tilt), 1.0, 0.75, 0.87)).reshape(len(LENSES), -1)[1]
        assert TILTS[:, likely.argmax()] == pytest.approx(tilt, abs=0.06)
        far = np.hypot(*(TILTS - np.array(tilt)[:, None])) > 0.35
        assert likely[far].max() < 0.1 * likely.max()


def test_a_tray_that_no_four_whole_corners_tell_of_says_nothing() -> None:
    cut_off = ((0.0, 0.1), *tray_seen((0.3, 0.0))[1:])
    for corners in ((), tray_seen((0.3, 0.0))[:3], cut_off, WHOLE_PICTURE):
        assert not by_tray(corners, 1.0, 0.75, 0.87).any()


def test_a_calibrated_tray_tells_at_the_first_throw_that_a_die_leans() -> None:
    """The camera looks straight down: a lone die whose face looks aslant would else pass for one under a tilted one."""
    known, unknown = Stance(corners=tray_seen((0.0, 0.0))), Stance()
    flats = []
    for stance in (known, unknown):
        place = by_place([around(400, 300)], FRAME, stance)
        flats.append([settled(shows(lean)[None], place, stance)[0].flat for lean in ((0.0, 0.0), (0.0, -0.4))])
    assert flats[0][0] > flats[1][0]
    assert flats[0][1] < flats[1][1] / 2
