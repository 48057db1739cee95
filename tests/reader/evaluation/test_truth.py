import json
from pathlib import Path

import pytest

from reader.evaluation.truth import Lying, TruthError, pictures
from reader.vision.sighting import Box

HEAD = "path,set,clip,split,kind,face,colour,style,x,y,w,h\n"


def index_of(folder: Path, *rows: str) -> Path:
    path = folder / "index.csv"
    path.write_text(HEAD + "".join(f"{row}\n" for row in rows))
    return path


def test_rows_of_one_picture_are_its_dice(tmp_path: Path) -> None:
    index = index_of(
        tmp_path,
        "a.jpg,byler,,dev,d6,5,,pips,1,2,30,40",
        "b.jpg,ucffool,d20#1,dev,d20,17,red,numerals,,,,",
        "a.jpg,byler,,dev,d6,,,pips,50,2,30,40",
    )
    first, second = pictures(index)
    assert first.path == tmp_path / "a.jpg"
    assert first.dice == (Lying("d6", "5", Box(1, 2, 30, 40)), Lying("d6", "", Box(50, 2, 30, 40)))
    assert (second.clip, second.dice) == ("d20#1", (Lying("d20", "17"),))


def test_only_the_split_asked_for_is_taken(tmp_path: Path) -> None:
    index = index_of(tmp_path, "a.jpg,s,,dev,d6,5,,,,,,", "b.jpg,s,,train,d6,5,,,,,,")
    assert [one.path.name for one in pictures(index, "train")] == ["b.jpg"]
    with pytest.raises(TruthError, match="no pictures of split 'test'; it has dev, train"):
        pictures(index, "test")


def rendered(folder: Path, name: str, *dice: dict[str, object]) -> None:
    (folder / f"{name}.jpg").touch()
    (folder / f"{name}.json").write_text(json.dumps({"width": 9, "height": 9, "dice": dice}))


def test_the_truth_beside_a_rendered_picture_tells_more_than_its_row(tmp_path: Path) -> None:
    leaning = {
        "kind": "d10ish",
        "face": "",
        "box": [1, 2, 3, 4],
        "state": "leaning",
        "lightness": 0.7,
        "material": "pearl",
    }
    rendered(tmp_path, "00000", leaning)
    index = index_of(tmp_path, "00000.jpg,studio,,train,d10ish,,,,1,2,3,4")
    assert pictures(index)[0].dice == (Lying("d20", "", Box(1, 2, 3, 4), "leaning", 0.7, "pearl"),)


def test_an_empty_tray_has_no_row_and_is_shown_all_the_same(tmp_path: Path) -> None:
    rendered(tmp_path, "00001")
    index = index_of(tmp_path, "a.jpg,studio,,train,d6,5,,,1,1,9,9")
    (tmp_path / "session.json").write_text("{}")
    assert [(one.path.name, one.dice) for one in pictures(index)][1:] == [("00001.jpg", ())]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (None, "no such file"),
        ("a,b\n1,2\n", "lacks the column 'path'"),
        (HEAD + "a.jpg,s,,dev,d6,5,,,1,x,3,4\n", "not four numbers"),
    ],
)
def test_an_index_that_is_none_is_refused_in_a_sentence(tmp_path: Path, text: str | None, sentence: str) -> None:
    index = tmp_path / "index.csv"
    if text is not None:
        index.write_text(text)
    with pytest.raises(TruthError, match=sentence):
        pictures(index)


def test_a_damaged_truth_is_named(tmp_path: Path) -> None:
    (tmp_path / "a.jpg").touch()
    (tmp_path / "a.json").write_text('{"dice": [{"kind": "d6"}]}')
    with pytest.raises(TruthError, match=r"a\.json: is not the truth"):
        pictures(index_of(tmp_path, "a.jpg,s,,dev,d6,5,,,1,1,3,4"))
