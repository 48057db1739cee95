"""All faces at a glance; those in doubt, and dice that may have been taught, closely."""

from collections.abc import Callable, Sequence

import numpy as np

from reader.vision.classify import Classifier
from reader.vision.cut import CROP_PX, Crop
from reader.vision.d4 import CLOSE_PX
from reader.vision.doubt import Memory
from reader.vision.find import Found
from reader.vision.glance import Glance, Seen, Told
from reader.vision.see import Throw, at_a_glance, closely
from reader.vision.sighting import Box
from reader.vision.slant import Slant, Stance, settled
from tests.reader.vision.scripted import LABELS, crop, face_net, upright_net

D4_LABELS = ("d4:1", "d4:2", *LABELS[2:])
TURNING_LABELS = ("d20:6", "d20:9", *LABELS[2:])
SURE, UNSURE, OTHER, TURNED = [9.0, 0, 0, 0, 0], [1.0, 0.8, 0, 0, 0], [0, 9.0, 0, 0, 0], [0, 0, 0, 0, 9.0]


def throw(dice: int) -> Throw:
    found = [Found(Box(50 + 100 * number, 40, 40, 40), 0.9, (1.0,)) for number in range(dice)]
    places, nobody = np.zeros((dice, 2), np.float32), np.zeros(dice, bool)
    return Throw([crop() for _ in found], found, places, nobody, lambda _: crop())


class Looks:
    """An upright network, a small and a large face network; what the small one says of each view in turn, and what the
    large one says of all."""

    def __init__(self, small: list[list[float]], large: list[float], labels: tuple[str, ...] = LABELS) -> None:
        self.kinds: tuple[str, ...] = tuple(dict.fromkeys(label.partition(":")[0] for label in labels[:2]))
        self.upright = upright_net(6, kinds=self.kinds)
        self.small, self.large = face_net(*small, labels=labels), face_net(large, labels=labels)

    def see(self, dice: int | Throw, memory: Memory | None = None, stance: Stance | None = None) -> list[Seen]:
        thrown = throw(dice) if isinstance(dice, int) else dice
        glance = Glance(self.upright, self.small)  # type: ignore[arg-type]
        return at_a_glance(thrown, glance, self.closer, stance, memory)

    @property
    def closer(self) -> Classifier:
        return Classifier(self.upright, self.large)  # type: ignore[arg-type]


def best(seen: list[Seen]) -> list[int]:
    return [int(die.faces.argmax()) for die in seen]


def test_faces_that_are_plain_are_not_read_again() -> None:
    looks = Looks([SURE], OTHER)
    seen = looks.see(3)
    assert (looks.upright.batches, looks.small.batches, looks.large.batches) == ([3], [3], [])
    assert best(seen) == [0, 0, 0]


def test_a_face_in_doubt_is_read_by_the_large_network_and_the_others_stay() -> None:
    looks = Looks([SURE, UNSURE, SURE, UNSURE], OTHER)
    seen = looks.see(3)
    assert (looks.upright.batches, looks.large.batches) == ([3], [1])
    assert best(seen) == [0, 1, 0]
    assert seen[1].faces[1] > 0.99


def test_a_view_that_is_not_upright_is_glanced_at_another_way_before_the_large_network_is_asked() -> None:
    looks = Looks([TURNED, SURE], OTHER)
    looks.upright = upright_net(0, 12, kinds=looks.kinds)
    (die,) = looks.see(1)
    assert (looks.small.batches, looks.large.batches) == ([1, 1], [])
    assert die.faces[0] > 0.99


def test_a_face_that_no_glance_shows_upright_is_read_by_the_large_network() -> None:
    looks = Looks([TURNED], SURE)
    looks.see(1)
    assert looks.large.batches == [1]


def test_a_face_of_another_kind_than_the_die_is_taken_for_is_read_by_the_large_network() -> None:
    looks = Looks([SURE], SURE, ("d6:1", "d20:1", *LABELS[2:]))
    looks.upright = upright_net(6, kinds=("d20", "d6"))
    looks.see(1)
    assert looks.large.batches == [1]


def test_a_six_that_may_be_a_nine_upside_down_is_read_by_the_large_network() -> None:
    looks = Looks([SURE], SURE, TURNING_LABELS)
    looks.upright = upright_net(6, 18, kinds=looks.kinds)
    looks.see(1)
    assert looks.large.batches[:1] == [1]


def test_a_six_that_is_clearly_this_way_up_is_plain() -> None:
    looks = Looks([SURE], OTHER, TURNING_LABELS)
    looks.small = face_net(SURE, labels=TURNING_LABELS, turns=(0,))
    assert best(looks.see(1)) == [0]
    assert looks.large.batches == []


