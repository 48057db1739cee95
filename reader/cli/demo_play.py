"""Plays the demonstration: with the player's keys, or by itself and judged against what the studio knows."""

from __future__ import annotations

import io
import os
import shutil
import sys
from random import Random
from typing import TYPE_CHECKING, Final, TextIO

from hardware.panels.keys import HELP
from hardware.panels.terminal import TerminalPanel
from reader.cli.demo_judge import Judge
from reader.cli.tray_picture import colours_of, dice_in_terminal
from reader.table.commands import Cancel, Command, Pick, Press, Step
from reader.table.readout import Readout
from reader.table.table import lamp_for

if TYPE_CHECKING:
    from reader.cli.demo import Stage

FIRST_ROLLS: Final[tuple[tuple[str, tuple[tuple[str, ...], ...]], ...]] = (
    ("standard", (("d6:light", "d6:dark"),)),
    ("2d6!", (("d6:6", "d6:3"),)),
    ("test +2 advantages=1", ()),
)
"""What everybody sees first, and what is thrown for it: a Standard Roll, dice that explode, an Advantage."""
MORE_ROLLS: Final = (
    "tale level=5",
    "d100",
    "game 2d10+5",
    "olde 2d4+1",
    "free",
    "tale level=3 superiority",
    "5d6>=5",
    "d20",
    "contest Thudd=+2 Flash=+1",
    "4d6kh3",
    "1d12+1d4",
)
TRIES: Final = 20
"""Looks at the tray until a roll is given up: dice that cannot be read are thrown again."""
WELCOME: Final = "Rendered dice, the real eye, the real rules. Every press throws what is asked for, and reads it."
TYPED: Final = "After t: a roll (4d6kh3), what dice show (5 2), correct 2 5 (the second die shows a 5), reroll."
LOOKING: Final = "  … the dice roll, and are looked at"
SAME_LINE: Final = "\r\x1b[K"


class Screen:
    """The box's screen drawn in the terminal, and above it the dice whenever the tray was looked at."""

    def __init__(self, stage: Stage, keyboard: TextIO) -> None:
        self._stage = stage
        self._panel = TerminalPanel(stage.inbox, keyboard, sys.stdout)
        self._colours = colours_of(os.environ, sys.stdout.isatty())
        self._seen: object = None
        self._is_waiting = False

    def show(self, readout: Readout) -> None:
        if readout.state == "busy":
            self._wait()
            return
        if self._is_waiting:
            print(SAME_LINE, end="")
            self._is_waiting = False
        seen = self._stage.hand.seen
        if seen is not None and seen is not self._seen:
            self._seen = seen
            columns = shutil.get_terminal_size().columns
            print("", *dice_in_terminal(seen.picture, seen.sightings, columns, self._colours), sep="\n", flush=True)
        self._panel.lamp(lamp_for(readout))
        self._panel.show(readout)

    def close(self) -> None:
        self._panel.close()

    def _wait(self) -> None:
        """Rendering takes seconds: nobody shall think that the key was not seen."""
        if sys.stdout.isatty():
            print(LOOKING, end="", flush=True)
            self._is_waiting = True


def play_with_keys(stage: Stage) -> None:
    print(f"{WELCOME}\n{HELP}\n{TYPED}\n")
    stage.hand.first_of = {roll: throws[0] for roll, throws in FIRST_ROLLS if throws}
    screen = Screen(stage, sys.stdin)
    try:
        stage.table.subscribe(screen.show)
        stage.table.start()
        stage.table.ended.result()
    finally:
        screen.close()


def play_by_itself(stage: Stage, rolls: int, random: Random) -> bool:
    """Shows every roll. Whether nothing was read wrong."""
    judge = Judge()
    screen = Screen(stage, io.StringIO())
    for number in range(rolls):
        roll, prepared = FIRST_ROLLS[number] if number < len(FIRST_ROLLS) else (random.choice(MORE_ROLLS), ())
        print(f"\n── {number + 1} of {rolls}: {roll} ──", flush=True)
        _play(stage, roll, list(prepared), screen, judge, random)
    print(f"\n{judge.sentence}")
    return not judge.wrong


def _play(
    stage: Stage, roll: str, prepared: list[tuple[str, ...]], screen: Screen, judge: Judge, random: Random
) -> None:
    readout = do(stage, Pick(roll))
    screen.show(readout)
    for _ in range(TRIES):
        if readout.state == "choice":
            do(stage, Step(random.randrange(len(readout.options))))
        looks = readout.asks_for == "throw"
        stage.hand.prepared = prepared[:1]
        readout = do(stage, Press())
        prepared = prepared if readout.state == "trouble" else prepared[1:]
        if looks and stage.hand.seen is not None:
            judge.judge(stage.camera.lying, stage.hand.seen.sightings)
        screen.show(readout)
        if readout.state == "outcome":
            judge.rolls += 1
            return
    print("given up: these dice cannot be read")
    judge.given_up += 1
    do(stage, Cancel())


def do(stage: Stage, command: Command) -> Readout:
    """One command, served here and now."""
    stage.table.submit(command)
    stage.table.serve()
    return stage.table.readout
