"""The finder's answers become boxes in the picture's own pixels."""

from types import SimpleNamespace

import numpy as np
import pytest

from reader.vision.find import SHADE, find


class ScriptedFinder:
    """Answers hills at given places of a 416 × 320 input: (row, column, chance, width, height)."""

    card = SimpleNamespace(input_px=416, thresholds={"found": 0.3})

    def __init__(self, *hills: tuple[int, int, float, float, float]) -> None:
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


class NearerFinder(ScriptedFinder):
    """Sees one small die in a whole picture; and in any part of it a second one, at its upper left."""

    def __init__(self) -> None:
        super().__init__((20, 26, 0.6, 16, 16))
        self.looks = 0

    def see(self, pictures: np.ndarray, shades: object) -> list[np.ndarray]:
        self.looks += 1
        if self.looks > 1:
            self.hills = ((4, 4, 0.9, 40, 36), (20, 26, 0.2, 40, 36))
        return super().see(pictures, shades)


def test_small_dice_are_looked_for_from_nearer_by() -> None:
    finder = NearerFinder()
    (found,) = find(picture(1664, 1248), finder)  # type: ignore[arg-type]
    assert finder.looks == 2
    assert found.chance == pytest.approx(0.9)
    assert found.box.width < 2 * 64  # in the part's scale, which is finer than the picture's
    assert 300 < found.box.centre[0] < 860
    assert 200 < found.box.centre[1] < 660


def test_a_large_box_stays_though_no_part_shows_it_whole() -> None:
    class Mixed(NearerFinder):
        def __init__(self) -> None:
            super().__init__()
            self.hills = (
                (20, 26, 0.6, 16, 16), (24, 30, 0.6, 16, 16), (24, 20, 0.6, 16, 16), (8, 40, 0.5, 130, 130),
            )  # fmt: skip

    found = find(picture(1664, 1248), Mixed())  # type: ignore[arg-type]
    assert max(one.box.width for one in found) == pytest.approx(520, abs=2)
