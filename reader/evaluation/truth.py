"""Pictures and what truly lies in them: an index of photographs, or the studio's with a JSON beside each picture."""

import csv
import json
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from reader.vision.errors import EyeError
from reader.vision.sighting import Box

COLUMNS = ("path", "set", "clip", "split", "kind", "face", "x", "y", "w", "h")
RESTING = ("flat", "touching", "on_hidden")
"""States in which a die has a face up, as far as a picture can tell: what it lies on may be hidden under it."""
SEEN_AS = {"d10ish": "d20"}  # a d20's shape with faces 0–10: told apart by the rules, not by the eye
PICTURES = (".jpg", ".jpeg", ".png", ".webp")


class TruthError(EyeError, ValueError):
    """An index or a truth that is missing or cannot be understood."""


@dataclass(frozen=True, slots=True)
class Lying:
    """One die that truly lies in a picture. `face` is blank where nobody can tell it."""

    kind: str
    face: str
    box: Box | None = None
    state: str = "flat"
    lightness: float | None = None
    material: str = ""

    @property
    def rests(self) -> bool:
        return self.state in RESTING


@dataclass(frozen=True, slots=True)
class Pictured:
    """`clip` names the film that the picture is a frame of, and is blank for a photograph."""

    path: Path
    set: str
    clip: str
    dice: tuple[Lying, ...]


def pictures(index: Path, split: str | None = None) -> list[Pictured]:
    """The pictures of the index in its order, then empty trays, which have a JSON of truth and no row."""
    rows = _rows(index)
    chosen: dict[str, list[dict[str, str]]] = defaultdict(list)
    for row in rows:
        if split is None or row["split"] == split:
            chosen[row["path"]].append(row)
    found = [_pictured(index.parent / path, dice) for path, dice in chosen.items()]
    named = {index.parent / row["path"] for row in rows}
    if found or split is None or not rows:
        found += _empty_trays(index.parent, named, found[0].set if found else "rendered")
    if not found:
        having = ", ".join(sorted({row["split"] for row in rows})) or "none"
        raise TruthError(index, f"has no pictures of split {split!r}; it has {having}")
    return found


def _rows(index: Path) -> list[dict[str, str]]:
    try:
        with index.open(newline="") as file:
            lines = csv.DictReader(file)
            missing = [column for column in COLUMNS if column not in (lines.fieldnames or ())]
            if missing:
                raise TruthError(index, f"is not an index of dice: it lacks the column {missing[0]!r}")
            return list(lines)
    except FileNotFoundError as trouble:
        raise TruthError(index, "there is no such file") from trouble
    except (OSError, UnicodeDecodeError, csv.Error) as trouble:
        raise TruthError(index, "cannot be read as a table") from trouble


def _pictured(path: Path, rows: list[dict[str, str]]) -> Pictured:
    beside = path.with_suffix(".json")
    dice = _told(beside) if beside.is_file() else [_lying(path, row) for row in rows if row["kind"]]
    return Pictured(path, rows[0]["set"], rows[0]["clip"], tuple(dice))


def _lying(path: Path, row: dict[str, str]) -> Lying:
    try:
        box = Box(*(float(row[side]) for side in "xywh")) if row["w"] else None
    except ValueError as trouble:
        raise TruthError(path, "has a box in the index that is not four numbers") from trouble
    return Lying(SEEN_AS.get(row["kind"], row["kind"]), row["face"], box)


def _told(beside: Path) -> list[Lying]:
    """The studio's truth: a list of dice, or an object that has one as `dice`."""
    try:
        told: Any = json.loads(beside.read_text())
        dice = told["dice"] if isinstance(told, dict) else told
        return [_rendered(die) for die in dice]
    except (OSError, ValueError, KeyError, TypeError) as trouble:
        raise TruthError(beside, "is not the truth of a picture") from trouble


def _rendered(die: dict[str, Any]) -> Lying:
    kind = SEEN_AS.get(die["kind"], die["kind"])
    state, lightness = die.get("state", "flat"), die.get("lightness")
    box = Box(*map(float, die["box"])) if die["box"] is not None else None  # a person may tell of a die nobody framed
    return Lying(kind, die["face"], box, state, lightness, die.get("material", ""))


def _empty_trays(folder: Path, named: set[Path], set_name: str) -> Iterator[Pictured]:
    for beside in sorted(folder.glob("*.json")):
        path = next((beside.with_suffix(end) for end in PICTURES if beside.with_suffix(end).is_file()), None)
        if path is not None and path not in named and not _told(beside):
            yield Pictured(path, set_name, "", ())
