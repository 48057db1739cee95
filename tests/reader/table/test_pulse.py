"""The worker shows that it lives, sees that the box's address has changed, and lets itself be switched off."""

from collections.abc import Callable
from threading import Event, current_thread
from typing import Any

import pytest

from hardware.panels import gestures
from hardware.panels.fake import FakePanel
from reader.table.commands import Enter, Press, Step, SwitchOff
from reader.table.table import Table

SOON_S = 10.0
"""Far longer than anything here takes; only a worker that died lets one wait so long."""


def made(box: Any, **with_these: Any) -> Table:
    return Table(box.inbox, box.watcher, box.journal, box._restored, **with_these)


def test_a_worker_that_waits_for_commands_shows_that_it_lives(box: Any) -> None:
    pulses: list[int] = []
    table = made(box, pulse=lambda: pulses.append(1), pulse_s=0.0)
    for _ in range(3):
        assert table.serve()
    assert len(pulses) == 3


def test_a_look_that_goes_on_and_on_shows_that_it_lives(box: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    pulses: list[int] = []

    def look(is_called_off: Callable[[], bool]) -> None:
        assert not any(is_called_off() for _ in range(25))

    monkeypatch.setattr(box.watcher, "look", look)
    table = made(box, pulse=lambda: pulses.append(1))
    table.submit(Press())
    table.serve()
    assert len(pulses) == 1 + 25


def test_a_worker_that_hangs_falls_silent(box: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """The camera never comes back: nothing but the worker itself feeds the watchdog, so systemd will notice."""
    hangs, may_go_on, pulses = Event(), Event(), []

    def look(_is_called_off: Callable[[], bool]) -> None:
        hangs.set()
        assert may_go_on.wait(SOON_S)

    monkeypatch.setattr(box.watcher, "look", look)
    table = made(box, pulse=lambda: pulses.append(current_thread().name), pulse_s=0.001)
    table.start()
    table.submit(Press())
    assert hangs.wait(SOON_S)
    before = len(pulses)
    waiting = [table.submit(Step(1)) for _ in range(100)]
    assert len(pulses) == before
    assert not any(reply.done() for reply in waiting)
    may_go_on.set()
    waiting[-1].result(timeout=SOON_S)
    assert len(pulses) >= before + 100
    table.close()
    assert set(pulses) == {"table"}


def test_a_pulse_that_fails_does_not_end_the_worker(box: Any, caplog: pytest.LogCaptureFixture) -> None:
    def fail() -> None:
        raise OSError("no socket")

    table = made(box, pulse=fail, pulse_s=0.0)
    assert table.serve()
    assert "no socket" in caplog.text


def test_an_address_that_changes_is_shown(box: Any) -> None:
    """Wi-Fi is lost and comes back with another address: nobody restarts anything."""
    now = ["http://192.168.1.7:8000"]
    panel = FakePanel(box.inbox)
    table = made(box, panels=[panel], address=lambda: now[0], pulse_s=0.0)
    table.submit(Enter("d6:4"))
    table.serve()
    for address in ("no network", "no network", "http://192.168.1.9:8000"):
        now[0] = address
        table.serve()
    table.submit(Press())
    assert [shown.address for shown in panel.shown[1:]] == ["", ""]
    table.submit(Step(1))
    now[0] = "http://192.168.1.11:8000"
    while box.inbox._waiting:
        table.serve()
    table.serve()
    assert panel.shown[-1].address == "http://192.168.1.11:8000"


def test_the_same_address_is_not_shown_again(box: Any) -> None:
    panel = FakePanel(box.inbox)
    table = made(box, panels=[panel], address=lambda: "http://192.168.1.7:8000", pulse_s=0.0)
    for _ in range(5):
        table.serve()
    assert panel.shown == []


def test_holding_a_button_long_switches_off_and_the_roll_goes_on_next_time(box: Any) -> None:
    panel = FakePanel(box.inbox)
    table = made(box, panels=[panel], can_switch_off=True)
    table.submit(Step(1))
    table.submit(Step(1))
    table.submit(Enter("6 1 2"))
    for _ in range(3):
        table.serve()
    assert table.readout.is_in_progress
    panel.do(gestures.HeldLong())
    assert table.serve() is False
    assert table.is_switching_off
    assert (panel.shown[-1].title, panel.shown[-1].label) == (
        "Switching off",
        "pull the plug when the Pi's green light is out",
    )
    box.restart()
    assert box.readout.is_in_progress


def test_a_look_at_the_tray_is_given_up_to_switch_off(box: Any) -> None:
    box.inbox.submit(SwitchOff())
    assert box.inbox.calls_off


def test_a_laptop_is_not_switched_off(box: Any) -> None:
    reply = box.do(SwitchOff())
    assert reply.refused == "this machine is not switched off from here"
    assert not box.table.is_switching_off
