"""What moves by itself, on a clock that is moved by hand."""

from typing import Any

import pytest
from PIL import Image

from hardware.errors import DisplayError, DisplayLostError, DisplayMissingError, DisplayPermissionError
from hardware.panels.animation import RETRY_S, Animation
from hardware.panels.lamp import Colour, Lamp
from hardware.panels.samples import SAMPLES
from hardware.panels.screens import TICK_S, draw


class Screen:
    def __init__(self) -> None:
        self.images: list[bytes] = []
        self.dims: list[bool] = []
        self.plugged_in = True
        self.closed = False

    def show(self, image: Image.Image) -> None:
        if not self.plugged_in:
            raise DisplayLostError("gone", device="screen", remedy="plug it in")
        self.images.append(image.tobytes())

    def dim(self, is_dim: bool) -> None:
        self.dims.append(is_dim)

    def close(self) -> None:
        self.closed = True


class Box:
    """An animation with everything around it recorded."""

    def __init__(self, clock: Any, opens: list[Screen | DisplayError] | None = None) -> None:
        self.clock = clock
        self.lights: list[Colour | None] = []
        self.opens = opens if opens is not None else [Screen()]
        self.opened = 0
        self.animation = Animation(self.lights.append, self.open, clock, dim_after_s=60.0)

    def open(self) -> Screen:
        answer = self.opens[self.opened]
        self.opened += 1
        if isinstance(answer, DisplayError):
            raise answer
        return answer

    def after(self, seconds: float) -> float | None:
        self.clock.now_s += seconds
        return self.animation.step()

    @property
    def screen(self) -> Screen:
        return next(screen for screen in self.opens if isinstance(screen, Screen))


@pytest.fixture
def box(clock: Any) -> Box:
    return Box(clock)


def test_a_readout_is_drawn_once(box: Box) -> None:
    box.animation.show(SAMPLES["outcome"])
    box.after(0)
    box.after(1)
    assert box.screen.images == [draw(SAMPLES["outcome"]).image.tobytes()]


def test_a_still_screen_and_a_steady_lamp_let_the_box_sleep_until_it_dims(box: Box) -> None:
    box.animation.show(SAMPLES["idle"])
    box.animation.lamp(Lamp.READY)
    assert box.after(0) == 60.0
    assert box.after(60) is None
    assert box.screen.dims == [True]


def test_a_dim_screen_wakes_when_it_is_shown_anything(box: Box) -> None:
    box.animation.show(SAMPLES["idle"])
    box.after(0)
    box.after(60)
    box.animation.show(SAMPLES["idle"])
    box.after(0)
    assert box.screen.dims == [True, False]


def test_long_text_turns_its_pages(box: Box) -> None:
    readout = SAMPLES["trouble-camera"]
    box.animation.show(readout)
    assert box.after(0) == TICK_S
    box.animation.show(readout)
    assert box.after(0.5) == TICK_S - 0.5, "shown again, it does not begin anew"
    box.after(TICK_S - 0.5)
    box.after(TICK_S)
    pages = [draw(readout, tick).image.tobytes() for tick in (0, 1, 0)]
    assert box.screen.images == pages


def test_the_lamp_keeps_its_rhythm(box: Box) -> None:
    box.animation.lamp(Lamp.THROW_AGAIN)
    waits = [box.after(pause) for pause in (0, 0.6, 0.6)]
    assert waits == pytest.approx([0.6, 0.6, 0.6])
    assert box.lights == ["yellow", None, "yellow"]


def test_the_same_lamp_again_does_not_disturb_the_rhythm(box: Box) -> None:
    box.animation.lamp(Lamp.THROW_AGAIN)
    box.after(0)
    box.clock.now_s += 0.4
    box.animation.lamp(Lamp.THROW_AGAIN)
    assert box.after(0) == pytest.approx(0.2)


def test_a_missing_screen_is_tried_again_and_shows_what_it_missed(clock: Any) -> None:
    missing = DisplayMissingError("no display", device="0x3C", remedy="check the wires")
    box = Box(clock, [missing, missing, Screen()])
    box.animation.show(SAMPLES["idle"])
    assert box.after(0) == RETRY_S
    assert box.animation.trouble is missing
    assert box.after(1) == RETRY_S - 1
    box.after(RETRY_S)
    assert box.opened == 2
    box.after(RETRY_S)
    assert box.animation.trouble is None
    assert box.screen.images == [draw(SAMPLES["idle"]).image.tobytes()]


def test_a_screen_that_is_forbidden_is_not_tried_again(clock: Any) -> None:
    forbidden = DisplayPermissionError("no permission", device="0x3C", remedy="join the group")
    box = Box(clock, [forbidden])
    assert box.after(0) is None
    box.after(1000)
    assert box.opened == 1
    assert box.animation.trouble is forbidden


def test_a_screen_that_is_unplugged_comes_back(clock: Any) -> None:
    box = Box(clock, [Screen(), Screen()])
    box.animation.show(SAMPLES["idle"])
    box.after(0)
    first, second = (screen for screen in box.opens if isinstance(screen, Screen))
    first.plugged_in = False
    box.animation.show(SAMPLES["busy"])
    assert box.after(0) == RETRY_S
    assert isinstance(box.animation.trouble, DisplayLostError)
    assert first.closed
    box.after(RETRY_S)
    assert second.images == [draw(SAMPLES["busy"]).image.tobytes()]
    assert box.animation.trouble is None


def test_closing_leaves_lamp_and_screen_dark(box: Box) -> None:
    box.animation.lamp(Lamp.READY)
    box.after(0)
    box.animation.close()
    assert box.lights == ["green", None]
    assert box.screen.closed
