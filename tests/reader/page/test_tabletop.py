"""The socket for virtual tabletops: ask for a roll, follow it, get the outcome."""

import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import ClientConnection, connect

from reader.page.requested import RequestedRoll
from reader.page.server import PageServer
from reader.table.commands import Pick, Press
from reader.table.readout import Readout
from tests.reader.page.stand import Put, ScriptedWatcher, Stand, token_for

EXPLODES = [(Put("d6", "6"), Put("d6", "3", x=380)), (Put("d6", "4", y=330), Put("d6", "3", x=380))]


class Tabletop:
    def __init__(self, connection: ClientConnection) -> None:
        self._connection = connection

    def send(self, **message: object) -> None:
        self._connection.send(json.dumps(message))

    def next(self, *kinds: str) -> dict[str, Any]:
        """The next message, which is of one of these types; heartbeats may come between."""
        while True:
            message = json.loads(self._connection.recv(timeout=20))
            if message["type"] != "heartbeat":
                assert message["type"] in kinds, message
                return dict(message)


def open_tabletop(server: PageServer, **headers: str) -> ClientConnection:
    return connect(f"ws://127.0.0.1:{server.port}/api/ws", additional_headers=headers, proxy=None)


@pytest.fixture
def tabletop(server: PageServer) -> Iterator[Tabletop]:
    with open_tabletop(server, Authorization=f"Bearer {token_for(server)}") as connection:
        yield Tabletop(connection)


def test_a_roll_is_asked_for_followed_and_ends_in_an_outcome(
    tabletop: Tabletop, stand: Stand, watcher: ScriptedWatcher
) -> None:
    watcher.throws = list(EXPLODES)
    tabletop.send(type="roll", id="r1", roll="2D6 !")
    assert tabletop.next("ack") == {"type": "ack", "id": "r1", "roll": "2d6!"}
    assert tabletop.next("progress")["prompt"] == "Throw two d6, then press"
    stand.table.submit(Press()).result(timeout=10)
    again = tabletop.next("progress")
    assert (again["id"], again["why"], len(again["dice"])) == ("r1", "it explodes", 2)
    stand.table.submit(Press()).result(timeout=10)
    outcome = tabletop.next("outcome")
    assert (outcome["total"], outcome["roll_id"]) == ("13", again["roll_id"])


def test_a_correction_after_the_outcome_is_told(tabletop: Tabletop, stand: Stand, watcher: ScriptedWatcher) -> None:
    watcher.throws = [(Put("d6", "2"),)]
    tabletop.send(type="roll", id=1, roll="1d6")
    tabletop.next("ack")
    tabletop.next("progress")
    stand.table.submit(Press()).result(timeout=10)
    assert tabletop.next("outcome")["total"] == "2"
    tabletop.send(type="command", id=2, command={"do": "correct", "die": 0, "face": "5"})
    told = sorted((tabletop.next("ack", "outcome") for _ in range(2)), key=lambda message: str(message["type"]))
    assert [message["type"] for message in told] == ["ack", "outcome"]
    assert (told[1]["total"], told[1]["corrected"]) == ("5", True)


def test_a_roll_that_gives_way_to_another_is_cancelled(tabletop: Tabletop, stand: Stand) -> None:
    tabletop.send(type="roll", id="r1", roll="2d6")
    tabletop.next("ack")
    tabletop.next("progress")
    stand.table.submit(Pick("1d20")).result(timeout=10)
    assert tabletop.next("cancelled") == {"type": "cancelled", "id": "r1", "roll": "2d6"}


def test_watching_tells_every_readout(server: PageServer, stand: Stand) -> None:
    with open_tabletop(server) as connection:
        tabletop = Tabletop(connection)
        tabletop.send(type="watch", id=7)
        assert tabletop.next("ack") == {"type": "ack", "id": 7}
        assert tabletop.next("readout")["state"]["readout"]["title"] == "free"
        stand.table.submit(Pick("1d20")).result(timeout=10)
        assert tabletop.next("readout")["state"]["readout"]["title"] == "1d20"


def test_whoever_is_not_paired_says_hello_first(server: PageServer) -> None:
    with open_tabletop(server) as connection:
        tabletop = Tabletop(connection)
        tabletop.send(type="roll", id=1, roll="2d6")
        assert "only paired devices" in tabletop.next("error")["error"]
        tabletop.send(type="hello", id=2, token="wrong")
        assert tabletop.next("error")["id"] == 2
        tabletop.send(type="hello", id=3, token=token_for(server))
        assert tabletop.next("ack")["paired"] == "a test"
        tabletop.send(type="ping", id=4)
        assert tabletop.next("pong") == {"type": "pong", "id": 4}


def test_a_page_of_another_site_sees_nothing_without_a_token(server: PageServer) -> None:
    with open_tabletop(server, Origin="http://evil.example") as connection:
        tabletop = Tabletop(connection)
        tabletop.send(type="watch", id=1)
        assert "another site" in tabletop.next("error")["error"]


def test_a_wrong_host_is_not_even_connected(server: PageServer) -> None:
    with pytest.raises(InvalidStatus):
        open_tabletop(server, Host="evil.example")


@pytest.mark.parametrize(
    "text",
    ["", "no", "[]", "7", '{"type": "fly", "id": 1}', '{"type": "ping"}', '{"type": "ping", "id": {}}', "[" * 5000],
)
def test_what_is_no_message_is_explained_and_the_connection_stays(server: PageServer, text: str) -> None:
    with open_tabletop(server) as connection:
        connection.send(text)
        tabletop = Tabletop(connection)
        assert tabletop.next("error")["error"]
        tabletop.send(type="ping", id=1)
        tabletop.next("pong")


def test_a_requested_roll_says_nothing_twice() -> None:
    roll = RequestedRoll("r", "2d6")
    idle = Readout("idle", title="2d6", roll="2d6", prompt="Throw two d6")
    state = {"readout": {"dice": []}}
    assert roll.told(state, idle) is not None
    assert roll.told(state, replace(idle, state="busy")) is None
    assert roll.told(state, idle) is None
    done = replace(idle, state="outcome", total="7", roll_id=4)
    said = roll.told(state, done)
    assert said is not None
    assert (said["type"], said["total"]) == ("outcome", "7")
    assert roll.told(state, replace(done, roll_id=None, state="idle")) is None
    assert roll.is_over
