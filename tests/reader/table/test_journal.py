"""Nothing acknowledged is lost, and a disk that takes nothing does not end the game."""

import sqlite3
from pathlib import Path
from typing import Any

import pytest

from reader.table.commands import Cancel, Enter, Pick, Step
from reader.table.database import FILE, MIGRATIONS, events_in, opened, opened_to_read
from reader.table.errors import JournalInUseError, JournalMissingError, JournalNewerError
from reader.table.history import read_rolls
from reader.table.journal import Journal
from reader.table.pictures import Pictures, as_jpeg, picture_called


def kinds_in(folder: Path) -> list[str]:
    found = opened_to_read(folder)
    try:
        return [type(one.event).__name__ for one in events_in(found)]
    finally:
        found.close()


def test_the_roll_in_progress_comes_back_as_it_was(box: Any, painter: Any) -> None:
    box.do(Pick("3d6!"))
    box.press(painter("d6", "2", 40), painter("d6", "6", 140), painter("d6", "3", 240))
    before = box.readout
    box.restart()
    after = box.readout
    assert (after.state, after.prompt, after.why, after.dice) == ("prompt", before.prompt, before.why, before.dice)
    assert (after.roll_id, after.picture, after.sightings) == (before.roll_id, before.picture, before.sightings)
    box.press(painter("d6", "2", 40), painter("d6", "4", 160, 130, turn=40), painter("d6", "3", 240))
    assert box.readout.total == "15"


def test_what_was_chosen_comes_back_with_its_modifier(box: Any) -> None:
    from reader.table.commands import Knob

    box.do(Pick("2d12"))
    box.do(Knob(-3))
    box.restart()
    assert (box.readout.title, box.readout.modifier) == ("2d12", "−3")


def test_events_are_numbered_without_gaps_and_never_changed(box: Any) -> None:
    box.do(Pick("1d6!"))
    box.do(Enter("6"))
    box.do(Cancel())
    box.restart()
    box.do(Enter("2"))
    box.do(Step(1))
    with sqlite3.connect(box.folder / FILE) as found:
        rows = found.execute("SELECT sequence, roll, kind FROM events ORDER BY sequence").fetchall()
    found.close()
    assert [row[0] for row in rows] == list(range(1, len(rows) + 1))
    assert [(row[1], row[2]) for row in rows] == [
        (None, "picked"),
        (2, "began"),
        (2, "threw"),
        (2, "cancelled"),
        (5, "began"),
        (5, "threw"),
        (5, "finished"),
        (None, "picked"),
    ]


def test_every_commit_is_on_the_disk_before_it_is_shown(tmp_path: Path) -> None:
    with opened(tmp_path / FILE) as found:
        assert found.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        assert found.execute("PRAGMA synchronous").fetchone() == (2,)
    found.close()


def test_a_full_disk_is_said_and_the_game_goes_on_and_is_recorded_later(
    box: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_: object, __: object) -> None:
        raise sqlite3.OperationalError("database or disk is full")

    box.do(Pick("1d6!"))
    with monkeypatch.context() as disk:
        disk.setattr(Journal, "_write", full)
        box.do(Enter("6"))
        assert box.readout.warning == "Not recorded: the disk is full"
        assert box.readout.prompt == "Throw a d6 again"
    box.do(Enter("2"))
    assert box.readout.warning == ""
    assert kinds_in(box.folder) == ["Picked", "Began", "Threw", "Threw", "Finished"]
    box.restart()
    assert box.readout.total == "8"


