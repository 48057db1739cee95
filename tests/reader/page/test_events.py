"""Every readout reaches everybody who watches, once and in order, also after a lost connection."""

import asyncio
import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import httpx
import pytest

from reader.page.feed import KEPT, Feed
from reader.page.server import PageServer
from reader.table.commands import Adjust, Pick
from reader.table.readout import Readout
from tests.reader.page.stand import Stand, client_of


class FakeTable:
    def __init__(self) -> None:
        self.readout = Readout("idle", sequence=1)
        self.subscribers: list[Callable[[Readout], None]] = []

    def subscribe(self, subscriber: Callable[[Readout], None]) -> Callable[[], None]:
        self.subscribers.append(subscriber)
        return lambda: self.subscribers.remove(subscriber)

    def publish(self) -> None:
        self.readout = replace(self.readout, sequence=self.readout.sequence + 1)
        for subscriber in self.subscribers:
            subscriber(self.readout)


async def played(feed: Feed, table: FakeTable, readouts: int) -> None:
    for _ in range(readouts):
        table.publish()
    while feed.current.sequence < table.readout.sequence:
        await asyncio.sleep(0)


async def taken(feed: Feed, last_id: str, count: int) -> list[int]:
    following = feed.follow(last_id)
    found = [await anext(following) for _ in range(count)]
    await following.aclose()
    return [shown.sequence for shown in found if shown is not None]


async def opened() -> tuple[Feed, FakeTable]:
    table = FakeTable()
    feed = Feed(table, lambda: None, "ab12")
    feed.open(asyncio.get_running_loop())
    return feed, table


def test_somebody_new_gets_the_current_readout_first_and_then_every_one() -> None:
    async def story() -> None:
        feed, table = await opened()
        following = feed.follow()
        first = await anext(following)
        await played(feed, table, 3)
        rest = [await anext(following) for _ in range(3)]
        assert [shown.sequence for shown in (first, *rest) if shown] == [1, 2, 3, 4]

    asyncio.run(story())


@pytest.mark.parametrize(
    ("last_id", "expected"),
    [("ab12-3", [4, 5, 6]), ("ab12-5", [6]), ("", [6]), ("cd34-3", [6]), ("ab12-99", [6]), ("nonsense", [6])],
)
def test_whoever_comes_back_gets_what_was_missed_and_nothing_twice(last_id: str, expected: list[int]) -> None:
    async def story() -> None:
        feed, table = await opened()
        await played(feed, table, 5)
        assert await taken(feed, last_id, len(expected)) == expected
        assert feed.viewers == 0

    asyncio.run(story())


def test_whoever_has_seen_everything_gets_nothing_until_there_is_more() -> None:
    async def story() -> None:
        feed, table = await opened()
        assert feed.since("ab12-1") == []
        await played(feed, table, 1)
        assert await taken(feed, "ab12-1", 1) == [2]

    asyncio.run(story())


def test_whoever_slept_too_long_gets_only_the_current_readout() -> None:
    async def story() -> None:
        feed, table = await opened()
        await played(feed, table, KEPT + 10)
        assert [shown.sequence for shown in feed.since("ab12-2")] == [KEPT + 11]

    asyncio.run(story())


def test_closing_lets_everybody_go_and_the_table_forgets_us() -> None:
    async def story() -> None:
        feed, table = await opened()
        following = feed.follow()
        await anext(following)
        waiting = asyncio.ensure_future(anext(following, None))
        await asyncio.sleep(0)
        feed.close()
        assert await waiting is None
        assert table.subscribers == []

    asyncio.run(story())


def events_in(lines: Iterator[str], count: int) -> list[tuple[str, dict[str, Any]]]:
    """The next events: id and state."""
    found: list[tuple[str, dict[str, Any]]] = []
    identity = ""
    for line in lines:
        if line.startswith("id: "):
            identity = line[4:]
        if line.startswith("data: "):
            found.append((identity, json.loads(line[6:])))
            if len(found) == count:
                break
    return found


def watch(client: httpx.Client, count: int, last_id: str = "") -> list[tuple[str, dict[str, Any]]]:
    headers = {"Last-Event-ID": last_id} if last_id else {}
    with client.stream("GET", "/api/events", headers=headers) as stream:
        assert stream.headers["content-type"].startswith("text/event-stream")
        return events_in(stream.iter_lines(), count)


def test_over_http_nothing_is_lost_or_doubled_by_a_reconnect(server: PageServer, stand: Stand) -> None:
    with client_of(server) as client:
        [(first, state)] = watch(client, 1)
        for by in (1, 1, 1):
            stand.table.submit(Pick("2d6")).result(timeout=10)
            stand.table.submit(Adjust(by)).result(timeout=10)
        missed = watch(client, 6, first)
        numbers = [one["readout"]["sequence"] for _, one in missed]
        start = state["readout"]["sequence"]
        assert numbers == [start + step for step in range(1, 7)]
        assert [identity for identity, _ in missed] == [one["id"] for _, one in missed]