def test_a_d4_is_always_looked_at_closely() -> None:
    looks = Looks([SURE], SURE, D4_LABELS)
    looks.see(1)
    assert looks.large.batches == [1]


def test_whether_a_die_leans_or_is_stacked_makes_its_face_no_less_plain() -> None:
    looks = Looks([SURE], OTHER)
    looks.upright = upright_net(6, leaning=6.0, stacked=6.0, kinds=looks.kinds)
    (die,) = looks.see(1)
    assert looks.large.batches == []
    assert min(die.leaning, die.stacked) > 0.9


def test_a_die_that_may_have_been_taught_is_looked_at_closely_and_a_stranger_is_not() -> None:
    class Knowing:
        """Remembers crops that are dark."""

        def may_know(self, seen: np.ndarray) -> bool:
            return bool(seen.mean() < 50)

        def recall(self, *_given: object) -> None:
            raise AssertionError("nobody is judged here")

    looks, thrown = Looks([SURE], OTHER), throw(3)
    thrown.crops[2] = thrown.crops[2] // 4
    seen = looks.see(thrown, Knowing())
    assert looks.large.batches == [1]
    assert [len(die.views) for die in seen] == [0, 0, 1]


def test_taught_dice_are_never_compared_by_what_a_glance_saw() -> None:
    looks = Looks([SURE, UNSURE, UNSURE], OTHER)
    plain, doubtful = looks.see(2)
    assert (len(plain.views), len(plain.view_upright)) == (0, 0)
    assert len(doubtful.views) == 1


def test_each_die_in_doubt_is_looked_at_with_what_is_known_of_itself() -> None:
    """Its crop, how it lies, its place, and the cut in more pixels: not another die's."""
    looks = Looks([SURE, UNSURE, SURE, UNSURE, UNSURE, UNSURE], OTHER)
    asked: dict[str, object] = {}

    class Noting(Classifier):
        def look_closely(
            self, crops: list[Crop], told: Told, slants: Sequence[Slant], closer: Callable[[int], Crop] | None = None
        ) -> list[Seen]:
            assert closer is not None
            asked["shades"] = [int(one[0, 0, 0]) for one in crops]
            asked["closer"] = [int(closer(at)[0, 0, 0]) for at in range(len(crops))]
            asked["expected"] = [slant.expected[0] for slant in slants]
            asked["told"] = [len(told.taken_for), *(len(part) for part in told[2:])]
            return super().look_closely(crops, told, slants, closer)

    shades = [10, 20, 30, 40]
    thrown = Throw(
        [np.full((CROP_PX, CROP_PX, 3), shade, np.uint8) for shade in shades],
        [Found(Box(100.0 * shade, 40, 40, 40), 0.9, (1.0,)) for shade in shades],
        np.array([[shade / 100, 0] for shade in shades], np.float32),
        np.array([False, True, False, False]),
        lambda number: np.full((CLOSE_PX, CLOSE_PX, 3), 100 + shades[number], np.uint8),
    )
    glance = Glance(looks.upright, looks.small)  # type: ignore[arg-type]
    seen = at_a_glance(thrown, glance, Noting(looks.upright, looks.large))  # type: ignore[arg-type]
    assert asked["shades"] == [20, 40]
    assert asked["closer"] == [120, 140]
    faces = glance.tell(thrown.crops).faces
    assert asked["expected"] == [settled(faces, thrown.places)[number].expected[0] for number in (1, 3)]
    assert asked["told"] == [2] * 5
    assert [die.near for die in seen] == [False, True, False, False]


def test_rows_of_what_an_upright_network_told_stay_together() -> None:
    rows = np.arange(8, dtype=np.float32).reshape(4, 2)
    told = Told(rows, ["d4", "d6", "d8", "d10"], rows + 10, rows + 20, rows + 30, rows + 40).only([1, 3])
    assert told.taken_for == ["d6", "d10"]
    assert [part[:, 0].tolist() for part in (told.kinds, *told[2:])] == [[2 + add, 6 + add] for add in range(0, 50, 10)]


def test_a_camera_that_stays_takes_in_what_a_throw_tells_once() -> None:
    stance, looks = Stance(), Looks([SURE, UNSURE, UNSURE], OTHER)
    looks.see(2, stance=stance)
    assert len(stance.said) == 2
    assert not stance.told.any()


def test_closely_every_die_is_read_by_the_large_network() -> None:
    looks = Looks([SURE], OTHER)
    (die,) = closely(throw(1), looks.closer)
    assert looks.large.batches == [1]
    assert die.faces[1] > 0.99
    assert len(die.views) == 1


def test_no_dice_are_nothing_to_look_at() -> None:
    looks = Looks([SURE], SURE)
    assert looks.see(0) == []
    assert looks.upright.batches == []
