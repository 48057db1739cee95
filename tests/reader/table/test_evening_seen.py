"""The same evening, seen: rendered photographs, the real eye, the real session, rules and pins."""

import itertools
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin

from hardware.panels.gpio import GpioPanel
from reader.table.commands import Command, Correct
from reader.table.hand import StudioTime
from reader.table.table import Table
from reader.vision.look import Eye
from reader.vision.sighting import Frame
from reader.vision.watch import Watch
from tests.reader.table.conftest import AtHand
from tests.reader.table.draw_evening import PICTURES, name_of
from tests.reader.table.evening import EVENING, LEANS, PRESETS, CameraBack, CameraGone
from tests.reader.table.evening_tray import LOST
from tests.reader.table.test_evening import PINS, Hands, Screen, said

COLOUR = re.compile(r"the \w+ (d\d+|d%)", re.IGNORECASE)


class Photographs:
    """A camera that shows the picture of the moment."""

    def __init__(self) -> None:
        self.picture: Frame = np.zeros((600, 800, 3), np.uint8)
        self.is_lost = False

    def show(self, path: Path) -> None:
        self.picture = np.asarray(cv2.imread(str(path)), dtype=np.uint8)

    def preview(self) -> Frame:
        if self.is_lost:
            raise LOST
        return self.picture

    def still(self) -> Frame:
        return self.preview().copy()

    def rest(self) -> None:
        pass


def in_any_order(words: str) -> str:
    """Which of several dice is named first is the eye's affair, and so is what it calls their colours."""
    *before, dice = COLOUR.sub(r"the \1", words).split(" | ")
    return " | ".join([*before, " ".join(sorted(dice.split()))])


def with_number(command: Command, kind: str, box: AtHand) -> Command:
    if not isinstance(command, Correct) or not kind:
        return command
    return replace(command, die=next(die.number for die in box.readout.dice if die.kind == kind))


@pytest.fixture
def factory() -> Iterator[Any]:
    with MockFactory(pin_class=MockPWMPin) as made:
        yield made


def test_the_evening_as_the_eye_sees_it(folder: Path, factory: Any) -> None:
    box = AtHand(folder, PRESETS)
    camera, time = Photographs(), StudioTime()
    watch = Watch(camera, Eye.open(), stills=1, timeout_s=6.0, clock=time.now_s, sleep=time.pass_by)
    screen, seconds = Screen(), itertools.count()
    with GpioPanel(
        box.inbox, PINS, lambda: screen, clock=lambda: float(next(seconds)), factory=factory, in_background=False
    ) as panel:
        box.table = Table(box.inbox, watch, box.journal, box._restored, [panel])
        hands = Hands(box.table, factory)
        for number, moment in enumerate(EVENING, start=1):
            if (PICTURES / name_of(number)).exists():
                camera.show(PICTURES / name_of(number))
            camera.is_lost = isinstance(moment.tray, CameraGone) or (
                camera.is_lost and not isinstance(moment.tray, CameraBack)
            )
            hands.do(with_number(moment.does, moment.of_kind, box))
            if moment.says == LEANS:
                assert box.readout.state == "trouble", f"moment {number}: a leaning die was read"
            else:
                assert in_any_order(said(box.readout)) == in_any_order(moment.says), f"moment {number}"
    box.journal.close()


def test_there_is_a_picture_for_every_time_the_tray_changes() -> None:
    changes = [
        number
        for number, moment in enumerate(EVENING, start=1)
        if moment.tray is not None and not isinstance(moment.tray, CameraGone)
    ]
    assert sorted(path.name for path in PICTURES.iterdir()) == [name_of(number) for number in changes]
