from pathlib import Path

import cv2
import numpy as np
import pytest

from hardware.cameras.camera import Camera, CameraLocks, Frame, shrunk
from hardware.cameras.recorded import RecordedCamera
from hardware.errors import CameraMissingError, RecordingEndedError


def plain(grey: int, width: int = 640, height: int = 480) -> Frame:
    return np.full((height, width, 3), grey, dtype=np.uint8)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for at, grey in enumerate((10, 20, 30)):
        cv2.imwrite(str(tmp_path / f"throw-{at}.png"), plain(grey))
    (tmp_path / "throw-0.json").write_text("{}")
    return tmp_path


def greys(camera: Camera, count: int) -> list[int]:
    return [int(camera.still().mean()) for _ in range(count)]


def test_a_folder_is_played_in_the_order_of_its_names(folder: Path) -> None:
    assert greys(RecordedCamera(folder), 3) == [10, 20, 30]


def test_previews_show_the_tray_lying_still(folder: Path) -> None:
    camera = RecordedCamera(folder)
    previews = [camera.preview() for _ in range(3)]
    assert [preview.shape for preview in previews] == [(240, 320, 3)] * 3
    assert [int(preview.mean()) for preview in previews] == [10, 10, 10]


def test_one_picture_may_serve_several_stills(folder: Path) -> None:
    assert greys(RecordedCamera(folder, stills_each=2), 4) == [10, 10, 20, 20]


def test_the_tray_may_be_exchanged_by_hand(folder: Path) -> None:
    camera = RecordedCamera(folder, stills_each=1000)
    camera.next_picture()
    assert greys(camera, 2) == [20, 20]


def test_a_recording_that_is_over_says_so(folder: Path) -> None:
    camera = RecordedCamera(folder)
    greys(camera, 3)
    with pytest.raises(RecordingEndedError, match="no more pictures"):
        camera.preview()


def test_a_repeated_recording_begins_anew(folder: Path) -> None:
    assert greys(RecordedCamera(folder, repeat=True), 4) == [10, 20, 30, 10]


def test_pictures_in_memory_are_played_too() -> None:
    assert greys(RecordedCamera([plain(5), plain(6)]), 2) == [5, 6]


def test_a_picture_is_the_callers_own_copy() -> None:
    camera = RecordedCamera([plain(5, 100, 80)], stills_each=9)
    camera.still()[:] = 0
    camera.preview()[:] = 0
    assert int(camera.still().mean()) == 5


def test_a_video_moves_on_with_every_picture(tmp_path: Path) -> None:
    path = tmp_path / "tray.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 10, (320, 240))
    for grey in (0, 50, 100, 150):
        writer.write(plain(grey, 320, 240))
    writer.release()
    camera = RecordedCamera(path)
    seen = [camera.preview(), camera.preview(), camera.still(), camera.preview()]
    assert [round(picture.mean() / 50) for picture in seen] == [0, 1, 2, 3]


@pytest.mark.parametrize("made", ["nothing", "empty", "broken"])
def test_nothing_to_play_is_an_error_with_the_path(tmp_path: Path, made: str) -> None:
    path = tmp_path / "recording"
    if made != "nothing":
        path.mkdir()
    if made == "broken":
        (path / "a.png").write_text("not a picture")
    with pytest.raises(CameraMissingError, match="recording"):
        RecordedCamera(path)


def test_a_recording_takes_every_lock() -> None:
    locks = CameraLocks(exposure_us=1)
    with RecordedCamera([plain(5)]) as camera:
        assert camera.lock(locks) == ()
        assert camera.measure() == locks


@pytest.mark.parametrize(
    ("size", "expected"), [((640, 480), (240, 320)), ((100, 50), (50, 100)), ((4000, 9), (1, 320))]
)
def test_a_preview_keeps_the_proportions(size: tuple[int, int], expected: tuple[int, int]) -> None:
    assert shrunk(plain(0, *size)).shape[:2] == expected
