"""Writes pictures with their truth, in the form in which the recorded pictures of the tests are kept."""

import csv
import io
import json
import os
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import cv2

from reader.vision.sighting import Frame, Sighting

QUALITY: Final = 95
SET_NAME: Final = "own"
SPLIT: Final = "dev"
COLUMNS: Final = ("path", "set", "clip", "split", "kind", "face", "colour", "style", "x", "y", "w", "h")
_NUMBERED: Final = re.compile(r"throw-(\d+)\.(?:jpg|json)")


@dataclass(frozen=True, slots=True)
class Told:
    """What a person says of one die. `seen` is None for a die that the eye missed; `face` is blank where nobody can
    tell, or where it has none up."""

    kind: str
    face: str
    state: str = "flat"
    seen: Sighting | None = None

    def as_json(self) -> dict[str, Any]:
        """As the studio tells of its dice; what nobody measured is left empty."""
        box = centre = None
        if self.seen is not None:
            sides = self.seen.box
            box = [round(side, 2) for side in (sides.x, sides.y, sides.width, sides.height)]
            centre = [round(place, 2) for place in sides.centre]
        return {
            "kind": self.kind,
            "face": self.face,
            "box": box,
            "whole": box,
            "centre": centre,
            "rotation": None,
            "colour": self.seen.colour if self.seen is not None else "",
            "lightness": None,
            "material": "",
            "style": "",
            "state": self.state,
            "seen": 1.0,
            "contrast": None,
        }


def write_recording(folder: Path, frame: Frame, dice: Sequence[Told]) -> Path:
    """The picture, under the next free number, its truth beside it, and the index anew. Raises OSError."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"throw-{_next_number(folder):04d}.jpg"
    height, width = frame.shape[:2]
    truth = {"width": width, "height": height, "dice": [die.as_json() for die in dice]}
    packed = cv2.imencode(".jpg", frame, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])[1]
    _write_whole(path, packed.tobytes())
    _write_whole(path.with_suffix(".json"), (json.dumps(truth, ensure_ascii=False) + "\n").encode())
    _write_index(folder)
    return path


def _next_number(folder: Path) -> int:
    found = [_NUMBERED.fullmatch(path.name) for path in folder.iterdir()]
    return max((int(each.group(1)) for each in found if each is not None), default=0) + 1


def _write_index(folder: Path) -> None:
    """One row a die; a tray without dice has its JSON only."""
    rows = [list(COLUMNS)]
    for beside in sorted(folder.glob("throw-*.json")):
        for die in json.loads(beside.read_text(encoding="utf-8"))["dice"]:
            box = [str(round(side)) for side in die["box"]] if die["box"] else [""] * 4
            told = [die["kind"], die["face"], die["colour"], die["style"], *box]
            rows.append([f"{beside.stem}.jpg", SET_NAME, "", SPLIT, *told])
    table = io.StringIO()
    csv.writer(table, lineterminator="\n").writerows(rows)
    _write_whole(folder / "index.csv", table.getvalue().encode())


def _write_whole(path: Path, content: bytes) -> None:
    part = path.with_name(f".{path.name}.part")
    part.write_bytes(content)
    os.replace(part, path)
