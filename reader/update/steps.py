"""An update, step by step; and back."""

from __future__ import annotations

import contextlib
import fcntl
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from reader.update import build, health
from reader.update.build import Say
from reader.update.checkout import pull
from reader.update.errors import UpdateError
from reader.update.service import Service
from reader.update.source import Source, source_at
from reader.update.versions import Label, Versions

FOLDER: Final = Path("/opt/dice-reader")
SETTINGS: Final = Path("/etc/dice-reader.toml")
UNIT_FILE: Final = Path("/etc/systemd/system/dice-reader.service")


@dataclass(frozen=True, slots=True)
class Box:
    """The machine that is updated."""

    versions: Versions
    settings: Path
    service: Service
    say: Say
    unit: Path | None = None
    """The unit that starts the program. It is the installer's, and only looked at here; None for no look."""

    @contextlib.contextmanager
    def alone(self) -> Iterator[None]:
        """Raises UpdateError if another update is under way, or if this user may not."""
        try:
            self.versions.folder.mkdir(parents=True, exist_ok=True)
            lock = (self.versions.folder / ".lock").open("w")
        except OSError as error:
            raise UpdateError(f"{error.filename} cannot be written; use sudo") from error
        with lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError as error:
                raise UpdateError("another update is under way") from error
            yield


def is_in_use(box: Box, path: Path) -> bool:
    current = box.versions.current
    return current is not None and current.name == source_at(path).name


def update(box: Box, path: Path | None, wheels: Path | None = None) -> None:
    """Installs what is there; without a path, what the version in use came from, brought up to date."""
    with box.alone():
        source = _source(box, path)
        label = _made(box, source, wheels)
        if label is not None:
            _use(box, label.name, back=label.before)
            box.versions.sweep(keep=(label.before,) if label.before else (label.name,))
        _tell_of_another_unit(box, source)


def undo(box: Box) -> None:
    """Back to the version before."""
    with box.alone():
        current = box.versions.current
        if current is None:
            raise UpdateError(f"nothing is installed in {box.versions.folder}")
        if box.versions.label(current.before) is None:
            raise UpdateError(f"there is nothing to go back to before {current.name}")
        health.check(box.versions.place(current.before), box.settings)
        _use(box, current.before, back=current.name)


def _tell_of_another_unit(box: Box, source: Source) -> None:
    """A version can be undone, a unit cannot: whoever wants the new one runs the installer."""
    new = source.path / "systemd" / UNIT_FILE.name
    if box.unit is None or not (new.is_file() and box.unit.is_file()):
        return
    if new.read_bytes() != box.unit.read_bytes():
        box.say(f"the unit that starts it is another there; to have that too: sudo {source.path}/systemd/install")


def _source(box: Box, path: Path | None) -> Source:
    if path is not None:
        return source_at(path)
    current = box.versions.current
    if current is None:
        raise UpdateError("nothing is installed yet; run systemd/install, or name a folder or a wheel")
    came_from = Path(current.source)
    if not came_from.exists():
        raise UpdateError(f"{came_from}, where {current.name} came from, is gone; name a folder or a wheel")
    pull(came_from)
    return source_at(came_from)


def _made(box: Box, source: Source, wheels: Path | None) -> Label | None:
    """The new version, whole and looked at, not in use yet; None if it is in use already."""
    versions, current = box.versions, box.versions.current
    if current is not None and current.name == source.name:
        versions.sweep()
        box.say(f"{source.name} is in use already; nothing was changed")
        return None
    label = Label(source.name, str(source.path), current.name if current else "")
    if versions.label(source.name) is not None:
        box.say(f"{source.name} is still here; looking whether it takes the settings and reads a picture right")
        health.check(versions.place(source.name), box.settings)
        versions.finish(label)
        return label
    build.check_room(versions.folder)
    place = versions.begin(source.name)
    try:
        box.say(f"making {source.name}")
        build.make(place, source, versions.place(current.name) if current else None, wheels, box.say)
        box.say("looking whether it starts, takes the settings and reads a picture right")
        health.check(place, box.settings)
    except BaseException:
        versions.remove(source.name)
        raise
    versions.finish(label)
    return label


def _use(box: Box, name: str, back: str) -> None:
    """Switches to it; and back, if the service does not come up with it."""
    was_running = box.service.is_running()
    box.versions.switch(name)
    if not was_running:
        box.say(f"{name} is in use from the next start on")
        return
    box.say("restarting the box")
    if box.service.restart():
        box.say(f"{name} is in use")
        return
    if not back:
        raise UpdateError(f"{name} does not come up as a service; journalctl -u dice-reader says why")
    box.versions.switch(back)
    box.versions.remove(name)
    came_back = box.service.restart()
    state = "is in use again" if came_back else "is in use again, and does not come up either"
    raise UpdateError(f"{name} does not come up as a service; {back} {state}. journalctl -u dice-reader says why")
