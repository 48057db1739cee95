"""The worker: one thread, presses that are not queued, a camera that may be lost, and nothing that ends it."""

from threading import Event
from typing import Any

import pytest

from hardware.errors import CameraStalledError
from hardware.panels import gestures
from hardware.panels.fake import FakePanel
from hardware.panels.lamp import Lamp
from reader.table.commands import Cancel, Enter, Knob, Pick, Press, Shutdown, Step
from reader.table.inbox import BUSY, CLOSED, FULL, MOST_WAITING, Inbox, Reply
from reader.table.session import Session
from reader.table.table import Table

SOON_S = 10.0
"""Far longer than anything here takes; only a worker that died lets one wait so long."""


@pytest.fixture
def panel(box: Any) -> FakePanel:
    """The box's table again, with a panel."""
    made = FakePanel(box.inbox)
    box.table = Table(
        box.inbox, box.watcher, box.journal, box._restored, [made], address=lambda: "http://dice.local:8000"
    )
    return made


def test_buttons_play_a_whole_roll(box: Any, panel: FakePanel, painter: Any) -> None:
    panel.mode()
    panel.mode()
    box.table.serve()
    box.table.serve()
    box.watcher.dice = (painter("d6", "6", 40), painter("d6", "1", 140), painter("d6", "2", 240))
    panel.press()
    box.table.serve()
    panel.hold()
    box.table.serve()
    assert [shown.state for shown in panel.shown] == ["idle", "idle", "busy", "prompt", "idle"]
    assert panel.lamps == [Lamp.READY, Lamp.READY, Lamp.BUSY, Lamp.THROW_AGAIN, Lamp.READY]
    assert [shown.title for shown in panel.shown] == ["standard", "3d6!", "3d6!", "3d6!", "3d6!"]


def test_every_gesture_means_something(box: Any, panel: FakePanel) -> None:
    panel.do(gestures.Typed("2d12"))
    panel.turn(2)
    panel.turn(-1)
    panel.turn(3)
    box.table.serve()
    box.table.serve()
    assert (box.readout.title, box.readout.modifier) == ("2d12", "+4")
    panel.hold_mode()
    box.table.serve()
    assert box.readout.title == "standard fingers"
    panel.do(gestures.Quit())
    assert box.table.serve() is False


def test_turns_that_waited_together_are_one_and_everybody_gets_a_reply(box: Any) -> None:
    box.do(Pick("1d6"))
    replies = [box.table.submit(Knob(1)) for _ in range(5)]
    box.table.serve()
    assert [reply.result(timeout=0).readout.modifier for reply in replies] == ["+5"] * 5


def test_a_press_while_the_tray_is_looked_at_is_dropped_not_queued(box: Any, painter: Any) -> None:
    replies: list[Reply] = []
    box.watcher.while_looking = lambda: replies.append(box.table.submit(Press()).result(timeout=0))
    box.press(painter("d6", "4", 40))
    assert replies[0].refused == BUSY
    assert box.inbox.take(timeout_s=0) is None
    box.watcher.while_looking = lambda: None
    box.press(painter("d6", "5", 140))
    assert box.readout.total == "5"


def test_other_commands_wait_while_the_tray_is_looked_at(box: Any, painter: Any) -> None:
    box.watcher.while_looking = lambda: box.table.submit(Step(1))
    box.press(painter("d6", "4", 40))
    assert box.readout.total == "4"
    box.table.serve()
    assert box.readout.title == "standard"


def test_holding_the_button_calls_a_look_off(box: Any, painter: Any) -> None:
    box.do(Pick("1d6!"))
    box.watcher.while_looking = lambda: box.table.submit(Cancel())
    box.press(painter("d6", "6", 40))
    assert box.readout.state == "idle"
    box.table.serve()
    assert (box.readout.state, box.readout.dice) == ("idle", ())


def test_a_lost_camera_is_said_with_what_to_do_and_the_roll_waits(box: Any, painter: Any) -> None:
    box.do(Pick("1d6!"))
    box.press(painter("d6", "6", 40))
    box.watcher.error = CameraStalledError("the camera does not answer", device="0", remedy="check the cable")
    box.press(painter("d6", "3", 140))
    assert box.readout.trouble == "The camera does not answer"
    assert box.readout.remedy == "check the cable; meanwhile dice can be typed in"
    box.do(Enter("6"))
    assert box.readout.prompt == "Throw a d6 again"
    box.watcher.error = None
    box.press(painter("d6", "3", 140))
    assert box.readout.total == "15"


