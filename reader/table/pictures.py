"""Pictures of throws, as proof: JPEG files beside the journal, no more and no larger than they may be."""

from __future__ import annotations

import contextlib
import re
from collections import deque
from pathlib import Path
from typing import Final

import cv2
import numpy as np

from reader.vision.sighting import Frame

FOLDER: Final = "pictures"
WIDTH_PX: Final = 1600
"""At most; wider than a page shows it, and a die of a sixteenth of the width is still 50 px at least."""
QUALITY: Final = 85
_NAME: Final = re.compile(r"\d+\.jpg")


class Pictures:
    """The oldest go first. A picture that cannot be kept is no trouble: the throw is recorded all the same."""

    def __init__(self, folder: Path, most: int, most_bytes: int) -> None:
        self._folder = folder / FOLDER
        self._most = most
        self._most_bytes = most_bytes
        self._kept = deque(_sizes(self._folder))
        self._bytes = sum(size for _, size in self._kept)

    def keep(self, number: int, picture: Frame) -> str:
        """Its name; empty if it was not kept.

        Numbers begin anew while the journal cannot be read: then no other throw's picture is written over. The same
        number again is a throw that a power cut kept from being recorded.
        """
        if not self._most:
            return ""
        last = int(self._kept[-1][0].stem) if self._kept else 0
        path = self._folder / f"{number if number >= last else last + 1}.jpg"
        unfinished = path.with_suffix(".part")
        try:
            coded = as_jpeg(picture)
            self._folder.mkdir(parents=True, exist_ok=True)
            unfinished.write_bytes(coded)
            unfinished.replace(path)
        except OSError:
            with contextlib.suppress(OSError):
                unfinished.unlink(missing_ok=True)
            return ""
        if number == last:
            self._bytes -= self._kept.pop()[1]
        self._kept.append((path, len(coded)))
        self._bytes += len(coded)
        self._prune()
        return path.name

    def opened(self, name: str) -> Frame | None:
        """The picture that the journal names; None if it is gone or damaged."""
        path = picture_called(self._folder.parent, name)
        try:
            coded = np.frombuffer(path.read_bytes(), np.uint8) if path is not None else None
        except OSError:
            return None
        found = cv2.imdecode(coded, cv2.IMREAD_COLOR) if coded is not None and len(coded) else None
        return np.asarray(found, np.uint8) if found is not None else None

    def _prune(self) -> None:
        while len(self._kept) > 1 and (len(self._kept) > self._most or self._bytes > self._most_bytes):
            path, size = self._kept.popleft()
            self._bytes -= size
            with contextlib.suppress(OSError):
                path.unlink(missing_ok=True)


def picture_called(folder: Path, name: str) -> Path | None:
    """The file of a picture that the journal names; None for any other name, and for one that is gone."""
    path = folder / FOLDER / name
    return path if _NAME.fullmatch(name) and path.is_file() else None


def as_jpeg(picture: Frame) -> bytes:
    """Shrunk by a whole number if it is too wide: any other factor takes five times as long as the coding itself."""
    height, width = picture.shape[:2]
    factor = -(-width // WIDTH_PX)
    size = (width // factor, height // factor)
    shown = cv2.resize(picture, size, interpolation=cv2.INTER_AREA) if factor > 1 else picture
    _, data = cv2.imencode(".jpg", shown, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
    return data.tobytes()


def _sizes(folder: Path) -> list[tuple[Path, int]]:
    """The pictures there are, the oldest first; what an earlier power cut left unfinished is thrown away."""
    try:
        for unfinished in folder.glob("*.part"):
            unfinished.unlink(missing_ok=True)
        found = [path for path in folder.iterdir() if _NAME.fullmatch(path.name)]
        return [(path, path.stat().st_size) for path in sorted(found, key=lambda path: int(path.stem))]
    except OSError:
        return []
