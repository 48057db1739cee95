"""What only the box's own screen says; and the page as the settings want it."""

from dataclasses import replace
from pathlib import Path
from queue import Queue

import httpx
import pytest

from hardware.errors import CameraMissingError, DisplayMissingError, PinsMissingError
from hardware.panels.fake import FakePanel
from hardware.panels.panel import Panel
from reader.config import PageSettings, PanelSettings, Settings, StateSettings
from reader.notify import Notifier
from reader.page.errors import PageError
from reader.page.lens import Lens
from reader.table.commands import Cancel, Glance, Notice
from reader.table.inbox import Inbox
from reader.table.no_panel import NoPanel
from reader.table.readout import Readout
from reader.wiring import NOBODY_LISTENS, free_port, open_page, open_table, page_address
from tests.reader.page.stand import ScriptedWatcher, Stand, client_of, token_for

CODE = Notice("Pairing code", "481516", "type it on the page")
NO_DISPLAY = DisplayMissingError("no display at 0x3C on i2c-1", device="0x3C", remedy="check the four wires")
SUPERVISED = Notifier("/run/nobody/listens")


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    page = PageSettings(host="127.0.0.1")
    return replace(Settings(), state=replace(StateSettings(), folder=tmp_path), page=page)


def test_a_notice_is_on_the_panel_until_the_next_command_and_nowhere_else(settings: Settings) -> None:
    panel = FakePanel(Queue())
    others: list[Readout] = []
    with open_table(settings, Inbox(), Lens(ScriptedWatcher()), [panel]) as table:
        table.subscribe(others.append)
        for command in (CODE, Glance(), Cancel()):
            table.submit(command)
            table.serve()
    assert [shown.total for shown in panel.shown] == ["481516", "481516", ""]
    assert [shown.total for shown in others] == ["", "", ""]
    assert others[-1].title == panel.shown[-1].title == "free"


def test_a_glance_at_a_camera_that_is_away_says_so_and_changes_nothing(settings: Settings) -> None:
    watcher = ScriptedWatcher(error=CameraMissingError("no camera", device="0", remedy="plug it in"))
    with open_table(settings, Inbox(), Lens(watcher)) as table:
        reply = table.submit(Glance())
        table.serve()
        assert (reply.result().refused, reply.result().remedy) == ("no camera", "plug it in")
        assert table.readout.state == "idle"


def test_the_box_serves_its_page_and_shows_the_code_on_its_panel(
    settings: Settings, caplog: pytest.LogCaptureFixture
) -> None:
    panel = FakePanel(Queue())
    lens = Lens(ScriptedWatcher())
    with (
        caplog.at_level("INFO", "dice-reader"),
        open_table(settings, Inbox(), lens, [panel]) as table,
        open_page(free_port(settings), table, lens, panels=[panel]) as address,
    ):
        table.start()
        with httpx.Client(base_url=address, timeout=20, trust_env=False) as client:
            assert client.post("/api/pairing").json()["shown"] == "on the box's own screen"
            table.submit(Glance()).result(timeout=10)
    code = caplog.messages[-1].removeprefix("pairing code: ")
    assert len(code) == 6
    assert code in [shown.total for shown in panel.shown]


def where_a_code_is(settings: Settings, *panels: Panel, notifier: Notifier = NOBODY_LISTENS) -> str:
    """As the page is told when it asks for one."""
    lens = Lens(ScriptedWatcher())
    with (
        open_table(settings, Inbox(), lens, panels) as table,
        open_page(free_port(settings), table, lens, panels=panels, notifier=notifier) as address,
        httpx.Client(base_url=address, timeout=20, trust_env=False) as client,
    ):
        return str(client.post("/api/pairing").json()["shown"])


def test_a_code_is_said_to_be_where_it_can_be_read(settings: Settings) -> None:
    works, blank = FakePanel(Queue()), FakePanel(Queue())
    blank.troubles = (NO_DISPLAY,)
    without = replace(settings, panel=PanelSettings(display="none"))
    log = "in the box's log (journalctl -u dice-reader)"
    assert where_a_code_is(settings, works, notifier=SUPERVISED) == "on the box's own screen"
    assert where_a_code_is(settings, blank, notifier=SUPERVISED) == f"{log}, since the box's own screen cannot be used"
    assert where_a_code_is(without, works, notifier=SUPERVISED) == log
    assert where_a_code_is(replace(settings, panel=PanelSettings(kind="none")), notifier=SUPERVISED) == log


def test_where_no_pins_can_be_had_the_code_is_not_said_to_be_on_the_screen(settings: Settings) -> None:
    no_pins = NoPanel(PinsMissingError("this machine has no GPIO pins", device="gpiochip", remedy="use a Pi"))
    assert where_a_code_is(settings, no_pins) == "in the terminal, since the box's own screen cannot be used"
    assert (
        where_a_code_is(replace(settings, panel=PanelSettings(kind="terminal")), FakePanel(Queue()))
        == "in the terminal"
    )


def test_a_screen_that_comes_back_is_named_with_the_next_code(settings: Settings) -> None:
    panel, lens = FakePanel(Queue()), Lens(ScriptedWatcher())
    panel.troubles = (NO_DISPLAY,)
    with (
        open_table(settings, Inbox(), lens, [panel]) as table,
        open_page(free_port(settings), table, lens, panels=[panel]) as address,
        httpx.Client(base_url=address, timeout=20, trust_env=False) as client,
    ):
        assert "cannot be used" in client.post("/api/pairing").json()["shown"]
        checks = {one["what"]: (one["is_well"], one["says"]) for one in client.get("/api/box").json()["checks"]}
        assert checks["panel"] == (False, "No display at 0x3C on i2c-1")
        assert checks["record"] == (True, "every throw is on record")
        panel.troubles = ()
        assert client.post("/api/pairing").json()["shown"] == "on the box's own screen"


def test_there_may_be_no_page(settings: Settings) -> None:
    without = replace(settings, page=PageSettings(enabled=False))
    lens = Lens(ScriptedWatcher())
    with open_table(settings, Inbox(), lens) as table, open_page(without, table, lens) as address:
        assert address == page_address(without.page, without.panel) == ""


def test_an_address_that_is_not_this_machines_is_explained(settings: Settings) -> None:
    elsewhere = replace(settings, page=PageSettings(host="192.0.2.7"))
    lens = Lens(ScriptedWatcher())
    with (
        open_table(settings, Inbox(), lens) as table,
        pytest.raises(PageError, match=r"192.0.2.7 is no address of this machine"),
        open_page(elsewhere, table, lens),
    ):
        pass


def test_devices_that_were_paired_may_command_after_a_restart(tmp_path: Path) -> None:
    with Stand(tmp_path, ScriptedWatcher()).served() as server:
        token = token_for(server)
    with Stand(tmp_path, ScriptedWatcher()).served() as server, client_of(server, token) as client:
        assert client.post("/api/commands", json={"do": "cancel"}).status_code == 200
