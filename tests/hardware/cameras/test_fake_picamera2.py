"""What the fake takes, the real picamera2 takes: held against the table read out of the real wheel."""

import inspect
import json
from pathlib import Path
from typing import Any

import pytest

from hardware.cameras import fake_picamera2

TABLE: dict[str, Any] = json.loads(Path(__file__).with_name("picamera2_signatures.json").read_text())
OUR_OWN = {("Picamera2", "metadata"), ("CompletedRequest", "__init__")}
"""How the fake's two halves talk with each other; PiCamera calls neither."""


def fake_methods() -> list[tuple[str, str]]:
    return [
        (kind.__name__, name)
        for kind in (fake_picamera2.Picamera2, fake_picamera2.CompletedRequest)
        for name, _ in inspect.getmembers(kind, inspect.isfunction)
        if (kind.__name__, name) not in OUR_OWN
    ]


def complaints(real: str, fake: inspect.Signature) -> list[str]:
    """Why a call that the fake takes would not suit the real one."""
    real_names = [name.rstrip("?") for name in real.split()]
    required = {name for name in real.split() if not name.endswith("?")}
    parameters = [parameter for name, parameter in fake.parameters.items() if name != "self"]
    by_place = [each.name for each in parameters if each.kind is each.POSITIONAL_OR_KEYWORD]
    names = {each.name for each in parameters}
    found = [f"{name} is unknown to the real one" for name in sorted(names - set(real_names))]
    found += [f"{name} is required by the real one" for name in sorted(required - names)]
    if by_place != real_names[: len(by_place)]:
        found.append(f"{by_place} stand in other places in the real one")
    return found


@pytest.mark.parametrize(("kind", "name"), fake_methods())
def test_the_real_one_takes_what_the_fake_takes(kind: str, name: str) -> None:
    fake = inspect.signature(getattr(getattr(fake_picamera2, kind), name))
    assert complaints(TABLE["classes"][kind][name], fake) == []


@pytest.mark.parametrize("name", ["sensor_resolution"])
def test_the_real_camera_has_the_attributes_that_are_read(name: str) -> None:
    assert name in TABLE["attributes"]["Picamera2"].split()


def test_the_real_camera_has_the_properties_that_are_read() -> None:
    assert TABLE["classes"]["Picamera2"]["camera_controls"] == ""


def test_a_fake_that_takes_something_else_is_found_out() -> None:
    def capture_request(self: object, flush: bool, *, patience: float) -> None: ...

    assert complaints("wait? signal_function? flush? name", inspect.signature(capture_request)) == [
        "patience is unknown to the real one",
        "name is required by the real one",
        "['flush'] stand in other places in the real one",
    ]
