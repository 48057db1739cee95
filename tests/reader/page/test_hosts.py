"""Which address the box is found by, while networks come and go."""

import socket
import struct
from typing import Any

import pytest

from reader.page import hosts

LOOPBACK, RUNNING, UP = 0x8, 0x40, 0x1


class Machine:
    """A machine with these interfaces, and perhaps a way out of the house."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.interfaces = {"lo": (LOOPBACK | RUNNING | UP, "127.0.0.1")}
        self.way_out = ""
        monkeypatch.setattr(hosts.socket, "socket", lambda *_: self)
        monkeypatch.setattr(hosts.socket, "if_nameindex", lambda: list(enumerate(self.interfaces, 1)))
        monkeypatch.setattr(hosts.fcntl, "ioctl", self.ioctl)

    def __enter__(self) -> "Machine":
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def connect(self, _to: tuple[str, int]) -> None:
        if not self.way_out:
            raise OSError(101, "Network is unreachable")

    def getsockname(self) -> tuple[str, int]:
        return self.way_out, 40_000

    def ioctl(self, _probe: Any, call: int, asked: bytes) -> bytes:
        flags, address = self.interfaces[asked.rstrip(b"\0").decode()]
        if call == hosts.SIOCGIFFLAGS:
            return struct.pack("16sH238x", asked[:16], flags)
        if not address:
            raise OSError(99, "Cannot assign requested address")
        return struct.pack("16sHH4s232x", asked[:16], socket.AF_INET, 0, socket.inet_aton(address))


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch) -> Machine:
    return Machine(monkeypatch)


def test_the_address_is_the_one_on_the_way_out(machine: Machine) -> None:
    machine.way_out = "192.168.1.7"
    assert hosts.address_for("0.0.0.0", 8000) == "http://192.168.1.7:8000"


def test_a_box_that_is_its_own_access_point_has_an_address(machine: Machine) -> None:
    machine.interfaces |= {"eth0": (UP, "192.168.1.7"), "wlan0": (UP | RUNNING, "10.42.0.1")}
    assert hosts.address_in_the_house() == "10.42.0.1"


@pytest.mark.parametrize("wlan", [(UP, "192.168.1.7"), (UP | RUNNING, "")], ids=["out of the Wi-Fi", "no address yet"])
def test_without_a_network_there_is_none(machine: Machine, wlan: tuple[int, str]) -> None:
    machine.interfaces["wlan0"] = wlan
    assert hosts.address_in_the_house() is None
    assert hosts.address_of_this_machine() == "127.0.0.1"
