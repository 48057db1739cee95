"""`dice-reader record`: pictures of one's own dice with what they truly show, so that a misread becomes a test case."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from reader.errors import RefusedError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from reader.evaluation.recording import Told
    from reader.vision.sighting import Frame, Sighting

NOT_FLAT: Final = {"leaning": "leaning", "stacked": "stacked", "cut off": "cut_off", "cut_off": "cut_off"}
NO_DIE: Final = "-"
CANNOT_TELL: Final = "?"
HELP: Final = (
    "Enter if that is right; else what it shows: 11, d12:7, leaning, stacked, cut off, ? (nobody can tell), - (no die)"
)
LEAVE: Final = ("q", "quit")

Ask = Callable[[str], str]


def record(
    folder: Annotated[Path, typer.Argument(help="Where to; pictures are added to what is there.")] = Path("recorded"),
    picture: Annotated[
        list[Path] | None, typer.Option(help="Photographs to tell the truth about, instead of the camera's.")
    ] = None,
    last: Annotated[
        int | None, typer.Option(min=1, metavar="N", help="The last N throws of the box, as it kept pictures of them.")
    ] = None,
    config: Annotated[
        Path | None, typer.Option(help="The settings; /etc/dice-reader.toml if it is there.", show_default=False)
    ] = None,
) -> None:
    """Photograph your own dice and say what they show; `dice-reader evaluate FOLDER/index.csv` then tells how well they
    are read."""
    from hardware.errors import HardwareError
    from reader.cli.run import settings_from
    from reader.vision.errors import EyeError
    from reader.vision.look import Eye

    if picture and last:
        raise RefusedError("--picture names photographs, --last takes the box's own: choose one")
    kept = 0
    try:
        chosen = kept_pictures(settings_from(config).state.folder, last) if last else picture
        eye = Eye.open()
        typer.echo(HELP)
        for frame in _pictures_of(chosen) if chosen else _thrown(config):
            _record_one(folder, frame, eye.look(frame), _asked)
            kept += 1
    except (EOFError, KeyboardInterrupt):
        typer.echo("")
    except (EyeError, HardwareError) as error:
        raise RefusedError(str(error)) from error
    except OSError as error:
        raise RefusedError(f"{error.filename or folder}: {error.strerror}") from error
    typer.echo(f"{kept} recorded in {folder}; see how they are read: dice-reader evaluate {folder / 'index.csv'}")


def _asked(question: str) -> str:
    return input(question).strip()


def kept_pictures(state: Path, count: int) -> list[Path]:
    """The newest, in the order in which they were thrown."""
    from reader.table.pictures import FOLDER

    try:
        found = [path for path in (state / FOLDER).iterdir() if path.suffix == ".jpg" and path.stem.isdecimal()]
    except PermissionError as error:
        raise RefusedError(f"{error.filename} may not be read by this user; use sudo") from error
    except FileNotFoundError:
        found = []
    if not found:
        raise RefusedError(f"no pictures of throws are kept in {state / FOLDER}; state.pictures_kept says how many are")
    return sorted(found, key=lambda path: int(path.stem))[-count:]


def _pictures_of(paths: Sequence[Path]) -> Iterator[Frame]:
    from reader.vision.picture_file import open_picture

    for path in paths:
        typer.echo(f"\n{path}")
        yield open_picture(path)


def _thrown(config: Path | None) -> Iterator[Frame]:
    """Throw after throw, until somebody leaves. With rendered dice a hand throws them."""
    from random import Random

    from hardware.cameras.studio import StudioCamera
    from reader.calibration.in_use import InUse
    from reader.calibration.shelf import Shelf
    from reader.cli.run import settings_from
    from reader.doctor.running import running_box
    from reader.table.hand import WHATEVER
    from reader.wiring import open_camera

    settings = settings_from(config)
    if running_box(settings) is not None:
        raise RefusedError("the box is running and has the camera; stop it first: sudo systemctl stop dice-reader")
    with open_camera(settings.camera, InUse(Shelf(settings.state.folder)).locks) as camera:
        while _asked("\nThrow, wait until they lie still, then Enter (q leaves): ").lower() not in LEAVE:
            if isinstance(camera, StudioCamera):
                camera.throw(Random().sample(WHATEVER, 3))
            yield camera.still()


def _record_one(folder: Path, frame: Frame, sightings: Sequence[Sighting], ask: Ask) -> None:
    from reader.evaluation.recording import write_recording

    dice = truth_of(frame, sightings, ask)
    path = write_recording(folder, frame, dice)
    typer.echo(f"{path.name}: {', '.join(_in_words(die) for die in dice) or 'no dice'}")


def truth_of(frame: Frame, sightings: Sequence[Sighting], ask: Ask) -> list[Told]:
    """Asks about every die that was seen, with the guess to be confirmed, and for those that were not."""
    from reader.cli.tray_picture import colours_of, dice_in_terminal

    found: list[Told] = []
    for number, seen in enumerate(sightings, start=1):
        colours = colours_of(os.environ, sys.stdout.isatty())
        typer.echo("\n".join(dice_in_terminal(frame, [seen], 80, colours)))
        told = _told(f"die {number}, {seen.colour} {_guess(seen) or 'not read'}: ", seen, ask)
        if told is not None:
            found.append(told)
    while line := ask("dice that were not seen, one by one (d20:17), Enter for none: "):
        from_line = read_truth(line, None)
        if isinstance(from_line, str):
            typer.echo(from_line)
        elif from_line is not None:
            found.append(from_line)
    return found


def _told(question: str, seen: Sighting, ask: Ask) -> Told | None:
    while True:
        answer = read_truth(ask(question), seen)
        if not isinstance(answer, str):
            return answer
        typer.echo(answer)


def _guess(seen: Sighting) -> str:
    from reader.vision.sighting import Reading

    if isinstance(seen, Reading):
        return f"{seen.kind} {seen.face}"
    return f"{seen.kind or 'die'}, perhaps {seen.candidates[0].face}" if seen.candidates else ""


def read_truth(line: str, seen: Sighting | None) -> Told | str | None:
    """What somebody typed about a die: the truth, None for no die, or in a sentence what is wrong with it.

    >>> read_truth("d12:7", None)
    Told(kind='d12', face='7', state='flat', seen=None)
    >>> read_truth("d6:9", None)
    'there is no 9 on a d6'
    """
    from reader.evaluation.recording import Told
    from reader.vision.sighting import Reading
    from rules.dice import face_on, kind_called

    text = " ".join(line.lower().split())
    guessed = seen.kind or "" if seen is not None else ""
    if text == NO_DIE:
        return None
    if not text:
        if isinstance(seen, Reading):
            return Told(seen.kind, seen.face, seen=seen)
        return "it was not read: type what it shows, or ? if nobody can tell"
    named, colon, rest = text.replace(" ", ":", 1).partition(":") if text.startswith("d") else (guessed, ":", text)
    kind = kind_called(named) if named else None
    if kind is None or not colon:
        return f'"{line.strip()}" says no kind; type d20:17, for instance'
    if rest == CANNOT_TELL or rest in NOT_FLAT:
        return Told(kind, "", NOT_FLAT.get(rest, "flat"), seen)
    face = face_on(kind, rest)
    return Told(kind, face, seen=seen) if face is not None else f"there is no {rest} on a {kind}"


def _in_words(die: Told) -> str:
    return f"{die.kind} {die.face or die.state.replace('_', ' ')}"
