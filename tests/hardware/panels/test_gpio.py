"""The real panel on gpiozero's mock pins and luma's real driver."""

import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from queue import Empty, Queue
from types import ModuleType
from typing import Any

import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin

from hardware.errors import (
    DisplayMissingError,
    PinsBusyError,
    PinsLibraryError,
    PinsMissingError,
    PinsPermissionError,
    PinsWrongError,
)
from hardware.panels import pins as pins_file
from hardware.panels.gestures import Gesture, Hold, Mode, ModeHeld, Press, Turn
from hardware.panels.gpio import GpioPanel
from hardware.panels.lamp import Lamp
from hardware.panels.oled import OledDisplay
from hardware.panels.panel import Panel
from hardware.panels.pins import PanelPins
from hardware.panels.samples import SAMPLES
from hardware.panels.screens import draw

pytestmark = pytest.mark.filterwarnings("ignore:.*getdata.*:DeprecationWarning")  # luma's, against newer Pillows

PINS = PanelPins(capture=17, mode=27, knob=(5, 6), lamp_pins=(22, 23, 24), hold_s=0.02, bounce_s=0.02)
SOON_S = 5.0
"""Far longer than any gesture here takes to come; only a broken panel waits that long."""


@pytest.fixture
def factory() -> Iterator[Any]:
    with MockFactory(pin_class=MockPWMPin) as made:
        yield made


@pytest.fixture
def gestures() -> Queue[Gesture]:
    return Queue()


@pytest.fixture
def panel(factory: Any, gestures: Queue[Gesture], clock: Any, bus: Any) -> Iterator[GpioPanel]:
    opened = GpioPanel(gestures, PINS, lambda: OledDisplay(bus=bus), clock=clock, factory=factory, in_background=False)
    with opened:
        yield opened


def press(factory: Any, pin: int) -> None:
    factory.pin(pin).drive_low()
    factory.pin(pin).drive_high()


def all_of(gestures: Queue[Gesture]) -> list[Gesture]:
    found: list[Gesture] = []
    while True:
        try:
            found.append(gestures.get_nowait())
        except Empty:
            return found


def lit(factory: Any) -> tuple[int, ...]:
    return tuple(int(factory.pin(pin).state) for pin in PINS.lamp_pins)


def test_it_is_a_panel(panel: GpioPanel) -> None:
    known: Panel = panel
    assert known.troubles == ()


@pytest.mark.usefixtures("panel")
@pytest.mark.parametrize(("pin", "told"), [(17, Press()), (27, Mode())])
def test_a_button_pressed_and_let_go_is_told_once(
    factory: Any, gestures: Queue[Gesture], pin: int, told: Gesture
) -> None:
    press(factory, pin)
    assert all_of(gestures) == [told]


@pytest.mark.usefixtures("panel")
@pytest.mark.parametrize(("pin", "told"), [(17, Hold()), (27, ModeHeld())])
def test_a_button_held_is_told_while_it_is_down_and_is_no_press(
    factory: Any, gestures: Queue[Gesture], pin: int, told: Gesture
) -> None:
    factory.pin(pin).drive_low()
    assert gestures.get(timeout=SOON_S) == told
    factory.pin(pin).drive_high()
    assert all_of(gestures) == []


@pytest.mark.usefixtures("panel")
def test_bouncing_contacts_are_one_press(factory: Any, gestures: Queue[Gesture], clock: Any) -> None:
    for _ in range(4):
        press(factory, 17)
        clock.now_s += 0.004
    clock.now_s += 0.5
    press(factory, 17)
    assert all_of(gestures) == [Press(), Press()]


@pytest.mark.usefixtures("panel")
def test_the_driver_is_asked_to_debounce_too(factory: Any) -> None:
    assert factory.pin(17).bounce == factory.pin(27).bounce == 0.02


@pytest.mark.usefixtures("panel")
def test_the_knob_tells_which_way_it_turns(factory: Any, gestures: Queue[Gesture]) -> None:
    a, b = factory.pin(5), factory.pin(6)
    for first, second in ((a, b), (b, a)):
        first.drive_low()
        second.drive_low()
        first.drive_high()
        second.drive_high()
    assert all_of(gestures) == [Turn(1), Turn(-1)]


def test_a_full_queue_drops_gestures_and_nothing_waits(factory: Any, clock: Any) -> None:
    gestures: Queue[Gesture] = Queue(maxsize=1)
    with GpioPanel(gestures, PINS, None, clock=clock, factory=factory, in_background=False):
        for _ in range(3):
            clock.now_s += 1
            press(factory, 17)
    assert all_of(gestures) == [Press()]


def test_a_readout_reaches_the_display(panel: GpioPanel, bus: Any) -> None:
    panel.show(SAMPLES["outcome"])
    assert bus.picture().tobytes() == draw(SAMPLES["outcome"]).image.tobytes()


@pytest.mark.parametrize(
    ("state", "colours"),
    [
        (Lamp.READY, (0, 1, 0)),
        (Lamp.BUSY, (0, 0, 1)),
        (Lamp.THROW_AGAIN, (1, 1, 0)),
        (Lamp.TROUBLE, (1, 0, 0)),
        (Lamp.OFF, (0, 0, 0)),
    ],
)
def test_the_lamp_has_a_colour_for_each_state(
    panel: GpioPanel, factory: Any, state: Lamp, colours: tuple[int, ...]
) -> None:
    panel.lamp(state)
    assert lit(factory) == colours


def test_the_lamp_blinks_as_time_goes_by(panel: GpioPanel, factory: Any, clock: Any) -> None:
    panel.lamp(Lamp.THROW_AGAIN)
    clock.now_s += 0.6
    panel.step()
    assert lit(factory) == (0, 0, 0)


