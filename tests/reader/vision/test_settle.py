"""Whether dice lie still: moving, rocking, flickering light, noise; and reading them only then."""

import numpy as np
import pytest

from reader.vision.settle import Settling, has_moved, in_grey
from reader.vision.sighting import Box, Frame, Reading, Sighting
from reader.vision.watch import Watch

RANDOM = np.random.default_rng(1)
EVERY_S = 0.05


def tray(x: float = 100, noise: float = 0.0, gain: float = 1.0, side: int = 20) -> Frame:
    """A small picture with a die of a sixteenth of its width."""
    picture = np.full((240, 320, 3), 80.0)
    left = int(x)
    picture[100 : 100 + side, left : left + side] = 190
    picture[105:110, left + 5 : left + 9] = 30
    noisy = picture * gain + (RANDOM.normal(0, noise, picture.shape) if noise else 0.0)
    return np.clip(noisy, 0, 255).astype(np.uint8)


def settled_after(frames: list[Frame]) -> int | None:
    settling = Settling()
    for at, frame in enumerate(frames):
        if settling.feed(frame, at * EVERY_S):
            return at
    return None


def test_a_still_tray_is_settled_after_a_third_of_a_second() -> None:
    assert settled_after([tray()] * 20) == 7


def test_a_rolling_die_is_waited_for() -> None:
    rolling = [tray(100 + 9 * at) for at in range(10)]
    assert settled_after([*rolling, *[tray(190)] * 20]) == 17


@pytest.mark.parametrize("noise", [2.0, 6.0, 12.0])
def test_noise_is_no_movement(noise: float) -> None:
    assert settled_after([tray(noise=noise) for _ in range(12)]) == 7


def test_a_lamp_that_flickers_is_no_movement() -> None:
    assert settled_after([tray(gain=gain) for gain in (1.0, 1.04, 0.97, 1.03, 0.98) * 3]) == 7


@pytest.mark.parametrize("noise", [0.0, 3.0])
def test_a_small_die_that_rocks_by_two_pixels_is_seen(noise: float) -> None:
    assert settled_after([tray(100 + 2 * (at % 2), noise=noise) for at in range(30)]) is None


def test_slow_movement_adds_up() -> None:
    assert settled_after([tray(100 + 0.5 * at) for at in range(40)]) is None


def test_a_picture_of_another_size_is_another_tray() -> None:
    assert has_moved(in_grey(tray()), in_grey(np.zeros((100, 320, 3), np.uint8)))


class Camera:
    """Shows these pictures one after the other, then the last one for ever; time passes with every picture."""

    def __init__(self, previews: list[Frame], stills: list[Frame] | None = None) -> None:
        self.now_s = 0.0
        self.previews = previews
        self.stills = stills or [previews[-1]]
        self.rests = 0

    def preview(self) -> Frame:
        self.now_s += EVERY_S
        return self.previews.pop(0) if len(self.previews) > 1 else self.previews[0]

    def still(self) -> Frame:
        return self.stills.pop(0) if len(self.stills) > 1 else self.stills[0]

    def rest(self) -> None:
        self.rests += 1

    def clock(self) -> float:
        return self.now_s

    def sleep(self, seconds: float) -> None:
        self.now_s += seconds


class Eye:
    """Sees a die where the bright spot is, and reads what it is told in order."""

    def __init__(self, *faces: str) -> None:
        self.faces = list(faces)

    def look(self, frame: Frame) -> list[Sighting]:
        x = float(np.flatnonzero(frame[115, :, 0] > 150)[0])
        face = self.faces.pop(0) if len(self.faces) > 1 else self.faces[0]
        return [Reading("d6", face, 0.9, Box(x, 100, 20, 20), 0.7, "white")]


def watch(camera: Camera, eye: Eye, stills: int = 3) -> Watch:
    return Watch(camera, eye, stills=stills, timeout_s=2.0, clock=camera.clock, sleep=camera.sleep)


def test_still_dice_are_read_from_several_pictures() -> None:
    camera = Camera([tray(100 + 9 * at) for at in range(6)])
    seen = watch(camera, Eye("4")).look(lambda: False)
    assert seen is not None
    assert [one.face for one in seen.sightings if isinstance(one, Reading)] == ["4"]


def test_pictures_that_disagree_read_nothing() -> None:
    seen = watch(Camera([tray()]), Eye("4", "5", "4")).look(lambda: False)
    assert seen is not None
    assert not any(isinstance(one, Reading) for one in seen.sightings)


def test_dice_that_never_lie_still_are_given_up_after_the_time() -> None:
    camera = Camera([tray(10 + 3 * at) for at in range(60)])
    assert watch(camera, Eye("4")).look(lambda: False) is None
    assert 2.0 <= camera.now_s < 2.3


def test_dice_that_move_between_the_pictures_are_waited_for_again() -> None:
    camera = Camera([tray(100)] * 9 + [tray(180)] * 9, [tray(100), tray(140), tray(180), tray(180)])
    seen = watch(camera, Eye("4")).look(lambda: False)
    assert seen is not None
    assert seen.sightings[0].box.x == 180


def test_a_look_that_is_called_off_stops_at_once() -> None:
    camera = Camera([tray()])
    assert watch(camera, Eye("4")).look(lambda: True) is None
    assert camera.now_s == 0


def test_resting_is_the_cameras() -> None:
    camera = Camera([tray()])
    watch(camera, Eye("4")).rest()
    assert camera.rests == 1
