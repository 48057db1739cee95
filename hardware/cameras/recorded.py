"""A camera that plays what was recorded: a folder of pictures, or a video."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import cv2
import numpy as np

from hardware.cameras.camera import PREVIEW_WIDTH_PX, CameraLocks, Frame, shrunk
from hardware.closing import ClosesItself
from hardware.errors import CameraMissingError, RecordingEndedError

PICTURES = frozenset({".jpg", ".jpeg", ".png", ".bmp", ".webp"})


class RecordedCamera(ClosesItself):
    """Each picture of a folder, in the order of their names, is one state of the tray: previews show it lying still,
    and it is exchanged for the next after `stills_each` stills or by `next_picture`. A video instead moves on with
    every preview and every still, as time does."""

    def __init__(
        self,
        recording: Path | Sequence[Frame],
        *,
        stills_each: int = 1,
        repeat: bool = False,
        preview_width_px: int = PREVIEW_WIDTH_PX,
    ) -> None:
        self.name = f"recording {recording}" if isinstance(recording, Path) else "recording"
        self.reopened = 0
        self._recording = recording
        self._is_video = isinstance(recording, Path) and recording.is_file() and recording.suffix not in PICTURES
        self._stills_each = stills_each
        self._repeat = repeat
        self._preview_width_px = preview_width_px
        self._locks = CameraLocks()
        self._pictures = self._played()
        self._current: Frame | None = next(self._pictures, None)
        self._stills_left = stills_each
        if self._current is None:
            raise CameraMissingError(
                f"nothing to play in {recording}",
                device=str(recording),
                remedy="name a folder with .jpg or .png pictures, or a video file",
            )

    def preview(self) -> Frame:
        picture = shrunk(self._picture(), self._preview_width_px)
        if self._is_video:
            self.next_picture()
        return picture

    def still(self) -> Frame:
        picture = self._picture().copy()
        self._stills_left -= 1
        if self._is_video or self._stills_left <= 0:
            self.next_picture()
        return picture

    def next_picture(self) -> None:
        """Exchange what lies in the tray."""
        self._stills_left = self._stills_each
        self._current = next(self._pictures, None)
        if self._current is None and self._repeat:
            self._pictures = self._played()
            self._current = next(self._pictures, None)

    def lock(self, locks: CameraLocks) -> tuple[str, ...]:
        """A recording's light is what it was; it takes every lock and changes nothing."""
        self._locks = locks
        return ()

    def measure(self) -> CameraLocks:
        return self._locks

    def rest(self) -> None:
        """A recording costs nothing while it waits."""

    def close(self) -> None:
        self._pictures = iter(())
        self._current = None

    def _picture(self) -> Frame:
        if self._current is None:
            raise RecordingEndedError(
                f"{self.name} has no more pictures", device=self.name, remedy="record more, or play it with repeat"
            )
        return self._current

    def _played(self) -> Iterator[Frame]:
        if not isinstance(self._recording, Path):
            return iter(self._recording)
        if self._is_video:
            return _video(self._recording)
        if self._recording.is_file():
            return _folder([self._recording])
        return _folder(sorted(path for path in self._recording.glob("*") if path.suffix.lower() in PICTURES))


def _folder(paths: list[Path]) -> Iterator[Frame]:
    for path in paths:
        picture = cv2.imread(str(path), cv2.IMREAD_COLOR)
        if picture is None:
            raise CameraMissingError(
                f"{path} is not a picture", device=str(path), remedy="remove it from the folder, or record it again"
            )
        yield np.asarray(picture, dtype=np.uint8)


def _video(path: Path) -> Iterator[Frame]:
    capture = cv2.VideoCapture(str(path))
    try:
        while True:
            got, picture = capture.read()
            if not got:
                return
            yield np.asarray(picture, dtype=np.uint8)
    finally:
        capture.release()
