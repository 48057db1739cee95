from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import httpx
import pytest

from reader.page.server import PageServer
from tests.reader.page.stand import ScriptedWatcher, Stand, client_of, token_for

# The README's test command does without Playwright and schemathesis; .ci/run installs them.
BROWSER = ["chromium.py", "take_calibration.py", "take_screenshots.py", "take_teaching.py", "test_browser.py"]
collect_ignore = [] if find_spec("playwright") else BROWSER
collect_ignore += [] if find_spec("schemathesis") else ["test_schema.py"]


@pytest.fixture
def watcher() -> ScriptedWatcher:
    return ScriptedWatcher()


@pytest.fixture
def stand(tmp_path: Path, watcher: ScriptedWatcher) -> Stand:
    """Its clock stands still: nothing is allowed again only because time has passed."""
    return Stand(tmp_path, watcher, clock=lambda: 1000.0)


@pytest.fixture
def server(stand: Stand) -> Iterator[PageServer]:
    with stand.served() as server:
        yield server


@pytest.fixture
def anyone(server: PageServer) -> Iterator[httpx.Client]:
    """Somebody on the network who is not paired."""
    with client_of(server) as client:
        yield client


@pytest.fixture
def player(server: PageServer) -> Iterator[httpx.Client]:
    with client_of(server, token_for(server)) as client:
        yield client
