"""How a roll is written, field by field: what the notation reads, and what a page can build a form from."""

from __future__ import annotations

import re
from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Literal, TypeAlias

from rules.asks import Part
from rules.formula import Formula
from rules.scan import MOST

_BARE_NAME: Final = re.compile(r"(?!(?:ranges|pass-fail|d10ish|limited|d2)$)[^\s=,\"'“„‘+-]+")

Values: TypeAlias = Mapping[str, Any]
Sort: TypeAlias = Literal["flag", "tally", "number", "numbers", "pick", "modifier", "dice", "ranges", "parties"]


@dataclass(frozen=True, slots=True)
class Field:
    """One thing that can be said of a roll."""

    name: str
    sort: Sort
    says: str
    low: int = 0
    high: int = 0
    options: tuple[str, ...] = ()
    """What may be picked, or for parties which sort of dice each brings: "modifier" or "dice"."""
    needed: bool = False
    default: str = ""


MOST_EXTRA: Final = 3
"""No more Advantages or Disadvantages than this remain, to save time."""


def net_advantages(advantages: int, disadvantages: int) -> int:
    """They cancel one to one first; at most three remain.

    >>> net_advantages(5, 1), net_advantages(0, 2)
    (3, -2)
    """
    return max(-MOST_EXTRA, min(MOST_EXTRA, advantages - disadvantages))


@dataclass(frozen=True, slots=True)
class Party:
    """Somebody who throws for themselves."""

    name: str
    modifier: int = 0
    advantages: int = 0
    disadvantages: int = 0
    formula: Formula | None = None

    @property
    def net_advantages(self) -> int:
        return net_advantages(self.advantages, self.disadvantages)

    @property
    def text(self) -> str:
        """
        >>> Party("Alice", 2, advantages=1).text
        'Alice=+2,advantages=1'
        """
        name = self.name if _BARE_NAME.fullmatch(self.name) else quoted(self.name)
        if self.formula:
            return f"{name}={self.formula.text}"
        advantages = f",advantages={self.advantages}" if self.advantages else ""
        disadvantages = f",disadvantages={self.disadvantages}" if self.disadvantages else ""
        return f"{name}={self.modifier:+d}{advantages}{disadvantages}"


@dataclass(frozen=True, slots=True)
class Example:
    """A roll as it is written, and what it means in a sentence."""

    text: str
    says: str


@dataclass(frozen=True, slots=True)
class Form:
    """One way of rolling that a book knows: its word, what it is, what can be said of it, and how it is begun."""

    word: str
    says: str
    fields: tuple[Field, ...]
    examples: tuple[Example, ...]
    begin: Callable[[Values, str], Part] = field(compare=False)
    """Makes the rule from the values and the roll's own text; raises UnfitError where values do not go together."""

    def field(self, name: str) -> Field | None:
        return next((one for one in self.fields if one.name == name), None)

    def write(self, values: Values) -> str:
        """The roll string that says this."""
        pieces = [_written(one, values[one.name]) for one in self.fields if one.name in values]
        return " ".join(piece for piece in [self.word, *pieces] if piece)


class UnfitError(ValueError):
    """Values that are each right and do not go together; `name` is the field to be pointed at."""

    def __init__(self, name: str, why: str) -> None:
        self.name = name
        self.why = why
        super().__init__(why)


@dataclass(frozen=True, slots=True)
class Book:
    """A book of rules and the rolls in it."""

    name: str
    title: str
    says: str
    forms: tuple[Form, ...]


@dataclass(frozen=True, slots=True)
class Roll:
    """A roll that was understood. `text` says it the canonical way; `rule()` starts it."""

    text: str
    book: str
    form: Form
    values: Values = field(compare=False)
    start: Part = field(compare=False)

    def rule(self) -> Generator[Any, Any, Any]:
        return self.start.start()

    @property
    def offers_reroll(self) -> bool:
        """Game Dice: when it is finished it may be rolled again, and the second result must be used."""
        return self.form.field("reroll") is not None and "reroll" not in self.values

    def but(self, name: str, value: Any) -> Roll:
        """The same roll with one thing said differently; None leaves it unsaid."""
        values = {key: old for key, old in self.values.items() if key != name}
        one = self.form.field(name)
        if value is not None:
            values[name] = int(value) if one and one.sort == "number" else value
        return made(self.book, self.form, values)

    def rerolled(self) -> Roll:
        return self.but("reroll", True)

    def adjusted(self, by: int) -> Roll | None:
        """The same roll with its modifier changed, or None where a roll has none."""
        for one in self.form.fields:
            if one.sort == "modifier":
                return self.but(one.name, _within_reason(self.values.get(one.name, 0) + by))
            if one.sort == "dice":
                formula: Formula = self.values[one.name]
                return self.but(one.name, Formula(formula.handfuls, _within_reason(formula.modifier + by)))
        return None


def _within_reason(modifier: int) -> int:
    return max(-MOST, min(MOST, modifier))


def made(book: str, form: Form, values: Values) -> Roll:
    text = form.write(values)
    return Roll(text, book, form, values, form.begin(values, text))


def _written(one: Field, value: Any) -> str:
    match one.sort:
        case "flag":
            return one.name if value else ""
        case "tally":
            return " ".join([one.name] * value)
        case "modifier":
            return f"{value:+d}"
        case "dice":
            return str(value.text)
        case "numbers":
            return f"{one.name}={','.join(map(str, value))}"
        case "ranges":
            return f"{one.name}={quoted(value.text)}"
        case "parties":
            return " ".join(party.text for party in value)
        case _:
            return f"{one.name}={value}"


def quoted(text: str) -> str:
    """In quotes that the text itself has not."""
    for left, right in (('"', '"'), ("'", "'"), ("“", "”")):
        if left not in text and right not in text:
            return f"{left}{text}{right}"
    return f"„{text}“"
