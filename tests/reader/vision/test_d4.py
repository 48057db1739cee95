"""A d4 is looked at closer, in every third of a turn."""

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from reader.vision.classify import Classifier
from reader.vision.cut import AS_FOUND, CROP_PX, Crop, turned
from reader.vision.d4 import ASKEW_DEG, CLOSE_PX, CloseView, D4Reader
from reader.vision.face_map import LEANS
from reader.vision.find import Found
from reader.vision.look import Eye
from reader.vision.sighting import Box

LABELS = ("d4:1", "d4:2", "d4:3", "d4:4", "turned")
FACE_LABELS = ("d4:1", "d4:2", "d4:3", "d4:4", "d6:1", "leaning", "nothing", "turned")
SURE = 9.0


class Saying:
    """A network that answers every batch in turn; the last answer is repeated."""

    def __init__(self, labels: tuple[str, ...], *answers: Callable[[int], list[np.ndarray]], **levels: float) -> None:
        self.card = SimpleNamespace(labels=labels, input_px=80, thresholds=levels)
        self.answers, self.batches = list(answers), []  # type: ignore[var-annotated]

    def see(self, batch: np.ndarray) -> list[np.ndarray]:
        self.batches.append(batch)
        answer = self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]
        return answer(len(batch))


def saying(*best: int) -> Callable[[int], list[np.ndarray]]:
    """One answer for each view."""
    return lambda count: [SURE * np.eye(len(LABELS), dtype=np.float32)[list(best)][:count]]


def close_up() -> Crop:
    return np.random.default_rng(0).integers(0, 255, (CLOSE_PX, CLOSE_PX, 3), dtype=np.uint8)


def read(*answers: Callable[[int], list[np.ndarray]], lean: float = 0.0) -> tuple[np.ndarray, Saying]:
    network = Saying(LABELS, *answers)
    (chances,) = D4Reader(network).read([CloseView(close_up(), AS_FOUND, 10.0, (lean, 0.0))])  # type: ignore[arg-type]
    return chances, network


def test_three_thirds_of_a_turn_are_read_together() -> None:
    chances, network = read(saying(2, 2, 2))
    assert chances.argmax() == 2
    assert chances[2] > 0.99
    assert chances.sum() == pytest.approx(1)
    assert [len(batch) for batch in network.batches] == [3]


def test_a_third_that_is_not_upright_does_not_count() -> None:
    chances, _ = read(saying(4, 1, 4))
    assert chances[1] > 0.99


def test_thirds_that_disagree_leave_doubt() -> None:
    alike, _ = read(saying(0, 0, 0))
    chances, _ = read(saying(0, 1, 0))
    assert 0.5 < chances[0] < alike[0] - 0.005


def test_seen_aslant_the_upright_view_counts_most() -> None:
    from_above, _ = read(saying(0, 1, 1))
    aslant, _ = read(saying(0, 1, 1), lean=0.5)
    assert from_above.argmax() == 1
    assert aslant.argmax() == 0


def test_where_no_third_is_upright_those_between_are_looked_at() -> None:
    chances, network = read(saying(4, 4, 4), saying(3, 4, 4))
    assert chances[3] > 0.99
    assert [len(batch) for batch in network.batches] == [3, 3]


def test_of_a_die_that_is_upright_nowhere_nothing_is_said() -> None:
    chances, _ = read(saying(4, 4, 4), saying(4, 4, 4))
    assert chances.max() < 0.3


def doubting(first: float, second: float, *askance: float) -> Callable[[int], list[np.ndarray]]:
    """Chances of the first two faces, and for every view that it is not upright."""
    rows = [[first * (1 - part), second * (1 - part), 1e-6, 1e-6, part] for part in askance]
    return lambda count: [np.log(np.array(rows, np.float32))[:count]]


def test_a_die_in_doubt_is_looked_at_askew_where_it_is_most_upright() -> None:
    chances, network = read(doubting(0.6, 0.4, 0.98, 0.02, 0.98), doubting(0.95, 0.05, 0.02, 0.02))
    assert [len(batch) for batch in network.batches] == [3, 2]
    crop, side = close_up(), network.card.input_px
    for view, aside in zip(network.batches[1], ASKEW_DEG, strict=True):
        np.testing.assert_array_equal(view, turned(crop, side, 10.0 + 120.0 + aside))
    assert chances[0] > 0.9


