"""Dice carried from box to box in one file; anything else is refused in a sentence."""

import json
import zipfile
from pathlib import Path
from typing import Any

import pytest

from reader.teaching.errors import ForeignFileError
from reader.teaching.gallery import Gallery
from reader.teaching.portable import export, read_export, take_in
from reader.teaching.store import Store


@pytest.fixture
def file(gallery: Gallery, glimpse: Any, tmp_path: Path) -> Path:
    die = gallery.new_die("d6", "Red", "red")
    gallery.add(die.id, "1", glimpse("1"), "taught")
    gallery.add(die.id, "6", glimpse("6"), "corrected")
    path = tmp_path / "dice.zip"
    path.write_bytes(export(gallery.store, gallery.dice))
    return path


def test_another_box_knows_them_once_its_networks_have_looked(file: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    take_in(Store(other), read_export(file))
    gallery = Gallery(Store(other), "networks-2")
    assert [(die.name, die.kind, die.seen) for die in gallery.dice] == [("Red", "d6", {"1": 1, "6": 1})]
    assert gallery.rebuilding == (0, 2)


def test_a_die_taken_in_twice_gets_another_name_and_takes_no_place(file: Path, gallery: Gallery) -> None:
    take_in(gallery.store, read_export(file))
    assert sorted(die.name for die in gallery.store.read()) == ["Red", "Red (2)"]


def test_a_file_that_is_no_zip_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "holiday.jpg"
    path.write_bytes(b"\xff\xd8 not a zip")
    with pytest.raises(ForeignFileError, match="holds no taught dice, or is damaged"):
        read_export(path)


def test_a_zip_of_something_else_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "letters.zip"
    with zipfile.ZipFile(path, "w") as box:
        box.writestr("letter.txt", "dear aunt")
    with pytest.raises(ForeignFileError, match="a zip, but not one of taught dice"):
        read_export(path)


def test_a_file_of_a_newer_version_says_so(tmp_path: Path) -> None:
    path = tmp_path / "new.zip"
    with zipfile.ZipFile(path, "w") as box:
        box.writestr("dice-reader.json", json.dumps({"taught dice": 99}))
    with pytest.raises(ForeignFileError, match="newer dice-reader"):
        read_export(path)


def test_a_bomb_is_not_opened(tmp_path: Path) -> None:
    path = tmp_path / "bomb.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as box:
        box.writestr("dice-reader.json", json.dumps({"taught dice": 1}))
        box.writestr("3fa9c21e/1-0001-taught.jpg", bytes(5_000_000))
    with pytest.raises(ForeignFileError, match="far larger"):
        read_export(path)


def test_names_that_would_climb_out_of_the_folder_only_name(tmp_path: Path) -> None:
    path = tmp_path / "climbing.zip"
    with zipfile.ZipFile(path, "w") as box:
        box.writestr("dice-reader.json", json.dumps({"taught dice": 1}))
        box.writestr("../die.json", json.dumps({"kind": "d6", "name": "../../x", "colour": ""}))
    taken = take_in(Store(tmp_path / "box"), read_export(path))
    assert [die.name for die in taken] == ["../../x"]
    assert [entry.name for entry in (tmp_path / "box").iterdir()] == ["dice"]


@pytest.mark.parametrize("at", [30, 200, 700, 1500, 4000])
def test_a_cut_off_or_flipped_file_is_refused_as_a_whole(file: Path, at: int, tmp_path: Path) -> None:
    whole = file.read_bytes()
    for name, spoilt in (("cut", whole[:at]), ("flipped", whole[:at] + bytes([whole[at] ^ 0xFF]) + whole[at + 1 :])):
        path = tmp_path / f"{name}.zip"
        path.write_bytes(spoilt)
        refused, found = "", None
        try:
            found = read_export(path)
        except ForeignFileError as error:
            refused = str(error)
        if found is None:
            assert str(path) in refused
        else:  # a flipped bit where nothing is read: then all is there
            assert [len(one.crops) for one in found] == [2]
