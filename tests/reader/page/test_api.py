"""What anybody may see and a paired device may do, over real HTTP on loopback."""

import httpx
import pytest

from hardware.errors import CameraMissingError
from reader.page.app import make_app
from reader.page.errors import PageError
from reader.page.server import PageServer
from reader.table.commands import Press
from reader.vision.sighting import Why
from tests.reader.page.stand import DARK, LIGHT, Put, ScriptedWatcher, Stand, client_of

STANDARD = (Put("d6", "5", **LIGHT), Put("d6", "2", **DARK))


def do(player: httpx.Client, what: str, **more: object) -> httpx.Response:
    return player.post("/api/commands", json={"do": what, **more})


def readout(client: httpx.Client) -> dict[str, object]:
    shown = client.get("/api/state").json()["readout"]
    assert isinstance(shown, dict)
    return shown


def test_anybody_may_see_what_the_box_shows(anyone: httpx.Client) -> None:
    state = anyone.get("/api/state").json()
    assert state["readout"]["title"] == "free"
    assert state["lamp"] == "ready"


def test_a_standard_roll_is_chosen_pressed_and_shown_with_its_picture(
    player: httpx.Client, watcher: ScriptedWatcher
) -> None:
    watcher.throws = [STANDARD]
    assert do(player, "pick", roll="Standard Ability = 7").status_code == 200
    done = do(player, "press").json()
    assert done["refused"] == ""
    shown = done["state"]["readout"]
    assert (shown["state"], shown["total"]) == ("outcome", "−2 → 5")
    assert [die["is_struck"] for die in shown["dice"]] == [True, False]
    picture = player.get(done["state"]["image"])
    assert picture.headers["content-type"] == "image/jpeg"
    assert picture.content.startswith(b"\xff\xd8")


def test_whoever_is_not_paired_may_not_command(anyone: httpx.Client) -> None:
    refused = do(anyone, "press")
    assert refused.status_code == 401
    assert "paired" in refused.json()["error"]


def test_dice_that_cannot_be_read_are_shown_in_the_picture_of_that_look(
    player: httpx.Client, watcher: ScriptedWatcher
) -> None:
    watcher.throws = [(Put("d20", "17", why=Why.NOT_SURE),)]
    done = do(player, "press").json()
    assert "17 or 1" in done["refused"]
    assert done["state"]["readout"]["sightings"][0]["why"] == "not sure"
    assert done["state"]["image"].startswith("/api/looks/1.jpg")
    assert player.get(done["state"]["image"]).status_code == 200


def test_a_look_that_is_not_the_last_is_gone(player: httpx.Client, watcher: ScriptedWatcher) -> None:
    watcher.throws = [(Put("d20", "17", why=Why.LEANING),)]
    do(player, "press")
    gone = player.get("/api/looks/7.jpg")
    assert (gone.status_code, gone.json()) == (404, {"error": "that picture is gone"})


def test_an_empty_tray_is_shown_as_it_was_seen(player: httpx.Client, watcher: ScriptedWatcher) -> None:
    watcher.throws = [(Put("d6", "3"),), ()]
    do(player, "press")
    done = do(player, "press").json()
    assert done["state"]["image"].startswith("/api/looks/2.jpg")


def test_a_misread_die_is_corrected_and_the_record_keeps_both(player: httpx.Client, watcher: ScriptedWatcher) -> None:
    watcher.throws = [STANDARD]
    do(player, "pick", roll="standard")
    number = do(player, "press").json()["state"]["readout"]["dice"][1]["number"]
    corrected = do(player, "correct", die=number, face="6").json()["state"]["readout"]
    assert corrected["total"] == "+5"
    record = player.get("/api/history").json()["rolls"][0]
    assert (record["corrections"][0]["was"]["face"], record["corrections"][0]["now"]["face"]) == ("2", "6")


def test_a_command_about_an_older_readout_is_refused(player: httpx.Client, watcher: ScriptedWatcher) -> None:
    before = player.get("/api/state").json()["id"]
    watcher.throws = [(Put("d6", "3"),)]
    do(player, "press")
    late = do(player, "correct", die=0, face="4", on=before)
    assert (late.status_code, late.json()["error"]) == (409, "the table has moved on; look at what it shows now")


def test_what_the_table_refuses_is_said_in_its_words(player: httpx.Client) -> None:
    refused = do(player, "pick", roll="2d7")
    assert refused.status_code == 409
    assert "d7" in refused.json()["error"]


def test_a_press_while_the_box_looks_is_refused(player: httpx.Client, watcher: ScriptedWatcher, stand: Stand) -> None:
    watcher.may_look.clear()
    first = stand.table.submit(Press())
    assert do(player, "press").status_code == 409
    watcher.may_look.set()
    first.result(timeout=10)


def test_a_camera_that_is_away_is_said_and_values_are_typed_in(player: httpx.Client, watcher: ScriptedWatcher) -> None:
    watcher.error = CameraMissingError("no camera", device="/dev/video0", remedy="plug it in")
    do(player, "pick", roll="2d6")
    assert "no camera" in do(player, "press").json()["refused"]
    assert do(player, "glance").status_code == 409
    shown = do(player, "enter", values="3 4").json()["state"]["readout"]
    assert (shown["total"], shown["dice"][0]["typed"]) == ("7", True)


def test_a_glance_counts_nothing_and_gives_hints(player: httpx.Client, watcher: ScriptedWatcher) -> None:
    watcher.lying = STANDARD
    assert do(player, "glance").status_code == 200
    camera = player.get("/api/box").json()["camera"]
    assert {hint["what"] for hint in camera["hints"]} == {"focus", "light"}
    assert player.get(camera["image"]).status_code == 200
    assert player.get("/api/history").json()["rolls"] == []


