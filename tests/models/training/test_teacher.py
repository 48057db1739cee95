"""A smaller network learns a larger one's answers; these run where torch is installed."""

import numpy as np
import pytest

from reader.vision.networks import MODELS, Network

torch = pytest.importorskip("torch")

from models.training.augment import normalised  # noqa: E402
from models.training.direction import target  # noqa: E402
from models.training.export import SHAPES  # noqa: E402
from models.training.labels import DIRECTIONS  # noqa: E402
from models.training.teacher import Teacher, astray, knows, unlike  # noqa: E402


def pictures(side_px: int) -> np.ndarray:
    return np.random.default_rng(1).integers(0, 255, (3, side_px, side_px, 3), dtype=np.uint8)


@pytest.mark.parametrize("name", ["face", "upright"])
def test_a_teacher_says_what_the_reader_would_hear(name: str) -> None:
    network = Network(MODELS, name, threads=1)
    shown = pictures(network.card.input_px)
    images = normalised(torch.from_numpy(shown).permute(0, 3, 1, 2).float() / 255)
    for taught, heard in zip(Teacher(MODELS, name, SHAPES[name][3]).says(images), network.see(shown), strict=True):
        assert np.abs(taught.numpy() - heard).max() < 0.2 * max(1.0, float(np.abs(heard).max()))


def test_a_smaller_picture_is_shown_to_it_enlarged() -> None:
    teacher = Teacher(MODELS, "face", SHAPES["face"][3])
    assert [len(said) for said in teacher.says(torch.zeros(2, 3, 48, 48))] == [2, 2, 2]


def test_a_network_with_other_answers_teaches_nothing() -> None:
    with pytest.raises(ValueError, match="other answers"):
        Teacher(MODELS, "face", SHAPES["upright"][3])


def test_answers_like_the_teachers_cost_nothing_and_others_do() -> None:
    said = torch.tensor([[2.0, 0.0, -1.0]])
    right = torch.tensor([True])
    assert float(unlike(said, said + 5, right)) == pytest.approx(0, abs=1e-6)
    assert float(unlike(said, said.flip(1), right)) > 0.5
    assert float(unlike(said, said.flip(1), ~right)) == 0
    assert float(astray(said, said, right)) == 0
    assert float(astray(torch.zeros(1, 3), said, right)) == pytest.approx(1)
    assert float(astray(torch.zeros(1, 3), said, ~right)) == 0


@pytest.mark.parametrize(("off_deg", "folds", "is_right"), [(0, 1, True), (15, 1, True), (60, 1, False), (180, 2, True),
                                                            (90, 2, False), (90, 0, True)])  # fmt: skip
def test_a_teacher_that_points_elsewhere_is_not_listened_to(off_deg: float, folds: int, is_right: bool) -> None:
    wanted = target(30.0, folds)[None] if folds else torch.zeros(1, DIRECTIONS)
    way = target(30.0 + off_deg, 1)[None].log()
    assert knows(way, wanted).tolist() == [is_right]
