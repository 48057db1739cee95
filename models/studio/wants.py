"""Dice asked for in words: "d6", "d6:light", "d6:dark:5", "d4:bar", "d%:70"; any order after the kind."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from models.studio.die import Die, random_die
from models.studio.layouts import D10ISH, FACES
from models.studio.looks import MATERIALS

KINDS = ("d4", "d6", "d8", "d10", "d%", "d12", "d20", "d10ish")
SHADES = ("light", "dark")
STYLES = {"d4": ("vertex", "edge", "bar"), "d6": ("pips", "numerals")}
MOST_DICE = 20
LIGHT_FROM, DARK_TO = 0.68, 0.36  # CIELAB lightness of a body that nobody would call anything but light, or dark


@dataclass(frozen=True, slots=True)
class Want:
    kind: str
    shade: str | None = None
    style: str | None = None
    face: str | None = None


def want(words: str) -> Want:
    """
    >>> want("d6:light:5")
    Want(kind='d6', shade='light', style=None, face='5')
    """
    kind, *rest = words.split(":")
    if kind not in KINDS:
        raise ValueError(f"the studio has no {kind!r}; it has {', '.join(KINDS)}")
    told: dict[str, str] = {}
    for word in rest:
        part = "shade" if word in SHADES else "style" if word in STYLES.get(kind, ()) else "face"
        if part == "face" and word not in faces(kind):
            raise ValueError(f"a {kind} has no {word!r}; it has {', '.join((*faces(kind), *STYLES.get(kind, ())))}")
        if part in told:
            raise ValueError(f"{words!r} asks for both {told[part]} and {word}")
        told[part] = word
    return Want(kind, told.get("shade"), told.get("style"), told.get("face"))


def faces(kind: str) -> tuple[str, ...]:
    """What may come up."""
    if kind == "d10ish":
        return tuple(sorted(set(D10ISH), key=int))
    return FACES[kind][1:] if kind == "d20" else FACES[kind]


def from_notation(notation: str) -> list[str]:
    """
    >>> from_notation("2d6 d20:17")
    ['d6', 'd6', 'd20:17']
    """
    asked: list[str] = []
    for part in re.split(r"[\s,+]+", notation.strip()):
        found = re.fullmatch(r"(\d*)(d[\d%]+(?:ish)?(?::\w+)*)", part)
        if found is None:
            raise ValueError(f"{part!r} is not dice; write for example 2d6 1d20" if part else "no dice are named")
        want(found[2])
        count = int(found[1] or 1)
        if count == 0 or len(asked) + count > MOST_DICE:
            raise ValueError(f"{notation!r} is {'no dice' if count == 0 else 'too many'}; name 1 to {MOST_DICE} dice")
        asked += [found[2]] * count
    return asked


def make(rng: np.random.Generator, wanted: Want, held_back: bool = False) -> Die:
    """A random die that is as light and of such style as was asked for."""
    for _ in range(400):
        die = random_die(rng, wanted.kind, held_back, wanted.style)
        if wanted.shade is None or _shade(die) == wanted.shade:
            return die
    raise ValueError(f"no {wanted.shade} {wanted.kind} among these materials")


def _shade(die: Die) -> str:
    material = MATERIALS[die.look.material]
    if material.see_through or material.metal or material.patched:
        return "neither"
    return "light" if die.look.lightness >= LIGHT_FROM else "dark" if die.look.lightness <= DARK_TO else "neither"


def label_up(rng: np.random.Generator, die: Die, face: str | None) -> int:
    """The label that will be up: any, or one that shows the face asked for."""
    showing = [label for label, text in enumerate(die.labels) if face is None or text == face]
    if not showing:
        raise ValueError(f"a {die.kind} has no {face!r}")
    return int(rng.choice(showing))


def random_wants(rng: np.random.Generator, count: int) -> Sequence[str]:
    """Mixed kinds; now and then a handful of one kind, or a pair of d10s for a percentage."""
    kinds = list(KINDS)
    weights = np.array([1.2, 1.6, 1.0, 1.1, 1.0, 1.0, 1.5, 0.25])
    if rng.random() < 0.2:
        return [str(rng.choice(kinds, p=weights / weights.sum()))] * count
    chosen = [str(kind) for kind in rng.choice(kinds, count, p=weights / weights.sum())]
    if count >= 2 and rng.random() < 0.15:
        chosen[:2] = ["d%", "d10"]
    return chosen
