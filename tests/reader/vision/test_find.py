"""The finder's answers become boxes in the picture's own pixels."""

from types import SimpleNamespace

import cv2
import numpy as np
import pytest

from reader.vision.find import GREY, SHADE, find

Hill = tuple[int, int, float, float, float]


class ScriptedFinder:
    """Answers hills at given places of a 416 × 320 input: (row, column, chance, width, height)."""

    card = SimpleNamespace(input_px=416, thresholds={"found": 0.3, "sure_found": 0.5})

    def __init__(self, *hills: Hill) -> None:
        self.hills = hills

    def see(self, pictures: np.ndarray, shades: object) -> list[np.ndarray]:
        assert shades == [SHADE]
        rows, columns = pictures.shape[1] // 8, pictures.shape[2] // 8
        heat = np.full((1, 1, rows, columns), -9.0, np.float32)
        box = np.zeros((1, 4, rows, columns), np.float32)
        kinds = np.zeros((1, 7, rows, columns), np.float32)
        for row, column, chance, width, height in self.hills:
            heat[0, 0, row, column] = np.log(chance / (1 - chance))
            box[0, 2:, row, column] = np.log(width / 32), np.log(height / 32)
            kinds[0, 6, row, column] = 5.0
        return [heat, box, kinds]


def picture(width: int = 832, height: int = 624) -> np.ndarray:
    return np.zeros((height, width, 3), np.uint8)


def test_a_hill_becomes_a_box_at_the_pictures_scale() -> None:
    (found,) = find(picture(), ScriptedFinder((10, 20, 0.9, 64, 48)))  # type: ignore[arg-type]
    assert found.box.centre == pytest.approx((20.5 * 16, 10.5 * 16))
    assert (found.box.width, found.box.height) == pytest.approx((128, 96))
    assert found.chance == pytest.approx(0.9)
    assert int(np.argmax(found.kinds)) == 6


def test_a_faint_hill_is_no_die() -> None:
    assert find(picture(), ScriptedFinder((10, 20, 0.2, 64, 64))) == []  # type: ignore[arg-type]


def test_two_hills_on_one_die_are_one_box() -> None:
    found = find(picture(), ScriptedFinder((10, 20, 0.9, 64, 64), (10, 22, 0.6, 60, 60)))  # type: ignore[arg-type]
    assert [round(one.chance, 2) for one in found] == [0.9]


