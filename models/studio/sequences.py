"""Throws as a camera sees them happen: frames while dice roll, and one die thrown again with the others untouched."""

import json
from collections.abc import Iterator
from pathlib import Path

import cv2

from models.studio.exposure import Picture
from models.studio.shoot import write_whole
from models.studio.tabletop import Tabletop
from models.studio.truth import Truth

WIDTH_PX = 800
JPEG_QUALITY = 85

Step = tuple[str, Picture, list[Truth]]


def explosion(table: Tabletop) -> Iterator[Step]:
    """A d6 shows its highest, is thrown again, shows it once more, and then does not."""
    table.throw(["d6:light:6", "d8:3", "d10:7"])
    yield from _resting(table, 2)
    for face in ("6", "2"):
        table.throw_again([0], [face])
        yield from _rolling(table, 2)
        yield from _resting(table, 2)


def advantage(table: Tabletop) -> Iterator[Step]:
    """A d20 is thrown a second time beside a d4 that stays where it lies."""
    table.throw(["d20:9", "d4:3"])
    yield from _resting(table, 2)
    table.throw_again([0], ["17"])
    yield from _rolling(table, 3)
    yield from _resting(table, 2)


def settling(table: Tabletop) -> Iterator[Step]:
    """Five dice come to rest."""
    table.throw(["d20:14", "d6:light:4", "d6:dark:1", "d12:11", "d8:8"])
    yield from _rolling(table, 6)
    yield from _resting(table, 3)


SEQUENCES = {"explosion": (explosion, 30), "advantage": (advantage, 30), "settling": (settling, 30)}


def _rolling(table: Tabletop, frames: int) -> Iterator[Step]:
    for picture in table.rolling(frames):
        yield "rolling", picture, []


def _resting(table: Tabletop, frames: int) -> Iterator[Step]:
    for _ in range(frames):
        yield "resting", table.picture(), table.truth()


def write_sequence(folder: Path, name: str) -> None:
    """Numbered frames, and `frames.json` with what each shows: rolling, or resting with its dice."""
    folder.mkdir(parents=True, exist_ok=True)
    play, seed = SEQUENCES[name]
    told = []
    for number, (state, picture, truths) in enumerate(play(Tabletop(seed, WIDTH_PX))):
        file = f"{number:02d}.jpg"
        packed = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])[1]
        write_whole(folder / file, packed.tobytes())
        told.append({"path": file, "state": state, "dice": [truth.as_json() for truth in truths]})
    write_whole(folder / "frames.json", (json.dumps(told, indent=1) + "\n").encode())
