"""Whatever the OpenAPI document allows is answered without an error of the server's; every refusal is a sentence."""

import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis import Case

from reader.page.app import make_app
from reader.page.limits import Limit
from reader.page.server import PageServer
from tests.reader.page.stand import WAIT_S, ScriptedWatcher, Stand, token_for

pytestmark = pytest.mark.browser

ENDLESS = "/api/events"
MAY_TAKE_TOO_LONG = "/api/odds"


def document() -> dict[str, object]:
    with tempfile.TemporaryDirectory() as folder:
        stand = Stand(Path(folder), ScriptedWatcher())
        stand.journal.close()
        return make_app(stand.box).openapi()


schema = schemathesis.openapi.from_dict(document()).exclude(path=ENDLESS)


@pytest.fixture(scope="module")
def reached(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[PageServer, str]]:
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(Limit, "wait_s", lambda *_: 0.0)  # so many requests a second are meant here
        with Stand(tmp_path_factory.mktemp("schema"), ScriptedWatcher()).served() as server:
            yield server, token_for(server)


@schema.parametrize()
@settings(max_examples=25, deadline=None, database=None, suppress_health_check=list(HealthCheck))
def test_nothing_that_the_schema_allows_is_an_error_of_the_server(case: Case, reached: tuple[PageServer, str]) -> None:
    server, token = reached
    headers = {"Authorization": f"Bearer {token}"}
    response = case.call(base_url=server.address, headers=headers, timeout=WAIT_S)
    is_slow = response.status_code == 503 and case.path == MAY_TAKE_TOO_LONG
    assert response.status_code < 500 or is_slow, (response.status_code, response.text)
    if response.status_code >= 400:
        assert response.json()["error"]
