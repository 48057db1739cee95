import json
import sys
from pathlib import Path

import cv2
import numpy as np
import pytest
from PIL import Image

from reader.cli import main
from reader.vision.errors import ModelError
from reader.vision.look import Eye
from reader.vision.sighting import Box, Candidate, Frame, Reading, Sighting, Unread, Why

SEVENTEEN = Reading("d20", "17", 0.987654, Box(10, 12, 30.25, 31), 0.31234, "blue", (Candidate("d20", "17", 0.987654),))
DOUBTFUL = Unread(
    Why.NOT_SURE, Box(60, 12, 30, 30), "d6", 0.5, 0.9, "white", (Candidate("d6", "6", 0.5), Candidate("d6", "5", 0.45))
)


class FakeEye:
    """Sees the same in every picture, and remembers the pictures."""

    def __init__(self, *sightings: Sighting) -> None:
        self.sightings = list(sightings)
        self.frames: list[Frame] = []

    def look(self, frame: Frame) -> list[Sighting]:
        self.frames.append(frame)
        return self.sightings


@pytest.fixture
def eye(monkeypatch: pytest.MonkeyPatch) -> FakeEye:
    fake = FakeEye(SEVENTEEN, DOUBTFUL)
    monkeypatch.setattr(Eye, "open", lambda _models: fake)
    return fake


@pytest.fixture
def picture(tmp_path: Path) -> Path:
    path = tmp_path / "throw.png"
    cv2.imwrite(str(path), np.full((80, 120, 3), (10, 90, 200), np.uint8))
    return path


def run(monkeypatch: pytest.MonkeyPatch, *words: object) -> int:
    monkeypatch.setattr(sys, "argv", ["dice-reader", "read", *map(str, words)])
    with pytest.raises(SystemExit) as ended:
        main()
    return int(ended.value.code or 0)


