"""Which parts the box is made of, and that it starts whatever is missing."""

from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from hardware.cameras.studio import StudioCamera
from hardware.errors import CameraMissingError
from reader.config import CameraSettings, Settings, StateSettings, TableSettings, load
from reader.table.commands import Enter, Pick, Press
from reader.table.inbox import Inbox
from reader.table.on_demand import OnDemandCamera
from reader.toml_file import SettingsError
from reader.vision.sighting import Box, Frame, Reading, Sighting
from reader.wiring import open_camera, open_table, refuse_unknown_presets, studio_hand, watch_for

NO_CAMERA = CameraMissingError("no camera at /dev/video9", device="/dev/video9", remedy="plug it in")


@pytest.fixture
def box_settings(tmp_path: Path) -> Settings:
    table = TableSettings(presets=("2d6!", "free"), stills=1)
    return replace(Settings(), table=table, state=replace(StateSettings(), folder=tmp_path))


class PlainTray:
    """Dice as grey squares, all of them where they were named; what they show is what was said."""

    def __init__(self) -> None:
        self.dice: list[tuple[str, str]] = []
        self.throws: list[tuple[str, ...]] = []
        self.moved = 0

    @property
    def lying(self) -> tuple[tuple[str, str], ...]:
        return tuple(self.dice)

    def throw(self, dice: Any) -> None:
        self.throws.append(tuple(dice))
        self.dice = [(words.split(":")[0], "6" if len(self.throws) == 1 else "2") for words in dice]
        self.moved += 1

    def throw_again(self, which: Any) -> None:
        self.throws.append(tuple(f"again {at}" for at in which))
        self.dice = [(kind, "1" if at in which else face) for at, (kind, face) in enumerate(self.dice)]
        self.moved += 1

    def rolling_frame(self, width_px: int) -> Frame:
        return np.random.default_rng(self.moved).integers(0, 255, (width_px * 3 // 4, width_px, 3)).astype(np.uint8)

    def picture(self) -> Frame:
        frame = np.full((240, 320, 3), 90, np.uint8)
        for at, (_, face) in enumerate(self.dice):
            frame[20 + 9 * self.moved : 60 + 9 * self.moved, 20 + 60 * at : 60 + 60 * at] = 200 - 9 * int(face)
        return frame


class TellingEye:
    """Reads what the tray says."""

    def __init__(self, tray: PlainTray) -> None:
        self.tray = tray

    def look(self, frame: Frame) -> list[Sighting]:
        del frame
        top = 20 + 9 * self.tray.moved
        return [
            Reading(kind, face, 0.99, Box(20 + 60 * at, top, 40, 40), 0.5, "grey")
            for at, (kind, face) in enumerate(self.tray.dice)
        ]


def test_a_hand_throws_what_is_asked_for_and_again_what_explodes(box_settings: Settings) -> None:
    tray, inbox = PlainTray(), Inbox()
    with StudioCamera(tray, preview_width_px=160) as camera:
        hand = studio_hand(box_settings, camera, TellingEye(tray), Random(1))
        with open_table(box_settings, inbox, hand) as table:
            hand.table = table
            for _ in range(2):
                table.submit(Press())
                table.serve()
            assert tray.throws == [("d6", "d6"), ("again 0", "again 1")]
            assert table.readout.total == "14"
            assert hand.seen is not None
            table.submit(Pick("free"))
            table.submit(Press())
            table.serve()
            table.serve()
            assert table.readout.state == "outcome"


def test_a_prepared_throw_comes_first(box_settings: Settings) -> None:
    tray, inbox = PlainTray(), Inbox()
    hand = studio_hand(box_settings, StudioCamera(tray), TellingEye(tray), Random(1))
    hand.prepared.append(("d6:6", "d6:3"))
    with open_table(box_settings, inbox, hand) as table:
        hand.table = table
        table.submit(Press())
        table.serve()
    assert tray.throws == [("d6:6", "d6:3")]


def test_what_is_thrown_first_for_a_roll_is_thrown_once_and_only_for_it(box_settings: Settings) -> None:
    tray, inbox = PlainTray(), Inbox()
    hand = studio_hand(box_settings, StudioCamera(tray), TellingEye(tray), Random(1))
    hand.first_of["2d6!"] = ("d6:6", "d6:3")
    with open_table(box_settings, inbox, hand) as table:
        hand.table = table
        for command in (Pick("1d20"), Press(), Pick("2d6!"), Press(), Pick("2d6!"), Press()):
            table.submit(command)
            table.serve()
    assert tray.throws == [("d20",), ("d6:6", "d6:3"), ("d6", "d6")]


def test_dice_that_the_studio_refuses_are_thrown_once_more(box_settings: Settings) -> None:
    class Refusing(PlainTray):
        def throw(self, dice: Any) -> None:
            super().throw(dice)
            if len(self.throws) < 3:
                raise ValueError("2 dice found no place in the tray")

        def throw_again(self, which: Any) -> None:
            super().throw_again(which)
            raise ValueError("1 dice found no place in the tray")

    tray, inbox = Refusing(), Inbox()
    hand = studio_hand(box_settings, StudioCamera(tray), TellingEye(tray), Random(1))
    hand.prepared.append(("d6:6", "d6:6"))
    with open_table(box_settings, inbox, hand) as table:
        hand.table = table
        table.submit(Press())
        table.serve()
        assert table.readout.total == "4"
    assert len(tray.throws) == 3


def test_a_box_without_a_camera_starts_and_says_so_when_it_is_pressed(box_settings: Settings) -> None:
    tries = []

    def no_camera() -> Any:
        tries.append(1)
        raise NO_CAMERA

    camera = OnDemandCamera(no_camera)
    camera.rest()
    inbox = Inbox()
    with open_table(box_settings, inbox, watch_for(box_settings, camera, TellingEye(PlainTray()))) as table:
        for _ in range(2):
            table.submit(Press())
            table.serve()
        assert table.readout.trouble == "No camera at /dev/video9"
        assert len(tries) == 2
        table.submit(Enter("3 4"))
        table.serve()
        assert table.readout.total == "7"
    camera.close()


def test_a_camera_that_comes_later_is_used_and_closed() -> None:
    tray = PlainTray()
    studio = StudioCamera(tray)
    camera = OnDemandCamera(lambda: studio)
    tray.throw(["d6", "d6"])
    assert camera.still().shape == (240, 320, 3)
    assert camera.preview().shape == (240, 320, 3)
    camera.rest()
    camera.close()
    camera.close()


def test_the_table_goes_on_where_it_was_left(box_settings: Settings) -> None:
    def watcher() -> Any:
        return watch_for(box_settings, OnDemandCamera(lambda: open_camera(CameraSettings())), TellingEye(PlainTray()))

    with open_table(box_settings, Inbox(), watcher()) as table:
        table.submit(Enter("6 2"))
        table.serve()
        before = table.readout
    with open_table(box_settings, Inbox(), watcher()) as table:
        assert (table.readout.prompt, table.readout.dice) == (before.prompt, before.dice)


def test_presets_that_are_no_rolls_are_refused_with_their_line(tmp_path: Path) -> None:
    file = tmp_path / "box.toml"
    file.write_text('[table]\npresets = ["free", "3d7"]\n')
    with pytest.raises(SettingsError, match='"3d7" is no roll') as refused:
        refuse_unknown_presets(load(file), file)
    assert refused.value.problems[0].line == 2


def test_the_default_presets_are_rolls() -> None:
    refuse_unknown_presets(Settings(), None)
