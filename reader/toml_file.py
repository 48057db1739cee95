"""One TOML file read into frozen dataclasses. What is not right is refused by its name and with its line.

A dataclass of dataclasses is the file: each of its fields is a [section], each of theirs a key. A field's type says
what a key may be, the `Key` it is annotated with says the rest, and the same words make the commented file that ships.
"""

from __future__ import annotations

import difflib
import re
import textwrap
import tomllib
import types
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from reader.errors import RefusedError

Settings = TypeVar("Settings")

LINE_LENGTH = 100
NAMES = {bool: "true or false", int: "a whole number", float: "a number", str: "text in quotes", Path: "text in quotes"}


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong: its line (0 where there is none), its full name, and a sentence."""

    line: int
    name: str
    sentence: str


class SettingsError(RefusedError):
    """The settings cannot be used; every problem is listed."""

    def __init__(self, file: str, problems: tuple[Problem, ...]) -> None:
        lines = (f"{file} line {each.line}: {each.sentence}" if each.line else each.sentence for each in problems)
        super().__init__("\n".join(lines))
        self.file = file
        self.problems = problems


@dataclass(frozen=True, slots=True)
class Key:
    """A sentence about a key, and its bounds. One that may be left out has an example to stand in the file."""

    about: str
    low: float | None = None
    high: float | None = None
    longest: int = 1
    shortest: int = 1
    example: Any = None
    in_hex: bool = False


@dataclass(frozen=True, slots=True)
class Section:
    about: str


def read(text: str, kind: type[Settings], file: str) -> Settings:
    """The settings that the text says, defaults where it says nothing. Raises SettingsError."""
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        at = re.search(r"\(at line (\d+)", str(error))
        line = int(at.group(1)) if at else text.count("\n") + 1
        raise SettingsError(file, (Problem(line, "", f"this is not TOML: {error}"),)) from None
    problems: list[Problem] = []
    sections: dict[str, Any] = {}
    known = get_type_hints(kind)
    for name, value in table.items():
        if name not in known:
            problems.append(_unknown(text, (name,), known))
        elif not isinstance(value, dict):
            problems.append(_problem(text, (name,), f"{name} must be a section: [{name}]"))
        else:
            sections[name] = _section(text, name, value, known[name], problems)
    if problems:
        raise SettingsError(file, tuple(sorted(problems, key=lambda each: each.line)))
    return kind(**sections)


def salvaged(text: str, section: str, kind: type[Settings]) -> Settings:
    """What can be used of one section of a file that as a whole cannot be."""
    try:
        table = tomllib.loads(text).get(section)
    except tomllib.TOMLDecodeError:
        table = None
    usable: Settings = _section(text, section, table if isinstance(table, dict) else {}, kind, [])
    return usable


def problem_at(text: str, path: tuple[str, ...], sentence: str) -> Problem:
    """For what only a whole section shows to be wrong."""
    return _problem(text, path, sentence)


def _section(text: str, section: str, table: dict[str, Any], kind: type[Any], problems: list[Problem]) -> Any:
    known = get_type_hints(kind, include_extras=True)
    values: dict[str, Any] = {}
    for key, value in table.items():
        if key not in known:
            problems.append(_unknown(text, (section, key), known))
            continue
        try:
            values[key] = _checked(value, *get_args(known[key]))
        except ValueError as error:
            problems.append(_problem(text, (section, key), f"{section}.{key} is {_shown(value)}; it must be {error}"))
    return kind(**values)


def _unknown(text: str, path: tuple[str, ...], known: Mapping[str, Any]) -> Problem:
    near = difflib.get_close_matches(path[-1], known, n=1)
    hint = f"did you mean {near[0]}?" if near else f"there is {', '.join(known)}"
    what = "section" if len(path) == 1 else "setting"
    return _problem(text, path, f"{'.'.join(path)} is not a {what}; {hint}")


def _problem(text: str, path: tuple[str, ...], sentence: str) -> Problem:
    return Problem(line_of(text, path), ".".join(path), sentence)


def line_of(text: str, path: tuple[str, ...]) -> int:
    """The line on which a key's value begins: the first after the last shorter text that does not have the key yet.

    >>> line_of('[page]\\nhost = "x"\\n\\n# which\\nport = 1', ("page", "port"))
    5
    """
    lines = text.split("\n")
    before = 0
    for count in range(1, len(lines) + 1):
        try:
            table: Any = tomllib.loads("\n".join(lines[:count]))
        except tomllib.TOMLDecodeError:
            continue  # in the middle of a value that has several lines
        for name in path:
            table = table.get(name) if isinstance(table, dict) else None
        if table is not None:
            break
        before = count
    said = (at for at, line in enumerate(lines, start=1) if at > before and line.split("#")[0].strip())
    return next(said, 0)


def _checked(value: Any, kind: Any, key: Key) -> Any:
    """The value as that type. Raises ValueError with what it must be."""
    if get_origin(kind) in (Union, types.UnionType):
        kind = next(each for each in get_args(kind) if each is not type(None))
    if get_origin(kind) is Literal:
        choices = get_args(kind)
        if value not in choices or isinstance(value, bool):
            raise ValueError(" or ".join(_shown(choice) for choice in choices))
        return value
    if get_origin(kind) is tuple:
        return _checked_list(value, get_args(kind), key)
    allowed = {float: (int, float), Path: (str,)}.get(kind, (kind,))
    is_right = isinstance(value, allowed) and (kind is bool or not isinstance(value, bool))
    if not is_right or not _is_within(value, key):
        raise ValueError(_expected(kind, key))
    return Path(value) if kind is Path else float(value) if kind is float else value


def _checked_list(value: Any, kinds: tuple[Any, ...], key: Key) -> tuple[Any, ...]:
    open_ended = kinds[-1] is Ellipsis
    shortest, longest = (key.shortest, key.longest) if open_ended else (len(kinds), len(kinds))
    count = f"{shortest} to {longest}" if open_ended else str(longest)
    expected = ValueError(f"a list of {count}, each {_expected(kinds[0], key)}")
    if not isinstance(value, list) or not shortest <= len(value) <= longest:
        raise expected
    try:
        return tuple(_checked(each, kinds[0], key) for each in value)
    except ValueError:
        raise expected from None


def _is_within(value: Any, key: Key) -> bool:
    if isinstance(value, str):
        return bool(value.strip())
    low, high = key.low, key.high
    return (low is None or value >= low) and (high is None or value <= high)


def _expected(kind: Any, key: Key) -> str:
    low, high = key.low, key.high
    return NAMES[kind] if low is None else f"{NAMES[kind]} from {_shown_bound(low, key)} to {_shown_bound(high, key)}"


def _shown(value: Any, *, in_hex: bool = False) -> str:
    """As it is written in TOML."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str | Path):
        escaped = str(value).replace("\\", "\\\\").replace('"', '\\"')
        return f'"{escaped}"'
    if isinstance(value, list | tuple):
        return f"[{', '.join(_shown(each) for each in value)}]"
    return f"0x{value:02X}" if in_hex else str(value)


