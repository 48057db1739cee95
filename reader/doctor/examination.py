"""Everything in order."""

from __future__ import annotations

from collections.abc import Iterator

from reader.config import Settings
from reader.doctor.check import Check
from reader.doctor.machine import machine
from reader.doctor.page import page
from reader.doctor.parts import Person, camera, i2c, panel
from reader.doctor.running import running_box
from reader.doctor.software import software
from reader.doctor.surroundings import Surroundings


def examine(settings: Settings, around: Surroundings, person: Person | None = None) -> Iterator[Check]:
    """Each check as it is done. `person` is asked to press and to look; without one that is left out."""
    running = running_box(settings)
    yield from software(around)
    yield from camera(settings, around, running)
    yield i2c(settings.panel, around)
    yield from panel(settings.panel, around, running is not None, person)
    yield from machine(around, settings.state.folder)
    yield page(settings, around)