def test_askew_views_may_take_a_face_back() -> None:
    chances, _ = read(doubting(0.6, 0.4, 0.98, 0.02, 0.98), doubting(0.1, 0.9, 0.02, 0.02))
    assert chances.argmax() == 1


def test_against_other_thirds_askew_views_count_as_one() -> None:
    chances, _ = read(doubting(0.6, 0.4, 0.02, 0.02, 0.02), doubting(0.4, 0.6, 0.02, 0.02))
    assert chances.argmax() == 0


def upright_net() -> Saying:
    def answer(count: int) -> list[np.ndarray]:
        directions = np.tile(12 * np.eye(24, dtype=np.float32)[6], (count, 1))
        faces = np.full((count, len(LEANS)), -6, np.float32)
        faces[:, len(LEANS) // 2] = 3
        kinds = np.tile(np.array([[9, 0, 0]], np.float32), (count, 1))
        return [directions, kinds, np.zeros((count, 3), np.float32), np.full((count, 2), -6, np.float32), faces]

    return Saying(("d4", "d6", "nothing"), answer)


def face_net(*logits: float) -> Saying:
    def answer(count: int) -> list[np.ndarray]:
        said = np.tile(np.array(logits, np.float32), (count, 1))
        return [said, np.zeros((count, 4), np.float32), np.zeros((count, 24), np.float32)]

    return Saying(FACE_LABELS, answer, temperature=1.0, second_look=0.5, askew=0.5)


def classified(face: Saying, d4: Saying, closer: Callable[[int], Crop] | None = None) -> np.ndarray:
    crop = np.full((CROP_PX, CROP_PX, 3), 90, np.uint8)
    classifier = Classifier(upright_net(), face, D4Reader(d4))  # type: ignore[arg-type]
    return classifier.classify([crop], closer=closer)[0].faces


def test_the_d4_reader_tells_the_face_and_not_how_likely_a_d4_it_is() -> None:
    asked: list[int] = []

    def closer(number: int) -> Crop:
        asked.append(number)
        return close_up()

    faces = classified(face_net(5, 4, 1, 1, 3, 0, 0, 0), Saying(LABELS, saying(1, 1, 1)), closer)
    alone = classified(face_net(5, 4, 1, 1, 3, 0, 0, 0), Saying(LABELS, saying(0, 0, 0)), closer)
    assert faces.argmax() == 1
    assert faces[:4].sum() == pytest.approx(alone[:4].sum())
    assert faces[4] == pytest.approx(alone[4])
    assert asked == [0, 0]


def test_other_dice_are_not_looked_at_as_d4() -> None:
    d4 = Saying(LABELS, saying(1, 1, 1))
    faces = classified(face_net(0, 0, 0, 0, 9, 0, 0, 0), d4)
    assert faces.argmax() == 4
    assert d4.batches == []


def test_a_crop_alone_is_enough() -> None:
    d4 = Saying(LABELS, saying(1, 1, 1))
    assert classified(face_net(9, 0, 0, 0, 0, 0, 0, 0), d4).argmax() == 1
    assert [batch.shape for batch in d4.batches] == [(3, 80, 80, 3)]


def test_the_eye_cuts_a_die_out_again_in_more_pixels() -> None:
    cut_out: list[Crop] = []

    class Asking:
        def classify(self, *_given: Any, closer: Any, stance: Any) -> list[object]:
            assert stance is None
            cut_out.append(closer(0))
            return []

    frame = np.zeros((300, 400, 3), np.uint8)
    frame[100:200, 150:250] = 255
    found = Found(Box(150, 100, 100, 100), 0.9, ())
    Eye(None, Asking()).seen(frame, [found], [])  # type: ignore[arg-type]
    (close,) = cut_out
    assert close.shape == (CLOSE_PX, CLOSE_PX, 3)
    assert abs(int((close[CLOSE_PX // 2, :, 0] > 127).sum()) - 126) <= 2
