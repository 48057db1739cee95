"""In place of a panel that cannot be had: nobody presses it, and what is wrong with it is said on the page."""

from __future__ import annotations

from hardware.errors import HardwareError
from hardware.panels.lamp import Lamp
from hardware.panels.panel import ClosesItself
from hardware.panels.readout import Readout


class NoPanel(ClosesItself):
    def __init__(self, error: HardwareError) -> None:
        self.troubles = (error,)

    def show(self, readout: Readout) -> None:
        """There is nothing to show it on."""

    def lamp(self, state: Lamp) -> None:
        """There is no lamp."""

    def close(self) -> None:
        """There is nothing to close."""
