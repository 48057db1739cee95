"""Plain dice notation: handfuls of dice that are added up, and a modifier. `4d6kh3+1d4-1` has two handfuls."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Final

from rules.match import MOST_DICE
from rules.scan import MOST, NUMBER, SIGN, Scanner

SIDES: Final = ("2", "3", "4", "5", "6", "8", "10", "12", "20", "66", "100")
KINDS: Final = tuple(f"d{sides}" for sides in SIDES)

DICE: Final = re.compile(r"[0-9]*\s*d\s*[0-9%]", re.IGNORECASE)
_D: Final = re.compile(r"d", re.IGNORECASE)
_SIDES: Final = re.compile(r"[0-9]+|%")
_EXPLODE: Final = re.compile(r"!")
_KEEP: Final = re.compile(r"k[hl]", re.IGNORECASE)
_COMPARE: Final = re.compile(r">\s*=|<\s*=|≥|≤|>|<")
_PIECE: Final = re.compile(r"[^\s+,-]+")

AFTER_DICE: Final = ("+N", "-N", "!", "khN", "klN", ">=N")
COMPARISONS: Final = MappingProxyType[str, Callable[[int, int], bool]](
    {">=": operator.ge, "<=": operator.le, ">": operator.gt, "<": operator.lt}
)


@dataclass(frozen=True, slots=True)
class Handful:
    """Dice of one kind and what is done with them."""

    count: int
    kind: str
    subtracted: bool = False
    explodes: bool = False
    keep: int = 0
    """How many are kept, 0 for all; `lowest` says which."""
    lowest: bool = False
    comparison: str = ""
    """Dice that compare so with the target are counted, not added."""
    target: int = 0

    @property
    def sides(self) -> int:
        return int(self.kind[1:])

    @property
    def is_plain(self) -> bool:
        return not (self.explodes or self.keep or self.comparison)

    @property
    def counts_successes(self) -> bool:
        return bool(self.comparison)

    @property
    def text(self) -> str:
        """
        >>> Handful(4, "d6", keep=3).text, Handful(1, "d100").text
        ('4d6kh3', 'd100')
        """
        count = "" if self.count == 1 and self.kind in ("d100", "d66") else str(self.count)
        keep = f"k{'l' if self.lowest else 'h'}{self.keep}" if self.keep else ""
        success = f"{self.comparison}{self.target}" if self.comparison else ""
        return f"{count}{self.kind}{'!' if self.explodes else ''}{keep}{success}"


@dataclass(frozen=True, slots=True)
class Formula:
    handfuls: tuple[Handful, ...]
    modifier: int = 0

    @property
    def text(self) -> str:
        """
        >>> Formula((Handful(1, "d12"), Handful(1, "d4", subtracted=True)), 3).text
        '1d12-1d4+3'
        """
        dice = "".join(f"{'-' if handful.subtracted else '+'}{handful.text}" for handful in self.handfuls)
        return dice.removeprefix("+") + (f"{self.modifier:+d}" if self.modifier else "")

    @property
    def kinds(self) -> frozenset[str]:
        return frozenset(handful.kind for handful in self.handfuls)


def take_formula(scanner: Scanner) -> Formula:
    """Everything up to the first piece that is no dice and no modifier."""
    start = scanner.at
    handfuls: list[Handful] = []
    modifier = 0
    subtracted = False
    while True:
        if scanner.sees(DICE) or not handfuls:
            _add(handfuls, _take_handful(scanner, sum(one.count for one in handfuls), subtracted), scanner, start)
        else:
            modifier += _take_modifier(scanner, subtracted)
        at = scanner.at
        sign = scanner.take(SIGN)
        if sign is None:
            break
        if scanner.is_done:
            raise scanner.refusal(sign, "a number or dice must follow", at + 1)
        subtracted = sign != "+"
    if abs(modifier) > MOST:
        raise scanner.refusal(scanner.line[start : scanner.at].rstrip(), f"modifiers of more than {MOST}", start + 1)
    return Formula(tuple(handfuls), modifier)


def _take_modifier(scanner: Scanner, subtracted: bool) -> int:
    number = scanner.take_number(0, MOST, "a modifier")
    return -number if subtracted else number


def _add(handfuls: list[Handful], new: Handful, scanner: Scanner, start: int) -> None:
    """Handfuls that are only added up and are alike are one handful: 1d6+1d6 is 2d6."""
    if handfuls and any(one.counts_successes != new.counts_successes for one in handfuls):
        written = scanner.line[start : scanner.at].rstrip()
        raise scanner.refusal(written, "successes are counted and other dice added: not in one roll", start + 1)
    if "d66" in [new.kind, *(one.kind for one in handfuls)] and (handfuls or not new.is_plain or new.count > 1):
        raise scanner.refusal(scanner.line[start : scanner.at].rstrip(), "a d66 is thrown by itself", start + 1)
    for index, one in enumerate(handfuls):
        if one.is_plain and replace(one, count=new.count) == new:
            handfuls[index] = replace(one, count=one.count + new.count)
            return
    handfuls.append(new)


def _take_handful(scanner: Scanner, so_far: int, subtracted: bool) -> Handful:
    start = scanner.at
    digits = scanner.take(NUMBER)
    at_d = scanner.at
    if not scanner.take(_D):
        scanner.at = start
        piece = scanner.sees(_PIECE) or scanner.next_piece()
        raise scanner.refusal(
            piece, "this is no roll; dice are written like 5d6, and `dice-reader books` lists every roll"
        )
    sides = scanner.take(_SIDES)
    kind = "d100" if sides == "%" else f"d{sides}"
    if kind not in KINDS:
        raise scanner.refusal(
            scanner.line[at_d : scanner.at].rstrip(),
            f"there is no such die; there are {', '.join(KINDS[:-1])} and d100 (d%)",
            at_d + 1,
        )
    count = _count(scanner, digits, so_far, start)
    return _take_suffixes(scanner, Handful(count, kind, subtracted=subtracted))


def _count(scanner: Scanner, digits: str | None, so_far: int, start: int) -> int:
    count = 1 if digits is None else int(digits) if len(digits) <= len(str(MOST_DICE)) else MOST_DICE + 1
    if digits is not None and count == 0:
        raise scanner.refusal(digits, "a roll needs at least one die", start + 1)
    if count + so_far > MOST_DICE:
        raise scanner.refusal(digits or "d", f"more than {MOST_DICE} dice", start + 1)
    return count


def _take_suffixes(scanner: Scanner, handful: Handful) -> Handful:
    while True:
        start = scanner.at
        if scanner.take(_EXPLODE):
            changed = replace(handful, explodes=True)
            is_second = handful.explodes
        elif keep := scanner.take(_KEEP):
            kept = scanner.take_number(1, handful.count, "how many are kept") if scanner.sees(NUMBER) else 1
            changed = replace(handful, keep=kept, lowest=keep == "kl")
            is_second = bool(handful.keep)
        elif written := scanner.take(_COMPARE):
            comparison = "".join(written.split()).replace("≥", ">=").replace("≤", "<=")
            target = scanner.take_number(0, MOST, "what counts as a success")
            changed = replace(handful, comparison=comparison, target=target)
            is_second = bool(handful.comparison)
        else:
            return handful
        if is_second or (changed.keep and changed.comparison):
            raise scanner.refusal(scanner.line[start : scanner.at].rstrip(), "one way of counting is enough", start + 1)
        handful = changed
