"""Whatever a power cut interrupts is either there whole or not at all."""

import errno
import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from reader.teaching.gallery import Gallery
from reader.teaching.store import Store


class PowerCutError(Exception):
    pass


class Power:
    """Goes out at the n-th thing that touches the disk."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, cut_at: int) -> None:
        self.left = cut_at
        self.writes = 0
        for owner, name in ((os, "replace"), (os, "fsync"), (Path, "open"), (Path, "mkdir"), (Path, "unlink")):
            self._watch(monkeypatch, owner, name, getattr(owner, name))

    def _watch(self, monkeypatch: pytest.MonkeyPatch, owner: Any, name: str, real: Callable[..., Any]) -> None:
        def watched(*given: Any, **named: Any) -> Any:
            self.writes += 1
            self.left -= 1
            if self.left < 0:
                raise PowerCutError
            return real(*given, **named)

        monkeypatch.setattr(owner, name, watched)


def taught(folder: Path, glimpse: Any) -> Gallery:
    gallery = Gallery(Store(folder), "networks-1")
    die = gallery.new_die("d6", "Red")
    gallery.add(die.id, "1", glimpse("1"), "taught")
    gallery.add(die.id, "2", glimpse("2"), "taught")
    return gallery


def next_example(gallery: Gallery, glimpse: Any) -> None:
    gallery.add(gallery.dice[0].id, "3", glimpse("3"), "taught")


def another_die(gallery: Gallery, glimpse: Any) -> None:
    die = gallery.new_die("d20", "Blue")
    gallery.add(die.id, "17", glimpse("17", "blue"), "taught")


def another_name(gallery: Gallery, glimpse: Any) -> None:
    del glimpse
    gallery.rename(gallery.dice[0].id, "Crimson")


@pytest.mark.parametrize("change", [next_example, another_die, another_name])
def test_a_power_cut_at_any_moment_loses_at_most_the_example_in_progress(
    change: Callable[[Gallery, Any], None], tmp_path: Path, glimpse: Any
) -> None:
    before = taught(tmp_path / "before", glimpse).dice[0].examples
    cut_at = 0
    while True:
        folder = tmp_path / f"cut-{cut_at}"
        shutil.copytree(tmp_path / "before", folder)
        gallery = Gallery(Store(folder), "networks-1")
        with pytest.MonkeyPatch.context() as monkeypatch:
            power = Power(monkeypatch, cut_at)
            try:
                change(gallery, glimpse)
                is_whole = True
            except PowerCutError:
                is_whole = False
        found = Gallery(Store(folder), "networks-1")
        assert found.store.troubles == (), f"cut at {cut_at}"
        red = next(die for die in found.dice if die.kind == "d6")
        assert set(before) <= set(red.examples), f"cut at {cut_at}"
        assert red.name in ("Red", "Crimson")
        assert not list(folder.rglob("*.part")), f"cut at {cut_at}"
        for die in found.dice:
            assert all(found.store.crop(die.id, example) is not None for example in die.examples)
        if is_whole:
            assert power.writes == cut_at > 3
            return
        cut_at += 1


@pytest.mark.parametrize("kept", [0, 1000])
def test_a_picture_that_a_power_cut_left_without_its_end_never_was(tmp_path: Path, glimpse: Any, kept: int) -> None:
    gallery = taught(tmp_path, glimpse)
    die = gallery.dice[0]
    newest = gallery.store.folder / die.id / f"{die.examples[-1].stem}.jpg"
    newest.write_bytes(newest.read_bytes()[:kept])
    found = Gallery(Store(tmp_path), "networks-1")
    assert found.dice[0].examples == die.examples[:-1]
    assert found.add(die.id, "2", glimpse("2"), "taught").number == die.examples[-1].number


def test_an_example_waits_for_the_disk_once(tmp_path: Path, glimpse: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    gallery = taught(tmp_path, glimpse)
    synced: list[str] = []
    monkeypatch.setattr(os, "fsync", lambda handle: synced.append(os.readlink(f"/proc/self/fd/{handle}")))
    example = gallery.add(gallery.dice[0].id, "3", glimpse("3"), "taught")
    assert [Path(path).name for path in synced] == [f"{example.stem}.jpg"]


def test_a_damaged_die_is_left_out_with_a_sentence_and_the_others_stay(tmp_path: Path, glimpse: Any) -> None:
    gallery = taught(tmp_path, glimpse)
    broken = gallery.new_die("d8", "Green")
    (gallery.store.folder / broken.id / "die.json").write_text("{ not json", encoding="utf-8")
    found = Gallery(Store(tmp_path), "networks-1")
    assert [die.name for die in found.dice] == ["Red"]
    assert broken.id in found.store.troubles[0]
    assert "damaged and left out" in found.store.troubles[0]


def test_foreign_files_in_the_folder_are_no_dice(tmp_path: Path, glimpse: Any) -> None:
    gallery = taught(tmp_path, glimpse)
    (gallery.store.folder / "notes.txt").write_text("mine", encoding="utf-8")
    (gallery.store.folder / gallery.dice[0].id / "holiday.jpg").write_bytes(b"no example")
    assert len(Gallery(Store(tmp_path), "networks-1").dice[0].examples) == 2


def test_an_example_takes_a_few_kilobytes(tmp_path: Path, glimpse: Any) -> None:
    gallery = taught(tmp_path, glimpse)
    sizes = [path.stat().st_size for path in gallery.store.folder.rglob("*-taught.*")]
    assert max(sizes) < 20_000


def test_a_full_disk_loses_the_example_in_progress_and_nothing_else(
    tmp_path: Path, glimpse: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    gallery = taught(tmp_path, glimpse)
    die = gallery.dice[0]

    def full(_handle: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as disk:
        disk.setattr(os, "fsync", full)
        with pytest.raises(OSError, match="No space left"):
            gallery.add(die.id, "3", glimpse("3"), "taught")
    assert gallery.dice == (die,)
    assert not list(gallery.store.folder.rglob("*.part"))
    assert Gallery(Store(tmp_path), "networks-1").dice == (die,)
    gallery.add(die.id, "3", glimpse("3"), "taught")
    assert Gallery(Store(tmp_path), "networks-1").dice[0].seen["3"] == 1


def test_a_disk_with_room_for_the_picture_alone_keeps_the_example(
    tmp_path: Path, glimpse: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    gallery = taught(tmp_path, glimpse)
    die = gallery.dice[0]

    def full(*_: Any) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as disk:
        disk.setattr(gallery.store, "write_trait", full)
        gallery.add(die.id, "3", glimpse("3"), "taught")
    assert gallery.dice[0].seen["3"] == 1
    assert Gallery(Store(tmp_path), "networks-1").rebuilding == (0, 1)
