"""Switching the box off from the page."""

from pathlib import Path

import pytest

from tests.reader.page.stand import WAIT_S, ScriptedWatcher, Stand, client_of, token_for


@pytest.fixture
def stand(tmp_path: Path) -> Stand:
    return Stand(tmp_path, ScriptedWatcher())


def test_a_paired_device_switches_the_box_off(stand: Stand) -> None:
    stand.table.can_switch_off = True
    with stand.served() as server, client_of(server, token_for(server)) as client:
        assert client.get("/api/box").json()["can_switch_off"] is True
        assert client.post("/api/box/off").status_code == 202
        stand.table.ended.result(timeout=WAIT_S)
        assert stand.table.is_switching_off


def test_a_device_that_is_not_paired_does_not(stand: Stand) -> None:
    stand.table.can_switch_off = True
    with stand.served() as server, client_of(server) as client:
        assert client.post("/api/box/off").status_code == 401
        assert not stand.table.is_switching_off


def test_a_laptop_is_not_switched_off(stand: Stand) -> None:
    with stand.served() as server, client_of(server, token_for(server)) as client:
        assert client.get("/api/box").json()["can_switch_off"] is False
        answer = client.post("/api/box/off")
        assert (answer.status_code, answer.json()["error"]) == (
            409,
            "this machine is not switched off from here; end the program where it was started",
        )
