"""What systemd hears."""

import os
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from reader.notify import Notifier


@pytest.fixture
def supervisor(tmp_path: Path) -> Iterator[socket.socket]:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listening:
        listening.bind(str(tmp_path / "notify"))
        listening.settimeout(5)
        yield listening


def heard(supervisor: socket.socket) -> list[str]:
    """Everything that was said up to now."""
    supervisor.setblocking(False)
    said = []
    while True:
        try:
            said.append(supervisor.recv(1000).decode())
        except BlockingIOError:
            return said


def test_systemd_hears_that_the_box_serves_lives_and_ends(supervisor: socket.socket) -> None:
    notifier = Notifier(supervisor.getsockname())
    notifier.ready("the page: http://dice.local:8000")
    notifier.beat()
    notifier.stopping()
    assert heard(supervisor) == ["READY=1\nSTATUS=the page: http://dice.local:8000", "WATCHDOG=1", "STOPPING=1"]


def test_it_is_told_that_the_worker_lives_once_a_second_at_most(supervisor: socket.socket) -> None:
    now_s = [100.0]
    notifier = Notifier(supervisor.getsockname(), 60.0, lambda: now_s[0])
    for _ in range(50):
        notifier.beat()
        now_s[0] += 0.04
    assert heard(supervisor) == ["WATCHDOG=1"] * 2


def test_nobody_listens_and_nothing_happens(tmp_path: Path) -> None:
    for notifier in (Notifier(), Notifier(str(tmp_path / "nobody"))):
        notifier.ready("")
        notifier.beat()
    assert not Notifier().is_supervised


def test_a_supervisor_that_does_not_listen_does_not_stop_the_dice(supervisor: socket.socket) -> None:
    now_s = iter(range(100_000))
    notifier = Notifier(supervisor.getsockname(), 60.0, lambda: float(next(now_s)))
    for _ in range(2000):  # far more than a socket holds
        notifier.beat()
    assert 0 < len(heard(supervisor)) < 2000


def test_an_abstract_socket_will_do() -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listening:
        listening.bind("")  # Linux picks an abstract name
        name = listening.getsockname().decode()
        Notifier(f"@{name[1:]}").beat()
        assert heard(listening) == ["WATCHDOG=1"]


def test_what_the_environment_says() -> None:
    asked = {"NOTIFY_SOCKET": "/run/x", "WATCHDOG_USEC": "60000000"}
    notifier = Notifier.from_environment(asked)
    assert (notifier.is_supervised, notifier.limit_s, notifier.beat_every_s) == (True, 60.0, 15.0)
    mine = Notifier.from_environment({**asked, "WATCHDOG_PID": str(os.getpid())})
    assert mine.limit_s == 60.0
    parents = Notifier.from_environment({**asked, "WATCHDOG_PID": "1"})
    assert (parents.limit_s, parents.beat_every_s) == (0.0, None)
    assert not Notifier.from_environment({}).is_supervised


def test_a_camera_that_may_stall_for_long_is_waited_for(supervisor: socket.socket) -> None:
    notifier = Notifier(supervisor.getsockname(), 60.0)
    notifier.allow(60.0)
    notifier.allow(260.0)
    assert heard(supervisor) == ["WATCHDOG_USEC=260000000"]
    assert notifier.limit_s == 260.0
    Notifier(supervisor.getsockname()).allow(260.0)
    assert heard(supervisor) == []
