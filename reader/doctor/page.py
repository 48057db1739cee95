"""Whether the page answers. Nothing leaves this machine."""

from __future__ import annotations

import contextlib
import json
import tempfile
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, Final, NoReturn

from hardware.errors import CameraMissingError
from reader.config import PageSettings, Settings
from reader.doctor.check import Check, ill, well
from reader.doctor.surroundings import Surroundings
from reader.page.hosts import address_for

PATIENCE_S: Final = 20.0
"""A busy Pi takes its time; where nobody listens the answer comes at once."""
FROM_HERE: Final = {"0.0.0.0": "127.0.0.1", "::": "::1"}
"""A page for everybody is asked on loopback; one that has a single address, at that."""


def asked(page: PageSettings, path: str) -> dict[str, Any] | None:
    """What the page on this machine answers; None if nothing does, empty if it is not our page."""
    direct = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    address = address_for(FROM_HERE.get(page.host, page.host), page.port)
    try:
        with direct.open(f"{address}{path}", timeout=PATIENCE_S) as answer:
            told = json.loads(answer.read())
    except urllib.error.HTTPError:
        return {}
    except OSError:
        return None
    except ValueError:
        return {}
    return told if isinstance(told, dict) else {}


def page(settings: Settings, around: Surroundings) -> Check:
    if not settings.page.enabled:
        return well("page", "the settings say that there is none")
    told = asked(settings.page, "/health")
    if told is None:
        return _not_running(settings, around)
    if told.get("status") == "ok":
        return well("page", f"answers on port {settings.page.port}, version {told.get('version')}")
    if "status" in told:
        return ill("page", str(told["status"]), "sudo systemctl restart dice-reader")
    return ill("page", f"another program answers on port {settings.page.port}", "set page.port to another one")


def _not_running(settings: Settings, around: Surroundings) -> Check:
    if around.is_pi:
        fix = "sudo systemctl start dice-reader; if that does not help, journalctl -u dice-reader -n 50"
        return ill("page", "the box does not run", fix)
    with _page_of_its_own(settings) as own:
        told = asked(own, "/health")
    if told and told.get("status") == "ok":
        return well("page", "one that was opened for a moment answers", is_stand_in=True)
    return ill("page", "one that was opened for a moment does not answer", "look for a firewall", is_stand_in=True)


class WithoutCamera:
    """The watcher of a page that is opened for a moment: whoever asks it to look is told that there is no camera."""

    def look(self, is_called_off: Callable[[], bool]) -> NoReturn:
        del is_called_off
        self.glance()

    def glance(self) -> NoReturn:
        raise CameraMissingError("the doctor's page has no camera", device="camera", remedy="use the page of the box")

    def rest(self) -> None:
        """There is nothing to rest."""


@contextlib.contextmanager
def _page_of_its_own(settings: Settings) -> Iterator[PageSettings]:
    from reader.page.lens import Lens
    from reader.table.inbox import Inbox
    from reader.wiring import free_port, open_page, open_table

    with tempfile.TemporaryDirectory() as folder:
        here = replace(settings.page, host="127.0.0.1")
        own = free_port(replace(settings, page=here, state=replace(settings.state, folder=Path(folder))))
        lens = Lens(WithoutCamera())
        with open_table(own, Inbox(), lens) as table:
            table.start()
            with open_page(own, table, lens, lambda _code: None) as address:
                yield replace(here, port=int(address.rpartition(":")[2]))
