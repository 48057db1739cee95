# mypy: disable-error-code="import-untyped,import-not-found"
# gpiozero and lgpio come without types, and lgpio comes with the Pi only.
"""The GPIO pins: buttons, knob and lamp by gpiozero. The only file that knows gpiozero."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Literal

from hardware.errors import (
    PinsBusyError,
    PinsLibraryError,
    PinsMissingError,
    PinsPermissionError,
    PinsWrongError,
)
from hardware.panels.finger import Finger
from hardware.panels.gestures import Gesture, HeldLong, Hold, Mode, ModeHeld, Press, Turn
from hardware.panels.lamp import Colour

DEVICES = Path("/dev")

LampKind = Literal["rgb", "three", "none"]

LIT: dict[LampKind, dict[Colour, tuple[bool, bool, bool]]] = {
    "rgb": {
        "green": (False, True, False),
        "blue": (False, False, True),
        "yellow": (True, True, False),
        "red": (True, False, False),
    },
    "three": {
        "green": (False, False, True),
        "blue": (False, True, False),
        "yellow": (False, True, False),
        "red": (True, False, False),
    },
    "none": {},
}
"""Which of the three lamp pins a colour lights: red, green, blue of an RGB LED, or red, yellow, green as three LEDs."""


@dataclass(frozen=True, slots=True)
class PanelPins:
    """Which BCM pin each part is on. A button connects its pin to ground; a part that is None is not there."""

    capture: int
    mode: int
    knob: tuple[int, int] | None = None
    lamp: LampKind = "rgb"
    lamp_pins: tuple[int, int, int] = (22, 23, 24)
    lamp_common_anode: bool = False
    hold_s: float = 1.5
    off_hold_s: float = 6.0
    bounce_s: float = 0.02


class Pins:
    """The parts on the pins. Callbacks come in gpiozero's threads and do nothing but `tell`."""

    def __init__(
        self, pins: PanelPins, tell: Callable[[Gesture], None], clock: Callable[[], float], factory: Any | None = None
    ) -> None:
        """`factory` is gpiozero's: None is the Pi's own pins by lgpio, tests hand in a MockFactory."""
        self._pins = pins
        self._open: list[Any] = []
        self._factory = _pi_factory() if factory is None else factory
        self._owns_factory = factory is None
        try:
            hold_s, long_s, bounce_s = pins.hold_s, pins.off_hold_s, pins.bounce_s
            finger = partial(Finger, tell, hold_s=hold_s, long_s=long_s, bounce_s=bounce_s, clock=clock)
            self._button(pins.capture, finger(Press(), Hold(), HeldLong()))
            self._button(pins.mode, finger(Mode(), ModeHeld(), HeldLong()))
            if pins.knob is not None:
                self._knob(pins.knob, tell)
            self._leds = self._lamp_leds() if pins.lamp != "none" else ()
        except BaseException:
            self.close()
            raise

    def light(self, colour: Colour | None) -> None:
        """The lamp in this colour, or dark."""
        lit = LIT[self._pins.lamp].get(colour, (False, False, False)) if colour else (False, False, False)
        for led, on in zip(self._leds, lit, strict=False):
            led.value = on

    def close(self) -> None:
        while self._open:
            self._open.pop().close()
        if self._owns_factory:
            self._factory.close()

    def _button(self, pin: int, finger: Finger) -> None:
        from gpiozero import DigitalInputDevice  # not Button, whose hold thread wakes ten times a second

        with _named(f"GPIO{pin}"):
            button = DigitalInputDevice(
                pin, pull_up=True, bounce_time=self._pins.bounce_s, pin_factory=self._factory
            )
        self._open += [button, finger]
        button.when_activated = finger.down
        button.when_deactivated = finger.up

    def _knob(self, pins: tuple[int, int], tell: Callable[[Gesture], None]) -> None:
        from gpiozero import RotaryEncoder

        with _named(f"GPIO{pins[0]} and GPIO{pins[1]}"):
            knob = RotaryEncoder(pins[0], pins[1], max_steps=0, pin_factory=self._factory)
        self._open.append(knob)
        knob.when_rotated_clockwise = lambda: tell(Turn(1))
        knob.when_rotated_counter_clockwise = lambda: tell(Turn(-1))

    def _lamp_leds(self) -> tuple[Any, ...]:
        from gpiozero import LED

        leds = []
        for pin in self._pins.lamp_pins:
            with _named(f"GPIO{pin}"):
                led = LED(pin, active_high=not self._pins.lamp_common_anode, pin_factory=self._factory)
            self._open.append(led)
            leds.append(led)
        return tuple(leds)


@contextmanager
def _named(device: str) -> Iterator[None]:
    """gpiozero's and lgpio's complaints about one pin, in our words."""
    from gpiozero import GPIOPinInUse, PinInvalidPin

    try:
        yield
    except GPIOPinInUse as error:
        raise PinsWrongError(
            f"{device} is given to two parts", device=device, remedy="give each part its own pin under [panel]"
        ) from error
    except PinInvalidPin as error:
        raise PinsWrongError(
            f"{device} is not a GPIO pin of this board", device=device, remedy="see pinout.xyz for the BCM numbers"
        ) from error
    except _lgpio_error() as error:
        raise PinsBusyError(
            f"{device} cannot be used ({error})",
            device=device,
            remedy="stop the other program that uses it (gpioinfo names it), or choose another pin under [panel]",
        ) from error


def _lgpio_error() -> type[Exception]:
    """lgpio's own error, where there is an lgpio; nothing raises the placeholder."""
    try:
        import lgpio
    except ImportError:
        return PinsBusyError
    error: type[Exception] = getattr(lgpio, "error", PinsBusyError)
    return error


def _pi_factory(devices: Path | None = None) -> Any:
    devices = devices or DEVICES
    chips = sorted(devices.glob("gpiochip*"))
    if not chips:
        raise PinsMissingError(
            f"no GPIO pins on this machine ({devices}/gpiochip0 is not there)",
            device=f"{devices}/gpiochip0",
            remedy='run it on a Raspberry Pi, or set kind = "terminal" or "none" under [panel]',
        )
    if not any(os.access(chip, os.R_OK | os.W_OK) for chip in chips):
        raise PinsPermissionError(
            f"no permission to use {chips[0]}",
            device=str(chips[0]),
            remedy="add the user to the group: sudo usermod -aG gpio $USER, then log in again",
        )
    try:
        from gpiozero.pins.lgpio import LGPIOFactory
    except (ImportError, AttributeError) as error:  # PyPI's placeholder lgpio 0.0.0.2 imports, and has nothing in it
        raise PinsLibraryError(
            f"gpiozero or lgpio cannot be loaded ({error})",
            device="lgpio",
            remedy="sudo apt install python3-lgpio, in a venv made with --system-site-packages",
        ) from error
    try:
        return LGPIOFactory()
    except _lgpio_error() as error:
        raise PinsBusyError(
            f"{chips[0]} cannot be opened ({error})", device=str(chips[0]), remedy="stop the other program that uses it"
        ) from error
