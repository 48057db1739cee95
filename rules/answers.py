"""Reads an answer as players type it: `5 2`, `w5 b2`, `d12:7 d4:3`, `d6:5:light d6:2:0.1`, `heads`, `David`, `1 4`."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Final

from rules.asks import Answer, Ask, Choice, Entry, Throw
from rules.dice import COIN, FACES, HEADS, TAILS, Die, face_on, kind_called
from rules.errors import NotationError
from rules.guess import Bare, kinds_for
from rules.match import MOST_DICE, Mismatch
from rules.scan import LONGEST_LINE

_WORD: Final = re.compile(r"[^\s,;]+")
_BARE: Final = re.compile(r"([wb]?)([0-9]{1,3})", re.IGNORECASE)
_NUMBER: Final = re.compile(r"[+-]?[0-9]{1,6}")
_LIGHTNESS: Final = re.compile(r"[0-9]*\.?[0-9]+|[0-9]+\.")
_SHADES: Final[dict[str, float]] = {"light": 1.0, "white": 1.0, "dark": 0.0, "black": 0.0}
_DERIVED: Final = {"d2": "d6", "d3": "d6", "d5": "d10", "d66": "d6"}


@dataclass(frozen=True, slots=True)
class _Word:
    text: str
    column: int

    def refusal(self, why: str) -> NotationError:
        return NotationError(self.text, self.column, why)


def read_answer(ask: Ask, text: str) -> Answer | Mismatch:
    """The answer that a line says. Raises NotationError for what is no answer at all or an impossible die.

    >>> from rules.asks import Want, throw
    >>> dice = read_answer(throw(Want("d6", "light"), Want("d6", "dark"), why="roll"), "5 2")
    >>> [(die.face, die.lightness) for die in dice]
    [('5', 1.0), ('2', 0.0)]
    """
    if len(text) > LONGEST_LINE:
        raise NotationError("", LONGEST_LINE + 1, f"the answer is longer than {LONGEST_LINE} characters")
    if isinstance(ask, Choice):
        return text.strip()
    words = [_Word(found.group(), found.start() + 1) for found in _WORD.finditer(text)]
    if isinstance(ask, Entry):
        return tuple(_number(word, dict(ask.words)) for word in words)
    return _dice(ask, words)


def _number(word: _Word, names: dict[str, int]) -> int:
    named = names.get(word.text.lower())
    if named is not None:
        return named
    if not _NUMBER.fullmatch(word.text):
        raise word.refusal("a number is asked for")
    return int(word.text)


def _dice(throw: Throw, words: list[_Word]) -> Answer | Mismatch:
    if len(words) > MOST_DICE:
        return Mismatch(f"more than {MOST_DICE} dice: only {throw.wanted}", "extra")
    read = [_read(word) for word in words]
    named = tuple(die for die in read if isinstance(die, Die))
    bare = tuple(number for number in read if isinstance(number, Bare))
    if not bare:
        return named
    guessed = kinds_for(throw, named, bare)
    if isinstance(guessed, Mismatch):
        return guessed
    left = list(guessed)
    return tuple(die if isinstance(die, Die) else left.pop(0) for die in read)


def _read(word: _Word) -> Die | Bare:
    lowered = word.text.lower()
    if lowered in (HEADS, TAILS):
        return Die(COIN, lowered, typed=True)
    bare = _BARE.fullmatch(lowered)
    if bare:
        shade = {"w": 1.0, "b": 0.0}.get(bare.group(1))
        return Bare(bare.group(2), shade, word.text, word.column)
    kind_name, *more = lowered.split(":")
    if not more or len(more) > 2:
        raise word.refusal("dice are written like d6:5 or d6:5:light")
    kind = kind_called(kind_name)
    if kind is None:
        if kind_name in _DERIVED:
            raise word.refusal(f"a {kind_name} is thrown on a {_DERIVED[kind_name]}: say what that shows")
        raise word.refusal(f"there is no such die; there are {', '.join(FACES)}")
    face = face_on(kind, more[0])
    if face is None:
        raise word.refusal(f"a {kind} never shows {more[0] or 'nothing'}")
    die = Die(kind, face, typed=True)
    return replace(die, lightness=_lightness(word, more[1])) if len(more) == 2 else die


def _lightness(word: _Word, said: str) -> float:
    if said in _SHADES:
        return _SHADES[said]
    lightness = float(said) if _LIGHTNESS.fullmatch(said) and len(said) < 20 else 2.0
    if lightness > 1:
        raise word.refusal("a shade is light, dark or a lightness from 0 to 1")
    return lightness
