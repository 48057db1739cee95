"""Calling a driver that may never return."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from threading import Thread
from typing import TypeVar

Result = TypeVar("Result")


def within(timeout_s: float, work: Callable[[], Result]) -> Result:
    """What `work` returns or raises; TimeoutError if it takes longer. Then its thread is left behind to hang alone."""
    answer: Future[Result] = Future()

    def run() -> None:
        try:
            answer.set_result(work())
        except BaseException as error:
            answer.set_exception(error)

    Thread(target=run, name="driver call", daemon=True).start()
    return answer.result(timeout_s)
