"""StudioCamera: its behaviour on a tray of paper, and the real renderer's pictures."""

from collections.abc import Sequence

import cv2
import numpy as np
import pytest

from hardware.cameras.camera import Camera, CameraLocks, Frame
from hardware.cameras.studio import StudioCamera
from models.studio.tabletop import Tabletop


class PaperTray:
    """Every die shows how often it was thrown."""

    def __init__(self) -> None:
        self.dice: list[tuple[str, int]] = []
        self.rolled = 0

    @property
    def lying(self) -> tuple[tuple[str, str], ...]:
        return tuple((kind, str(times)) for kind, times in self.dice)

    def throw(self, dice: Sequence[str]) -> None:
        self.dice = [(kind, 1) for kind in dice]

    def throw_again(self, which: Sequence[int]) -> None:
        self.dice = [(kind, times + (at in which)) for at, (kind, times) in enumerate(self.dice)]

    def rolling_frame(self, width_px: int) -> Frame:
        self.rolled += 1
        return np.full((width_px * 3 // 4, width_px, 3), self.rolled, dtype=np.uint8)

    def picture(self) -> Frame:
        return np.full((480, 640, 3), 200, dtype=np.uint8)


@pytest.fixture
def camera() -> StudioCamera:
    return StudioCamera(PaperTray(), rolling_previews=2)


def brightness(frames: list[Frame]) -> list[int]:
    return [int(frame.mean()) for frame in frames]


def test_thrown_dice_roll_before_they_lie(camera: StudioCamera) -> None:
    known: Camera = camera
    camera.throw(["d6"])
    assert brightness([known.preview() for _ in range(4)]) == [1, 2, 200, 200]


def test_a_die_thrown_again_rolls_again(camera: StudioCamera) -> None:
    camera.throw(["d6", "d8"])
    camera.still()
    camera.throw_again([1])
    assert camera.lying == (("d6", "1"), ("d8", "2"))
    assert brightness([camera.preview() for _ in range(3)]) == [1, 2, 200]


def test_a_still_waits_until_the_dice_lie(camera: StudioCamera) -> None:
    camera.throw(["d6"])
    assert int(camera.still().mean()) == 200
    assert int(camera.preview().mean()) == 200


def test_an_empty_tray_does_not_roll(camera: StudioCamera) -> None:
    camera.throw([])
    assert int(camera.preview().mean()) == 200


def test_a_picture_is_the_callers_own_copy(camera: StudioCamera) -> None:
    camera.still()[:] = 0
    camera.preview()[:] = 0
    assert int(camera.still().mean()) == 200


def test_it_takes_every_lock(camera: StudioCamera) -> None:
    with camera:
        camera.rest()
        assert camera.lock(CameraLocks(exposure_us=5)) == ()
        assert camera.measure() == CameraLocks(exposure_us=5)


@pytest.fixture
def in_studio(monkeypatch: pytest.MonkeyPatch) -> StudioCamera:
    """The real renderer, with one font: looking through all that a machine has takes seconds."""
    monkeypatch.setattr("models.studio.looks.fonts.fonts", lambda _=False: ("pillow",))
    return StudioCamera(Tabletop(seed=5, width_px=320, renderer="compositor"))


def differs(one: Frame, other: Frame) -> float:
    """The share of the picture that has changed."""
    changed = np.abs(one.astype(int) - other.astype(int)).max(axis=2)
    return float((cv2.blur(changed.astype(np.float32), (5, 5)) > 20).mean())


def test_the_renderer_throws_what_it_is_told_to_and_again_only_what_it_is_told_to(in_studio: StudioCamera) -> None:
    in_studio.throw(["d6:light", "d6:dark:2", "d20"])
    rolling = [in_studio.preview() for _ in range(2)]
    lying, before = in_studio.lying, in_studio.still()
    assert [kind for kind, _ in lying] == ["d6", "d6", "d20"]
    assert lying[1] == ("d6", "2")
    assert before.shape == (240, 320, 3)
    assert rolling[0].shape == before.shape
    assert differs(*rolling) > 0.01
    in_studio.throw_again([2])
    assert in_studio.lying[:2] == lying[:2]
    assert 0 < differs(before, in_studio.still()) < 0.15
    assert differs(in_studio.still(), in_studio.still()) == 0
