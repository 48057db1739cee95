"""Crops are turned upright before they are read; what the networks say is weighed together."""

from types import SimpleNamespace

import cv2
import numpy as np
import pytest

from reader.vision.around import _Straightened
from reader.vision.classify import Classifier
from reader.vision.cut import AS_FOUND, CROP_PX, turned
from reader.vision.face_map import HILL, LEANS
from reader.vision.neighbours import Neighbour, beside
from reader.vision.upper_face import upper_face

LABELS = ("d6:1", "d6:2", "leaning", "nothing", "turned")


class ScriptedNetwork:
    def __init__(self, labels: tuple[str, ...], side_px: int, answer: object, **thresholds: float) -> None:
        self.card = SimpleNamespace(labels=labels, input_px=side_px, thresholds=thresholds)
        self.answer = answer
        self.batches: list[int] = []

    def see(self, batch: np.ndarray) -> list[np.ndarray]:
        self.batches.append(len(batch))
        return self.answer(batch)  # type: ignore[operator,no-any-return]


def upright_net(*ways: int, leaning: float = -6.0, stacked: float = -6.0) -> ScriptedNetwork:
    """Sees numerals point these ways, all as likely; and plainly a face that looks straight up."""

    def answer(batch: np.ndarray) -> list[np.ndarray]:
        directions = np.zeros((len(batch), 24), np.float32)
        directions[:, ways] = 12
        kinds, places = (np.zeros((len(batch), size), np.float32) for size in (3, 3))
        kinds[:, 0] = 1
        hill = np.clip(np.exp(-(LEANS**2).sum(axis=1) / 2 / HILL**2), 0.003, 0.95)
        faces = np.tile(np.log(hill / (1 - hill)), (len(batch), 1))
        doubts = np.tile(np.array([leaning, stacked], np.float32), (len(batch), 1))
        return [directions, kinds, places, doubts, faces]

    return ScriptedNetwork(("d6", "d20", "nothing"), 80, answer)


def face_net(
    *views: list[float], labels: tuple[str, ...] = LABELS, turns: tuple[int | None, ...] = (), askew: float = 0.5
) -> ScriptedNetwork:
    """Says this of the first, the second view…; the last is repeated. `turns` is how far each is from upright, if it
    can tell."""
    left, rest = list(views), list(turns)

    def answer(batch: np.ndarray) -> list[np.ndarray]:
        said = [left.pop(0) if len(left) > 1 else left[0] for _ in batch]
        turn = np.zeros((len(batch), 24), np.float32)
        for row in turn:
            if rest and (way := rest.pop(0)) is not None:
                row[way] = 9
        return [np.array(said, np.float32), np.zeros((len(batch), 4), np.float32), turn]

    return ScriptedNetwork(labels, 80, answer, temperature=1.0, second_look=0.95, askew=askew)


def remembering(network: ScriptedNetwork) -> list[np.ndarray]:
    """Every view that the network will have been shown."""
    shown: list[np.ndarray] = []
    answer = network.answer

    def remembered(batch: np.ndarray) -> object:
        shown.extend(batch)
        return answer(batch)  # type: ignore[operator]

    network.answer = remembered
    return shown


def crop() -> np.ndarray:
    return np.random.default_rng(0).integers(0, 255, (CROP_PX, CROP_PX, 3), dtype=np.uint8)


def test_a_die_that_is_sure_is_looked_at_once() -> None:
    face = face_net([9, 0, 0, 0, 0])
    (seen,) = Classifier(upright_net(6), face).classify([crop()])  # type: ignore[arg-type]
    assert face.batches == [1]
    assert seen.turn_deg == pytest.approx(90)
    assert seen.faces[0] > 0.99
    assert seen.upright > 0.99


def test_a_die_in_doubt_is_read_the_other_ways_too() -> None:
    face = face_net([2, 1.5, 0, 0, 0])
    Classifier(upright_net(0, 8, 16), face).classify([crop(), crop()])  # type: ignore[arg-type]
    assert face.batches[:3] == [2, 2, 2]


