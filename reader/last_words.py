"""Why the box does not run, on its own screen: a page cannot say it, and nobody reads a log."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import TYPE_CHECKING, Final

from reader.errors import RefusedError

if TYPE_CHECKING:
    from reader.config import PanelSettings
    from reader.table.readout import Readout

BAD_SETTINGS: Final = 78
"""sysexits' EX_CONFIG. systemd/dice-reader.service knows it too, and does not start the box again for it."""
THEN: Final = "then: sudo systemctl restart dice-reader"
AGAIN: Final = "the box tries again by itself"
CUT: Final = 8
"""How many letters a sentence that is too long for the screen loses at a time."""

log = logging.getLogger("dice-reader")


def say_bad_settings(file: Path | None, refused: RefusedError) -> None:
    """On the screen that the file names, as far as that can be read; else on the one that most boxes have."""
    from reader.toml_file import SettingsError

    cause = refused.__cause__
    sentence = str(refused)
    if isinstance(cause, SettingsError):
        first, more = cause.problems[0], len(cause.problems) - 1
        sentence = f"Line {first.line}: {first.sentence}" if first.line else first.sentence
        sentence += f" (and {more} more)" if more else ""
    leave(_usable_panel(file), file.name if file is not None else "settings", sentence, THEN)


def say_why_it_ends(panel: PanelSettings, refused: RefusedError) -> None:
    leave(panel, "cannot start", str(refused), AGAIN)


def leave(panel: PanelSettings, title: str, sentence: str, remedy: str) -> None:
    """As much of it as one screenful holds: nobody is there any more to turn the pages."""
    from hardware.errors import HardwareError
    from reader.wiring import leave_on_screen

    try:
        leave_on_screen(panel, one_screenful(title, sentence, remedy))
    except HardwareError as error:
        log.warning("%s; so it is said here only", error)


def one_screenful(title: str, sentence: str, remedy: str) -> Readout:
    from hardware.panels.screens import draw
    from reader.table.readout import Readout

    whole = Readout("trouble", title=title, trouble=f"{sentence[:1].upper()}{sentence[1:]}", remedy=remedy)
    if draw(whole).pages == 1:
        return whole
    kept = len(whole.trouble)
    while True:
        short = whole.trouble if kept == len(whole.trouble) else f"{whole.trouble[:kept]}…"
        readout = Readout("trouble", title=title, trouble=short)
        if kept <= CUT or draw(readout).pages == 1:
            return readout
        kept -= CUT


def _usable_panel(file: Path | None) -> PanelSettings:
    from reader.config import PanelSettings
    from reader.toml_file import salvaged

    try:
        text = file.read_text(encoding="utf-8-sig", errors="replace") if file is not None else ""
    except OSError:
        text = ""
    return salvaged(text, "panel", PanelSettings)
