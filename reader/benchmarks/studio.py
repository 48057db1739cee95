"""How many crops both renderers draw for training, and how long the ray-caster takes for a crop and a tray."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

import numpy as np

from reader.benchmarks import Figure
from reader.benchmarks.vision import processor_time

if TYPE_CHECKING:
    from models.training.photograph import Paint

TITLE: Final = "Studio (processor time of one core, best of several rounds)"
CROPS_LEAST: Final = 120.0
CAST_CROP_PX: Final = 112
CAST_CROP_MOST_S: Final = 0.05
TRAY_PX: Final = 640
TRAY: Final = ["d20", "d6", "d8", "d10", "d12"]
TRAY_MOST_S: Final = 1.0
SEED: Final = 3
ROUNDS: Final = 5
HANDFULS: Final = 12
WARM_UP: Final = 25
"""Handfuls that are drawn before the first round: fonts and patterns are opened once in a million crops."""


def figures() -> Iterator[Figure]:
    import cv2

    threads = cv2.getNumThreads()
    cv2.setNumThreads(1)
    try:
        yield from _for_training()
        yield from _cast()
    finally:
        cv2.setNumThreads(threads)


def _for_training() -> Iterator[Figure]:
    from models.studio import compositor, raycaster
    from models.training.photograph import STORED_PX

    name = f"training crops of {STORED_PX} px"
    yield Figure(f"{name}, composed", _crops_a_second(compositor.draw_dice), "/s", least=CROPS_LEAST)
    yield Figure(f"{name}, ray-cast", _crops_a_second(raycaster.draw_dice), "/s")


def _crops_a_second(paint: Paint) -> float:
    """Everything is counted: making up dice, floor and light, drawing, and leaving out what cannot be read."""
    from models.training.crops import crops

    rng = np.random.default_rng(SEED)
    for _ in range(WARM_UP):
        crops(rng)
    rounds = [processor_time(lambda: sum(len(crops(rng, paint=paint)) for _ in range(HANDFULS))) for _ in range(ROUNDS)]
    return max(count / took_s for took_s, count in rounds)


def _cast() -> Iterator[Figure]:
    yield Figure(f"a crop of {CAST_CROP_PX} px, ray-cast", _cast_s(CAST_CROP_PX, ["d20"]), "s", CAST_CROP_MOST_S)
    yield Figure(f"a tray of {TRAY_PX} px with five dice, ray-cast", _cast_s(TRAY_PX, TRAY), "s", TRAY_MOST_S)


def _cast_s(side_px: int, dice: list[str]) -> float:
    from models.studio.scene import draw, random_scene

    scene = random_scene(np.random.default_rng(SEED), side_px, dice, height_px=side_px)
    return min(processor_time(lambda: draw(scene, "raycaster"))[0] for _ in range(ROUNDS))