def written(settings: Any) -> str:
    """The settings as a commented file, every key with its value; a key that is left out stands as a comment."""
    return "\n".join(_written(settings))


def _written(settings: Any) -> Iterator[str]:
    for section, annotated in get_type_hints(type(settings), include_extras=True).items():
        kind, about = get_args(annotated)
        yield from _comment(about.about)
        yield f"[{section}]"
        yield ""
        for name, known in get_type_hints(kind, include_extras=True).items():
            yield from _key(name, getattr(getattr(settings, section), name), *get_args(known))


def _key(name: str, value: Any, kind: Any, key: Key) -> Iterator[str]:
    yield from _comment(f"{key.about} {_bounds_in_words(kind, key)}")
    line = f"{name} = {_shown(key.example if value is None else value, in_hex=key.in_hex)}"
    yield f"#{line}" if value is None else line
    yield ""


def _comment(text: str) -> Iterator[str]:
    for line in textwrap.wrap(text, LINE_LENGTH - 2, break_long_words=False, break_on_hyphens=False):
        yield f"# {line}"


def _bounds_in_words(kind: Any, key: Key) -> str:
    if get_origin(kind) is Literal:
        return f"One of: {', '.join(_shown(each) for each in get_args(kind))}."
    return "" if key.low is None else f"From {_shown_bound(key.low, key)} to {_shown_bound(key.high, key)}."


def _shown_bound(bound: float | None, key: Key) -> str:
    return _shown(bound, in_hex=True) if key.in_hex else f"{bound:.10g}"
