"""The regression set of the whole project: chosen scenes and sequences, rendered once, looked at, and kept.

    python -m models.studio.recorded tests/recorded [NAME …]

Each picture is searched for: the first scene of its group whose every die a person can read, or see why not.
"""

import csv
import json
import sys
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np

from models.studio.die import Placed
from models.studio.exposure import Picture
from models.studio.scene import Scene, draw, random_scene
from models.studio.sequences import SEQUENCES, write_sequence
from models.studio.shoot import truth_json, write_whole
from models.studio.truth import INDEX_COLUMNS, Truth

WIDTH_PX, SKETCH_PX = 880, 440
JPEG_QUALITY = 84
CLEAR, CLEAR_OF_MANY = 0.42, 0.33  # least contrast of what is up: nobody should have to guess
MANY = 6
LARGEST_D4_NUMERAL = 1.02  # in radii of its place; larger ones run into one another
SMALLEST_D4 = 0.14
SMALLEST = 0.075  # least side of a die, of the picture's width
TRIES = 1500
SEED = 2026
UNREAD = ("leaning", "stacked", "cut_off")

Change = Callable[[Scene], Scene]


@dataclass(frozen=True, slots=True)
class Plan:
    """`dice` None is any throw of the group; `state` must occur; `change` alters the scene found."""

    name: str
    dice: tuple[str, ...] | None
    state: str | None = None
    hard: bool = False
    held_back: bool = False
    clutter: bool = False
    change: Change | None = None


def dim(scene: Scene) -> Scene:
    return replace(scene, exposure=replace(scene.exposure, gain=0.42, metering=0.2, noise=0.022))


def glaring(scene: Scene) -> Scene:
    """A low lamp on a shiny floor."""
    floor = replace(scene.tray.floor, gloss=0.9)
    light = replace(scene.light, lamp=0.8, direction=_steeper(scene))
    exposure = replace(scene.exposure, gain=1.0, metering=0.25)
    return replace(scene, tray=replace(scene.tray, floor=floor), light=light, exposure=exposure)


def _steeper(scene: Scene) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    """From where the lamp is mirrored into the picture's edge."""
    camera = scene.camera
    ray = camera.ray(camera.width_px * 0.78, camera.height_px * 0.2)
    return np.asarray(ray * [1, 1, -1])


def plans() -> list[Plan]:
    return [*_faces(), *_pairs(), *_throws(), *_trouble()]


