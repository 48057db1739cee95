"""`dice-reader demo`: the box on a laptop with nothing attached. Rendered dice are thrown, seen, read and counted."""

from __future__ import annotations

import contextlib
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Annotated, Final

import typer

from reader.errors import RefusedError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hardware.cameras.studio import StudioCamera
    from reader.config import Settings
    from reader.page.lens import Lens
    from reader.table.hand import Hand
    from reader.table.inbox import Inbox
    from reader.table.table import Table
    from reader.teaching.pupil import GalleryPupil

WRONG: Final = 1
ROLLS_TO_SHOW: Final = 3
"""Where there is no terminal to press keys in: those that everybody should see."""
PRESETS: Final = ("standard", "2d6!", "test +2 advantages=1", "d100", "tale level=5", "game 2d10+5", "free")


def demo(
    auto: Annotated[
        int | None,
        typer.Option(
            min=1,
            max=10_000,
            help="Play so many rolls by itself; exit 1 if any die was read wrong.",
            show_default=False,
        ),
    ] = None,
    seed: Annotated[int | None, typer.Option(help="The same dice every time.", show_default=False)] = None,
    state: Annotated[
        Path | None, typer.Option(help="Where to record the rolls; nowhere lasting if left out.", show_default=False)
    ] = None,
) -> None:
    """Try the box with rendered dice: no camera, no button, no screen needed."""
    from reader.cli.demo_play import play_by_itself, play_with_keys

    by_itself = auto is not None or not (sys.stdin.isatty() and sys.stdout.isatty())
    chosen = seed if seed is not None else Random().randrange(1 << 30) if not by_itself else 1
    with contextlib.ExitStack() as parts:
        folder = state or Path(parts.enter_context(tempfile.TemporaryDirectory(prefix="dice-reader-")))
        stage = parts.enter_context(open_stage(folder, chosen))
        if by_itself:
            is_right = play_by_itself(stage, auto or ROLLS_TO_SHOW, Random(chosen))
            raise typer.Exit(0 if is_right else WRONG)
        parts.enter_context(_page_beside(stage))
        play_with_keys(stage)


@contextlib.contextmanager
def _page_beside(stage: Stage) -> Iterator[None]:
    """The page for this machine's own browser; on another port if its own is taken."""
    from reader.page.errors import PageError
    from reader.wiring import free_port, open_page

    def announce(code: str) -> None:
        if code:
            print(f"\nPairing code for the page: {code}\n", flush=True)

    settings = stage.settings
    for tried in (settings, free_port(settings)):
        page = open_page(tried, stage.table, stage.lens, announce, pupil=stage.pupil)
        with contextlib.suppress(PageError), page as address:
            print(f"The page: {address}\n", flush=True)
            yield
            return


@dataclass(frozen=True, slots=True)
class Stage:
    """A table whose dice are rendered, and the hand that throws them."""

    table: Table
    inbox: Inbox
    hand: Hand
    camera: StudioCamera
    lens: Lens
    settings: Settings
    pupil: GalleryPupil


@contextlib.contextmanager
def open_stage(folder: Path, seed: int) -> Iterator[Stage]:
    from dataclasses import replace

    from hardware.cameras.studio import StudioCamera
    from reader.config import PageSettings, Settings, StateSettings, TableSettings
    from reader.page.lens import Lens
    from reader.table.errors import JournalInUseError
    from reader.table.inbox import Inbox
    from reader.teaching.opening import open_pupil
    from reader.vision.errors import ModelError
    from reader.vision.look import Eye
    from reader.wiring import open_table, studio_hand

    state = replace(StateSettings(), folder=folder)
    page = PageSettings(host="127.0.0.1")
    settings = replace(Settings(), table=TableSettings(presets=PRESETS), state=state, page=page)
    inbox = Inbox()
    try:
        eye = Eye.open()
        pupil = open_pupil(folder, eye)
        with StudioCamera(seed=seed) as camera:
            hand = studio_hand(settings, camera, eye, Random(seed))
            lens = Lens(hand)
            with open_table(settings, inbox, lens, pupil=pupil) as table:
                hand.table = table
                yield Stage(table, inbox, hand, camera, lens, settings, pupil)
    except (ModelError, JournalInUseError) as error:
        raise RefusedError(str(error)) from error
