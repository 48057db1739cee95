"""Pictures of the same face are alike however the die is turned, moved, sized or lit; those of other faces are less."""

from typing import Any

import cv2
import numpy as np
import pytest

from reader.teaching.picture_match import UNLIKE, Album, agreements
from reader.teaching.portrait import Canvas, Portrait, canvas_of, portrait_of
from tests.reader.teaching.conftest import COLOURS, painted

FACES = ("1", "2", "3", "4", "5", "6")
CLEAR = 1.8
"""Clearness: a correlation of about 0.85."""


def canvas(face: str, turn_deg: float = 0.0, *, shift: tuple[float, float] = (0, 0), zoom: float = 1.0) -> Canvas:
    picture = painted(face, COLOURS["red"], turn_deg)
    warp = cv2.getRotationMatrix2D((64, 64), 0, zoom)
    warp[:, 2] += shift
    moved = cv2.warpAffine(picture.astype(np.uint8), warp, (128, 128), borderMode=cv2.BORDER_REPLICATE)
    return canvas_of(np.asarray(moved, np.uint8), (64.0, 64.0), 1.0)


@pytest.fixture(scope="module")
def album() -> Album:
    return Album.of([portrait_of(canvas(face)) for face in FACES])


def looked(seen: Canvas, album: Album) -> Any:
    numbers = np.arange(len(FACES), dtype=np.intp)
    return agreements(seen, album, numbers, np.zeros(len(FACES), np.bool_))


@pytest.mark.parametrize("turn_deg", [0, 37, 111, 180, 291])
@pytest.mark.parametrize("face", FACES)
def test_a_face_is_found_however_it_is_turned(album: Album, face: str, turn_deg: float) -> None:
    alike = looked(canvas(face, turn_deg), album)
    assert FACES[int(alike.argmax())] == face
    assert alike.max() > CLEAR


@pytest.mark.parametrize(("shift", "zoom"), [((6, -4), 1.0), ((-7, 5), 1.08), ((0, 6), 0.92)])
def test_a_face_is_found_where_the_network_put_it_a_little_wrong(
    album: Album, shift: tuple[float, float], zoom: float
) -> None:
    alike = looked(canvas("5", 75, shift=shift, zoom=zoom), album)
    assert FACES[int(alike.argmax())] == "5"
    assert alike.max() > CLEAR


def test_a_shadow_across_the_die_changes_little(album: Album) -> None:
    picture = painted("4", COLOURS["red"], 40).astype(np.float32)
    shade = np.linspace(0.45, 1.1, 128, dtype=np.float32)[None, :, None]
    lit = canvas_of(np.clip(picture * shade, 0, 255).astype(np.uint8), (64.0, 64.0), 1.0)
    alike = looked(lit, album)
    assert FACES[int(alike.argmax())] == "4"
    assert alike.max() > CLEAR


def test_six_and_nine_without_marks_are_told_apart_by_what_is_around_them() -> None:
    def numeral(turn: float, neighbour: str) -> Canvas:
        crop = np.full((128, 128, 3), (200, 60, 40), np.uint8)
        cv2.putText(crop, "6", (52, 78), cv2.FONT_HERSHEY_SIMPLEX, 1.4, (240, 240, 240), 3, cv2.LINE_AA)
        upside = cv2.rotate(crop, cv2.ROTATE_180)
        picture = crop if turn == 0 else upside
        cv2.putText(picture, neighbour, (30, 60), cv2.FONT_HERSHEY_SIMPLEX, 0.8, (240, 240, 240), 2, cv2.LINE_AA)
        return canvas_of(picture, (64.0, 64.0), 1.0)

    six, nine = numeral(0, "7"), numeral(180, "4")
    album = Album.of([portrait_of(six), portrait_of(nine)])
    pair, none = np.arange(2, dtype=np.intp), np.zeros(2, np.bool_)
    assert int(agreements(six, album, pair, none).argmax()) == 0
    assert int(agreements(nine, album, pair, none).argmax()) == 1


def test_a_die_without_any_print_is_like_none(album: Album) -> None:
    plain = canvas_of(np.full((128, 128, 3), 90, np.uint8), (64.0, 64.0), 1.0)
    assert looked(plain, album).max() == pytest.approx(UNLIKE, abs=0.3)
    assert np.isfinite(looked(canvas("3"), Album.of([portrait_of(plain)] * len(FACES)))).all()


def test_what_the_networks_favour_is_compared_even_if_others_look_more_alike_at_first(album: Album) -> None:
    many = Album.of([_portrait(album, 0)] * 30 + [_portrait(album, 4)])
    faces = np.arange(31, dtype=np.intp)
    favoured = faces == 30
    seen = canvas("1", 20)
    assert agreements(seen, many, faces, np.zeros(31, np.bool_))[30] == UNLIKE
    assert agreements(seen, many, faces, favoured)[30] > UNLIKE


def _portrait(album: Album, at: int) -> Portrait:
    return Portrait(album.looks[at], album.rings[at])