def test_a_folder_that_cannot_be_written_is_said_from_the_start(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("in the way")
    journal = Journal(blocked / "state")
    assert journal.trouble.startswith("not recorded: ")
    assert journal.recent() == []
    journal.close()


def test_what_waited_is_numbered_after_what_was_there_already(box: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    box.do(Enter("d6:4"))
    with monkeypatch.context() as disk:
        disk.setattr("reader.table.journal.opened", _unplugged)
        box.restart()
        assert box.readout.warning == "Not recorded: the disk does not answer"
        box.do(Enter("d6:5"))
    box.do(Enter("d6:6"))
    assert box.readout.warning == ""
    assert [roll.outcome.total for roll in read_rolls(box.folder) if roll.outcome] == [4, 5, 6]


def _unplugged(_: Path) -> sqlite3.Connection:
    raise sqlite3.OperationalError("disk I/O error")


def test_a_damaged_journal_is_kept_aside_and_said(box: Any) -> None:
    box.do(Enter("d6:4"))
    box.journal.close()
    (box.folder / FILE).write_bytes(b"no database at all" * 100)
    box.open()
    assert box.readout.warning == "The journal was damaged, it is kept as journal.damaged-1.db"
    box.do(Enter("d6:5"))
    assert box.readout.total == "5"
    assert (box.folder / "journal.damaged-1.db").read_bytes().startswith(b"no database")


def test_a_journal_of_a_later_version_is_left_alone(box: Any) -> None:
    box.journal.close()
    with sqlite3.connect(box.folder / FILE) as found:
        found.execute(f"PRAGMA user_version = {len(MIGRATIONS) + 1}")
    found.close()
    box.open()
    assert box.readout.warning == "Not recorded: the journal is of a newer version"
    with pytest.raises(JournalNewerError):
        opened_to_read(box.folder)


def test_events_of_a_later_version_do_not_stop_the_box(box: Any) -> None:
    box.do(Enter("d6:4"))
    box.journal.close()
    with sqlite3.connect(box.folder / FILE) as found:
        found.execute("INSERT INTO events VALUES (99, NULL, 'juggled', '', '{}')")
    found.close()
    box.open()
    assert box.readout.warning == "The roll in progress could not be brought back"
    box.do(Enter("d6:5"))
    assert box.readout.total == "5"


def test_only_one_box_records_in_a_folder(box: Any) -> None:
    with pytest.raises(JournalInUseError, match="another dice-reader records in"):
        Journal(box.folder)


def test_history_can_be_read_while_the_box_records(box: Any) -> None:
    box.do(Enter("d6:4"))
    assert [roll.roll for roll in read_rolls(box.folder)] == ["free"]


def test_there_may_be_nothing_to_read(tmp_path: Path) -> None:
    with pytest.raises(JournalMissingError, match="nothing has been recorded there"):
        opened_to_read(tmp_path)


def test_pictures_are_kept_within_their_bounds_the_oldest_go_first(tmp_path: Path, tray: Any, painter: Any) -> None:
    picture = tray((painter("d6", "3", 40),))
    size = len(as_jpeg(picture))
    kept = Pictures(tmp_path, most=3, most_bytes=100 * size)
    names = [kept.keep(number, picture) for number in (9, 10, 11, 12)]
    assert [path.name for path in sorted((tmp_path / "pictures").iterdir())] == ["10.jpg", "11.jpg", "12.jpg"]
    assert picture_called(tmp_path, names[0]) is None
    assert picture_called(tmp_path, names[3]) == tmp_path / "pictures" / "12.jpg"

    again = Pictures(tmp_path, most=3, most_bytes=2 * size)
    again.keep(13, picture)
    assert sorted(path.name for path in (tmp_path / "pictures").iterdir()) == ["12.jpg", "13.jpg"]


def test_no_name_leads_out_of_the_folder_of_pictures(tmp_path: Path) -> None:
    (tmp_path / "1.jpg").write_bytes(b"")
    (tmp_path / "pictures").mkdir()
    assert picture_called(tmp_path, "../1.jpg") is None


def test_no_pictures_are_kept_where_none_are_wanted(tmp_path: Path, tray: Any) -> None:
    assert Pictures(tmp_path, most=0, most_bytes=10).keep(1, tray(())) == ""
    assert not (tmp_path / "pictures").exists()


def test_a_picture_that_cannot_be_written_is_no_trouble(tmp_path: Path, tray: Any) -> None:
    (tmp_path / "pictures").write_text("in the way")
    assert Pictures(tmp_path, most=5, most_bytes=10**6).keep(1, tray(())) == ""


def test_pictures_of_earlier_throws_are_not_written_over_while_numbers_begin_anew(tmp_path: Path, tray: Any) -> None:
    Pictures(tmp_path, most=9, most_bytes=10**6).keep(40, tray(()))
    unreadable = Pictures(tmp_path, most=9, most_bytes=10**6)
    assert [unreadable.keep(number, tray(())) for number in (2, 5)] == ["41.jpg", "42.jpg"]


def test_the_picture_of_a_throw_that_was_cut_off_is_taken_again(tmp_path: Path, tray: Any) -> None:
    size = len(as_jpeg(tray(())))
    Pictures(tmp_path, most=9, most_bytes=2 * size).keep(40, tray(()))
    again = Pictures(tmp_path, most=9, most_bytes=2 * size)
    assert [again.keep(number, tray(())) for number in (40, 41)] == ["40.jpg", "41.jpg"]
    assert picture_called(tmp_path, "40.jpg") is not None


def test_what_waited_for_the_disk_is_recorded_at_the_latest_when_the_box_is_switched_off(
    box: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as full:
        full.setattr(Journal, "_write", lambda *_: (_ for _ in ()).throw(sqlite3.OperationalError("disk is full")))
        box.do(Pick("1d6"))
        box.do(Enter("4"))
    assert box.readout.warning == "Not recorded: the disk is full"
    box.journal.close()
    assert kinds_in(box.folder) == ["Picked", "Began", "Threw", "Finished"]
