"""Stand-ins below the panel: a clock that is moved by hand, and an I2C bus that records."""

import errno
from collections.abc import Callable

import numpy as np
import pytest
from PIL import Image


class Clock:
    def __init__(self) -> None:
        self.now_s = 100.0

    def __call__(self) -> float:
        return self.now_s


class RecordingBus:
    """An smbus that plays the display's memory: luma's bytes come out as the picture that would be lit."""

    def __init__(self, address: int = 0x3C) -> None:
        self.address = address
        self.commands: list[int] = []
        self.plugged_in = True
        self.pages = np.zeros((8, 132), dtype=np.uint8)
        self._page = 0
        self._column = 0
        self._row_of_pages = False

    def write_i2c_block_data(self, address: int, register: int, block: list[int]) -> None:
        if not self.plugged_in or address != self.address:
            raise OSError(errno.EREMOTEIO, "Remote I/O error")
        if register == 0x00:
            self._command(block)
        else:
            for byte in block:
                self._data(byte)

    def _command(self, block: list[int]) -> None:
        self.commands.extend(block)
        if block[0] == 0x21:  # ssd1306: columns and pages of a whole picture
            self._page, self._column, self._row_of_pages = block[4], block[1], True
        elif 0xB0 <= block[0] <= 0xB7 and len(block) == 3:  # sh1106: one page of 132 columns, beginning at the second
            self._page, self._column, self._row_of_pages = block[0] - 0xB0, block[1], False

    def _data(self, byte: int) -> None:
        self.pages[self._page, self._column] = byte
        self._column += 1
        if self._row_of_pages and self._column == 128:
            self._page, self._column = (self._page + 1) % 8, 0

    def picture(self, first_column: int = 0) -> Image.Image:
        bits = np.unpackbits(self.pages[:, None, first_column : first_column + 128], axis=1, bitorder="little")
        return Image.fromarray(bits.reshape(64, 128) * np.uint8(255)).convert("1")


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def bus() -> RecordingBus:
    return RecordingBus()


@pytest.fixture
def another_bus() -> Callable[[int], RecordingBus]:
    return RecordingBus
