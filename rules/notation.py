"""Reads a roll as players write it: plain dice, or a book's word and what is said of it."""

from __future__ import annotations

import re
from typing import Any, Final

from rules.books import BOOKS, PLAIN
from rules.forms import Field, Form, Party, Roll, UnfitError, Values, made
from rules.formula import AFTER_DICE, DICE, take_formula
from rules.ranges import take_ranges
from rules.scan import COMMA, EQUALS, MOST, SIGN, WORD, Scanner

_NAME: Final = re.compile(r"[^\s=,\"'+][^\s=,\"+]*")
_NAMED: Final = re.compile(rf"{_NAME.pattern}\s*=|[\"'“„‘]")
_MORE_OF_A_PARTY: Final = re.compile(r",\s*(?:dis)?advantages\s*=", re.IGNORECASE)
_SAID_OF_A_PARTY: Final = ("advantage", "advantages", "disadvantage", "disadvantages")
EXTRA_DICE: Final = "Alice=+2,advantages=1"
_TIMES: Final = re.compile(r"[x×]", re.IGNORECASE)
MOST_PARTIES: Final = 12
MOST_ADVANTAGES: Final = 50


def parse(text: str) -> Roll:
    """The roll that a line says. Raises NotationError with the bad part and its column.

    >>> parse("2D12 + 3").text, parse("standard Ability = 7").text
    ('2d12+3', 'standard ability=7')
    """
    scanner = Scanner(text)
    if scanner.is_done:
        raise scanner.refusal("", "the roll is empty; write one like 5d6 or standard", 1)
    start = scanner.column
    book, form = _take_form(scanner)
    values, columns = _take_values(scanner, form)
    for one in form.fields:
        if one.needed and one.name not in values:
            written = text.strip()
            raise scanner.refusal("" if scanner.is_done and not form.word else written, _lacks(form, one), start)
    try:
        return made(book, form, values)
    except UnfitError as unfit:
        column = columns.get(unfit.name, start)
        scanner.at = column - 1
        raise scanner.refusal(scanner.next_piece(), unfit.why, column) from None


def _lacks(form: Form, one: Field) -> str:
    return f"{form.word or 'a roll'} needs {one.says}, as in {form.examples[0].text}"


_SPACES: Final = r"\s+"
_FORMS: Final = [
    (re.compile(rf"{_SPACES.join(form.word.split())}(?![A-Za-z=])", re.IGNORECASE), book.name, form)
    for book in (PLAIN, *BOOKS)
    for form in sorted(book.forms, key=lambda one: -len(one.word))
    if form.word
]


def _take_form(scanner: Scanner) -> tuple[str, Form]:
    for word, book, form in _FORMS:
        if scanner.take(word) is not None:
            return book, form
    return PLAIN.name, PLAIN.forms[0]


def _take_values(scanner: Scanner, form: Form) -> tuple[dict[str, Any], dict[str, int]]:
    values: dict[str, Any] = {}
    columns: dict[str, int] = {}
    while not scanner.is_done:
        start = scanner.column
        one = _take_field(scanner, form, values)
        value = _take_value(scanner, one)
        if one.sort in ("tally", "parties") and one.name in values:
            values[one.name] += value
        elif one.name in values:
            raise scanner.refusal(scanner.line[start - 1 : scanner.at].rstrip(), f"{one.name} given twice", start)
        else:
            values[one.name] = value
            columns[one.name] = start
        if one.sort == "parties":
            _refuse_the_same_party_twice(scanner, values[one.name], start)
        _take_separator(scanner, form)
    return values, columns


def _take_separator(scanner: Scanner, form: Form) -> None:
    at = scanner.at
    if form.word and scanner.take(COMMA) and scanner.is_done:
        scanner.at = at
        raise scanner.refusal(",", "nothing follows")


