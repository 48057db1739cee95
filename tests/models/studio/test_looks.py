"""What dice are made of: every material has its pattern, and patterns come in many sizes."""

from dataclasses import replace

import numpy as np
import pytest

from models.studio import compositor, raycaster, textures
from models.studio.camera import looking_down
from models.studio.die import Die, at_rest, random_die
from models.studio.light import Light
from models.studio.looks import COARSE, MATERIALS, random_look
from models.training.photograph import Paint
from reader.evaluation.throws import CHANGEABLE


@pytest.mark.parametrize("texture", sorted({material.texture for material in MATERIALS.values()} - {"plain"}))
def test_every_pattern_shows_both_of_its_shades(texture: str) -> None:
    patterns = textures.bank(texture)
    assert all(pattern.min() >= 0 and pattern.max() <= 1 for pattern in patterns)
    assert min(np.ptp(pattern) for pattern in patterns) > 0.6


def test_patterns_come_in_many_sizes_but_those_of_held_back_looks_in_one() -> None:
    rng = np.random.default_rng(4)
    sizes = [random_look(rng, "d20").coarse for _ in range(40)]
    assert COARSE[0] <= min(sizes) < 0.7 < 1.5 < max(sizes) <= COARSE[1]
    assert {random_look(rng, "d20", held_back=True).coarse for _ in range(5)} == {1.0}


def test_nobody_is_asked_whether_a_die_is_light_that_may_be_either() -> None:
    either = {name for name, each in MATERIALS.items() if each.patched or each.metal or each.see_through > 0.1}
    assert either == set(CHANGEABLE)


@pytest.mark.parametrize("draw_dice", [compositor.draw_dice, raycaster.draw_dice])
def test_a_coarser_pattern_has_fewer_edges(draw_dice: Paint) -> None:
    die = random_die(np.random.default_rng(1), "d6", style="pips")
    look = replace(die.look, material="blotched", body=(0.1, 0.1, 0.1), second=(0.9, 0.9, 0.9), third=(0.9, 0.9, 0.9))
    fine, coarse = (_edges(replace(die, look=replace(look, coarse=size)), draw_dice) for size in COARSE)
    assert coarse < 0.7 * fine


def _edges(die: Die, draw_dice: Paint) -> float:
    """How much neighbouring pixels of a picture differ, over some seeds of the pattern."""
    light = Light(np.array([0.0, 0.0, 1.0]))
    camera = looking_down(np.zeros(3), 300.0, 0.0, 0.0, 0.0, 1500.0, (160, 160))
    total = 0.0
    for grain in range(6):
        image = np.full((160, 160, 3), 0.5, np.float32)
        draw_dice(image, [at_rest(replace(die, look=replace(die.look, grain=grain)), 0, 0.0)], camera, light)
        total += float(np.abs(np.diff(image[40:120, 40:120], axis=1)).sum())
    return total
