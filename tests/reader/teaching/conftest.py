"""Glimpses of dice that do not exist: each face a numeral, and a direction in a space of sixteen; each die a colour."""

from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

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
    crop = painted(face, COLOURS[colour], turn_deg=70.0 * seed) + rng.integers(-6, 7, (128, 128, 3))
    return Glimpse(np.clip(crop, 0, 255).astype(np.uint8), views.astype(np.float32), np.ones(3, np.float32))


def painted(face: str, colour: tuple[int, int, int], turn_deg: float) -> NDArray[np.int16]:
    """A square die with its numeral and a line beside it, seen from above."""
    crop = np.full((128, 128, 3), 128, np.uint8)
    cv2.rectangle(crop, (28, 28), (100, 100), colour, -1)
    cv2.putText(crop, face, (50, 78), cv2.FONT_HERSHEY_SIMPLEX, 1.4, (10, 10, 10), 3, cv2.LINE_AA)
    cv2.line(crop, (36, 92), (36 + 9 * int(face), 92), (10, 10, 10), 2, cv2.LINE_AA)
    turn = cv2.getRotationMatrix2D((64, 64), turn_deg, 1.0)
    return cv2.warpAffine(crop, turn, (128, 128), borderValue=(128, 128, 128)).astype(np.int16)


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
