"""Open Tale: two dice that sum to an attribute's power; a modifier throws one of them again, and dice explode."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any, Final

from rules.asks import Dice, Part, Pool, Throw, Want, after, endless, part
from rules.dice import FACES, Die
from rules.forms import Book, Example, Field, Form, Values
from rules.outcome import Fate, Outcome, Played, Trail, written

SIDES: Final = (12, 10, 8, 6, 4)
MODIFIERS: Final = {"inferiority": -2, "disadvantage": -1, "advantage": 1, "superiority": 2}
WHY: Final = {
    -2: "Inferiority, the worse value counts",
    -1: "Disadvantage, the new value counts",
    1: "Advantage, the new value counts",
    2: "Superiority, the better value counts",
}
PAIRS = "each allowed pair of dice is equally likely"
TIES = "on a tie the die with the most sides is thrown again"


def power_of(level: int) -> int:
    return 6 + 2 * level


def pairs(power: int) -> tuple[Pool, ...]:
    """
    >>> [[want.kind for want in pair] for pair in pairs(16)]
    [['d12', 'd4'], ['d10', 'd6'], ['d8', 'd8']]
    """
    return tuple(
        (Want(f"d{one}"), Want(f"d{other}"))
        for one in SIDES
        for other in SIDES
        if one >= other and one + other == power
    )


def net_modifier(values: Values) -> int:
    """Opposing modifiers compensate: they are added, then limited to -2..+2."""
    total: int = sum(worth * values.get(name, 0) for name, worth in MODIFIERS.items())
    return max(-2, min(2, total))


def first_throw(level: int, heroic: bool) -> Throw:
    extra = (Want("d4"),) if heroic else ()
    choices = tuple((*pair, *extra) for pair in pairs(power_of(level)))
    why = f"power {power_of(level)}{', with Heroism' if heroic else ''}"
    return Throw(choices, why, equally=True, assume=PAIRS if len(choices) > 1 else "")


def tale(first: Throw, modifier: int, text: str) -> Generator[Throw, Any, Part]:
    """Throws a pair (and a d4 with Heroism), applies the modifier, then explodes."""
    dice: Dice = yield first
    change: Change | None = None
    if modifier:
        change = yield from _thrown_again(dice, modifier)
    counted = change.applied_to(dice) if change else dice
    total = sum(die.value for die in counted)
    trail = Trail().then((dice, change))
    kinds = exploding_in(counted)
    if not kinds:
        return part(scored, total, trail, text, key=total)
    explosions = endless(explode, 0, kinds, Trail(), key=(0, kinds))
    return after(explosions, _with_explosions, total, trail, text, key=(total, kinds))


def _with_explosions(explosions: Explosions, total: int, trail: Trail, text: str) -> Part:
    total += explosions.added
    return part(scored, total, trail.then(explosions.trail), text, key=total)


@dataclass(frozen=True, slots=True)
class Change:
    """One die was thrown again because of a modifier."""

    at: int
    new: Die
    counts: bool

    def applied_to(self, dice: Dice) -> Dice:
        return (*dice[: self.at], self.new, *dice[self.at + 1 :]) if self.counts else dice


def _thrown_again(dice: Dice, modifier: int) -> Generator[Throw, Any, Change]:
    """A nerf throws the highest die again, a buff the lowest; on a tie the player picks which one up."""
    extreme = (max if modifier < 0 else min)(die.value for die in dice)
    tied = {die.kind for die in dice if die.value == extreme}
    kinds = sorted(tied, key=lambda kind: -len(FACES[kind]))
    pools = tuple((Want(kind),) for kind in kinds)
    (new,) = yield Throw(pools, WHY[modifier], again=True, assume=TIES if len(kinds) > 1 else "")
    at = next(index for index, die in enumerate(dice) if die.kind == new.kind and die.value == extreme)
    better = max if modifier > 0 else min
    return Change(at, new, abs(modifier) == 1 or new.value == better(extreme, new.value))


def exploding_in(dice: Dice) -> tuple[str, ...]:
    return tuple(sorted([die.kind for die in dice if is_highest(die)]))


def explode(added: int, kinds: tuple[str, ...], trail: Trail) -> Generator[Throw, Any, Part | Explosions]:
    """Dice on their highest value are thrown again and added, without end."""
    dice: Dice = yield explosion(kinds)
    added += sum([die.value for die in dice])
    again = exploding_in(dice)
    trail = trail.then((dice, None))
    return endless(explode, added, again, trail, key=(added, again)) if again else Explosions(added, trail)


@dataclass(frozen=True, slots=True)
class Explosions:
    """What exploding dice have added."""

    added: int
    trail: Trail = field(compare=False)


@lru_cache(maxsize=64)
def explosion(kinds: tuple[str, ...]) -> Throw:
    why = "it explodes" if len(kinds) == 1 else "they explode"
    return Throw((tuple(Want(kind) for kind in kinds),), why, again=True, alike=_sum_and_exploding)


def scored(total: int, trail: Trail, text: str) -> Generator[Throw, Any, Outcome]:
    yield from ()  # it asks for nothing more
    played = _played(trail)
    return Outcome(total, played, f"{text} {written(played)} = {total}", str(total))


def _sum_and_exploding(so_far: tuple[int, tuple[str, ...]] | None, die: Die) -> tuple[int, tuple[str, ...]]:
    total, exploding = so_far or (0, ())
    return total + die.value, (*exploding, die.kind) if is_highest(die) else exploding


def _played(trail: Trail) -> tuple[Played, ...]:
    played: list[Played] = []
    for step in trail.steps():
        if isinstance(step, Trail):
            played += _played(step)
            continue
        dice, change = step
        for index, die in enumerate(dice):
            if change is None or index != change.at:
                played.append(_kept(die))
            elif change.counts:
                became = f"{change.new.value}!" if is_highest(change.new) else str(change.new.value)
                played.append(Played(die, die.value, Fate.REPLACED, became=became))
                played.append(replace(_kept(change.new), aside=True))
            else:
                played += [_kept(die), Played(change.new, change.new.value, Fate.DROPPED)]
    return tuple(played)


def _kept(die: Die) -> Played:
    return Played(die, die.value, Fate.EXPLODED if is_highest(die) else Fate.KEPT)


def is_highest(die: Die) -> bool:
    return die.value == len(FACES[die.kind])


def _begin(values: Values, text: str) -> Part:
    return part(tale, first_throw(values["level"], "heroic" in values), net_modifier(values), text)


BOOK = Book(
    "open-tale",
    "Open Tale",
    "Two dice that sum to an attribute's power; modifiers throw one of them again, and the highest value explodes.",
    (
        Form(
            "tale",
            "An attribute is rolled: power 6 + 2 × level, on any two of d4 d6 d8 d10 d12 that sum to it.",
            (
                Field("level", "number", "the attribute's level", low=1, high=9, needed=True),
                Field("heroic", "flag", "Heroism: an extra d4"),
                Field("inferiority", "tally", "the highest die is thrown again, the worse value counts"),
                Field("disadvantage", "tally", "the highest die is thrown again, the second value counts"),
                Field("advantage", "tally", "the lowest die is thrown again, the second value counts"),
                Field("superiority", "tally", "the lowest die is thrown again, the better value counts"),
            ),
            (
                Example("tale level=5", "Power 16: d12 and d4, d10 and d6, or two d8."),
                Example("tale level=5 heroic advantage", "An extra d4, and the lowest die is thrown again."),
                Example("tale level=5 superiority disadvantage", "Superiority and Disadvantage make Advantage."),
            ),
            _begin,
        ),
    ),
)
