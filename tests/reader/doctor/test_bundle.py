"""The file for whoever helps has nothing private in it, whatever lies in the state folder, the settings and the log."""

import json
import zipfile
from dataclasses import replace
from importlib.metadata import version
from pathlib import Path

import pytest

from reader.config import PageSettings, Settings, StateSettings, TableSettings
from reader.doctor.bundle import write_bundle
from reader.doctor.check import ill, well
from reader.doctor.scrub import scrubbed
from reader.doctor.surroundings import Surroundings
from reader.page.devices import Devices

LOG = """the page: http://192.168.178.112:8000
pairing code: 481516
wlan0 dc:a6:32:01:02:03 fe80::dea6:32ff:fe01:203 2001:db8::7
while serving Pick(roll='group Alice=+0 Bob=+3')
Traceback (most recent call last):
  File "/opt/dice-reader/current/lib/reader/table/table.py", line 99, in _served
  File "/home/annabell/dice/reader.py", line 3
ValueError: "Alice wins" at kitchen-pi.fritz.box, bearer {token}
annabell logged in on kitchenbox from anna@example.org
"""
UPTIME = "20:15:00 up 31 days, load average: 0.05"
PRIVATE = (
    "481516", "192.168", "dc:a6:32", "fe80", "2001:db8", "Alice", "Bob", "annabell", "anna@", "kitchen", "Kate's phone",
    "secret-name", "10.9.8.7", "Charlie",
)  # fmt: skip


@pytest.fixture
def bundled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[str, str]:
    """Everything that the bundle says, and a token that must not be in it."""
    state = tmp_path / "home/annabell/state"
    token, device = Devices(state, lambda: "2026-01-02").add("Kate's phone")
    (state / "journal.sqlite").write_text("Charlie threw 17")
    monkeypatch.setattr("socket.gethostname", lambda: "kitchenbox")
    settings = replace(
        Settings(),
        page=PageSettings(host="10.9.8.7", names=("secret-name.example",)),
        table=TableSettings(presets=("group Alice=+0 Bob=+3",)),
        state=StateSettings(folder=state),
    )
    log = LOG.replace("{token}", token)
    told = {"journalctl": log, "uptime": UPTIME}
    around = Surroundings("Raspberry Pi 4", tmp_path, lambda command: told.get(command[0]))
    checks = [
        well("page", "answers on kitchenbox, 192.168.178.112"),
        ill("camera", "no camera", "plug it in, annabell"),
    ]
    monkeypatch.setenv("SUDO_USER", "annabell")
    (tmp_path / "etc").mkdir()
    (tmp_path / "etc/os-release").write_text('NAME="x"\nPRETTY_NAME="Debian GNU/Linux 13 (trixie)"\n')
    file = tmp_path / "bundle.zip"
    write_bundle(file, checks, settings, around)
    with zipfile.ZipFile(file) as bundle:
        assert json.loads(bundle.read("checks.json"))["checks"][1] == {
            "name": "camera", "ok": False, "fix": "plug it in, …",
        }  # fmt: skip
        return "\n".join(
            bundle.read(name).decode() for name in bundle.namelist()
        ), f"{token} {device.digest} {device.id}"


def test_nothing_private_is_in_it(bundled: tuple[str, str]) -> None:
    text, secrets = bundled
    assert [secret for secret in (*PRIVATE, *secrets.split()) if secret.lower() in text.lower()] == []


def test_what_helps_is_in_it(bundled: tuple[str, str]) -> None:
    text, _ = bundled
    for needed in (
        "✗ camera: no camera", "board: Raspberry Pi 4", "release: Debian GNU/Linux 13",
        "camera.kind = pi", "panel.display_address = 0x3C",
        f"$ uptime\n{UPTIME}", "vcgencmd get_throttled\n(no answer)",
        f"opencv-python-headless {version('opencv-python-headless')}\n", "page.host = changed",
        "table.presets = changed",
        'File "/opt/dice-reader/current/lib/reader/table/table.py", line 99', "while serving Pick(roll=", "numpy 2",
    ):  # fmt: skip
        assert needed in text, needed


def test_who_sees_the_page_is_told_in_words(tmp_path: Path) -> None:
    write_bundle(tmp_path / "bundle.zip", [], Settings(), Surroundings(None, tmp_path, lambda _command: None))
    with zipfile.ZipFile(tmp_path / "bundle.zip") as bundle:
        assert "page.host = everybody in the house\n" in bundle.read("settings.txt").decode()


def test_versions_and_times_are_kept() -> None:
    line = "onnxruntime 1.31.1 at 20:15:00 took 1234567 µs, 0x3C on i2c-1"
    assert scrubbed(line) == line
