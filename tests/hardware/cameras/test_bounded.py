from threading import Event

import pytest

from hardware.cameras.bounded import within


def test_the_answer_comes_back() -> None:
    assert within(5, lambda: 42) == 42


def test_an_error_comes_back() -> None:
    def fails() -> None:
        raise OSError("no such device")

    with pytest.raises(OSError, match="no such device"):
        within(5, fails)


def test_what_never_answers_is_left_behind() -> None:
    hangs = Event()
    with pytest.raises(TimeoutError):
        within(0, hangs.wait)
    hangs.set()