def test_a_view_that_is_not_upright_says_which_way_to_look() -> None:
    """The upright network is sure of one direction; the face network knows better."""
    face = face_net([0, 0, 0, 0, 9], [9, 0, 0, 0, 0], turns=(6, 0))
    (seen,) = Classifier(upright_net(2), face).classify([crop()])  # type: ignore[arg-type]
    assert face.batches == [1, 1]
    assert seen.turn_deg == pytest.approx(120, abs=4)
    assert seen.faces[0] > 0.95
    assert seen.upright > 0.9


def test_a_six_that_its_view_calls_upright_is_no_nine() -> None:
    labels = ("d20:6", "d20:9", "leaning", "nothing", "turned")
    face = face_net([9, 0, 0, 0, 0], labels=labels, turns=(0,))
    Classifier(upright_net(0, 12), face).classify([crop()])  # type: ignore[arg-type]
    assert face.batches == [1]


def test_what_is_in_doubt_is_looked_at_askew_too_and_averaged() -> None:
    face = face_net([2.9, 0, 0, 0, 0], [9, 0, 0, 0, 0], askew=0.97)
    (seen,) = Classifier(upright_net(6), face).classify([crop()])  # type: ignore[arg-type]
    assert face.batches == [1, 2]
    assert seen.faces[0] > 0.98
    assert seen.turn_deg == pytest.approx(90)


def test_a_sure_view_outweighs_one_that_is_not() -> None:
    face = face_net([1.5, 1.2, 0, 0, 1], [0, 9, 0, 0, 0])
    (seen,) = Classifier(upright_net(0, 12), face).classify([crop()])  # type: ignore[arg-type]
    assert face.batches == [1, 1]
    assert seen.faces[1] > 0.95
    assert seen.turn_deg == pytest.approx(180)


def test_a_six_may_be_a_nine_upside_down_so_both_ways_are_read() -> None:
    labels = ("d20:6", "d20:9", "leaning", "nothing", "turned")
    face = face_net([9, 0, 0, 0, 0], [0, 9, 0, 0, 0], labels=labels)
    (seen,) = Classifier(upright_net(0, 12), face).classify([crop()])  # type: ignore[arg-type]
    assert face.batches == [1, 1]
    assert seen.faces[:2] == pytest.approx([0.5, 0.5], abs=0.02)


def test_how_likely_a_die_leans_or_is_stacked_is_told() -> None:
    network, face = upright_net(0, leaning=3.0, stacked=-1.0), face_net([9, 0, 0, 0, 0])
    (seen,) = Classifier(network, face).classify([crop()])  # type: ignore[arg-type]
    assert seen.leaning == pytest.approx(0.953, abs=0.001)
    assert seen.stacked == pytest.approx(0.269, abs=0.001)


def test_the_upright_network_sees_the_whole_crop_with_what_lies_around_the_die() -> None:
    network, face = upright_net(0), face_net([9, 0, 0, 0, 0])
    shown: list[np.ndarray] = []
    answer = network.answer
    network.answer = lambda batch: shown.append(batch) or answer(batch)  # type: ignore[operator,func-returns-value]
    picture = np.zeros((CROP_PX, CROP_PX, 3), np.uint8)
    picture[:, :8] = 255  # at the crop's very edge
    Classifier(network, face).classify([picture])  # type: ignore[arg-type]
    assert shown[0].shape == (1, 80, 80, 4)
    assert (shown[0][0, :, :4] > 200).all()


def test_a_crop_that_no_direction_shows_upright_says_so() -> None:
    (seen,) = Classifier(upright_net(0), face_net([1, 0, 0, 0, 9])).classify([crop()])  # type: ignore[arg-type]
    assert seen.upright < 0.01


