"""Not knowing is an answer: what is read, what is refused and why, and what is no die."""

import numpy as np
import pytest

from reader.vision.classify import Seen
from reader.vision.cut import AS_FOUND
from reader.vision.doubt import Verdict, judge, level_of
from reader.vision.find import Found
from reader.vision.sighting import Box, Candidate, Why

LABELS = ("d6:6", "d6:3", "d10:6", "d10:9", "leaning", "nothing")
THRESHOLDS = {
    "read": 0.9,
    "read_turning": 0.97,
    "read_faint": 0.97,
    "nothing": 0.5,
    "sure_found": 0.5,
    "upright": 0.5,
    "sharpen": 1.0,
    "upright_kind": 0.3,
    "finder_kind": 0.2,
    "leaning_said": 0.5,
    "leaning_shown": 1.0,
    "leaning_bias": -3.0,
    "stacked_said": 1.0,
    "stacked_bias": -1.0,
    "alone": 0.5,
    "bar": 0.55,
}
SHARP = np.random.default_rng(0).integers(60, 200, (128, 128, 3), dtype=np.uint8)


def verdict(
    *chances: float, found: float = 0.9, kinds: tuple[float, float] = (0.5, 0.5), upright: float = 1.0, **more: object
) -> Verdict:
    leaning, flat = float(str(more.get("leaning", 0.1))), float(str(more.get("flat", 0.6)))
    faces = np.array(chances, np.float32)
    by_kind = np.array([*kinds, 0.01], np.float32)
    nobody = np.zeros(4, np.float32)
    lies_on, alone = float(str(more.get("lies_on", 0.01))), float(str(more.get("alone", 1.0)))
    straight, turn_deg = (0.0, 0.0), 0.0
    seen = Seen(
        faces / faces.sum(), by_kind, straight, flat, leaning, AS_FOUND, turn_deg, upright, nobody,
        stacked=lies_on, alone=alone,
    )  # fmt: skip
    crop = more.get("crop", SHARP)
    assert isinstance(crop, np.ndarray)
    where = Found(Box(10, 10, 40, 40), found, (0.5, 0.5))
    cut_off, stacked, touches = (bool(more.get(name)) for name in ("cut_off", "stacked", "touches_edge"))
    return judge(seen, where, crop, LABELS, THRESHOLDS, cut_off, stacked, touches_edge=touches)


def test_a_sure_face_is_read() -> None:
    told = verdict(0.98, 0.01, 0, 0, 0, 0.01)
    assert (told.is_die, told.why, told.candidates[0].kind, told.candidates[0].face) == (True, None, "d6", "6")


def test_an_unsure_face_is_refused_with_its_candidates() -> None:
    told = verdict(0, 0, 0.55, 0.45, 0, 0)
    assert told.why is Why.NOT_SURE
    assert [one.face for one in told.candidates[:2]] == ["6", "9"]


def test_a_six_that_may_be_a_nine_must_be_surer() -> None:
    assert verdict(0.95, 0.01, 0, 0, 0, 0.04).why is None
    assert verdict(0, 0, 0.95, 0.01, 0, 0.04).why is Why.NOT_SURE
    assert verdict(0, 0, 0.999, 0.001, 0, 0).why is None


def test_a_d6_that_may_be_a_bar_is_not_told() -> None:
    """`kinds` begin with d4, as the upright network names them; a bar has no 6."""
    assert verdict(0, 0.999, 0, 0, 0, 0, kinds=(0.5, 0.5)).why is None
    assert verdict(0, 0.999, 0, 0, 0, 0, kinds=(0.6, 0.4)).why is Why.NOT_SURE
    assert verdict(0.999, 0, 0, 0, 0, 0, kinds=(0.6, 0.4)).why is None
    assert verdict(0, 0, 0.999, 0, 0, 0, kinds=(0.6, 0.4)).why is None


def test_two_faces_of_one_kind_compete() -> None:
    assert verdict(0.5, 0.45, 0, 0, 0.05, 0).why is Why.TWO_FACES


def test_a_face_is_not_believed_where_another_may_be_the_upper_one() -> None:
    assert verdict(0.98, 0.01, 0, 0, 0, 0.01, alone=0.9).why is None
    assert verdict(0.98, 0.01, 0, 0, 0, 0.01, alone=0.3).why is Why.TWO_FACES


def test_a_leaning_die_leans() -> None:
    assert verdict(0.3, 0, 0, 0, 0.7, 0).why is Why.LEANING