def test_equally_high_hills_come_row_by_row() -> None:
    hills = ((20, 5, 0.9, 30, 30), (4, 30, 0.9, 30, 30), (4, 8, 0.9, 30, 30), (30, 40, 0.95, 30, 30))
    found = find(picture(), ScriptedFinder(*hills))  # type: ignore[arg-type]
    assert [(one.box.centre[1] // 16, one.box.centre[0] // 16) for one in found] == [(30, 40), (4, 8), (4, 30), (20, 5)]


def test_dice_that_touch_are_two() -> None:
    found = find(picture(), ScriptedFinder((10, 20, 0.9, 40, 40), (10, 25, 0.8, 40, 40)))  # type: ignore[arg-type]
    assert len(found) == 2


def test_a_box_ends_at_the_pictures_edge() -> None:
    (found,) = find(picture(), ScriptedFinder((0, 0, 0.9, 64, 64)))  # type: ignore[arg-type]
    assert (found.box.x, found.box.y) == (0, 0)
    assert found.box.width < 128


@pytest.mark.parametrize(("width", "height"), [(640, 480), (4000, 3000), (480, 640), (2592, 1944), (700, 701)])
def test_pictures_of_any_size_are_taken(width: int, height: int) -> None:
    (found,) = find(picture(width, height), ScriptedFinder((4, 4, 0.9, 30, 30)))  # type: ignore[arg-type]
    assert found.box.width == pytest.approx(30 * max(width, height) / 416)


class NearerFinder:
    """Sees dice that lie in a picture of its own making: squares of one grey each, whose chance that is. In a whole
    picture small ones look larger than they are."""

    card = ScriptedFinder.card

    def __init__(self) -> None:
        self.looks = 0

    def see(self, pictures: np.ndarray, shades: object) -> list[np.ndarray]:
        self.looks += 1
        hills = []
        shown = np.where(pictures[0, ..., 0] == GREY[0], 0, pictures[0, ..., 0])
        _, _, stats, middles = cv2.connectedComponentsWithStats((shown > 25).astype(np.uint8))
        for (x, y, wide, high, area), (across, down) in zip(stats[1:], middles[1:], strict=True):
            if area > 60:
                chance = float(shown[y : y + high, x : x + wide].max()) / 100
                hills.append((int(down // 8), int(across // 8), chance, float(wide), float(high)))
        return ScriptedFinder(*hills).see(pictures, shades)


def laid(*dice: tuple[int, int, int, int]) -> np.ndarray:
    """A picture of 1664 × 1248 with squares: x, y, side, grey."""
    frame = picture(1664, 1248)
    for x, y, side, grey in dice:
        frame[y : y + side, x : x + side] = grey
    return frame


def test_small_dice_are_looked_for_from_nearer_by() -> None:
    finder = NearerFinder()
    found = find(laid((700, 500, 64, 70), (860, 560, 64, 80), (760, 700, 64, 90)), finder)  # type: ignore[arg-type]
    assert finder.looks == 2
    assert [round(one.chance, 1) for one in found] == [0.9, 0.8, 0.7]
    assert found[2].box.centre == pytest.approx((732, 532), abs=16)
    assert found[2].box.width == pytest.approx(64, abs=4)


def test_a_die_that_two_parts_show_is_one_and_none_is_lost_between_them() -> None:
    small = [(x, y, 64, 50 + number) for number, (x, y) in
             enumerate((x, y) for x in range(40, 1600, 240) for y in range(40, 1180, 200))]  # fmt: skip
    finder = NearerFinder()
    found = find(laid(*small), finder)  # type: ignore[arg-type]
    assert finder.looks > 3
    assert sorted(round(one.chance * 100) for one in found) == [grey for *_, grey in small]


def test_a_large_die_among_small_ones_stays_though_no_part_shows_it_whole() -> None:
    small = [(x, y, 60, 50 + x // 100 + y // 100) for x in range(60, 1600, 300) for y in (60, 1100)]
    found = find(laid(*small, (700, 500, 190, 97)), NearerFinder())  # type: ignore[arg-type]
    assert found[0].chance == pytest.approx(0.97, abs=0.01)
    assert found[0].box.width == pytest.approx(190, abs=8)


def test_what_is_not_wanted_asks_for_no_closer_look() -> None:
    finder = NearerFinder()
    frame = laid((100, 100, 60, 60), (300, 100, 60, 70), (900, 700, 130, 90))
    found = find(frame, finder, lambda box: box.y > 400)  # type: ignore[arg-type]
    assert finder.looks == 1
    assert [round(one.chance, 1) for one in found] == [0.9]


class TwoLooks:
    """Says one thing of a small picture, and another of the same with a margin around it, where everything is half as
    large."""

    card = ScriptedFinder.card

    def __init__(self, near: list[Hill], afar: list[Hill]) -> None:
        self.answers = [near, afar]

    def see(self, pictures: np.ndarray, shades: object) -> list[np.ndarray]:
        return ScriptedFinder(*self.answers.pop(0)).see(pictures, shades)


PIP, FILLING = (26, 26, 0.7, 60.0, 60.0), (26, 26, 0.9, 160.0, 160.0)


def looked(near: list[Hill], afar: list[Hill], side: int = 208) -> tuple[list[int], TwoLooks]:
    """How wide what is found is, in a picture of which the finder sees two pixels for one."""
    finder = TwoLooks(near, afar)
    return [round(one.box.width) for one in find(picture(side, side), finder)], finder  # type: ignore[arg-type]


def test_a_die_that_fills_a_small_picture_is_seen_from_further_away() -> None:
    found = find(picture(208, 208), TwoLooks([PIP], [FILLING]))  # type: ignore[arg-type]
    assert [round(one.box.width) for one in found] == [160]
    assert found[0].box.centre == pytest.approx((108, 108))


def test_what_lies_beside_it_stays() -> None:
    assert looked([PIP, (3, 3, 0.6, 40.0, 40.0)], [FILLING])[0] == [160, 20]


def test_a_die_that_the_finder_hardly_sees_from_there_fills_no_picture() -> None:
    assert looked([PIP], [(26, 26, 0.45, 160.0, 160.0)])[0] == [30]


def test_a_small_die_seen_from_there_is_not_taken_for_one_that_fills_the_picture() -> None:
    assert looked([PIP], [(26, 26, 0.9, 30.0, 30.0)])[0] == [30]


def test_a_tray_that_looks_like_a_die_does_not_hide_the_dice_on_it() -> None:
    dice = [(20, 20, 0.95, 60.0, 60.0), (32, 30, 0.8, 60.0, 60.0)]
    assert looked(dice, [FILLING])[0] == [30, 30]


def test_what_a_camera_takes_is_not_looked_at_from_further_away() -> None:
    found, finder = looked([PIP], [FILLING], 832)
    assert found == [120]
    assert finder.answers == [[FILLING]]