def test_history_goes_back_page_by_page_and_is_filtered(player: httpx.Client) -> None:
    for roll in ("2d6", "d20", "2d6"):
        do(player, "pick", roll=roll)
        do(player, "enter", values="3 4" if roll == "2d6" else "11")
    first = player.get("/api/history", params={"last": 2}).json()
    assert [one["roll"] for one in first["rolls"]] == ["2d6", "1d20"]
    rest = player.get("/api/history", params={"last": 2, "before": first["more"]}).json()
    assert ([one["roll"] for one in rest["rolls"]], rest["more"]) == (["2d6"], None)
    assert len(player.get("/api/history", params={"roll": "d20"}).json()["rolls"]) == 1
    assert player.get("/api/history", params={"day": "2020-01-01"}).json()["rolls"] == []
    assert len(player.get("/api/history", params={"day": "2026-01-02"}).json()["rolls"]) == 3


@pytest.mark.parametrize(
    ("times", "found"),
    [
        ({"since": "2026-01-02T21:15:00+01:00"}, 1),
        ({"since": "2026-01-02T21:15:01+01:00"}, 0),
        ({"until": "2026-01-02T20:15:00Z"}, 0),
        ({"since": "2026-01-02T00:00:00.000Z", "until": "2026-01-03T00:00:00.000Z"}, 1),
        ({"since": "2026-01-01T23:00:00Z", "until": "2026-01-02T23:00:00Z"}, 1),
    ],
)
def test_history_of_a_day_is_that_of_the_players_own_clock(
    player: httpx.Client, times: dict[str, str], found: int
) -> None:
    do(player, "pick", roll="2d6!")
    do(player, "enter", values="6 4")
    do(player, "enter", values="2")
    rolls = player.get("/api/history", params=times).json()["rolls"]
    assert [[die["text"] for die in roll["dice"]] for roll in rolls] == [["6!", "4", "2"]] * found
    assert len(player.get("/api/history.csv", params=times).text.splitlines()) == 1 + found


@pytest.mark.parametrize("time", ["yesterday", "2026-01-02T20:15:00", "0001-01-01T00:00:00+23:59"])
@pytest.mark.parametrize("path", ["/api/history", "/api/history.csv"])
def test_a_time_that_is_none_is_refused(anyone: httpx.Client, path: str, time: str) -> None:
    answer = anyone.get(path, params={"since": time})
    assert answer.status_code == 422
    assert answer.json()["error"]


def test_history_as_a_table_is_safe_for_spreadsheets(player: httpx.Client) -> None:
    do(player, "pick", roll='contest "=HYPERLINK(1)"=+0 Bob=+0')
    do(player, "enter", values="9")
    do(player, "enter", values="2")
    lines = player.get("/api/history.csv").text.splitlines()
    assert lines[0].startswith("id,at,roll")
    assert "'=HYPERLINK(1)" in lines[1]


def test_statistics_count_what_the_camera_saw(player: httpx.Client, watcher: ScriptedWatcher) -> None:
    watcher.throws = [STANDARD]
    do(player, "press")
    dice = player.get("/api/statistics").json()["dice"]
    assert [(one["kind"], one["colour"], one["throws"]) for one in dice] == [("d6", "black", 1), ("d6", "white", 1)]
    assert "too early" in dice[0]["sentence"]


def test_odds_are_exact_and_an_unknown_roll_is_explained(anyone: httpx.Client) -> None:
    odds = anyone.get("/api/odds", params={"roll": "2D6"}).json()
    assert odds["roll"] == "2d6"
    assert dict(odds["totals"])[7] == pytest.approx(1 / 6)
    unknown = anyone.get("/api/odds", params={"roll": "2d7"})
    assert unknown.status_code == 422
    assert "d7" in unknown.json()["error"]
    assert anyone.get("/api/odds", params={"roll": "free"}).json()["totals"] == []


def test_books_tell_what_a_form_needs(anyone: httpx.Client) -> None:
    known = anyone.get("/api/books").json()
    forms = {form["word"]: form for book in known["books"] for form in book["forms"]}
    assert forms["standard"]["fields"][0]["name"] == "ability"
    assert forms["contest"]["fields"][0]["sort"] == "parties"
    assert known["presets"][0] == "free"
    assert known["faces"]["d6"] == ["1", "2", "3", "4", "5", "6"]


def test_the_screen_is_mirrored(anyone: httpx.Client) -> None:
    assert anyone.get("/api/screen.png").content.startswith(b"\x89PNG")


def test_health_fails_when_the_worker_has_stopped(anyone: httpx.Client, stand: Stand) -> None:
    assert anyone.get("/health").json()["status"] == "ok"
    stand.table.close()
    assert anyone.get("/health").status_code == 503


def test_a_second_server_on_the_same_port_says_what_to_do(server: PageServer, stand: Stand) -> None:
    with pytest.raises(PageError, match=r"is taken by another program; set page.port"):
        PageServer(make_app(stand.box), "127.0.0.1", server.port)


def test_nothing_is_served_that_is_not_a_file_of_the_page(server: PageServer) -> None:
    with client_of(server) as client:
        assert client.get("/").headers["content-type"].startswith("text/html")
        assert client.get("/static/main.js").status_code == 200
        for path in ("/static/../app.py", "/static/%2e%2e/app.py", "/static/app.py", "/static/", "/etc/passwd"):
            missing = client.get(path)
            assert missing.status_code == 404
            assert missing.json()["error"]
