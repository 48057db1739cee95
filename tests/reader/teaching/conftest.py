"""Glimpses of dice that do not exist: each face a direction in a space of sixteen, each die a colour."""

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from reader.teaching.gallery import Gallery
from reader.teaching.scale import Scale
from reader.teaching.store import Store
from reader.vision.sighting import Glimpse

SCALE = Scale(weight=40.0, even=0.85, most_against=4.0, news=0.97)
GlimpseMaker = Callable[..., Glimpse]

COLOURS = {"red": (40, 40, 200), "blue": (200, 60, 40), "white": (235, 235, 235), "green": (60, 170, 50)}


def glimpse_of(face: str, colour: str = "red", *, seed: int = 0, noise: float = 0.1) -> Glimpse:
    """Of one face; another seed is another throw of the same die."""
    rng = np.random.default_rng([seed, int(face)])
    towards = np.random.default_rng(int(face)).standard_normal(16)
    towards /= np.linalg.norm(towards)
    views = towards + noise * rng.standard_normal((3, 16)) / 4
    crop = np.full((128, 128, 3), COLOURS[colour], np.int16) + rng.integers(-6, 7, (128, 128, 3))
    return Glimpse(np.clip(crop, 0, 255).astype(np.uint8), views.astype(np.float32), np.ones(3, np.float32))


@pytest.fixture
def glimpse() -> GlimpseMaker:
    return glimpse_of


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path)


@pytest.fixture
def gallery(store: Store) -> Gallery:
    return Gallery(store, "networks-1", SCALE)


@pytest.fixture
def reopened(store: Store) -> Callable[..., Gallery]:
    """The gallery as another start of the program finds it."""
    return lambda networks="networks-1": Gallery(store, networks, SCALE)
