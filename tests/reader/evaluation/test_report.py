from pathlib import Path

import cv2
import numpy as np
import pytest

from reader.evaluation.curve import Point, curve
from reader.evaluation.curve import read_at as share_read_at
from reader.evaluation.matching import match
from reader.evaluation.report import Report, clip_weights, evaluate
from reader.evaluation.tally import Fate, Judged
from reader.evaluation.throws import Pairs
from reader.evaluation.truth import Lying, Pictured
from reader.vision.sighting import Box, Why


def die(x: float, face: str = "5", kind: str = "d6", state: str = "flat", **more: object) -> Lying:
    return Lying(kind, face, Box(x, 0, 10, 10), state, **more)


def picture(*dice: Lying, clip: str = "", set_name: str = "byler") -> Pictured:
    return Pictured(Path("a.jpg"), set_name, clip, dice)


def test_every_die_is_right_unread_missed_or_wrong(read_at, unread_at) -> None:
    report = Report()
    report.add(
        picture(die(0), die(20), die(40), die(60)),
        [read_at(0), unread_at(20, Why.GLARE), read_at(60, face="6"), read_at(90, kind="d8")],
    )
    assert report.kinds["byler", "d6"].as_json() == {
        "dice": 4, "right": 1, "unread": 1, "missed": 1, "wrong": 1, "extra": 0, "extra_read": 0,
    }  # fmt: skip
    assert report.kinds["byler", "d8"].extra_read == 1
    assert report.confusions == {("d6 5", "d6 6"): 1}
    assert report.whys == {"glare": 1}


def test_a_right_face_on_the_wrong_kind_is_wrong(read_at) -> None:
    report = Report()
    report.add(picture(die(0, "5", "d8")), [read_at(0, kind="d6", face="5")])
    assert report.all.wrong == 1


def test_a_die_in_a_photograph_whose_face_nobody_told_is_ignored(read_at) -> None:
    report = Report()
    report.add(picture(die(0, face="")), [read_at(0)])
    assert report.all.as_json() == dict.fromkeys(report.all.as_json(), 0)
    assert report.extra == []


def test_a_leaning_die_given_a_face_is_wrong_and_left_alone_is_not(read_at, unread_at) -> None:
    report = Report()
    report.add(
        picture(die(0, "", state="leaning"), die(20, "", state="leaning"), die(40, "", state="stacked")),
        [read_at(0), unread_at(20, Why.LEANING)],
    )
    assert (report.states["byler", "leaning"].wrong, report.states["byler", "leaning"].unread) == (1, 1)
    assert report.states["byler", "stacked"].missed == 1
    assert report.not_flat.dice == 3
    assert report.all.dice == 0


def test_a_cut_off_die_whose_face_can_be_seen_counts_like_any_other(read_at) -> None:
    report = Report()
    report.add(picture(die(0, "5", state="cut_off")), [read_at(0)])
    assert report.all.right == 1


def test_frames_of_a_clip_count_together_as_one_die(read_at) -> None:
    frames = [picture(die(0), clip="d6#1") for _ in range(4)] + [picture(die(0), clip="d6#2")]
    weights = clip_weights(frames)
    report = Report()
    for number, frame in enumerate(frames):
        report.add(frame, [read_at(0, face="5" if number else "6")], weights[frame.clip])
    assert report.all.as_json() | {"dice": 2, "right": 1.75, "wrong": 0.25} == report.all.as_json()


def test_a_whole_throw_is_right_asked_about_or_wrong(read_at, unread_at) -> None:
    report = Report()
    throw = picture(die(0, "1"), die(20, "2"))
    right = [read_at(0, face="1"), read_at(20, face="2")]
    report.add(throw, right)
    report.add(throw, [right[0], unread_at(20)])
    report.add(throw, right[:1])
    report.add(throw, [right[0], read_at(20, face="6")])
    report.add(throw, [*right, read_at(60)])
    report.add(throw, [*right, unread_at(60)])
    report.add(picture(die(0, "1"), die(20, "", state="leaning")), right[:1])
    report.add(picture(die(0, "1")), right[:1])
    assert report.throws["byler"].as_json() == {"throws": 6, "right": 1, "asked": 3, "wrong": 2}


def test_light_and_dark_pairs_are_those_nobody_would_dispute(read_at) -> None:
    light, dark = die(0, lightness=0.8), die(20, lightness=0.2)
    grey, smoke = die(40, lightness=0.5), die(60, lightness=0.9, material="smoke")
    pairs = Pairs()
    pairs.add(match([light, dark, grey, smoke], [read_at(x, lightness=1 - x / 100) for x in (0, 20, 40, 60)]))
    pairs.add(match([light, dark], [read_at(0, lightness=0.3), read_at(20, lightness=0.6)]))
    pairs.add(match([light, dark], [read_at(0)]))
    assert pairs.as_json() == {"pairs": 2, "right": 1, "unseen": 1}


def judged(confidence: float, right: bool, read_at, weight: float = 1.0) -> Judged:
    seen = read_at(0, face="5" if right else "6", confidence=confidence)
    return Judged(die(0), seen, Fate.RIGHT if right else Fate.WRONG, weight)


def test_the_curve_tells_what_each_confidence_would_cost(read_at, unread_at) -> None:
    bolder = Judged(die(0), unread_at(0, guess="5", confidence=0.3), Fate.UNREAD, 1.0)
    leaning = Judged(die(0), unread_at(0, Why.LEANING, guess="5", confidence=0.99), Fate.UNREAD, 1.0)
    points = curve(
        [judged(0.9, True, read_at), judged(0.8, False, read_at), judged(0.95, True, read_at), bolder, leaning]
    )
    assert points == [Point(0.9, 0.4, 0.0), Point(0.3, 0.8, 0.2)]
    assert share_read_at(points, wrong=0.0) == 0.4
    assert share_read_at(points, wrong=0.2) == 0.8


def test_a_wrong_answer_that_is_the_surest_leaves_nothing_to_read_safely(read_at) -> None:
    points = curve([judged(0.99, False, read_at), judged(0.5, True, read_at)])
    assert share_read_at(points, wrong=0.0) == 0.0


def test_answers_equally_sure_cannot_be_told_apart(read_at) -> None:
    points = curve([judged(0.9, True, read_at), judged(0.9, False, read_at), judged(0.9, True, read_at)])
    assert points == [Point(0.9, 1.0, pytest.approx(1 / 3))]


def test_pictures_are_shown_one_by_one_and_bad_files_told(tmp_path: Path, read_at) -> None:
    cv2.imwrite(str(tmp_path / "good.png"), np.zeros((50, 60, 3), np.uint8))
    (tmp_path / "bad.png").write_text("no picture")
    pictured = [Pictured(tmp_path / name, "s", "", (die(0),)) for name in ("good.png", "bad.png")]
    ticks: list[None] = []
    report = evaluate(
        lambda frame: [read_at(0)] if frame.shape == (50, 60, 3) else [], pictured, lambda: ticks.append(None)
    )
    assert (report.pictures, report.all.right, len(ticks)) == (1, 1, 2)
    assert report.unreadable == [f"{tmp_path / 'bad.png'}: is not a picture that can be read; use JPEG, PNG or WebP"]
