# mypy: disable-error-code="import-untyped,import-not-found"
# luma comes without types.
"""The 128×64 OLED on I2C, by luma.oled. The only file that knows luma."""

from __future__ import annotations

from typing import Any, Literal, Protocol

from PIL import Image

from hardware.errors import (
    DisplayError,
    DisplayLibraryError,
    DisplayLostError,
    DisplayMissingError,
    DisplayPermissionError,
)
from hardware.panels.layout import HEIGHT_PX, WIDTH_PX

Driver = Literal["ssd1306", "sh1106"]
BRIGHT = 0xCF
DIM = 0x01
"""Contrast: luma's own start value, and the least there is. A dim OLED lives longer and does not light the room."""

NO_OPERATION = 0xE3
"""Both drivers' command that does nothing: asks whether anybody is there before luma makes a device of it, since luma
keeps every device it ever made until the program ends."""


class Display(Protocol):
    """Something 128×64 that shows 1-bit pictures."""

    def show(self, image: Image.Image) -> None: ...

    def dim(self, is_dim: bool) -> None: ...

    def close(self) -> None: ...

    def leave(self) -> None:
        """Close it, and let it show what it shows."""


class OledDisplay:
    def __init__(
        self,
        driver: Driver = "ssd1306",
        port: int = 1,
        address: int = 0x3C,
        rotation_degrees: Literal[0, 180] = 0,
        bus: Any | None = None,
    ) -> None:
        """`bus` is None for the Pi's own; tests hand in one that records."""
        self._where = f"0x{address:02X} on i2c-{port}"
        self._port = port
        try:
            from luma.core.error import DeviceNotFoundError, DevicePermissionError
            from luma.core.interface.serial import i2c
            from luma.oled import device as drivers
        except ImportError as error:
            raise DisplayLibraryError(
                f"luma.oled cannot be loaded ({error})", device="luma.oled", remedy="pip install 'dice-reader[pi]'"
            ) from error
        self._lost: tuple[type[Exception], ...] = (DeviceNotFoundError, OSError)
        try:
            wires = i2c(bus=bus, port=port, address=address)
        except DevicePermissionError as error:
            raise self._no_permission() from error
        except DeviceNotFoundError as error:
            raise self._no_bus() from error
        try:
            wires.command(NO_OPERATION)
            self._device: Any = getattr(drivers, driver)(
                wires, width=WIDTH_PX, height=HEIGHT_PX, rotate=rotation_degrees // 90
            )
        except self._lost as error:
            wires.cleanup()
            raise self._nothing_there() from error

    def show(self, image: Image.Image) -> None:
        try:
            self._device.display(image)
        except self._lost as error:
            raise self._unplugged() from error

    def dim(self, is_dim: bool) -> None:
        try:
            self._device.contrast(DIM if is_dim else BRIGHT)
        except self._lost as error:
            raise self._unplugged() from error

    def close(self) -> None:
        """Dark. A display that was unplugged is dark already."""
        try:
            self._device.cleanup()
        except self._lost:
            return

    def leave(self) -> None:
        self._device.persist = True
        self.close()

    def _no_permission(self) -> DisplayError:
        return DisplayPermissionError(
            f"no permission to use /dev/i2c-{self._port}",
            device=self._where,
            remedy="add the user to the group: sudo usermod -aG i2c $USER, then log in again",
        )

    def _no_bus(self) -> DisplayError:
        return DisplayMissingError(
            f"no I2C bus /dev/i2c-{self._port}",
            device=self._where,
            remedy="switch I2C on: sudo raspi-config nonint do_i2c 0, then restart",
        )

    def _nothing_there(self) -> DisplayError:
        return DisplayMissingError(
            f"no display at {self._where}",
            device=self._where,
            remedy=f"check the four wires, then i2cdetect -y {self._port}",
        )

    def _unplugged(self) -> DisplayError:
        return DisplayLostError(
            f"the display at {self._where} does not answer any more",
            device=self._where,
            remedy="check the four wires; it comes back by itself",
        )
