"""Taught dice on the disk: a folder a die, a picture an example. Whatever is cut off while it is written never was.

dice/3fa9c21e/die.json              kind, name, colour
dice/3fa9c21e/17-0003-taught.jpg    an example: what it shows, its number, how that is known
dice/3fa9c21e/17-0003-taught.npz    what the networks of now make of it; made again whenever it is missing or of others
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import secrets
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import cv2
import numpy as np

from reader.teaching.taught_die import Example, TaughtDie, tidy_name
from reader.teaching.trait import Trait, trait_bytes, trait_in
from reader.vision.cut import CROP_PX, Crop

FOLDER: Final = "dice"
CARD: Final = "die.json"
STAMP: Final = "changed"
PART: Final = ".part"
QUALITY: Final = 95
JPEG_END: Final = b"\xff\xd9"
KIND: Final = re.compile(r"d(\d{1,2}|%)")
_ID: Final = re.compile(r"[0-9a-f]{8}")


class Store:
    """Raises OSError where the disk does."""

    def __init__(self, state: Path) -> None:
        self.folder = state / FOLDER
        self.troubles: tuple[str, ...] = ()
        """What was left out when the dice were last read, a sentence each."""

    def read(self) -> list[TaughtDie]:
        """All dice that are whole."""
        troubles: list[str] = []
        dice: list[TaughtDie] = []
        for folder in sorted(self.folder.iterdir()) if self.folder.is_dir() else []:
            if not _ID.fullmatch(folder.name) or not folder.is_dir():
                continue
            try:
                dice.append(_read_die(folder))
            except (OSError, ValueError, KeyError, TypeError) as error:
                troubles.append(
                    f"the taught die in {folder} is damaged and left out ({error}); forget it, teach it anew"
                )
        self.troubles = tuple(troubles)
        return dice

    def write_card(self, die: TaughtDie) -> None:
        card = {"kind": die.kind, "name": die.name, "colour": die.colour}
        folder = self.folder / die.id
        folder.mkdir(parents=True, exist_ok=True)
        _write(folder / CARD, json.dumps(card, ensure_ascii=False).encode(), lasting=True)
        self.touch()

    def write_example(self, die: TaughtDie, example: Example, crop: Crop, trait: Trait) -> None:
        """The picture lasts for good when this returns. What can be had again from it is no trouble on a full disk."""
        self.write_picture(die.id, example, crop)
        with contextlib.suppress(OSError):
            self.write_trait(die.id, example, trait)
            self.touch()

    def write_picture(self, die: str, example: Example, crop: Crop) -> None:
        _add(self.folder / die / f"{example.stem}.jpg", encoded(crop))

    def write_trait(self, die: str, example: Example, trait: Trait) -> None:
        _write(self.folder / die / f"{example.stem}.npz", trait_bytes(trait), lasting=False)

    def trait(self, die: str, example: Example, networks: str) -> Trait | None:
        """None if there is none that these networks made."""
        try:
            found = trait_in((self.folder / die / f"{example.stem}.npz").read_bytes())
        except (OSError, ValueError):
            return None
        return found if found.networks == networks else None

    def picture(self, die: str, example: Example) -> bytes:
        return (self.folder / die / f"{example.stem}.jpg").read_bytes()

    def crop(self, die: str, example: Example) -> Crop | None:
        """None for a picture that is damaged."""
        try:
            return decoded(self.picture(die, example))
        except (OSError, ValueError):
            return None

    def remove_example(self, die: str, example: Example) -> None:
        for tail in (".jpg", ".npz"):
            (self.folder / die / f"{example.stem}{tail}").unlink(missing_ok=True)
        self.touch()

    def remove_die(self, die: str) -> None:
        """At once, under another name; what is left of it then is swept away."""
        gone = self.folder / f"forgotten-{die}-{secrets.token_hex(2)}"
        (self.folder / die).rename(gone)
        shutil.rmtree(gone, ignore_errors=True)
        self.touch()

    def touch(self) -> None:
        """Tells whoever else has these dice open that they have changed."""
        _write(self.folder / STAMP, secrets.token_bytes(8), lasting=False)

    @property
    def stamp(self) -> bytes:
        try:
            return (self.folder / STAMP).read_bytes()
        except OSError:
            return b""

    def sweep(self) -> None:
        """Throws away what a power cut left behind."""
        if not self.folder.is_dir():
            return
        for left in self._leftovers():
            shutil.rmtree(left, ignore_errors=True) if left.is_dir() else left.unlink(missing_ok=True)

    def _leftovers(self) -> Iterator[Path]:
        yield from self.folder.glob("forgotten-*")
        yield from self.folder.rglob(f"*{PART}")
        for folder in self.folder.iterdir():
            if _ID.fullmatch(folder.name) and folder.is_dir():
                yield from _cut_off(folder) if any(folder.iterdir()) else (folder,)


def new_id() -> str:
    return secrets.token_hex(4)


def encoded(crop: Crop) -> bytes:
    return bytes(cv2.imencode(".jpg", crop, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])[1].tobytes())


def decoded(picture: bytes) -> Crop:
    """Raises ValueError for what is no example."""
    found = cv2.imdecode(np.frombuffer(picture, np.uint8), cv2.IMREAD_COLOR) if picture else None
    if found is None or found.shape != (CROP_PX, CROP_PX, 3):
        raise ValueError("not a picture of a die")
    return np.asarray(found, np.uint8)


def card_in(text: str | bytes) -> tuple[str, str, str]:
    """Kind, name and colour. Raises ValueError, KeyError or TypeError."""
    card = json.loads(text)
    kind, name, colour = (str(card[key]) for key in ("kind", "name", "colour"))
    if not KIND.fullmatch(kind):
        raise ValueError(f"there is no {kind[:10]}")
    return kind, tidy_name(name), tidy_name(colour)


def _read_die(folder: Path) -> TaughtDie:
    kind, name, colour = card_in((folder / CARD).read_bytes())
    found = (Example.from_stem(path.stem) for path in folder.glob("*.jpg"))
    examples = sorted((one for one in found if one is not None), key=lambda one: one.number)
    return TaughtDie(folder.name, kind, name, colour, tuple(examples))


def _cut_off(folder: Path) -> Iterator[Path]:
    """The newest example, if it has its name but not all of its picture."""
    pictures = {example: path for path in folder.glob("*.jpg") if (example := Example.from_stem(path.stem)) is not None}
    newest = max(pictures, key=lambda example: example.number, default=None)
    with contextlib.suppress(OSError):
        if newest is not None and not pictures[newest].read_bytes().endswith(JPEG_END):
            yield pictures[newest]


def _add(path: Path, content: bytes) -> None:
    """A file that was not there. One wait for the disk instead of two: Linux's file systems write the name along with
    what is synced after it was named. What a power cut takes in between is found by its missing end, and swept away."""
    part = path.with_name(path.name + PART)
    try:
        with part.open("wb") as file:
            file.write(content)
            file.flush()
            os.replace(part, path)
            os.fsync(file.fileno())
    except OSError:
        for left in (part, path):
            with contextlib.suppress(OSError):
                left.unlink(missing_ok=True)
        raise


def _write(path: Path, content: bytes, lasting: bool) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(path.name + PART)
    try:
        with part.open("wb") as file:
            file.write(content)
            if lasting:
                file.flush()
                os.fsync(file.fileno())
        os.replace(part, path)
    except OSError:
        with contextlib.suppress(OSError):
            part.unlink(missing_ok=True)
        raise
    if lasting:
        _settle(path.parent)


def _settle(folder: Path) -> None:
    """The new name of a file lasts too."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