def _faces() -> list[Plan]:
    """Every face of every kind, four dice a picture, neighbours in the list of different kinds."""
    wanted = [f"d4:{style}:{face}" for style in ("vertex", "edge", "bar") for face in range(1, 5)]
    wanted += [f"d6:{style}:{face}" for style in ("pips", "numerals") for face in range(1, 7)]
    wanted += [f"d8:{face}" for face in range(1, 9)] + [f"d10:{face}" for face in range(10)]
    wanted += [f"d%:{face}0" for face in range(10)] + [f"d12:{face}" for face in range(1, 13)]
    wanted += [f"d20:{face}" for face in range(1, 21)] + ["d10ish:0"]
    pictures = -(-len(wanted) // 4)
    return [Plan(f"faces-{number:02d}", tuple(wanted[number::pictures])) for number in range(pictures)]


def _pairs() -> list[Plan]:
    light_dark = [(1, 6), (2, 5), (3, 3), (4, 1), (5, 2), (6, 4), (6, 6), (1, 1)]
    shades = [Plan(f"shades-{i}", (f"d6:light:{a}", f"d6:dark:{b}")) for i, (a, b) in enumerate(light_dark)]
    hundreds = [("00", 0), ("10", 6), ("90", 9), ("60", 6), ("50", 3), ("80", 8), ("70", 1), ("20", 4)]
    return shades + [Plan(f"percent-{i}", (f"d%:{tens}", f"d10:{ones}")) for i, (tens, ones) in enumerate(hundreds)]


def _throws() -> list[Plan]:
    kinds = ("d20", "d6", "d8", "d12", "d10", "d4", "d6", "d%", "d20", "d8")
    mixed = [Plan(f"mixed-{count:02d}{letter}", kinds[:count]) for count in range(2, 11) for letter in "ab"]
    return mixed + [Plan(f"held-back-{i}", kinds[i : i + 3], held_back=True) for i in range(7)]


def _trouble() -> list[Plan]:
    few = ("d6", "d20", "d8", "d12")
    found = [Plan(f"leaning-{i}", few[: 3 + i % 2], "leaning", hard=True) for i in range(6)]
    found += [Plan(f"stacked-{i}", ("d6", "d12", few[i % 4]), "stacked", hard=True) for i in range(4)]
    found += [Plan(f"touching-{i}", few[: 2 + i % 3], "touching", hard=True) for i in range(6)]
    found += [Plan(f"cut-off-{i}", few[: 2 + i % 2], "cut_off", hard=True) for i in range(5)]
    found += [Plan(f"clutter-{i}", few[: 1 + i % 3], clutter=True) for i in range(6)]
    found += [Plan(f"empty-{i}", (), clutter=i >= 3) for i in range(6)]
    found += [Plan(f"low-light-{i}", few[i % 2 : i % 2 + 3], change=dim) for i in range(5)]
    return found + [Plan(f"glare-{i}", few[i % 2 : i % 2 + 2], change=glaring) for i in range(5)]


def tamed(scene: Scene) -> Scene:
    """A camera good enough that a person can read every die."""
    mild = scene.exposure
    mild = replace(
        mild,
        blur=min(mild.blur, 0.0009),
        motion=0.0,
        noise=min(mild.noise, 0.012),
        jpeg=max(mild.jpeg, 70),
        gain=max(mild.gain, 0.8),
    )
    return replace(scene, exposure=mild)


def ambiguous(placed: Placed) -> bool:
    """Whether a person could not tell what is up: a maker's sign, a 6 or 9 without mark, crowded tetrahedra."""
    die = placed.die
    unmarked = die.look.lettering.mark == "none" and placed.face in ("6", "9") and die.kind in ("d10", "d12", "d20")
    crowded = die.shape == "d4" and die.look.cap_height > LARGEST_D4_NUMERAL
    return unmarked or crowded or (placed.up is not None and die.logo_label == placed.up)


def suits(plan: Plan, scene: Scene, truths: list[Truth]) -> bool:
    """Whether this is a picture of its group, and honest."""
    things = [thing for thing in scene.clutter if thing.item != "crumb"]
    if len(truths) != len(scene.dice) or (plan.clutter and len(things) < 2):
        return False
    if not plan.clutter and plan.state is None and any(thing.item == "finger" for thing in scene.clutter):
        return False
    if plan.state is not None and plan.state not in {truth.state for truth in truths}:
        return False
    return all(_clear(truth, scene, plan) for truth in truths)


def _clear(truth: Truth, scene: Scene, plan: Plan) -> bool:
    many = len(scene.dice) >= MANY
    clear = CLEAR_OF_MANY if many else CLEAR
    smallest = SMALLEST_D4 if truth.style in ("vertex", "edge") and not many else SMALLEST
    if max(truth.whole[2:]) < smallest * scene.camera.width_px:
        return False
    if truth.state in UNREAD:
        return truth.state == plan.state or (plan.state, truth.state) == ("leaning", "cut_off")
    return truth.state in ("flat", "touching") and truth.contrast >= clear and truth.seen > 0.97


def enlarged(scene: Scene, width_px: int) -> Scene:
    camera, scale = scene.camera, width_px / scene.camera.width_px
    height_px = round(camera.height_px * scale)
    return replace(
        scene, camera=replace(camera, width_px=width_px, height_px=height_px, focal_px=camera.focal_px * scale)
    )


def find(plan: Plan, number: int) -> tuple[Picture, list[Truth]]:
    """Sketches scenes with the compositor until one suits, and ray-casts that."""
    for attempt in range(TRIES):
        rng = np.random.default_rng([SEED, number, attempt])
        try:
            scene = tamed(random_scene(rng, SKETCH_PX, plan.dice, plan.hard, plan.held_back))
        except ValueError:
            continue
        if any(ambiguous(placed) for placed in scene.dice):
            continue
        if plan.state is not None and all(placed.state != plan.state for placed in scene.dice):
            continue
        scene = plan.change(scene) if plan.change else scene
        if not suits(plan, scene, draw(scene)[1]):
            continue
        large = enlarged(scene, WIDTH_PX)
        picture, truths = draw(large, "raycaster")
        if suits(plan, large, truths):
            return picture, truths
    raise ValueError(f"no scene suits {plan.name}")


def record(folder: Path, names: list[str]) -> None:
    """Makes the pictures named, or all that are missing; then the sequences and the index."""
    folder.mkdir(parents=True, exist_ok=True)
    for number, plan in enumerate(plans()):
        path = folder / f"{plan.name}.jpg"
        if plan.name in names or not (names or path.exists()):
            picture, truths = find(plan, number)
            packed = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])[1]
            write_whole(path, packed.tobytes())
            write_whole(path.with_suffix(".json"), truth_json(picture, truths).encode())
            print(plan.name, " ".join(f"{truth.kind}={truth.face or truth.state}" for truth in truths), flush=True)
    for name in SEQUENCES:
        if name in names or not (names or (folder / name).exists()):
            write_sequence(folder / name, name)
    _write_index(folder)


def _write_index(folder: Path) -> None:
    rows = [list(INDEX_COLUMNS)]
    for beside in sorted(folder.glob("*.json")):
        for die in json.loads(beside.read_text())["dice"]:
            told = [die["kind"], die["face"], die["colour"], die["style"], *(str(round(side)) for side in die["box"])]
            rows.append([f"{beside.stem}.jpg", "recorded", "", "dev", *told])
    with (folder / "index.csv").open("w", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows(rows)


if __name__ == "__main__":
    record(Path(sys.argv[1]), sys.argv[2:])
