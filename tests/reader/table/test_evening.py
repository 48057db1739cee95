"""A whole evening through the buttons of the real panel, and every screen compared."""

import itertools
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin
from PIL import Image

from hardware.panels.gpio import GpioPanel
from hardware.panels.pins import PanelPins
from hardware.panels.plain import in_words
from hardware.panels.screens import draw
from reader.table.commands import Cancel, Command, Knob, Press, Step
from reader.table.readout import Readout
from reader.table.table import Table
from tests.reader.table.conftest import AtHand
from tests.reader.table.evening import EVENING, LEANS, PRESETS
from tests.reader.table.evening_tray import PaintedTray

PINS = PanelPins(capture=17, mode=27, knob=(5, 6), lamp_pins=(22, 23, 24), hold_s=0.4)
SOON_S = 10.0


class Screen:
    """Shows the last picture."""

    def __init__(self) -> None:
        self.image: Image.Image | None = None

    def show(self, image: Image.Image) -> None:
        self.image = image

    def dim(self, is_dim: bool) -> None:
        del is_dim

    def close(self) -> None:
        pass


class Hands:
    """On the pins, where there is a pin for it; the page does the rest."""

    def __init__(self, table: Table, factory: Any) -> None:
        self.table = table
        self.factory = factory

    def do(self, command: Command) -> None:
        match command:
            case Press():
                self._push(PINS.capture)
            case Cancel():
                self.factory.pin(PINS.capture).drive_low()
                self.table.serve()
                self.factory.pin(PINS.capture).drive_high()
                return
            case Step(1):
                self._push(PINS.mode)
            case Knob(by):
                self._turn(by)
            case _:
                self.table.submit(command)
        self.table.serve()

    def _push(self, pin: int) -> None:
        self.factory.pin(pin).drive_low()
        self.factory.pin(pin).drive_high()

    def _turn(self, by: int) -> None:
        assert PINS.knob is not None
        first, second = PINS.knob if by > 0 else PINS.knob[::-1]
        for _ in range(abs(by)):
            for pin, is_down in ((first, True), (second, True), (first, False), (second, False)):
                wire = self.factory.pin(pin)
                (wire.drive_low if is_down else wire.drive_high)()


@pytest.fixture
def factory() -> Iterator[Any]:
    with MockFactory(pin_class=MockPWMPin) as made:
        yield made


def said(readout: Readout) -> str:
    """As the script writes it: the reason only where it asks, and what to do behind an arrow."""
    return " | ".join(line for line in in_words(readout) if not line.startswith("http")).replace(" | →", " →")


def test_a_whole_evening(folder: Path, factory: Any) -> None:
    box = AtHand(folder, PRESETS)
    screen, seconds = Screen(), itertools.count()
    with GpioPanel(
        box.inbox, PINS, lambda: screen, clock=lambda: float(next(seconds)), factory=factory, in_background=False
    ) as panel:
        box.table = Table(box.inbox, box.watcher, box.journal, box._restored, [panel])
        hands, tray = Hands(box.table, factory), PaintedTray(box.watcher)
        for number, moment in enumerate(EVENING, start=1):
            tray.do(moment.tray)
            hands.do(moment.does)
            if moment.says == LEANS:
                assert box.readout.trouble == "The red d8 leans"
            else:
                assert said(box.readout) == moment.says, f"moment {number}: {moment.does}"
            panel.step()
            first_page = draw(box.readout).image
            assert screen.image is not None
            assert draw(box.readout).pages > 1 or screen.image.tobytes() == first_page.tobytes()
    box.journal.close()


def test_the_evening_is_long_enough_and_has_everything() -> None:
    assert sum(isinstance(moment.does, Press) for moment in EVENING) >= 30
