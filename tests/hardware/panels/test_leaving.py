"""A panel that is left goes on showing its last picture, dim; one that is held down for long says so."""

from queue import Queue
from typing import Any

import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin

from hardware.panels.gestures import Gesture, HeldLong, Hold
from hardware.panels.gpio import GpioPanel
from hardware.panels.lamp import Lamp
from hardware.panels.oled import DIM, OledDisplay
from hardware.panels.pins import PanelPins
from hardware.panels.samples import SAMPLES
from hardware.panels.screens import draw

pytestmark = pytest.mark.filterwarnings("ignore:.*getdata.*:DeprecationWarning")  # luma's, against newer Pillows

PINS = PanelPins(capture=17, mode=27, hold_s=0.02, off_hold_s=0.04)
SOON_S = 5.0
"""Far longer than any gesture here takes to come; only a broken panel waits that long."""
SET_CONTRAST = 0x81


def test_what_was_shown_last_stays_when_the_panel_is_left(clock: Any, bus: Any) -> None:
    with MockFactory(pin_class=MockPWMPin) as factory:
        panel = GpioPanel(
            Queue(), PINS, lambda: OledDisplay(bus=bus), clock=clock, factory=factory, in_background=False
        )
        panel.lamp(Lamp.TROUBLE)
        panel.show(SAMPLES["trouble"])
        panel.leave()
        panel.close()
        assert bus.picture().tobytes() == draw(SAMPLES["trouble"]).image.tobytes()
        assert bus.commands[-2:] == [SET_CONTRAST, DIM]
        assert not any(factory.pin(pin).state for pin in PINS.lamp_pins)


def test_a_screen_that_was_unplugged_is_left_all_the_same(clock: Any, bus: Any) -> None:
    with MockFactory(pin_class=MockPWMPin) as factory:
        panel = GpioPanel(
            Queue(), PINS, lambda: OledDisplay(bus=bus), clock=clock, factory=factory, in_background=False
        )
        bus.plugged_in = False
        panel.show(SAMPLES["trouble"])
        panel.leave()


@pytest.mark.parametrize("pin", [PINS.capture, PINS.mode])
def test_either_button_that_is_held_for_long_says_so(clock: Any, pin: int) -> None:
    gestures: Queue[Gesture] = Queue()
    with (
        MockFactory(pin_class=MockPWMPin) as factory,
        GpioPanel(gestures, PINS, None, clock=clock, factory=factory, in_background=False),
    ):
        factory.pin(pin).drive_low()
        held, held_long = (gestures.get(timeout=SOON_S) for _ in range(2))
        assert isinstance(held, Hold) == (pin == PINS.capture)
        assert held_long == HeldLong()
