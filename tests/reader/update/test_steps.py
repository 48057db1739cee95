"""An update, and back; nothing is switched to that was not looked at."""

from pathlib import Path

import pytest

from reader.update import build, health, steps
from reader.update.errors import UpdateError
from reader.update.steps import undo, update
from tests.reader.update import stand_ins
from tests.reader.update.stand_ins import Trial, checkout


@pytest.fixture
def trial(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Trial:
    """Version 1.0 is in use."""
    monkeypatch.setattr(build, "make", stand_ins.make)
    monkeypatch.setattr(build, "check_room", lambda _folder: None)
    monkeypatch.setattr(health, "check", stand_ins.check)
    made = Trial(tmp_path)
    update(made.box, checkout(tmp_path / "one", "1.0"))
    return made


def test_a_newer_version_is_made_beside_the_old_and_used(trial: Trial, tmp_path: Path) -> None:
    update(trial.box, checkout(tmp_path / "two", "2.0"))
    assert trial.program.startswith("2.0-")
    assert len(list((tmp_path / "opt" / "versions").iterdir())) == 2
    assert trial.service.restarts == 2


def test_the_same_again_changes_nothing(trial: Trial, tmp_path: Path) -> None:
    update(trial.box, tmp_path / "one")
    assert trial.said[-1].endswith("is in use already; nothing was changed")
    assert trial.service.restarts == 1


def test_a_unit_that_has_changed_is_told_whether_or_not_the_program_has(trial: Trial, tmp_path: Path) -> None:
    (tmp_path / "unit").write_text("[Service]\n")
    (tmp_path / "one/systemd").mkdir()
    (tmp_path / "one/systemd/dice-reader.service").write_text("[Service]\nWatchdogSec=60\n")
    told = f"the unit that starts it is another there; to have that too: sudo {tmp_path}/one/systemd/install"
    update(trial.box, tmp_path / "one")
    assert trial.said[-1] == told
    update(trial.box, checkout(tmp_path / "one", "1.1"))
    assert trial.said[-1] == told
    (tmp_path / "one/systemd/dice-reader.service").write_text("[Service]\n")
    update(trial.box, None)
    assert trial.said[-1] != told


def test_without_a_source_it_is_where_the_version_in_use_came_from(trial: Trial, tmp_path: Path) -> None:
    checkout(tmp_path / "one", "1.1")
    update(trial.box, None)
    assert trial.program.startswith("1.1-")


def test_undo_goes_back_once(trial: Trial, tmp_path: Path) -> None:
    update(trial.box, checkout(tmp_path / "two", "2.0"))
    undo(trial.box)
    assert trial.program.startswith("1.0-")
    with pytest.raises(UpdateError, match=r"nothing to go back to before 1\.0-"):
        undo(trial.box)


def test_what_was_undone_can_be_had_again_without_making_it_anew(
    trial: Trial, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    update(trial.box, checkout(tmp_path / "two", "2.0"))
    undo(trial.box)
    monkeypatch.setattr(build, "make", None)
    update(trial.box, tmp_path / "two")
    assert trial.program.startswith("2.0-")
    undo(trial.box)
    assert trial.program.startswith("1.0-")


def test_only_two_versions_are_kept(trial: Trial, tmp_path: Path) -> None:
    for version in ("2.0", "3.0", "4.0"):
        update(trial.box, checkout(tmp_path / version, version))
    kept = sorted(path.name[:3] for path in (tmp_path / "opt" / "versions").iterdir())
    assert kept == ["3.0", "4.0"]


def test_a_version_that_does_not_do_is_not_switched_to(
    trial: Trial, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(_place: Path, _settings: Path) -> None:
        raise UpdateError("the new version does not start; the one in use stays")

    monkeypatch.setattr(health, "check", refuse)
    with pytest.raises(UpdateError, match="the one in use stays"):
        update(trial.box, checkout(tmp_path / "two", "2.0"))
    assert trial.program.startswith("1.0-")
    assert len(list((tmp_path / "opt" / "versions").iterdir())) == 1


def test_a_version_that_does_not_come_up_is_undone(trial: Trial, tmp_path: Path) -> None:
    trial.service.comes_up = lambda: trial.program.startswith("1.0-")
    with pytest.raises(UpdateError, match=r"2\.0-\w+ does not come up as a service; 1\.0-\w+ is in use again"):
        update(trial.box, checkout(tmp_path / "two", "2.0"))
    assert trial.program.startswith("1.0-")
    assert trial.service.runs
    assert [path.name[:3] for path in (tmp_path / "opt" / "versions").iterdir()] == ["1.0"]


def test_a_service_that_is_stopped_stays_so(trial: Trial, tmp_path: Path) -> None:
    trial.service.runs = False
    update(trial.box, checkout(tmp_path / "two", "2.0"))
    assert not trial.service.runs
    assert trial.said[-1].endswith("is in use from the next start on")


def test_two_updates_at_once_are_refused(trial: Trial, tmp_path: Path) -> None:
    with trial.box.alone(), pytest.raises(UpdateError, match="another update is under way"):
        update(trial.box, tmp_path / "one")


def test_a_source_that_is_gone_is_said(trial: Trial, tmp_path: Path) -> None:
    (tmp_path / "one").rename(tmp_path / "elsewhere")
    with pytest.raises(UpdateError, match=r"/one, where 1\.0-\w+ came from, is gone; name a folder or a wheel"):
        update(trial.box, None)


def test_a_machine_without_a_version_is_told_how_to_get_one(tmp_path: Path) -> None:
    box = Trial(tmp_path).box
    with pytest.raises(UpdateError, match="nothing is installed yet; run systemd/install"):
        update(box, None)
    with pytest.raises(UpdateError, match="nothing is installed in"):
        undo(box)


def test_whether_a_folder_is_in_use_can_be_asked(trial: Trial, tmp_path: Path) -> None:
    assert steps.is_in_use(trial.box, tmp_path / "one")
    checkout(tmp_path / "one", content="print(2)")
    assert not steps.is_in_use(trial.box, tmp_path / "one")
