"""Six digits on the box's own screen: how often they may be guessed, and what they open."""

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from reader.page.devices import Devices
from reader.page.errors import RefusalError
from reader.page.pairing import CODE_LASTS_S, FIRST_LOCK_S, Pairing
from reader.page.server import PageServer
from reader.table.commands import Glance
from tests.reader.page.stand import CODE, Stand, client_of, token_for


class Clock:
    now_s = 0.0

    def __call__(self) -> float:
        return self.now_s


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def shown() -> list[str]:
    return []


@pytest.fixture
def pairing(clock: Clock, shown: list[str]) -> Pairing:
    codes: Iterator[str] = iter(f"{number:06}" for number in range(111_111, 999_999, 111_111))
    return Pairing(shown.append, clock, lambda: next(codes))


def test_every_code_is_new_and_ends_when_it_was_used(pairing: Pairing, shown: list[str]) -> None:
    pairing.ask()
    pairing.ask()
    with pytest.raises(RefusalError, match="not the code"):
        pairing.prove("111111")
    pairing.prove("222 222")
    assert shown == ["111111", "222222", ""]
    with pytest.raises(RefusalError, match="no code is shown"):
        pairing.prove("222222")


def test_a_code_is_taken_from_the_screen_in_time(pairing: Pairing, shown: list[str], clock: Clock) -> None:
    pairing.ask()
    clock.now_s = CODE_LASTS_S - 1
    pairing.end_if_over()
    assert shown == ["111111"]
    clock.now_s = CODE_LASTS_S
    pairing.end_if_over()
    assert shown == ["111111", ""]
    with pytest.raises(RefusalError, match="no code is shown"):
        pairing.prove("111111")


def test_five_wrong_tries_end_a_code(pairing: Pairing) -> None:
    pairing.ask()
    for _ in range(4):
        with pytest.raises(RefusalError, match="left"):
            pairing.prove("000000")
    with pytest.raises(RefusalError, match="ask for a new one"):
        pairing.prove("000000")
    with pytest.raises(RefusalError, match="no code is shown"):
        pairing.prove("111111")


def test_ten_wrong_tries_lock_pairing_and_the_lock_grows(pairing: Pairing, clock: Clock) -> None:
    for _ in range(9):
        with pytest.raises(RefusalError):
            pairing.prove("000000")
    with pytest.raises(RefusalError, match="locked for 5 min") as locked:
        pairing.prove("000000")
    assert (locked.value.status, locked.value.wait_s) == (429, FIRST_LOCK_S)
    with pytest.raises(RefusalError, match="locked"):
        pairing.ask()
    clock.now_s = FIRST_LOCK_S
    for _ in range(9):
        with pytest.raises(RefusalError):
            pairing.prove("000000")
    with pytest.raises(RefusalError, match="locked for 10 min"):
        pairing.prove("000000")


def test_codes_cannot_be_asked_for_without_end(pairing: Pairing) -> None:
    for _ in range(6):
        pairing.ask()
    with pytest.raises(RefusalError, match="too many codes were asked for; wait 30 s"):
        pairing.ask()


def test_a_wrong_code_twenty_times_is_locked_with_the_wait_stated(anyone: httpx.Client, stand: Stand) -> None:
    anyone.post("/api/pairing")
    answers = [anyone.post("/api/pairing/code", json={"code": "000000"}) for _ in range(20)]
    assert answers[-1].status_code == 429
    assert answers[-1].json()["error"] == "too many wrong codes; pairing is locked for 5 min"
    assert answers[-1].headers["retry-after"] == "300"
    assert anyone.post("/api/pairing/code", json={"code": CODE}).status_code == 429
    assert stand.codes == [CODE, ""]


def test_the_code_is_nowhere_but_on_the_boxs_own_screen(anyone: httpx.Client, stand: Stand) -> None:
    before = anyone.get("/api/screen.png").content
    asked = anyone.post("/api/pairing")
    stand.table.submit(Glance()).result(timeout=10)
    assert stand.codes == [CODE]
    assert CODE not in asked.text
    assert CODE not in anyone.get("/api/state").text
    assert CODE not in anyone.get("/api/box").text
    assert anyone.get("/api/screen.png").content == before


def test_a_browser_is_paired_by_a_cookie_that_scripts_cannot_read(server: PageServer) -> None:
    with client_of(server) as browser:
        browser.headers["Origin"] = server.address
        browser.post("/api/pairing")
        paired = browser.post("/api/pairing/code", json={"code": CODE})
        cookie = paired.headers["set-cookie"]
        assert "HttpOnly" in cookie
        assert "SameSite=strict" in cookie
        assert "token" not in paired.json()
        assert browser.post("/api/commands", json={"do": "cancel"}).status_code == 200
        browser.headers["Origin"] = "http://evil.example"
        assert browser.post("/api/commands", json={"do": "cancel"}).status_code == 403


def test_an_unpaired_device_may_not_command_any_more(server: PageServer, player: httpx.Client) -> None:
    with client_of(server, token_for(server)) as other:
        listed = player.get("/api/devices").json()["devices"]
        assert [one["is_this"] for one in listed] == [True, False]
        assert player.delete(f"/api/devices/{listed[1]['id']}").status_code == 200
        assert other.post("/api/commands", json={"do": "cancel"}).status_code == 401
        assert player.delete(f"/api/devices/{listed[1]['id']}").status_code == 404


def test_devices_stay_paired_after_a_restart_and_their_tokens_are_not_on_the_disk(tmp_path: Path) -> None:
    token, device = Devices(tmp_path, lambda: "now").add("  Anna's\x07 phone ")
    assert device.name == "Anna's phone"
    assert Devices(tmp_path, lambda: "now").holding(token) == device
    file = next(tmp_path.iterdir())
    assert token not in file.read_text()
    assert file.stat().st_mode & 0o077 == 0


def test_a_damaged_list_of_devices_pairs_nobody(tmp_path: Path) -> None:
    (tmp_path / "paired.json").write_text('[{"id": 1}]')
    assert Devices(tmp_path, lambda: "now").all == ()
