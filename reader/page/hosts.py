"""By which names the page may be called. A name that somebody else made to point here is refused: DNS rebinding."""

from __future__ import annotations

import fcntl
import ipaddress
import socket
import struct
from collections.abc import Iterable
from typing import Final

HOUSE_ENDINGS: Final = (".local", ".lan", ".home", ".internal", ".home.arpa", ".localdomain", ".fritz.box")
"""What routers put behind a machine's name; nobody can register these."""

EVERYBODY: Final = ("0.0.0.0", "::")
HTTP_PORT: Final = 80
SIOCGIFADDR: Final = 0x8915
SIOCGIFFLAGS: Final = 0x8913
"""Linux's calls for an interface's IPv4 address and flags; see netdevice(7)."""
IFF_LOOPBACK: Final = 0x8
IFF_RUNNING: Final = 0x40
FLAGS_IN_ANSWER: Final = slice(16, 18)
ADDRESS_IN_ANSWER: Final = slice(20, 24)


def own_names(more: Iterable[str] = ()) -> frozenset[str]:
    machine = socket.gethostname().lower().split(".")[0]
    return frozenset({"localhost", machine, *(machine + ending for ending in HOUSE_ENDINGS), *map(str.lower, more)})


def is_ours(host: str, names: frozenset[str]) -> bool:
    """An address in numbers always is, since it cannot be made to point elsewhere.

    >>> names = frozenset({"dice.local"})
    >>> is_ours("192.168.1.7:8000", names), is_ours("[::1]:8000", names), is_ours("DICE.local", names)
    (True, True, True)
    >>> is_ours("evil.example:8000", names), is_ours("", names), is_ours("dice.local:80:80", names)
    (False, False, False)
    """
    name = _without_port(host).lower().removesuffix(".")
    if name in names:
        return True
    try:
        ipaddress.ip_address(name.strip("[]"))
    except ValueError:
        return False
    return True


def _without_port(host: str) -> str:
    name, colon, port = host.rpartition(":")
    if colon and not host.endswith("]"):
        return name if port.isascii() and port.isdigit() and (":" not in name or name.endswith("]")) else ""
    return host


def address_for(host: str, port: int) -> str:
    """As it is typed into a browser.

    >>> address_for("127.0.0.1", 8000), address_for("::1", 80)
    ('http://127.0.0.1:8000', 'http://[::1]')
    """
    name = address_of_this_machine() if host in EVERYBODY else host
    name = f"[{name}]" if ":" in name else name
    return f"http://{name}" if port == HTTP_PORT else f"http://{name}:{port}"


def address_of_this_machine() -> str:
    """The one that others in the house reach it by, or the one that only itself does."""
    return address_in_the_house() or "127.0.0.1"


def address_in_the_house() -> str | None:
    """None without a network. Nothing is sent to find it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:  # no way out of the house; a box that is its own access point has an address all the same
            return next((found for _, name in socket.if_nameindex() if (found := _address_of(name, probe))), None)
        return str(probe.getsockname()[0])


def _address_of(interface: str, probe: socket.socket) -> str | None:
    """Of one that is plugged in, or in the Wi-Fi: others may still have the address that they had."""
    asked = struct.pack("256s", interface.encode()[:15])
    try:
        (flags,) = struct.unpack("H", fcntl.ioctl(probe, SIOCGIFFLAGS, asked)[FLAGS_IN_ANSWER])
        if flags & IFF_LOOPBACK or not flags & IFF_RUNNING:
            return None
        return socket.inet_ntoa(fcntl.ioctl(probe, SIOCGIFADDR, asked)[ADDRESS_IN_ANSWER])
    except OSError:
        return None