def test_a_face_is_not_believed_where_the_whole_die_seems_to_lean() -> None:
    assert verdict(0.98, 0, 0, 0, 0.02, 0).why is None
    assert verdict(0.98, 0, 0, 0, 0.02, 0, leaning=0.97).why is not None
    assert verdict(0.98, 0, 0, 0, 0.02, 0, leaning=0.97, flat=0.3).why is Why.LEANING


def test_a_die_without_a_face_where_its_upper_one_should_be_leans() -> None:
    assert verdict(0.98, 0, 0, 0, 0.02, 0, flat=0.02).why is Why.LEANING


def test_a_leaning_die_on_another_is_stacked() -> None:
    assert verdict(0.3, 0, 0, 0, 0.7, 0, stacked=True).why is Why.STACKED


def test_a_die_that_seems_to_lie_on_another_is_stacked_however_sure_its_face() -> None:
    assert verdict(0.98, 0, 0, 0, 0.02, 0, lies_on=0.3).why is not Why.STACKED
    assert verdict(0.98, 0, 0, 0, 0.02, 0, lies_on=0.97).why is Why.STACKED


def test_a_die_that_is_cut_off_is_not_read_however_sure_its_face() -> None:
    assert verdict(0.99, 0, 0, 0, 0, 0, cut_off=True).why is Why.CUT_OFF


def test_a_whole_die_at_the_edge_must_be_surer_than_others() -> None:
    assert verdict(0.94, 0.02, 0, 0, 0.02, 0).why is None
    assert verdict(0.94, 0.02, 0, 0, 0.02, 0, touches_edge=True).why is Why.CUT_OFF
    assert verdict(0.999, 0, 0, 0, 0, 0, touches_edge=True).why is None


def test_what_is_no_die_is_not_mentioned() -> None:
    assert not verdict(0.1, 0, 0, 0, 0, 0.9).is_die


def test_what_hardly_looks_like_a_die_must_be_surer() -> None:
    assert verdict(0.95, 0.01, 0, 0, 0, 0.04, found=0.6).why is None
    assert verdict(0.95, 0.01, 0, 0, 0, 0.04, found=0.45).why is Why.NOT_SURE


def test_a_smooth_blot_is_blurred() -> None:
    blurred = np.full((128, 128, 3), 90, np.uint8)
    assert verdict(0.5, 0.2, 0.2, 0, 0, 0, crop=blurred).why is Why.BLURRED


def test_a_burnt_out_spot_is_glare() -> None:
    glaring = SHARP.copy()
    glaring[45:85, 40:85] = 255
    assert verdict(0.5, 0.2, 0.2, 0, 0, 0, crop=glaring).why is Why.GLARE


def test_the_other_networks_opinion_of_the_kind_counts() -> None:
    for_d10 = verdict(0.5, 0, 0.5, 0, 0, 0, kinds=(0.01, 0.99))
    assert for_d10.candidates[0].kind == "d10"
    assert for_d10.confidence > 0.7


def test_a_die_that_is_not_upright_any_way_is_not_read() -> None:
    assert verdict(0.99, 0, 0, 0, 0, 0, upright=0.1).why is not None


@pytest.mark.parametrize("why", list(Why))
def test_every_reason_has_advice(why: Why) -> None:
    from reader.vision.sighting import Unread

    assert len(Unread(why, Box(0, 0, 9, 9), None, 0.4, 0.5, "red").sentence) > 15


@pytest.mark.parametrize(("kind", "face", "level"), [("d20", "9", 0.98), ("d20", "6", 0.98), ("d20", "19", 0.9),
                                                     ("d12", "9", 0.97), ("d6", "6", 0.9)])  # fmt: skip
def test_a_six_or_nine_of_a_d20_must_be_surest_since_a_sixteen_upside_down_looks_like_one(
    kind: str, face: str, level: float
) -> None:
    plain = Found(Box(0, 0, 9, 9), 0.9, ())
    assert level_of(Candidate(kind, face, 0.9), plain, THRESHOLDS | {"read_turning_d20": 0.98}) == level


def test_an_eight_of_a_d10_must_be_surer_since_blurred_figures_of_a_percentile_die_look_like_one() -> None:
    plain, levels = Found(Box(0, 0, 9, 9), 0.9, ()), THRESHOLDS | {"read_d10:8": 0.99}
    assert level_of(Candidate("d10", "8", 0.9), plain, levels) == 0.99
    for kind, face in (("d10", "5"), ("d12", "8"), ("d20", "8")):
        assert level_of(Candidate(kind, face, 0.9), plain, levels) == THRESHOLDS["read"]
