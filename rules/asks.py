"""What a rule asks for: a throw of dice, a choice, or numbers typed in. A rule yields these and is sent the answer.

Throw   →  the dice, in the order of the wants of the pool that was thrown
Choice  →  the option
Entry   →  the numbers
Part    →  what that part of the roll came to
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Hashable, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any, NamedTuple, TypeAlias

from rules.dice import ANY, COIN, D10ISH_FACES, D20_FACES, FACES, Die, Shade

Dice: TypeAlias = tuple[Die, ...]
Answer: TypeAlias = Dice | tuple[int, ...] | str
Alike: TypeAlias = Callable[[Any, Die], Hashable]


@dataclass(frozen=True, slots=True)
class Want:
    """One die asked for. `shade` where it matters which of two is the lighter one; `coin` where a coin would serve."""

    kind: str
    shade: Shade | None = None
    coin: bool = False
    faces: tuple[str, ...] = ()
    """The faces that serve, if not all that the kind has: a d10ish die is a d20 that shows 0 to 10."""
    chances: tuple[int, ...] = ()
    """How often each of the faces is on the die, where that differs."""
    counts_as: str = ""
    """The die it stands for: a d3 is thrown on a d6."""
    d10ish: bool = False
    """The roll is played with a d10ish die, so a d20 is taken for one."""

    @property
    def serving(self) -> tuple[str, ...]:
        if self.faces:
            return self.faces
        if self.kind == ANY:
            return ("1", "2")
        return D20_FACES if self.kind == "d20" else FACES[self.kind]

    @property
    def name(self) -> str:
        if self.kind == ANY:
            return "die of any kind"
        die = "d10ish die" if self.d10ish else self.kind
        die = f"{die} (as {self.counts_as})" if self.counts_as else die
        return f"{self.shade} {die}" if self.shade else die


D10ISH = Want("d20", faces=D10ISH_FACES, chances=(1, *[2] * 9, 1), d10ish=True)

Pool: TypeAlias = tuple[Want, ...]


@dataclass(frozen=True, slots=True)
class Throw:
    """All the dice that are asked for now, and why. Several pools stand for "any one of these"."""

    pools: tuple[Pool, ...]
    why: str
    again: bool = False
    """Dice that lie in the tray already are to be thrown again."""
    open_ended: bool = False
    """Whatever lies in the tray serves, as long as something does."""
    apart: str = ""
    """What else the players can do when light and dark cannot be told apart."""
    equally: bool = False
    """For odds: every pool is equally likely. Otherwise the first one is taken."""
    assume: str = ""
    """What odds assume about this throw, in a sentence."""
    alike: Alike | None = field(default=None, compare=False)
    """For odds: what the dice so far (None before the first) and one more die come to for the rule. Throws that come
    to the same are counted together; without this, throws that show the same faces are."""

    @property
    def wants(self) -> Pool | None:
        """The dice wanted, if only one pool would serve."""
        return self.pools[0] if len(self.pools) == 1 else None

    @property
    def prompt(self) -> str:
        """
        >>> Throw(((Want("d12"), Want("d4")),), "roll").prompt
        'throw a d12 and a d4: roll'
        """
        again = " again" if self.again else ""
        return f"throw {self.wanted}{again}: {self.why}"

    @property
    def wanted(self) -> str:
        if self.open_ended:
            return "any dice"
        return " or ".join(named(pool) for pool in self.pools)


def throw(*wants: Want, why: str, again: bool = False, apart: str = "", alike: Alike | None = None) -> Throw:
    """The plain case: one pool, and no other would serve."""
    return Throw((wants,), why, again=again, apart=apart, alike=alike)


@dataclass(frozen=True, slots=True)
class Choice:
    """One of some named options is to be picked."""

    options: tuple[str, ...]
    why: str
    assumed: str = field(compare=False)
    """The option that odds take."""
    assume: str
    """The same in a sentence."""

    @property
    def prompt(self) -> str:
        return f"{self.why}: {joined(self.options, 'or')}"


@dataclass(frozen=True, slots=True)
class Entry:
    """Numbers to be typed in: cards that were drawn, fingers that were shown."""

    names: tuple[str, ...]
    low: int
    high: int
    why: str
    assume: str = ""
    words: tuple[tuple[str, int], ...] = ()
    """Names of numbers that may be typed as well."""

    @property
    def prompt(self) -> str:
        return f"{self.why}: {self.wanted}"

    @property
    def wanted(self) -> str:
        return f"{' and '.join(self.names)}, {self.low} to {self.high} each"


Steps: TypeAlias = Generator[Any, Any, Any]


class Part(NamedTuple):
    """A part of a roll with a meaning of its own. Yielded, its result is sent back; returned, the rule goes on as it.

    Parts are what keeps odds exact and quick: results that are equal are counted together, whatever dice made them.
    Odds make them by the hundred thousand, hence a tuple.
    """

    rule: Callable[..., Steps]
    key: Hashable
    """Parts of the same rule and key come to the same; what only matters to the readout is left out of it."""
    args: tuple[Any, ...]
    endless: bool = False
    """It may go on as itself without end, so odds have to cut its tail somewhere."""

    def start(self) -> Steps:
        return self.rule(*self.args)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Part) and self[1] == other[1] and self[0] == other[0]

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return hash(self[1])


def part(rule: Callable[..., Steps], *args: Any, key: Hashable = None) -> Part:
    return Part(rule, args if key is None else key, args)


def endless(rule: Callable[..., Steps], *args: Any, key: Hashable = None) -> Part:
    return Part(rule, args if key is None else key, args, endless=True)


def after(first: Part, then: Callable[..., Any], *args: Any, key: Hashable) -> Part:
    """The part that begins with `first` and goes on as what `then` makes of its result.

    It says no more than a rule that yields `first` and returns, but odds need not start it anew for every result.
    """
    return Part(go_through, key, (first, then, args))


def go_through(first: Part, then: Callable[..., Any], args: tuple[Any, ...]) -> Steps:
    result = yield first
    return then(result, *args)


Ask: TypeAlias = Throw | Choice | Entry

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


def counted(count: int, name: str) -> str:
    """
    >>> counted(1, "d8"), counted(3, "d6"), counted(2, "d10ish die"), counted(2, "coin")
    ('a d8', 'three d6', 'two d10ish dice', 'two coins')
    """
    if count == 1:
        return f"a {name}"
    plural = f"{name[:-3]}dice" if name.endswith("die") else "coins" if name == COIN else name
    return f"{NUMBERS[count] if count < len(NUMBERS) else count} {plural}"


def named(pool: Pool) -> str:
    """
    >>> named((Want("d8"), Want("d8")))
    'two d8'
    """
    groups = [(name, len(list(group))) for name, group in groupby(sorted(want.name for want in pool))]
    order = [want.name for want in pool]
    return joined([counted(count, name) for name, count in sorted(groups, key=lambda group: order.index(group[0]))])


def joined(parts: Sequence[str], word: str = "and") -> str:
    """
    >>> joined(["Alice", "Bob", "nobody"], "or")
    'Alice, Bob or nobody'
    """
    return f"{', '.join(parts[:-1])} {word} {parts[-1]}" if len(parts) > 1 else parts[0]
