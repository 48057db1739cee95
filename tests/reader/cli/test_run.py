"""What `dice-reader run` puts together."""

import contextlib
from dataclasses import replace
from pathlib import Path
from typing import Literal

import pytest

from reader.cli.run import watcher_for
from reader.config import CameraSettings, Settings, StateSettings
from reader.vision.look import Eye


@pytest.mark.parametrize(("kind", "remembers"), [("usb", True), ("recorded", False)])
def test_only_a_camera_that_stays_is_known_better_with_every_throw(
    kind: Literal["usb", "recorded"], remembers: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened = Eye.open()
    monkeypatch.setattr(Eye, "open", lambda: opened)
    settings = replace(Settings(), camera=CameraSettings(kind=kind), state=StateSettings(folder=tmp_path))
    with contextlib.ExitStack() as parts:
        watcher_for(settings, parts)
    assert (opened.stance is not None) == remembers
