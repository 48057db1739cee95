"""Whether the page answers, asked on loopback."""

import contextlib
import http.server
import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from threading import Thread
from typing import Any, ClassVar

import pytest

from reader.config import PageSettings, Settings, StateSettings
from reader.doctor.page import WithoutCamera, page
from reader.doctor.running import running_box
from reader.doctor.surroundings import Surroundings
from reader.table.commands import Command, Glance, Press
from reader.table.inbox import Inbox
from reader.wiring import open_table

ON_A_PI, LAPTOP = Surroundings("Raspberry Pi 4"), Surroundings(None)


class Answering(http.server.BaseHTTPRequestHandler):
    answers: ClassVar[dict[str, Any]] = {
        "/health": {"status": "ok", "version": "0.1.0"},
        "/api/box": {"camera": {"hints": []}},
        "/api/calibration": {"made_at": "2026-01-02"},
    }

    def do_GET(self) -> None:
        body = json.dumps(self.answers.get(self.path, {})).encode()
        self.send_response(200)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        """Tests are quiet."""


@contextlib.contextmanager
def serving(address: str) -> Iterator[int]:
    """The port of a page at that address alone."""
    with http.server.HTTPServer((address, 0), Answering) as server:
        thread = Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield server.server_port
        server.shutdown()
        thread.join()


@pytest.fixture
def served() -> Iterator[Settings]:
    with serving("127.0.0.1") as port:
        yield replace(Settings(), page=PageSettings(port=port))


@pytest.fixture
def nothing_there() -> Settings:
    with http.server.HTTPServer(("127.0.0.1", 0), Answering) as server:
        port = server.server_port
    return replace(Settings(), page=PageSettings(port=port))


def test_a_running_box_answers(served: Settings) -> None:
    assert page(served, ON_A_PI).says.startswith("answers on port")
    assert running_box(served) == {"camera": {"hints": []}, "calibration": {"made_at": "2026-01-02"}}


def test_a_page_that_has_a_single_address_is_asked_there() -> None:
    with serving("127.0.0.2") as port:
        settings = replace(Settings(), page=PageSettings(host="127.0.0.2", port=port))
        assert page(settings, ON_A_PI).says.startswith("answers on port")
        assert running_box(settings) is not None


def test_another_program_on_the_port_is_told(served: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Answering, "answers", {})
    found = page(served, ON_A_PI)
    assert (found.ok, found.fix) == (False, "set page.port to another one")
    assert running_box(served) is None


def test_a_worker_that_stopped_is_told(served: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Answering, "answers", {"/health": {"status": "the worker has stopped"}})
    assert "restart" in page(served, ON_A_PI).fix


def test_a_box_that_does_not_run_is_told_on_a_pi(nothing_there: Settings) -> None:
    assert "systemctl start" in page(nothing_there, ON_A_PI).fix


def test_on_a_laptop_a_page_is_opened_for_a_moment(nothing_there: Settings) -> None:
    found = page(nothing_there, LAPTOP)
    assert (found.ok, found.is_stand_in) == (True, True)


@pytest.mark.parametrize("command", [Glance(), Press()])
def test_whoever_asks_that_page_to_look_is_told_that_it_has_no_camera(tmp_path: Path, command: Command) -> None:
    settings = replace(Settings(), state=StateSettings(folder=tmp_path))
    with open_table(settings, Inbox(), WithoutCamera()) as table:
        table.start()
        reply = table.submit(command).result(timeout=10)
        told = (reply.refused, reply.readout.trouble if reply.readout else "")
    assert "the doctor's page has no camera" in " ".join(told).lower()
