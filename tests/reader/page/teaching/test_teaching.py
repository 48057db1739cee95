"""Teaching over the API: a lesson, the dice that were taught, and their pictures."""

from typing import Any

import httpx

from tests.reader.page.stand import Put
from tests.reader.page.teaching.learner import LearningWatcher


def ordered(player: httpx.Client, **order: Any) -> dict[str, Any]:
    answer = player.post("/api/commands", json=order)
    answer.raise_for_status()
    readout: dict[str, Any] = answer.json()["state"]["readout"]
    return readout


def taught(player: httpx.Client, watcher: LearningWatcher, *faces: str) -> dict[str, Any]:
    ordered(player, do="teach", name="Red d6")
    for face in faces:
        watcher.throws = [(Put("d6", face),)]
        ordered(player, do="press")
        ordered(player, do="press")
    die: dict[str, Any] = player.get("/api/dice").json()["dice"][0]
    return die


def test_a_lesson_is_given_by_commands(player: httpx.Client, watcher: LearningWatcher) -> None:
    readout = ordered(player, do="teach", name="Red d6")
    assert (readout["state"], readout["is_lesson"]) == ("lesson", True)
    watcher.throws = [(Put("d6", "3"),)]
    assert ordered(player, do="press")["prompt"] == "Shows 3?"
    readout = ordered(player, do="answer", option="5")
    assert [face["mark"] for face in readout["faces"]] == ["unseen"] * 4 + ["unsure", "unseen"]
    assert ordered(player, do="cancel")["is_lesson"] is False


def test_taught_dice_are_listed_with_their_pictures(player: httpx.Client, watcher: LearningWatcher) -> None:
    die = taught(player, watcher, "3", "4")
    assert (die["name"], die["kind"], die["examples"]) == ("Red d6", "d6", 2)
    assert die["faces"] == [["1", 0], ["2", 0], ["3", 1], ["4", 1], ["5", 0], ["6", 0]]
    picture = player.get(f"/api/dice/{die['id']}/3.jpg")
    assert picture.headers["content-type"] == "image/jpeg"
    assert picture.content[:2] == b"\xff\xd8"
    assert player.get(f"/api/dice/{die['id']}/6.jpg").status_code == 404


def test_a_die_is_renamed_and_forgotten_by_a_paired_device_only(
    player: httpx.Client, anyone: httpx.Client, watcher: LearningWatcher
) -> None:
    die = taught(player, watcher, "3")
    ordered(player, do="cancel")
    assert anyone.post("/api/commands", json={"do": "forget die", "die": die["id"]}).status_code == 401
    ordered(player, do="name die", die=die["id"], name="Crimson")
    assert anyone.get("/api/dice").json()["dice"][0]["name"] == "Crimson"
    ordered(player, do="forget die", die=die["id"])
    assert anyone.get("/api/dice").json()["dice"] == []
    refused = player.post("/api/commands", json={"do": "forget die", "die": die["id"]})
    assert (refused.status_code, "no die is called" in refused.json()["error"]) == (409, True)


def test_a_path_that_is_no_die_is_not_looked_for(anyone: httpx.Client) -> None:
    assert anyone.get("/api/dice/..%2F..%2Fetc/3.jpg").status_code in (404, 422)
    assert anyone.get("/api/dice/zzzzzzzz/3.jpg").status_code == 422
