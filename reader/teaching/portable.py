"""Taught dice in one file, to be carried to another box: a zip of cards and pictures with a sign of what it is."""

from __future__ import annotations

import io
import json
import zipfile
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from reader.teaching.errors import ForeignFileError, TooManyError
from reader.teaching.gallery import MOST_DICE
from reader.teaching.store import CARD, Store, card_in, decoded, new_id
from reader.teaching.taught_die import Example, TaughtDie
from reader.vision.cut import Crop

SIGN: Final = "dice-reader.json"
VERSION: Final = 1
MOST_FILES: Final = 5000
LARGEST_FILE: Final = 200_000
"""Bytes of one picture or card; those that this program writes have a tenth of it."""


@dataclass(frozen=True, slots=True, eq=False)
class Carried:
    """A die in such a file, with the picture of each example."""

    die: TaughtDie
    crops: tuple[tuple[Example, Crop], ...]


def export(store: Store, dice: Sequence[TaughtDie]) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as box:
        box.writestr(SIGN, json.dumps({"taught dice": VERSION}))
        for die in dice:
            card = {"kind": die.kind, "name": die.name, "colour": die.colour}
            box.writestr(f"{die.id}/{CARD}", json.dumps(card, ensure_ascii=False))
            for example in die.examples:
                box.writestr(f"{die.id}/{example.stem}.jpg", store.picture(die.id, example))
    return file.getvalue()


def read_export(path: Path) -> list[Carried]:
    """Everything in the file, or nothing of it: raises ForeignFileError, and OSError if it cannot be opened."""
    try:
        with zipfile.ZipFile(path) as box:
            return _dice_in(box, path)
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError) as error:
        raise ForeignFileError(f"{path}: holds no taught dice, or is damaged ({error}); export them anew") from error


def take_in(store: Store, carried: Sequence[Carried]) -> list[TaughtDie]:
    """Writes them under new ids, so that none takes another's place. The networks have yet to look at them."""
    held = store.read()
    if len(held) + len(carried) > MOST_DICE:
        raise TooManyError(
            f"{len(held) + len(carried)} dice are more than the {MOST_DICE} a box holds; forget some first"
        )
    taken = []
    for one in carried:
        die = TaughtDie(new_id(), one.die.kind, _free_name(one.die.name, held), one.die.colour, one.die.examples)
        store.write_card(die)
        for example, crop in one.crops:
            store.write_picture(die.id, example, crop)
        held.append(die)
        taken.append(die)
    store.touch()
    return taken


def _dice_in(box: zipfile.ZipFile, path: Path) -> list[Carried]:
    entries = {entry.filename: entry for entry in box.infolist()}
    if SIGN not in entries:
        raise ForeignFileError(f"{path}: a zip, but not one of taught dice; dice-reader dice export writes those")
    if len(entries) > MOST_FILES or any(entry.file_size > LARGEST_FILE for entry in entries.values()):
        raise ForeignFileError(f"{path}: far larger than taught dice ever are; it was not opened")
    try:
        version = int(json.loads(box.read(SIGN))["taught dice"])
        if version > VERSION:
            raise ForeignFileError(f"{path}: written by a newer dice-reader; update this one first")
        folders = dict.fromkeys(name.partition("/")[0] for name in entries if "/" in name)
        return [_die_in(box, folder, list(entries)) for folder in folders]
    except (ValueError, KeyError, TypeError) as error:
        if isinstance(error, ForeignFileError):
            raise
        raise ForeignFileError(f"{path}: damaged ({error}); nothing of it was taken") from error


def _die_in(box: zipfile.ZipFile, folder: str, names: list[str]) -> Carried:
    kind, name, colour = card_in(box.read(f"{folder}/{CARD}"))
    crops = []
    for entry in names:
        inside, _, file = entry.partition("/")
        example = Example.from_stem(file.removesuffix(".jpg")) if inside == folder and file.endswith(".jpg") else None
        if example is not None:
            crops.append((example, decoded(box.read(entry))))
    crops.sort(key=lambda one: one[0].number)
    return Carried(TaughtDie(folder, kind, name, colour, tuple(example for example, _ in crops)), tuple(crops))


def _free_name(name: str, held: Sequence[TaughtDie]) -> str:
    """
    >>> _free_name("Red d20", [TaughtDie("0", "d20", "Red d20")])
    'Red d20 (2)'
    """
    taken = {die.name.casefold() for die in held}
    number, free = 2, name
    while name and free.casefold() in taken:
        free, number = f"{name} ({number})", number + 1
    return free
