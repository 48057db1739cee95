from pathlib import Path
from queue import Queue

import pytest

from hardware.board import raspberry_pi
from hardware.errors import DisplayMissingError
from hardware.panels.fake import FakePanel
from hardware.panels.gestures import Gesture, Hold, Mode, ModeHeld, Press, Quit, Turn
from hardware.panels.lamp import Lamp
from hardware.panels.walk import Part, parts_of, walk

PARTS = parts_of(has_knob=True, capture_pin="GPIO17", mode_pin="GPIO27", knob_pins="GPIO5 and GPIO6", hold_s=1.5)


@pytest.fixture
def gestures() -> Queue[Gesture]:
    return Queue()


@pytest.fixture
def panel(gestures: Queue[Gesture]) -> FakePanel:
    return FakePanel(gestures)


def walked(
    panel: FakePanel, gestures: Queue[Gesture], parts: tuple[Part, ...], *done: Gesture
) -> tuple[list[str], list[bool]]:
    for gesture in done:
        panel.do(gesture)
    said: list[str] = []
    results = walk(panel, gestures, parts, said.append, wait_s=0.001)
    return said, [seen.is_well for seen in results]


def test_every_part_is_asked_for_and_seen(panel: FakePanel, gestures: Queue[Gesture]) -> None:
    said, well = walked(panel, gestures, PARTS, Press(), Hold(), Mode(), ModeHeld(), Turn(-1))
    assert said[:4] == ["press the capture button …", "seen", "hold the capture button for 1.5 seconds …", "seen"]
    assert well == [True] * 6
    assert [readout.prompt for readout in panel.shown[1:3]] == [
        "Press the capture button",
        "Hold the capture button for 1.5 seconds",
    ]


def test_a_button_that_is_not_seen_names_its_pin(panel: FakePanel, gestures: Queue[Gesture]) -> None:
    said, well = walked(panel, gestures, PARTS[:1])
    assert said[-1] == "not seen; check its two wires: one to GPIO17, the other to ground"
    assert well == [True, False]
    assert panel.lamps[-1] is Lamp.TROUBLE


def test_swapped_buttons_are_noticed(panel: FakePanel, gestures: Queue[Gesture]) -> None:
    said, well = walked(panel, gestures, PARTS[:1], Mode(), Press())
    assert said == ["press the capture button …", "that was: mode pressed", "seen"]
    assert well == [True, True]


def test_quitting_ends_the_walk(panel: FakePanel, gestures: Queue[Gesture]) -> None:
    _, well = walked(panel, gestures, PARTS, Press(), Quit(), Mode())
    assert well == [True, True, False]


def test_a_missing_screen_is_reported_first_and_the_walk_goes_on(panel: FakePanel, gestures: Queue[Gesture]) -> None:
    panel.troubles = (DisplayMissingError("no display at 0x3C", device="0x3C", remedy="check the four wires"),)
    panel.do(Press())
    results = walk(panel, gestures, PARTS[:1], lambda _: None, wait_s=0.001)
    assert [(seen.part, seen.is_well) for seen in results] == [("screen", False), (PARTS[0].ask, True)]
    assert results[0].remark == "no display at 0x3C; check the four wires"


def test_a_panel_without_a_knob_is_not_asked_to_turn_it() -> None:
    parts = parts_of(has_knob=False, capture_pin="", mode_pin="", knob_pins="", hold_s=1.5)
    assert all("knob" not in part.ask for part in parts)


@pytest.mark.parametrize(
    ("model", "expected"),
    [("Raspberry Pi 5 Model B\0", "Raspberry Pi 5 Model B"), ("QEMU Virtual Machine", None), (None, None)],
)
def test_a_pi_is_told_from_other_machines(tmp_path: Path, model: str | None, expected: str | None) -> None:
    path = tmp_path / "model"
    if model is not None:
        path.write_text(model)
    assert raspberry_pi(path) == expected
