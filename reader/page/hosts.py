"""By which names the page may be called. A name that somebody else made to point here is refused: DNS rebinding."""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Iterable
from typing import Final

HOUSE_ENDINGS: Final = (".local", ".lan", ".home", ".internal", ".home.arpa", ".localdomain", ".fritz.box")
"""What routers put behind a machine's name; nobody can register these."""

EVERYBODY: Final = ("0.0.0.0", "::")
HTTP_PORT: Final = 80


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
    """The one that others in the house reach it by; nothing is sent to find it."""
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
    except OSError:
        return "127.0.0.1"