@pytest.mark.parametrize(
    ("changes", "ready", "trouble"),
    [({"lamp": "three"}, (0, 0, 1), (1, 0, 0)), ({"lamp_common_anode": True}, (1, 0, 1), (0, 1, 1))],
)
def test_other_lamps_are_wired_differently(
    factory: Any, clock: Any, changes: dict[str, Any], ready: tuple[int, ...], trouble: tuple[int, ...]
) -> None:
    with GpioPanel(Queue(), replace(PINS, **changes), None, clock=clock, factory=factory, in_background=False) as panel:
        panel.lamp(Lamp.READY)
        assert lit(factory) == ready
        panel.lamp(Lamp.TROUBLE)
        assert lit(factory) == trouble


def test_a_box_without_lamp_and_knob_is_a_box(factory: Any, gestures: Queue[Gesture], clock: Any) -> None:
    bare = PanelPins(capture=17, mode=27, lamp="none")
    with GpioPanel(gestures, bare, None, clock=clock, factory=factory, in_background=False) as panel:
        panel.lamp(Lamp.TROUBLE)
        panel.show(SAMPLES["trouble"])
        press(factory, 17)
    assert all_of(gestures) == [Press()]


def test_a_missing_display_is_a_trouble_and_the_box_goes_on(
    factory: Any, gestures: Queue[Gesture], clock: Any, another_bus: Any
) -> None:
    panel = GpioPanel(
        gestures,
        PINS,
        lambda: OledDisplay(bus=another_bus(0x3D)),
        clock=clock,
        factory=factory,
        in_background=False,
    )
    with panel:
        panel.show(SAMPLES["idle"])
        panel.lamp(Lamp.READY)
        press(factory, 17)
        assert [type(trouble) for trouble in panel.troubles] == [DisplayMissingError]
    assert all_of(gestures) == [Press()]


def test_in_the_background_it_draws_by_itself(factory: Any, gestures: Queue[Gesture]) -> None:
    shown: Queue[bytes] = Queue()

    class Screen:
        def show(self, image: Any) -> None:
            shown.put(image.tobytes())

        def dim(self, is_dim: bool) -> None: ...

        def close(self) -> None: ...

    with GpioPanel(gestures, PINS, Screen, factory=factory) as panel:
        panel.show(SAMPLES["busy"])
        assert shown.get(timeout=SOON_S) == draw(SAMPLES["busy"]).image.tobytes()


def test_closing_leaves_the_pins_free_and_dark(factory: Any, gestures: Queue[Gesture], clock: Any) -> None:
    for _ in range(2):
        panel = GpioPanel(gestures, PINS, None, clock=clock, factory=factory, in_background=False)
        panel.lamp(Lamp.READY)
        panel.close()
        panel.close()
        press(factory, 17)
    assert all_of(gestures) == []


def test_one_pin_for_two_parts_is_refused_by_its_number(factory: Any, gestures: Queue[Gesture]) -> None:
    with pytest.raises(PinsWrongError, match="GPIO17 is given to two parts; give each part its own pin"):
        GpioPanel(gestures, replace(PINS, mode=17), None, factory=factory)
    GpioPanel(gestures, PINS, None, factory=factory, in_background=False).close()


def test_a_pin_that_does_not_exist_is_refused_by_its_number(factory: Any, gestures: Queue[Gesture]) -> None:
    with pytest.raises(PinsWrongError, match="GPIO99 is not a GPIO pin"):
        GpioPanel(gestures, replace(PINS, capture=99), None, factory=factory)


class Lgpio(ModuleType):
    """As much of lgpio as gpiozero looks at when it is loaded; its chip cannot be opened."""

    error = type("error", (Exception,), {})

    def __getattr__(self, name: str) -> int:
        if name.startswith("__"):
            raise AttributeError(name)
        return 0

    def gpiochip_open(self, chip: int) -> int:
        raise self.error(f"can not open gpiochip{chip}")


@pytest.fixture
def devices(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "gpiochip0").touch()
    monkeypatch.delitem(sys.modules, "gpiozero.pins.lgpio", raising=False)
    monkeypatch.setenv("RPI_LGPIO_REVISION", "c03111")
    return tmp_path


def test_a_machine_without_pins_says_so(tmp_path: Path) -> None:
    with pytest.raises(PinsMissingError, match="gpiochip0 is not there"):
        pins_file._pi_factory(tmp_path)


def test_pins_that_may_not_be_used_say_which_group(devices: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.access", lambda *_: False)
    with pytest.raises(PinsPermissionError, match="gpiochip0; add the user to the group: sudo usermod -aG gpio"):
        pins_file._pi_factory(devices)


@pytest.mark.parametrize("lgpio", [None, ModuleType("lgpio")], ids=["no lgpio", "PyPI's empty lgpio"])
def test_pins_without_lgpio_say_what_to_install(
    devices: Path, monkeypatch: pytest.MonkeyPatch, lgpio: ModuleType | None
) -> None:
    monkeypatch.setitem(sys.modules, "lgpio", lgpio)
    with pytest.raises(PinsLibraryError, match="apt install python3-lgpio"):
        pins_file._pi_factory(devices)


def test_pins_that_another_program_has_are_busy(devices: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "lgpio", Lgpio("lgpio"))
    monkeypatch.setattr("gpiozero.pins.local.LocalPiFactory._get_revision", lambda _: 0xC03111)
    with pytest.raises(PinsBusyError, match="can not open gpiochip0"):
        pins_file._pi_factory(devices)
