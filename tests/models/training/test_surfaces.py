"""Dice on pictures of real surfaces: which pictures are of use, and that dice and truth stay what they were."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from models.studio import textures
from models.studio.die import random_die
from models.studio.scene import Scene, draw, random_scene
from models.training import crops, surfaces
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
    picture = cv2.imread(str(copy))
    assert picture is not None
    assert max(picture.shape) == surfaces.MOST_PX


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
    assert none.under(np.random.default_rng(1), scene(), share=1.0) is None
    drawn = textures.floor(np.random.default_rng(1), (40, 60))
    np.testing.assert_array_equal(none.floor(np.random.default_rng(1), (40, 60)), drawn)


def test_some_floors_are_real_ones(some: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(textures, "floor", lambda _, size, __: np.zeros((*size, 3), np.float32))
    rng, kept = np.random.default_rng(3), Surfaces(some / "surfaces")
    floors = [kept.floor(rng, (40, 60)) for _ in range(60)]
    assert {floor.shape for floor in floors} == {(40, 60, 3)}
    assert 12 < sum(bool(floor.any()) for floor in floors) < 36


def test_crops_of_dice_and_of_nothing_lie_on_the_floor_that_they_are_given() -> None:
    def green(_: np.random.Generator, size: tuple[int, int], scale: float) -> np.ndarray:
        del scale
        return np.full((*size, 3), (0.05, 0.5, 0.05), np.float32)

    rng = np.random.default_rng(4)
    hand = [random_die(rng, kind) for kind in ("d6", "d20", "d8")]
    shown = [crops.nothing(rng, hand, green).picture for _ in range(12)]
    for cut in (crops.crops, crops.closer_crops):
        shown += [crop.picture for _ in range(4) for crop in cut(rng, floor=green)]
    rims = np.array([picture[2:8].mean(axis=(0, 1)) for picture in shown])
    is_green = (rims[:, 1] > rims[:, 0]) & (rims[:, 1] > rims[:, 2])
    assert len(shown) > 40
    assert is_green.mean() > 0.7  # other dice reach the rim at times
    assert is_green[:12].mean() > 0.7


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