@pytest.mark.usefixtures("eye")
def test_json_holds_every_die_with_its_face_or_the_reason(
    picture: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(monkeypatch, picture, "--json") == 0
    told = json.loads(capsys.readouterr().out)
    assert told.pop("ms") >= 0
    assert told == {
        "image": str(picture),
        "width": 120,
        "height": 80,
        "dice": [
            {
                "kind": "d20", "face": "17", "why": None, "confidence": 0.9877, "box": [10, 12, 30.2, 31],
                "colour": "blue", "lightness": 0.312, "candidates": [["d20", "17", 0.9877]],
            },
            {
                "kind": "d6", "face": None, "why": "not sure", "confidence": 0.5, "box": [60, 12, 30, 30],
                "colour": "white", "lightness": 0.9, "candidates": [["d6", "6", 0.5], ["d6", "5", 0.45]],
            },
        ],
    }  # fmt: skip


@pytest.mark.usefixtures("eye")
def test_a_person_reads_one_line_a_die(
    picture: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(monkeypatch, picture) == 0
    head, first, second = capsys.readouterr().out.splitlines()
    assert head.startswith(f"{picture}  120 × 80 px")
    assert first == "    17  blue d20  (98.8% sure)"
    assert second == "     ?  the white d6: 6 or 5? Nudge it"


def test_an_empty_tray_is_said_to_be_empty(
    eye: FakeEye, picture: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    eye.sightings = []
    assert run(monkeypatch, picture) == 0
    assert capsys.readouterr().out.endswith("  no dice\n")


@pytest.mark.usefixtures("eye")
def test_bad_files_are_named_and_the_others_still_read(
    picture: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    empty, words, folder, missing, cut = (tmp_path / name for name in ("e.png", "w.jpg", "f", "none.jpg", "cut.png"))
    empty.touch()
    words.write_text("not a picture at all")
    folder.mkdir()
    cut.write_bytes(picture.read_bytes()[:60])
    assert run(monkeypatch, empty, words, folder, missing, cut, picture, "--json") == 2
    out, err = capsys.readouterr()
    assert json.loads(out)["image"] == str(picture)
    assert err.splitlines() == [
        f"dice-reader: {empty}: the file is empty",
        f"dice-reader: {words}: is not a picture that can be read; use JPEG, PNG or WebP",
        f"dice-reader: {folder}: is a folder, not a picture",
        f"dice-reader: {missing}: there is no such file",
        f"dice-reader: {cut}: is damaged or incomplete",
    ]


@pytest.mark.parametrize(("width", "height"), [(9000, 7000), (30_000, 30_000)])
def test_a_huge_picture_is_refused_by_its_header(
    eye: FakeEye,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    width: int,
    height: int,
) -> None:
    huge = tmp_path / "huge.png"
    Image.new("1", (64, 64)).save(huge)
    head = bytearray(huge.read_bytes())
    head[16:24] = width.to_bytes(4, "big") + height.to_bytes(4, "big")
    import zlib

    head[29:33] = zlib.crc32(head[12:29]).to_bytes(4, "big")
    huge.write_bytes(head)
    assert run(monkeypatch, huge) == 2
    assert "60 megapixels" in capsys.readouterr().err
    assert eye.frames == []


def test_a_picture_too_small_for_dice_is_refused(
    eye: FakeEye, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    Image.new("RGB", (200, 9)).save(tmp_path / "thin.png")
    assert run(monkeypatch, tmp_path / "thin.png") == 2
    assert "too small" in capsys.readouterr().err
    assert eye.frames == []


def test_a_picture_taken_sideways_is_turned_upright(
    eye: FakeEye, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    image = Image.new("RGB", (100, 60), (255, 0, 0))
    exif = image.getexif()
    exif[0x0112] = 6
    image.save(tmp_path / "sideways.jpg", exif=exif)
    assert run(monkeypatch, tmp_path / "sideways.jpg") == 0
    assert eye.frames[0].shape == (100, 60, 3)
    assert tuple(eye.frames[0][50, 30] > 128) == (False, False, True)


@pytest.mark.parametrize("mode", ["L", "P", "RGBA", "I;16", "CMYK", "1"])
def test_pictures_of_every_make_are_seen_in_colour(
    eye: FakeEye, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, mode: str
) -> None:
    path = tmp_path / ("odd.tiff" if mode == "CMYK" else "odd.png")
    grey = np.full((40, 50), 130, np.uint8)
    image = Image.fromarray(grey.astype(np.uint16) * 257) if mode == "I;16" else Image.fromarray(grey).convert(mode)
    image.save(path)
    assert run(monkeypatch, path) == 0
    assert eye.frames[0].shape == (40, 50, 3)
    assert eye.frames[0].dtype == np.uint8
    assert mode == "1" or abs(int(eye.frames[0][20, 20, 1]) - 130) < 3


@pytest.mark.usefixtures("eye")
def test_the_drawn_copy_frames_the_dice_and_names_the_throw(
    picture: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert run(monkeypatch, picture, "--annotate", tmp_path / "seen.png") == 0
    drawn = cv2.imread(str(tmp_path / "seen.png"))
    assert drawn is not None
    assert drawn.shape[1] == 1000
    plain = np.abs(drawn[: round(80 * 1000 / 120)].astype(int) - (10, 90, 200)).max(axis=2) < 12
    around_the_die = plain[80:370, 60:360]
    assert plain.mean() > 0.5
    assert around_the_die.mean() < 0.95
    assert plain[500:, :].all()


@pytest.mark.usefixtures("eye")
def test_several_drawn_copies_carry_their_pictures_names(
    picture: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = tmp_path / "other.png"
    other.write_bytes(picture.read_bytes())
    assert run(monkeypatch, picture, other, "--annotate", tmp_path / "seen.jpg") == 0
    assert (tmp_path / "seen-throw.jpg").stat().st_size > 1000
    assert (tmp_path / "seen-other.jpg").stat().st_size > 1000


@pytest.mark.usefixtures("eye")
@pytest.mark.parametrize(
    ("out", "sentence"),
    [
        ("seen.txt", "must end in .png"),
        ("no/folder/seen.png", "there is no folder"),
        ("throw.png", "over the picture itself"),
    ],
)
def test_a_drawn_copy_that_cannot_be_is_refused_before_reading(
    picture: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], out: str, sentence: str
) -> None:
    before = picture.read_bytes()
    assert run(monkeypatch, picture, "--annotate", picture.parent / out) == 2
    assert sentence in capsys.readouterr().err
    assert picture.read_bytes() == before


def test_a_missing_network_is_one_sentence(
    picture: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def missing(_models: Path | None) -> Eye:
        raise ModelError(Path("models/face.onnx"), "the network is missing; install dice-reader again")

    monkeypatch.setattr(Eye, "open", missing)
    assert run(monkeypatch, picture) == 2
    assert capsys.readouterr().err == (
        "dice-reader: models/face.onnx: the network is missing; install dice-reader again\n"
    )