def _take_field(scanner: Scanner, form: Form, so_far: Values) -> Field:
    """Which field the next piece belongs to; its name is read, its value is not."""
    start = scanner.at
    word = scanner.take(WORD)
    one = form.field(word) if word else None
    if one and one.sort in ("flag", "tally"):
        return one
    if one and one.sort in ("number", "numbers", "pick", "ranges", "modifier") and scanner.take(EQUALS):
        return one
    scanner.at = start
    for one in form.fields:
        found = {
            "dice": scanner.sees(DICE) is not None,
            "modifier": scanner.sees(SIGN) is not None,
            "parties": scanner.sees(_NAMED) is not None,
        }.get(one.sort, False)
        if found:
            return one
    if not form.word and not so_far:
        take_formula(scanner)
    known = [_as_written(one) for one in form.fields if form.word or one.sort != "dice"]
    if not form.word:
        raise scanner.refusal(scanner.next_piece(), f"after dice come {', '.join([*AFTER_DICE, *known])} or more dice")
    raise scanner.refusal(scanner.next_piece(), f"{form.word} takes {', '.join(known) or 'nothing more'}")


def _as_written(one: Field) -> str:
    match one.sort:
        case "flag" | "tally":
            return one.name
        case "modifier":
            return "+N"
        case "dice":
            return "dice"
        case "parties":
            return "NAME=2d4" if "dice" in one.options else "NAME=+N"
        case _:
            return f"{one.name}="


def _take_value(scanner: Scanner, one: Field) -> Any:
    match one.sort:
        case "flag":
            return True
        case "tally":
            return 1
        case "number" | "modifier":
            return scanner.take_number(one.low, one.high, one.name, sign=True)
        case "numbers":
            return _take_numbers(scanner, one)
        case "pick":
            return _take_pick(scanner, one)
        case "dice":
            return take_formula(scanner)
        case "ranges":
            return take_ranges(scanner, one.options)
        case "parties":
            return (_take_party(scanner, one),)


def _take_numbers(scanner: Scanner, one: Field) -> tuple[int, ...]:
    numbers: list[int] = []
    while not numbers or scanner.take(COMMA):
        scanner.take(_TIMES)
        numbers.append(scanner.take_number(one.low, one.high, one.name))
    return tuple(numbers)


def _take_pick(scanner: Scanner, one: Field) -> str:
    start, column = scanner.at, scanner.column
    for option in one.options:
        if scanner.take(re.compile(rf"{option}(?![\w-])", re.IGNORECASE)):
            return option
        scanner.at = start
    raise scanner.refusal(scanner.next_piece(), f"{one.name} is {' or '.join(one.options)}", column)


def _take_party(scanner: Scanner, one: Field) -> Party:
    column = scanner.column
    quoted = scanner.take_quoted()
    name = quoted[0].strip() if quoted else scanner.take_as_written(_NAME)
    if not name or name.lower() == "nobody":
        raise scanner.refusal(name or "", "somebody needs a name", column)
    if name.lower() in _SAID_OF_A_PARTY:
        raise scanner.refusal(name, f"this is no name; it is said after one, as in {EXTRA_DICE}", column)
    if not scanner.take(EQUALS):
        raise scanner.refusal(scanner.next_piece() or name, f"write {name}={'2d4' if 'dice' in one.options else '+2'}")
    if "dice" in one.options:
        return Party(name, formula=take_formula(scanner))
    modifier = scanner.take_number(-MOST, MOST, f"the modifier of {name}", sign=True)
    counts = {"advantages": 0, "disadvantages": 0}
    while scanner.sees(_MORE_OF_A_PARTY):
        scanner.take(COMMA)
        word = scanner.take(WORD) or ""
        scanner.take(EQUALS)
        counts[word] = scanner.take_number(0, MOST_ADVANTAGES, word)
    return Party(name, modifier, counts["advantages"], counts["disadvantages"])


def _refuse_the_same_party_twice(scanner: Scanner, parties: tuple[Party, ...], column: int) -> None:
    new = parties[-1].name
    if new.lower() in [party.name.lower() for party in parties[:-1]]:
        raise scanner.refusal(new, "two of the same name cannot be told apart", column)
    if len(parties) > MOST_PARTIES:
        raise scanner.refusal(new, f"more than {MOST_PARTIES} at one table", column)
