"""Calibrating from the page: every step is a command, and everything that is known can be asked for."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import numpy as np
import pytest

from hardware.cameras.camera import CameraLocks
from reader.calibration.guide import Guide
from reader.calibration.in_use import CheckingWatcher, InUse
from reader.calibration.shelf import Shelf
from reader.vision.sighting import Frame
from tests.reader.calibration.held_camera import HeldCamera, ToldEye, no_sleep
from tests.reader.page.stand import ScriptedWatcher, Stand, client_of, token_for


def tray(light: float = 1.0) -> Frame:
    """Green felt with a wooden rim; the grain is what the camera focuses on."""
    picture = np.full((360, 480, 3), (40, 60, 90), float)
    picture[40:-40, 50:-50] = (70, 130, 60)
    picture += np.random.default_rng(1).normal(0, 4, picture.shape)
    return np.asarray(np.clip(picture * light, 0, 255), np.uint8)


class Seeing(ScriptedWatcher):
    """Its glances show what the camera sees."""

    camera: HeldCamera

    def glance(self) -> Frame:
        return self.camera.still()


@pytest.fixture
def stand(tmp_path: Path) -> Stand:
    in_use = InUse(Shelf(tmp_path))
    camera = HeldCamera(tray())
    watcher = Seeing()
    watcher.camera = camera
    guide = Guide(camera, ToldEye(), in_use, CameraLocks(), lambda: "2026-01-02T20:15:00+00:00", sleep=no_sleep)
    made = Stand(tmp_path, CheckingWatcher(watcher, in_use), set_up=guide)
    made.held = camera  # type: ignore[attr-defined]  # what tests put before the camera
    return made


@pytest.fixture
def client(stand: Stand) -> Iterator[httpx.Client]:
    with stand.served() as server, client_of(server, token_for(server)) as made:
        yield made


Do = Callable[..., dict[str, Any]]


@pytest.fixture
def do(client: httpx.Client) -> Do:
    def done(**order: str) -> dict[str, Any]:
        answer = client.post("/api/commands", json=order)
        assert answer.status_code == 200, answer.text
        told: dict[str, Any] = answer.json()
        return told

    return done


def test_step_by_step(client: httpx.Client, do: Do) -> None:
    assert client.get("/api/calibration").json()["made_at"] == ""
    assert do(do="calibrate", step="open")["state"]["readout"]["prompt"] == "Empty the tray"
    done = do(do="calibrate", step="measure")
    assert done["state"]["readout"]["total"] == "Ready"
    told = client.get("/api/calibration").json()
    assert (told["is_kept"], told["remark"]) == (True, "")
    assert {one["what"] for one in told["measured"]["findings"]} >= {"focus", "light", "glare", "evenness", "tray"}
    assert do(do="calibrate", step="leave")["state"]["readout"]["state"] == "idle"


def test_a_dark_tray_is_refused_in_words_and_can_be_kept_anyway(client: httpx.Client, do: Do, stand: Stand) -> None:
    stand.held.pictures = [tray(0.15)]  # type: ignore[attr-defined]
    done = do(do="calibrate", step="measure")
    assert "too dark" in done["refused"]
    assert client.get("/api/calibration").json()["is_kept"] is False
    assert do(do="calibrate", step="keep")["refused"] == ""
    assert client.get("/api/calibration").json()["is_kept"] is True


def test_the_live_picture_comes_with_what_is_wrong_with_it(client: httpx.Client, do: Do, stand: Stand) -> None:
    stand.held.pictures = [tray(0.15)]  # type: ignore[attr-defined]
    do(do="glance")
    live = client.get("/api/calibration").json()["live"]
    assert [one["what"] for one in live["findings"] if not one["is_well"]] == ["light"]
    assert client.get(live["image"]).headers["content-type"] == "image/jpeg"


def test_the_player_is_warned_when_the_light_has_changed(client: httpx.Client, do: Do, stand: Stand) -> None:
    do(do="calibrate", step="measure")
    do(do="calibrate", step="leave")
    stand.held.pictures = [tray(0.5)]  # type: ignore[attr-defined]
    do(do="glance")
    assert "The light is down to" in client.get("/api/state").json()["readout"]["warning"]


def test_the_box_button_goes_on_too(do: Do) -> None:
    do(do="calibrate", step="open")
    assert do(do="press")["state"]["readout"]["total"] == "Ready"
    assert do(do="press")["state"]["readout"]["state"] == "idle"


@pytest.mark.parametrize("which", ["seen", "evened"])
def test_the_measured_tray_can_be_looked_at(client: httpx.Client, do: Do, which: str) -> None:
    assert client.get(f"/api/calibration/{which}.jpg").status_code == 404
    do(do="calibrate", step="measure")
    assert client.get(f"/api/calibration/{which}.jpg").content.startswith(b"\xff\xd8")


def test_only_paired_devices_may_calibrate(stand: Stand) -> None:
    with stand.served() as server, client_of(server) as stranger:
        assert stranger.post("/api/commands", json={"do": "calibrate"}).status_code == 401
        assert stranger.get("/api/calibration").status_code == 200


def test_a_box_without_a_camera_says_so(tmp_path: Path) -> None:
    bare = Stand(tmp_path, ScriptedWatcher())
    with bare.served() as server, client_of(server, token_for(server)) as client:
        assert client.get("/api/calibration").json()["can"] is False
        assert "no camera" in client.post("/api/commands", json={"do": "calibrate"}).json()["refused"]
