"""What the networks are shown is the same to the last bit on x86 and ARM, or dice in doubt would be read otherwise."""

import hashlib

import numpy as np
import pytest

from reader.vision.cut import Place, cut, turned
from reader.vision.find import fitted
from reader.vision.networks import Shade
from reader.vision.resize import Halves, all_resized, resized
from reader.vision.sighting import Box


def picture(width: int = 800, height: int = 600) -> np.ndarray:
    """Full of edges, and of no machine's arithmetic but that of whole numbers."""
    down, across = np.mgrid[0:height, 0:width]
    shades = [(down * 7 + across * 13 * step + (down * across) // 31) % 256 for step in (1, 3, 5)]
    return np.stack(shades, axis=-1).astype(np.uint8)


def checksum(array: np.ndarray) -> str:
    return hashlib.sha256(np.ascontiguousarray(array).tobytes()).hexdigest()[:16]


@pytest.mark.parametrize(
    ("size", "expected"),
    [((416, 312), "4800bb32d19a09b2"), ((300, 200), "af6dc175eeaddc38"), ((1000, 750), "58b6e61c1a43f25c")],
    ids=["less", "half", "more"],
)
def test_a_picture_is_scaled_to_the_same_bytes(size: tuple[int, int], expected: str) -> None:
    assert checksum(resized(picture(), size)) == expected


def test_the_finder_is_shown_the_same() -> None:
    assert checksum(np.ascontiguousarray(fitted(picture(), 416)[0][..., :3])) == "6775604c767d5766"


def test_a_die_is_cut_out_to_the_same_bytes() -> None:
    assert checksum(cut(picture(), Box(300.2, 200.7, 133.3, 121.9))) == "04364b8436b35091"


def test_a_large_die_is_cut_out_of_a_halved_picture_to_the_same_bytes() -> None:
    halves, box = Halves(picture()), Box(120.4, 90.6, 300.3, 280.9)
    assert checksum(cut(halves, box)) == checksum(cut(picture(), box)) == "d9f3b32f729ba603"


def test_a_large_die_is_cut_out_where_it_is_however_often_the_picture_was_halved() -> None:
    frame = np.zeros((1801, 2403, 3), np.uint8)
    frame[700:1100, 900:1300] = 255
    for side_px in (16, 64, 128, 512):
        crop = cut(frame, Box(900, 700, 400, 400), side_px)
        inside = np.flatnonzero(crop[side_px // 2, :, 0] > 127)
        middle, wide = (inside[0] + inside[-1] + 1) / 2, inside[-1] + 1 - inside[0]
        assert middle == pytest.approx(side_px / 2, abs=1)
        assert wide == pytest.approx(side_px * 84 / 128, abs=1.5)


@pytest.mark.parametrize(("x", "y"), [(-40, 100), (401, 100), (200, -40), (200, 241)])
def test_a_large_die_at_the_edge_of_an_odd_picture_is_mirrored_beyond_it(x: float, y: float) -> None:
    """As if the picture went on mirrored; to a shade or two, since the corner of a cut is a whole pixel."""
    down, across = np.mgrid[0:541, 0:701]
    frame = np.stack([across // 3, down // 3, (across + down) // 6], axis=-1).astype(np.uint8)
    wider = np.pad(frame, ((300, 300), (300, 300), (0, 0)), "symmetric")
    at_edge, inside = cut(frame, Box(x, y, 300, 300)), cut(wider, Box(x + 300, y + 300, 300, 300))
    assert np.abs(at_edge.astype(int) - inside).max() <= 2


def test_of_a_very_narrow_picture_something_is_left() -> None:
    assert cut(np.zeros((40, 6000, 3), np.uint8), Box(10, 0, 5900, 40)).shape == (128, 128, 3)


def test_a_picture_is_halved_once_however_often_it_is_asked_for() -> None:
    halves = Halves(picture())
    assert halves.at(2) is halves.at(2)
    assert halves.at(2).shape == (150, 200, 3)
    assert Halves.of(halves) is halves


@pytest.mark.parametrize("side", [80, 72, 64, 128, 50, 200])
def test_crops_in_one_strip_are_made_smaller_as_each_by_itself(side: int) -> None:
    crops = [cut(picture(), Box(40.0 * number, 30.0 * number, 90 + number, 80)) for number in range(7)]
    assert np.array_equal(all_resized(np.stack(crops), side), np.stack([resized(crop, (side, side)) for crop in crops]))


def test_a_crop_is_shown_in_the_same_shades() -> None:
    crop = cut(picture(), Box(300.2, 200.7, 133.3, 121.9))
    assert Shade.of(crop) == Shade(middle=127.47412109375, contrast=0.014036697226295284)


def test_what_differs_by_less_than_a_machine_may_err_is_turned_alike() -> None:
    crop = cut(picture(), Box(300, 200, 133, 122))
    one, other = (turned(crop, 80, 33.3 + off, Place(0.031 + off, -0.052 + off, 0.71 + off)) for off in (0, 1e-6))
    assert np.array_equal(one, other)
