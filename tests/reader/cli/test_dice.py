"""The dice that were taught, from the command line."""

from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner, Result

from reader.cli import app
from reader.errors import RefusedError
from reader.teaching.gallery import Gallery
from reader.teaching.store import Store
from reader.vision.sighting import Glimpse


def dice(*words: str, state: Path) -> Result:
    result = CliRunner().invoke(app, ["dice", *words, "--state", str(state)])
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result


@pytest.fixture
def state(tmp_path: Path) -> Path:
    gallery = Gallery(Store(tmp_path / "box"), "networks")
    die = gallery.new_die("d6", "Red Chessex d6", "red")
    glimpse = Glimpse(np.full((128, 128, 3), 90, np.uint8), np.eye(2, 8, dtype=np.float32), np.ones(2, np.float32))
    gallery.add(die.id, "3", glimpse, "taught")
    gallery.new_die("d20", "", "blue")
    return tmp_path / "box"


def test_every_die_is_listed_with_the_faces_it_was_taught(state: Path) -> None:
    listed = dice("list", state=state).stdout
    assert "Red Chessex d6" in listed
    assert "blue d20" in listed
    assert '"faces":{"3":1}' in dice("list", "--json", state=state).stdout.replace(" ", "").replace("\n", "")


def test_without_dice_the_first_step_is_named(tmp_path: Path) -> None:
    assert 'dice-reader teach "Red d20"' in dice("list", state=tmp_path).stdout


def test_a_die_is_renamed_however_its_name_is_written(state: Path) -> None:
    dice("rename", "red  chessex D6", "Crimson", state=state)
    assert {die.name for die in Store(state).read()} == {"Crimson", ""}


def test_a_die_that_nobody_taught_is_refused_in_a_sentence(state: Path) -> None:
    with pytest.raises(RefusedError, match="no die is called 'Green'"):
        dice("rename", "Green", "Emerald", state=state)


def test_forgetting_asks_first(state: Path) -> None:
    asked = CliRunner().invoke(app, ["dice", "forget", "Red Chessex d6", "--state", str(state)], input="n\n")
    assert asked.exit_code == 1
    assert len(Store(state).read()) == 2
    dice("forget", "Red Chessex d6", "--yes", state=state)
    assert [die.kind for die in Store(state).read()] == ["d20"]


def test_dice_are_carried_to_another_box(state: Path, tmp_path: Path) -> None:
    file = tmp_path / "dice.zip"
    assert "1 die in" in dice("export", str(file), "Red Chessex d6", state=state).stdout
    assert "1 die taken in: Red Chessex d6" in dice("import", str(file), state=tmp_path / "other").stdout
    (die,) = Store(tmp_path / "other").read()
    assert die.seen == {"3": 1}


def test_a_foreign_file_is_refused_and_nothing_is_taken(state: Path, tmp_path: Path) -> None:
    file = tmp_path / "letter.zip"
    file.write_text("dear aunt", encoding="utf-8")
    with pytest.raises(RefusedError, match="holds no taught dice"):
        dice("import", str(file), state=state)
    assert len(Store(state).read()) == 2
    with pytest.raises(RefusedError, match="No such file"):
        dice("import", str(tmp_path / "gone.zip"), state=state)