def test_the_finders_word_decides_how_a_die_is_looked_at() -> None:
    """The upright network takes it for a d6; the finder is sure of a d20, whose upper face is small."""
    shown: list[np.ndarray] = []

    def answer(batch: np.ndarray) -> list[np.ndarray]:
        shown.append(batch)
        said = np.tile(np.array([9, 0, 0, 0, 0], np.float32), (len(batch), 1))
        return [said, np.zeros((len(batch), 4), np.float32), np.zeros((len(batch), 24), np.float32)]

    face = ScriptedNetwork(LABELS, 96, answer, temperature=1.0, second_look=0.95, askew=0.5)
    picture = np.zeros((CROP_PX, CROP_PX, 3), np.uint8)
    cv2.circle(picture, (CROP_PX // 2, CROP_PX // 2), 14, (255, 255, 255), -1)
    classifier = Classifier(upright_net(0), face)  # type: ignore[arg-type]
    classifier.classify([picture], [(0.5, 0.5)])
    classifier.classify([picture], [(0.02, 0.98)])
    as_d6, as_d20 = (int((batch[0, :, :, 0] > 0).sum()) for batch in shown)
    assert as_d20 > 1.8 * as_d6


def test_a_die_seen_aslant_is_looked_at_where_its_upper_face_is() -> None:
    straight, aslant = (upper_face(AS_FOUND, "d20", lean) for lean in ((0.0, 0.0), (0.3, -0.2)))
    assert (straight.right, straight.down) == (0, 0)
    assert aslant.right > 0.1
    assert aslant.down < -0.06
    assert upper_face(AS_FOUND, "d4", (0.3, -0.2)) == AS_FOUND  # its number stands on three faces


def test_nothing_in_nothing_out() -> None:
    assert Classifier(upright_net(0), face_net([1, 0, 0, 0, 0])).classify([]) == []  # type: ignore[arg-type]


def d20_labels() -> tuple[str, ...]:
    return (*(f"d20:{face}" for face in range(1, 21)), "leaning", "nothing", "turned")


def says(**logits: float) -> list[float]:
    """says(n16=3.0) of a d20's faces; all others are unlikely."""
    return [logits.get(f"n{face}", -6.0) for face in range(1, 21)] + [-6.0, -6.0, -6.0]


def test_a_d20_in_doubt_is_believed_for_its_neighbours() -> None:
    """Ten or sixteen; beside it stand 8, 17 and 12, as beside a ten, each upright at once."""
    doubtful = says(n10=2.0, n16=1.5)
    looks = (doubtful, doubtful, doubtful, says(n8=9.0), says(n17=9.0), says(n12=9.0))
    face = face_net(*looks, labels=d20_labels(), turns=(None, None, None, 0, 23, 1))
    (seen,) = Classifier(upright_net(0, 8, 16), face).classify([crop()])  # type: ignore[arg-type]
    assert face.batches == [1, 1, 1, 3]  # all of them at once
    assert seen.faces[9] > 0.9


def test_neighbours_that_stand_another_way_up_are_turned_as_they_say() -> None:
    """The 8 stands on another corner, by what is left to turn; the 12 on the third, where it is read no better."""
    doubtful, eight = says(n10=2.0, n16=1.5), says(n8=9.0)
    looks = (doubtful, doubtful, doubtful, says(), says(n17=9.0), says(n12=9.0), eight, says(n3=-1.0))
    face = face_net(*looks, labels=d20_labels(), turns=(None, None, None, 8, 1, 15, 0, 0))
    shown, upright, whole = remembering(face), upright_net(0, 8, 16), crop()
    (seen,) = Classifier(upright, face).classify([whole])  # type: ignore[arg-type]
    assert face.batches == [1, 1, 1, 3, 2]
    assert seen.faces[9] > 0.9
    plain = 1 / (1 + np.exp(-upright.answer(np.zeros((1, 80, 80, 4)))[4][0]))  # type: ignore[operator]
    first, _, third = beside("d20", plain, seen.lean)
    for view, neighbour, aside in ((shown[3], first, 0), (shown[6], first, 120), (shown[7], third, 240)):
        assert neighbour is not None
        place = upper_face(seen.place, "d20", neighbour.lean)
        wanted = turned(whole, 80, neighbour.turn_deg + aside, place, neighbour.lean)
        assert np.abs(view[..., :3].astype(int) - wanted).mean() < 1


@pytest.mark.parametrize(
    ("kind", "left", "ways"),
    [("d20", {0: 1.0}, []), ("d20", {8: 1.0}, [1]), ("d20", {16: 1.0}, [2]), ("d20", {0: 0.5, 16: 0.5}, [2]),
     ("d20", {8: 0.95, 16: 0.05}, [1]), ("d20", {8: 0.85, 16: 0.15}, [1, 2]), ("d10", {12: 1.0}, [1]),
     ("d10", {1: 1.0}, [])],
)  # fmt: skip
def test_a_neighbour_is_read_in_the_ways_that_it_says_are_likely(
    kind: str, left: dict[int, float], ways: list[int]
) -> None:
    neighbour = _Straightened(crop(), kind, AS_FOUND, Neighbour((0.3, 0.0), 10.0))
    chances = np.array([left.get(number, 0.0) for number in range(24)], np.float32)
    assert neighbour.ways_left(chances) == ways


def test_a_d20_that_is_sure_has_no_need_of_neighbours() -> None:
    face = face_net(says(n10=9.0), labels=d20_labels())
    Classifier(upright_net(6), face).classify([crop()])  # type: ignore[arg-type]
    assert face.batches == [1]


def test_a_neighbour_that_does_not_say_which_way_up_it_is_is_read_in_all_ways() -> None:
    doubtful = says(n10=2.0, n16=1.5)
    face = face_net(doubtful, doubtful, doubtful, says(), says(n17=9.0), says(n12=9.0), says(), says(n8=9.0), says(),
                    labels=d20_labels())  # fmt: skip
    (seen,) = Classifier(upright_net(0, 8, 16), face).classify([crop()])  # type: ignore[arg-type]
    assert face.batches == [1, 1, 1, 3, 6]
    assert seen.faces[9] > 0.9


def test_dice_in_doubt_are_each_told_by_their_own_neighbours() -> None:
    """Three of them, the middle one sure; six views of neighbours in all."""
    around_ten = [says(n8=9.0), says(n17=9.0), says(n12=9.0)]
    around_none = [says(n1=9.0), says(n2=9.0), says(n3=9.0)]
    doubtful, sure = says(n10=2.0, n16=1.5), says(n5=9.0)
    looks = [doubtful, sure, doubtful, doubtful, doubtful, doubtful, doubtful]
    ways = (*[None] * 7, *[0] * 6)
    face = face_net(*looks, *around_ten, *around_none, labels=d20_labels(), turns=ways)
    told = Classifier(upright_net(0, 8, 16), face).classify([crop(), crop(), crop()])  # type: ignore[arg-type]
    assert face.batches == [3, 2, 2, 6]
    assert told[0].faces[9] > 0.9
    assert told[1].faces[4] > 0.9
    assert told[2].faces[9] < 0.9


def d10_says(face: int, logit: float = 12.0) -> list[float]:
    return [logit if number == face else -6.0 for number in range(10)] + [-6.0, -6.0, -6.0]


def d10_labels() -> tuple[str, ...]:
    return (*(f"d10:{face}" for face in range(10)), "leaning", "nothing", "turned")


def test_the_neighbours_of_a_six_on_a_d10_are_asked_however_sure_it_is() -> None:
    """Beside it stand 5 and 1, as beside a nine: it is not believed."""
    face = face_net(d10_says(6), d10_says(5), d10_says(1), labels=d10_labels(), turns=(0, 0, 0))
    (seen,) = Classifier(upright_net(6), face).classify([crop()])  # type: ignore[arg-type]
    assert face.batches == [1, 2]
    assert seen.faces[6] == pytest.approx(seen.faces[9])


def test_a_sure_face_of_a_d10_that_is_no_other_upside_down_is_believed_at_once() -> None:
    face = face_net(d10_says(7), labels=d10_labels())
    Classifier(upright_net(6), face).classify([crop()])  # type: ignore[arg-type]
    assert face.batches == [1]
