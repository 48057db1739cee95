import cv2
import numpy as np
import pytest

from models.studio.scene import draw, random_scene
from reader.vision.colour import PictureLight, body_colour, body_colours, colour_name
from reader.vision.sighting import Box, Frame
from reader.vision.tray import Tray

BOX = Box(140, 100, 60, 60)


def tray_with_die(
    body: tuple[int, int, int], ink: tuple[int, int, int], tray: tuple[int, int, int] = (60, 90, 60)
) -> Frame:
    """A square die with five pips on a plain tray; BGR."""
    frame = np.full((240, 320, 3), tray, np.uint8)
    cv2.rectangle(frame, (140, 100), (199, 159), body, -1)
    for x, y in ((155, 115), (185, 115), (170, 130), (155, 145), (185, 145)):
        cv2.circle(frame, (x, y), 6, ink, -1)
    cv2.rectangle(frame, (4, 4), (24, 24), (245, 245, 245), -1)  # something white: the picture is well lit
    return frame


def test_ink_does_not_count_as_body() -> None:
    white, _ = body_colour(tray_with_die((240, 240, 240), ink=(10, 10, 10)), BOX, "d6")
    black, _ = body_colour(tray_with_die((20, 20, 20), ink=(250, 250, 250)), BOX, "d6")
    assert white > 0.9
    assert black < 0.15


def test_shaded_sides_with_pips_do_not_make_a_light_die_dark() -> None:
    frame = tray_with_die((200, 230, 240), ink=(10, 10, 10))
    frame[132:160, 140:200] = (frame[132:160, 140:200] * 0.45).astype(np.uint8)
    lightness, name = body_colour(frame, BOX, "d6")
    assert lightness > 0.85
    assert name == "ivory"


@pytest.mark.parametrize(
    ("body", "name"),
    [
        ((235, 235, 235), "white"), ((190, 225, 240), "ivory"), ((125, 125, 125), "grey"), ((20, 20, 20), "black"),
        ((40, 40, 200), "red"), ((30, 120, 240), "orange"), ((40, 220, 240), "yellow"), ((50, 160, 50), "green"),
        ((160, 150, 30), "teal"), ((190, 80, 30), "blue"), ((150, 40, 110), "purple"), ((180, 120, 235), "pink"),
        ((30, 70, 120), "brown"),
    ],
)  # fmt: skip
def test_a_plain_die_gets_the_name_people_use(body: tuple[int, int, int], name: str) -> None:
    frame = tray_with_die(body, ink=(250, 250, 250) if sum(body) < 400 else (10, 10, 10), tray=(110, 110, 110))
    assert body_colour(frame, BOX, "d6")[1] == name


def test_a_dim_picture_does_not_make_a_white_die_dark() -> None:
    bright = tray_with_die((240, 240, 240), ink=(10, 10, 10))
    dim = (bright * 0.45).astype(np.uint8)
    assert body_colour(dim, BOX, "d6")[0] > 0.75
    assert body_colour(dim, BOX, "d6")[1] == "white"


def test_a_calibrated_tray_evens_out_a_dark_corner() -> None:
    fall = np.linspace(1, 0.45, 320)[None, :, None]
    empty = (np.full((240, 320, 3), (90, 120, 90)) * fall).astype(np.uint8)
    left, right = Box(20, 100, 50, 50), Box(250, 100, 50, 50)
    frame = np.full((240, 320, 3), (90, 120, 90), np.float64)
    for box in (left, right):
        frame[100:150, int(box.x) : int(box.x) + 50] = 180
    uneven = (frame * fall).astype(np.uint8)
    tray = Tray.of_empty(empty)
    light, dim = (body_colour(uneven, box, "d6", tray)[0] for box in (left, right))
    flat = Tray(tray.corners, np.ones_like(tray.light))
    plain_light, plain_dim = (body_colour(uneven, box, "d6", flat)[0] for box in (left, right))
    assert abs(light - dim) < 0.35 * abs(plain_light - plain_dim)


def test_light_measured_once_gives_the_same_as_measured_each_time() -> None:
    frame = tray_with_die((40, 40, 200), ink=(250, 250, 250))
    assert body_colour(frame, BOX, "d6") == body_colour(frame, BOX, "d6", light=PictureLight.of(frame))


@pytest.mark.parametrize("box", [Box(-30, -30, 60, 60), Box(300, 220, 60, 60), Box(318, 238, 1, 1)])
def test_a_die_at_the_edge_of_the_picture_has_a_colour_too(box: Box) -> None:
    lightness, name = body_colour(tray_with_die((240, 240, 240), (10, 10, 10)), box, None)
    assert 0 <= lightness <= 1
    assert name


def test_light_and_dark_dice_are_ordered_rightly_in_any_light() -> None:
    wrong, pairs = [], 0
    for seed in range(40):
        scene = random_scene(np.random.default_rng(seed), 320, ["d6:light", "d6:dark"])
        picture, truth = draw(scene)
        if len(truth) < 2:  # one is wholly hidden
            continue
        pairs += 1
        seen = [body_colour(picture, Box(*die.box), die.kind)[0] for die in truth]
        if (seen[0] > seen[1]) != (truth[0].lightness > truth[1].lightness):
            wrong.append(seed)
    assert len(wrong) <= 1  # 299 of 300 such pairs were measured right
    assert pairs >= 35


def test_every_colour_has_a_name() -> None:
    rng = np.random.default_rng(3)
    names = {colour_name(bgr) for bgr in rng.random((400, 3)).astype(np.float32)}
    greys = {"white", "ivory", "grey", "black", "brown"}
    assert names <= greys | {"red", "orange", "yellow", "green", "teal", "blue", "purple", "pink"}
    assert len(names) > 9


def test_many_dice_are_named_as_each_alone() -> None:
    frame = tray_with_die((30, 30, 200), ink=(250, 250, 250))
    cv2.rectangle(frame, (240, 100), (299, 159), (200, 120, 20), -1)
    boxes, kinds = [BOX, Box(240, 100, 60, 60)], ["d6", "d4"]
    alone = [body_colour(frame, box, kind) for box, kind in zip(boxes, kinds, strict=True)]
    assert [name for _, name in alone] == ["red", "blue"]
    assert body_colours(frame, boxes, kinds) == alone
    assert body_colours(frame, [], []) == []
