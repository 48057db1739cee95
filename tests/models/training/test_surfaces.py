"""Dice on pictures of real surfaces: which pictures are of use, and that dice and truth stay what they were."""

from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from models.studio.die import random_die
from models.studio.scene import Scene, draw, random_scene
from models.training import bank, crops, surfaces
from models.training.collage import shoot
from models.training.surfaces import Surfaces, gather


def bricks(seed: int, width: int = 480, height: int = 360) -> np.ndarray:
    rng = np.random.default_rng(seed)
    small = rng.integers(30, 220, (height // 40, width // 40, 3), np.uint8)
    return np.asarray(cv2.resize(small, (width, height), interpolation=cv2.INTER_NEAREST), np.uint8)


def photograph() -> np.ndarray:
    """A red die on grey."""
    picture = np.full((180, 200, 3), 110, np.uint8) + np.random.default_rng(0).integers(0, 9, (180, 200, 3), np.uint8)
    cv2.circle(picture, (90, 80), 29, (30, 30, 200), -1)
    return picture


def write(path: Path, picture: np.ndarray) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    assert cv2.imwrite(str(path), picture)


@pytest.fixture
def some(tmp_path: Path) -> Path:
    """A training folder with a dozen surfaces."""
    for seed in range(12):
        write(tmp_path / "mine" / f"{seed}.png", bricks(seed))
    assert gather(tmp_path / "mine", tmp_path / "surfaces") == 12
    return tmp_path


def scene(seed: int = 5) -> Scene:
    return random_scene(np.random.default_rng(seed), 416, ["d6", "d20"], height_px=312)


def test_only_what_can_be_a_floor_is_taken_and_once(tmp_path: Path) -> None:
    source, wall = tmp_path / "mine", bricks(1)
    write(source / "deep" / "wall.png", wall)
    write(source / "again.png", wall)
    write(source / "small.png", bricks(2, 200, 160))
    write(source / "narrow.png", bricks(2, 5200, 280))
    write(source / "plain.png", np.full((400, 400, 3), 90, np.uint8))
    write(source / "clear.png", np.dstack([bricks(3), np.zeros((360, 480), np.uint8)]))
    write(source / "deep.png", bricks(4)[..., 0].astype(np.uint16) * 257)
    (source / "broken.jpg").write_bytes(b"no picture")
    (source / "notes.txt").write_text("no picture either")
    assert gather(source, tmp_path / "surfaces") == 1


def test_a_second_folder_adds_to_the_first(some: Path) -> None:
    write(some / "more" / "a.png", bricks(50))
    assert gather(some / "more", some / "surfaces") == 13


def test_what_is_held_back_looks_like_nothing_that_is_trained_with(tmp_path: Path) -> None:
    """The same surface is found in other sizes and other colours."""
    for seed in range(60):
        wall = bricks(seed)
        write(tmp_path / "mine" / f"{seed}.png", wall)
        smaller = cv2.resize(wall, None, fx=0.8, fy=0.8, interpolation=cv2.INTER_AREA)
        write(tmp_path / "mine" / f"{seed}.jpg", np.clip(smaller * 0.5 + (40, 20, 5), 0, 255).astype(np.uint8))
    gather(tmp_path / "mine", tmp_path / "surfaces")
    used, held_back = (Surfaces(tmp_path / "surfaces", each).paths for each in (False, True))
    assert held_back
    known = np.stack([surfaces._outline(path) for path in used])
    assert max(float((known @ surfaces._outline(path)).max()) for path in held_back) < surfaces.TWINS


def test_large_ones_are_made_smaller(tmp_path: Path) -> None:
    write(tmp_path / "mine" / "huge.png", bricks(1, 3000, 2000))
    gather(tmp_path / "mine", tmp_path / "surfaces")
    (copy,) = (tmp_path / "surfaces").glob("*.jpg")
    assert max(cv2.imread(str(copy)).shape) == surfaces.MOST_PX  # type: ignore[union-attr]


def test_no_surface_is_trained_with_and_measured_with(some: Path) -> None:
    used, held_back = Surfaces(some / "surfaces"), Surfaces(some / "surfaces", held_back=True)
    assert set(used.paths).isdisjoint(held_back.paths)
    assert len(used) + len(held_back) == 12
    assert Surfaces.beside(some / "bank").paths == used.paths


def test_a_ground_is_a_picture_of_the_size_asked_for_and_always_another(some: Path) -> None:
    grounds = [Surfaces(some / "surfaces").ground(np.random.default_rng(seed), 130, 90) for seed in range(20)]
    for ground in grounds:
        assert ground.shape == (90, 130, 3)
        assert ground.dtype == np.float32
        assert 0 <= ground.min() < ground.max() <= 1
        assert 0.08 < ground.mean() < 0.7
    assert len({ground.tobytes() for ground in grounds}) == 20


def test_dice_lie_on_it_as_they_lay_on_their_tray(some: Path) -> None:
    shown = scene()
    ground = Surfaces(some / "surfaces").under(np.random.default_rng(1), shown, share=1.0)
    assert ground is not None
    on_tray, before = draw(shown)
    on_surface, truth = draw(shown, ground=ground)
    assert [(die.kind, die.face, die.box) for die in truth] == [(die.kind, die.face, die.box) for die in before]

    def likeness(y: int, x: int, reach: int) -> float:
        spots = (picture[y - reach : y + reach, x - reach : x + reach].mean(axis=2).ravel() for picture in pictures)
        return float(np.corrcoef(*spots)[0, 1])

    pictures = (on_tray, on_surface)
    assert all(likeness(int(die.centre[1]), int(die.centre[0]), 14) > 0.9 for die in truth)
    assert likeness(30, 30, 14) < 0.5


def test_only_some_scenes_leave_their_tray(some: Path) -> None:
    rng, shown = np.random.default_rng(2), scene()
    told = [Surfaces(some / "surfaces").under(rng, shown) is None for _ in range(60)]
    assert 20 < sum(told) < 52


def test_who_brought_none_gets_the_floors_of_before(tmp_path: Path) -> None:
    none = Surfaces.beside(tmp_path / "bank")
    paint = bank._paint(0)
    assert none.under(np.random.default_rng(1), scene(), share=1.0) is None
    assert none.painting(paint, 1) is paint


def test_a_painter_lays_dice_on_it_at_times_and_in_the_light_of_the_lamp(some: Path) -> None:
    floors: list[np.ndarray] = []
    paint = Surfaces(some / "surfaces").painting(lambda image, *_: floors.append(image.copy()), 7)
    shown = scene()
    dark = replace(shown.light, ambient=0.0, lamp=0.0)
    green = np.full((60, 60, 3), (0.0, 0.5, 0.0), np.float32)
    for _ in range(40):
        paint(green.copy(), shown.dice, shown.camera, shown.light)
    laid = [floor for floor in floors if floor.std(axis=(0, 1)).max() > 0.02]
    assert 6 < len(laid) < 30
    assert min(float(floor[..., 2].mean()) for floor in laid) > 0.02  # not dyed by the floor of before
    floors.clear()
    for _ in range(20):
        paint(green.copy(), shown.dice, shown.camera, dark)
    assert 2 < sum(float(floor.max()) == 0 for floor in floors) < 16


def test_nothing_lies_on_it_too(some: Path) -> None:
    kept = Surfaces(some / "surfaces")
    hand = [random_die(np.random.default_rng(1), "d6")]
    pairs = [(crops.nothing(np.random.default_rng(seed), hand).picture,
              crops.nothing(np.random.default_rng(seed), hand, kept).picture) for seed in range(12)]  # fmt: skip
    assert 1 < sum(not np.array_equal(*pair) for pair in pairs) <= 12


def test_collages_are_laid_on_what_is_held_back_and_can_be_bare(some: Path) -> None:
    write(some / "photos" / "a.png", photograph())
    (some / "photos" / "index.csv").write_text(
        "path,set,clip,split,kind,face,colour,style,x,y,w,h\na.png,mine,,dev,d6,4,red,numerals,60,50,60,60\n"
    )
    index, grounds = some / "photos" / "index.csv", Surfaces(some / "surfaces", held_back=True)
    assert shoot(index, "dev", some / "out", 3, 416, False, False, 1, grounds) > 0
    assert shoot(index, "dev", some / "bare", 3, 416, False, False, 1, grounds, bare=True) == 0
    laid, bare = (cv2.imread(str(some / each / "00001.jpg")) for each in ("out", "bare"))
    assert laid is not None
    assert bare is not None
    assert not np.array_equal(laid, bare)


def test_the_finder_is_shown_some_without_dice(some: Path) -> None:
    pytest.importorskip("torch")
    from models.training.finder import FinderTask

    seen = [FinderTask(some, [], seed)._bare() for seed in range(4)]
    assert all(len(sample.boxes) == 0 and sample.picture.std() > 5 for sample in seen)


def test_a_damaged_copy_is_told_by_its_name(some: Path) -> None:
    surface = Surfaces(some / "surfaces")
    surface.paths = surface.paths[:1]
    surface.paths[0].write_bytes(b"")
    with pytest.raises(OSError, match=surface.paths[0].name):
        surface.ground(np.random.default_rng(0), 60, 60)
