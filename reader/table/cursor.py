"""The cursor at a choice or an entry: mode and knob move it, press confirms."""

from __future__ import annotations

from dataclasses import replace

from reader.table.show import Moment
from reader.table.take import Trouble
from rules import Choice, Entry


def moved(moment: Moment, ask: Choice | Entry, by: int) -> Moment:
    """One option further, or one number higher; round and round."""
    if isinstance(ask, Choice):
        return replace(moment, trouble=None, selected=(moment.selected + by) % len(ask.options))
    values = list(_values(moment, ask))
    values[moment.selected] = _number_after(values[moment.selected], by, ask)
    return replace(moment, trouble=None, values=tuple(values))


def confirmed(moment: Moment, ask: Choice | Entry) -> str | Moment | Trouble:
    """The answer, if this was the last of what it takes; else the cursor at the next place, or what is missing."""
    if isinstance(ask, Choice):
        return ask.options[moment.selected]
    values = _values(moment, ask)
    if not values[moment.selected]:
        return Trouble("no number yet", "turn the knob or press mode until it is right")
    if moment.selected + 1 < len(values):
        return replace(moment, trouble=None, values=values, selected=moment.selected + 1)
    return " ".join(values)


def _values(moment: Moment, ask: Entry) -> tuple[str, ...]:
    return moment.values or ("",) * len(ask.names)


def _number_after(value: str, by: int, ask: Entry) -> str:
    """The first step from nowhere leads to the lowest number, or backwards to the highest."""
    start = int(value) if value else ask.low - 1 if by > 0 else ask.high + 1
    return str(ask.low + (start - ask.low + by) % (ask.high - ask.low + 1))