def test_a_bug_does_not_end_the_worker_and_loses_nothing(
    box: Any, painter: Any, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    box.do(Pick("1d6!"))
    box.press(painter("d6", "6", 40))
    with monkeypatch.context() as broken:
        broken.setattr(Session, "saw", lambda _self, _view: 1 / 0)
        box.press(painter("d6", "3", 140))
    assert box.readout.trouble == "Something went wrong in the box"
    assert "ZeroDivisionError" in caplog.text
    box.press(painter("d6", "3", 140))
    assert box.readout.total == "9"


def test_a_subscriber_that_fails_is_dropped_and_the_others_go_on(box: Any, caplog: pytest.LogCaptureFixture) -> None:
    calls: list[int] = []

    def broken(_: object) -> None:
        calls.append(1)
        raise RuntimeError("the page is gone")

    box.table.subscribe(broken)
    box.do(Step(1))
    box.do(Step(1))
    assert len(calls) == 1
    assert [shown.title for shown in box.shown] == ["standard", "3d6!"]
    assert "the page is gone" in caplog.text


def test_readouts_are_numbered_so_that_none_is_lost_or_doubled(box: Any) -> None:
    stop = box.table.subscribe(box.shown.append)
    box.do(Step(1))
    stop()
    box.do(Step(1))
    assert [shown.sequence for shown in box.shown] == [1, 1, 2]


def test_the_camera_rests_when_nobody_plays_and_only_once(box: Any, painter: Any) -> None:
    box.table._rest_after_s = 0.0
    box.press(painter("d6", "4", 40))
    box.table.serve()
    assert box.watcher.rests == 1
    assert not box.table._is_awake


def test_the_worker_serves_in_its_own_thread_until_it_is_closed(box: Any) -> None:
    box.table.start()
    reply = box.table.submit(Enter("d6:4")).result(timeout=SOON_S)
    assert reply.readout.total == "4"
    box.table.close()
    assert box.table.ended.done()
    assert box.table.submit(Press()).result(timeout=0).refused == CLOSED


def test_whoever_gave_up_waiting_does_not_stop_the_worker(box: Any) -> None:
    gone = box.table.submit(Step(1))
    gone.cancel()
    assert box.table.serve()
    box.do(Step(1))
    assert box.readout.title == "3d6!"


def test_a_page_that_runs_wild_fills_no_memory() -> None:
    inbox = Inbox()
    for _ in range(MOST_WAITING):
        inbox.submit(Step(1))
    assert inbox.submit(Step(1)).result(timeout=0).refused == FULL
    assert not inbox.submit(Shutdown()).done()


def test_a_worker_that_waits_is_woken_by_a_command() -> None:
    from threading import Thread

    inbox, taken, ready = Inbox(), [], Event()

    def wait() -> None:
        ready.set()
        taken.append(inbox.take())

    waiting = Thread(target=wait)
    waiting.start()
    ready.wait(SOON_S)
    inbox.put(gestures.Press())
    waiting.join(SOON_S)
    assert taken[0] is not None
    assert taken[0][0] == Press()


def test_the_address_is_shown_while_nothing_is_rolled(box: Any) -> None:
    assert box.readout.address == "http://dice.local:8000"
    box.do(Enter("d6:4"))
    assert box.readout.address == ""


def test_a_panel_that_cannot_be_had_is_said_and_the_game_goes_on(box: Any) -> None:
    from hardware.errors import PinsMissingError
    from reader.table.no_panel import NoPanel

    error = PinsMissingError("this machine has no GPIO pins", device="pins", remedy="use the terminal")
    with NoPanel(error) as panel:
        table = Table(box.inbox, box.watcher, box.journal, box._restored, [panel])
        table.submit(Enter("d6:4"))
        table.serve()
    assert (table.readout.total, table.readout.warning) == ("4", "This machine has no GPIO pins")
    assert table.troubles == (("panel", "This machine has no GPIO pins"),)


def test_a_screen_that_is_lost_and_comes_back_is_told_though_nobody_does_anything(box: Any) -> None:
    from hardware.errors import DisplayLostError

    panel = FakePanel(box.inbox)
    table = Table(box.inbox, box.watcher, box.journal, box._restored, [panel], pulse_s=0.0)
    table.serve()
    panel.troubles = (DisplayLostError("the display does not answer", device="0x3C", remedy="check the wires"),)
    table.serve()
    assert table.readout.warning == "The display does not answer"
    panel.troubles = ()
    table.serve()
    assert table.readout.warning == ""


def test_a_panel_that_breaks_does_not_stop_the_game(
    box: Any, panel: FakePanel, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(panel, "show", lambda _readout: 1 / 0)
    box.do(Step(1))
    assert box.readout.title == "standard"
    assert panel.lamps
    assert "ZeroDivisionError" in caplog.text


def test_whoever_waits_for_the_end_is_told_of_a_bug_that_ends_the_worker(
    box: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(box.table, "serve", lambda: 1 / 0)
    box.table.run()
    with pytest.raises(ZeroDivisionError):
        box.table.ended.result(timeout=0)
