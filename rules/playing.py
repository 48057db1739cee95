"""Runs a rule and its parts: what is asked next, until it is over. Unlimited rolls run in constant space."""

from __future__ import annotations

from typing import Any

from rules.asks import Ask, Choice, Entry, Part, Steps, Throw


class Playing:
    """A rule that has begun. `asked` is what it asks for now; None when it is over, and then there is a `result`."""

    def __init__(self, start: Part) -> None:
        self.asked: Ask | None = None
        self.result: Any = None
        self._running: list[Steps] = [start.start()]
        self.send(None)

    def send(self, answer: Any) -> None:
        self.asked = None
        while self._running:
            try:
                step = self._running[-1].send(answer)
            except StopIteration as end:
                self._running.pop()
                step = answer = end.value
            if isinstance(step, Part):
                self._running.append(step.start())
                answer = None
            elif isinstance(step, Throw | Choice | Entry):
                self.asked = step
                return
        self.result = answer
