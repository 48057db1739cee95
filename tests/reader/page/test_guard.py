"""At the door: names, origins, sizes and rates."""

import httpx
import pytest

from reader.page.guard import HEADERS, LOOKING, MOST_BODY_BYTES
from reader.page.hosts import is_ours, own_names
from reader.page.limits import Allowance, Limit
from reader.page.server import PageServer


@pytest.mark.parametrize("host", ["evil.example", "evil.example:8000", "localhost.evil.example", ""])
def test_a_name_that_is_not_ours_is_refused(anyone: httpx.Client, host: str) -> None:
    refused = anyone.get("/api/state", headers={"Host": host})
    assert refused.status_code in (400, 421)
    assert "readout" not in refused.text


@pytest.mark.parametrize("host", ["localhost:1", "127.0.0.1", "192.168.1.50:8000", "[fe80::1]:8000"])
def test_our_names_and_addresses_are_served(anyone: httpx.Client, host: str) -> None:
    assert anyone.get("/api/state", headers={"Host": host}).status_code == 200


def test_names_from_the_settings_are_ours_too() -> None:
    assert is_ours("tray.example.org:8000", own_names(["Tray.example.org"]))


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
    ],
)
def test_another_sites_page_may_not_command_even_with_a_token(player: httpx.Client, headers: dict[str, str]) -> None:
    assert player.post("/api/commands", json={"do": "cancel"}, headers=headers).status_code == 403


def test_our_own_page_may_command(player: httpx.Client, server: PageServer) -> None:
    headers = {"Origin": server.address, "Sec-Fetch-Site": "same-origin"}
    assert player.post("/api/commands", json={"do": "cancel"}, headers=headers).status_code == 200


def test_a_large_body_is_refused_also_if_it_comes_in_pieces(player: httpx.Client) -> None:
    large = b"x" * (MOST_BODY_BYTES + 1)
    assert player.post("/api/commands", content=large).status_code == 413
    pieces = (b"x" * 1000 for _ in range(40))
    assert player.post("/api/commands", content=pieces).status_code == 413


@pytest.mark.parametrize(
    "body", [b"", b"[]", b'{"do": "fly"}', b'{"do": "pick"}', b'{"do": "press", "more": 1}', b"\xff\xfe", b"[" * 9000]
)
def test_what_is_no_command_is_explained(player: httpx.Client, body: bytes) -> None:
    refused = player.post("/api/commands", content=body, headers={"Content-Type": "application/json"})
    assert refused.status_code in (400, 422)
    assert refused.json()["error"]


def test_a_form_post_is_no_command(player: httpx.Client) -> None:
    assert player.post("/api/commands", data={"do": "press"}).status_code == 422


def test_every_answer_forbids_what_browsers_must_not_do(anyone: httpx.Client) -> None:
    for path in ("/", "/overlay", "/api/state", "/nothing"):
        answer = anyone.get(path)
        assert {name: answer.headers[name] for name in HEADERS} == HEADERS
    assert "unsafe" not in HEADERS["Content-Security-Policy"]


def test_the_page_has_no_inline_script_or_style(anyone: httpx.Client) -> None:
    for path in ("/", "/overlay"):
        text = anyone.get(path).text
        assert "<script>" not in text
        assert "style=" not in text
        assert "<style" not in text
        assert "http://" not in text.replace("http://www.w3.org", "")
        assert "https://" not in text


def test_too_many_requests_are_refused_with_the_wait(anyone: httpx.Client) -> None:
    answers = [anyone.get("/health") for _ in range(LOOKING.at_once + 1)]
    assert [answer.status_code for answer in answers[:-1]] == [200] * LOOKING.at_once
    assert (answers[-1].status_code, answers[-1].headers["retry-after"]) == (429, "1")


def test_a_bucket_fills_again_and_each_has_its_own() -> None:
    now = [0.0]
    limit = Limit(Allowance(at_once=2, a_second=0.5), lambda: now[0])
    assert [limit.wait_s("a") for _ in range(3)] == [0.0, 0.0, 2.0]
    assert limit.wait_s("b") == 0.0
    now[0] = 2.0
    assert limit.wait_s("a") == 0.0


def test_the_limit_forgets_those_who_asked_longest_ago() -> None:
    limit = Limit(Allowance(at_once=1, a_second=0.001), lambda: 0.0)
    limit.wait_s("first")
    for number in range(1024):
        limit.wait_s(number)
    assert limit.wait_s("first") == 0.0


def test_errors_are_sentences(anyone: httpx.Client) -> None:
    missing, wrong = anyone.get("/api/nothing"), anyone.put("/api/state")
    assert (missing.status_code, missing.json()) == (404, {"error": "there is nothing here"})
    assert (wrong.status_code, wrong.json()) == (405, {"error": "that cannot be done here"})
    assert anyone.get("/api/history", params={"last": 0}).json()["error"].startswith("last: ")
