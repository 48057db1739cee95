"""A tray to play at: dice are thrown, picked up and thrown again, and photographed rolling and at rest."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from models.studio.camera import Camera, looking_down
from models.studio.collisions import gap_to_all
from models.studio.die import Die, Placed, at_rest, turned
from models.studio.exposure import Exposure, Picture, expose
from models.studio.light import Light, Unevenness
from models.studio.scene import Renderer, Scene, compose, draw, lit_scene, truths_of
from models.studio.textures import Image
from models.studio.throws import Place, fall_flat, marked
from models.studio.trays import Tray, random_surface
from models.studio.truth import Truth
from models.studio.wants import make, want

VIEW_MM, DISTANCE_MM = 230.0, 330.0
TILT_DEG = 3.0  # a camera on a gooseneck never looks quite straight down
WALL_MM, RIM_MM = 18.0, 6.0
ROLL_MM, TURNS, BOUNCE_MM = 140.0, 1.6, 22.0  # from where dice come, how often they tumble, how high they bounce
ROLLING_FRAMES = 5
MOMENTS = (0.0, 0.25, 0.5, 0.75, 1.0)  # while the shutter is open, drawn and averaged: that is motion blur
SHUTTER = 0.05  # how long it is open, of the whole roll
CLEARLY = 0.42  # contrast of ink and body close up: players own dice that they can read
AT_LEAST = 0.22  # the same where the die fell
CLOSE_VIEW_MM = 40.0
MOST_DICE = 24
TRIES, REMADE, SORTED_OUT = 12, 6, 80


class Tabletop:
    """One tray under one light. Dice are named in words ("d6", "d6:light", "d%:70"), and truths follow their order.

    >>> table = Tabletop(seed=1, width_px=320)
    >>> table.throw(["d20:17", "d6:light"])
    >>> table.lying[0]
    ('d20', '17')
    """

    def __init__(
        self,
        seed: int | Sequence[int] = 0,
        width_px: int = 1280,
        renderer: Renderer = "raycaster",
        held_back: bool = False,
    ) -> None:
        self._random = np.random.default_rng(seed)
        self._renderer, self._held_back = renderer, held_back
        self._camera = camera_above(width_px)
        self._tray = _framing_tray(self._random)
        self._light = _good_light(self._random)
        self._exposure = Exposure(blur=0.0005, noise=0.008, jpeg=92)
        self._exposure = replace(self._exposure, gain=self._measured_gain())
        self._dice: list[Placed] = []
        self._moved: list[int] = []
        self._lit: Image | None = None
        self._still: dict[int, Image] = {}
        self._shots = 0

    @property
    def lying(self) -> tuple[tuple[str, str], ...]:
        """Kind and face of every die, in the order in which they were named."""
        return tuple((placed.die.kind, placed.face) for placed in self._dice)

    def throw(self, dice: Sequence[str]) -> None:
        """Takes everything out and throws these, legible ones; none leaves an empty tray."""
        if len(dice) > MOST_DICE:
            raise ValueError(f"{len(dice)} dice are more than the {MOST_DICE} this tray holds; throw fewer")
        made = [self._legible(words) for words in dice]
        for _ in range(REMADE):
            unclear = self._land([(die, want(words).face) for die, words in zip(made, dice, strict=True)], {})
            for at in unclear:
                made[at] = self._legible(dice[at])
            if not unclear:
                return

    def throw_again(self, which: Sequence[int], faces: Sequence[str | None] | None = None) -> None:
        """Throws some once more, by their places in `lying`; the others stay exactly where they are."""
        if not which or not all(0 <= at < len(self._dice) for at in which):
            raise IndexError(f"there are {len(self._dice)} dice in the tray, counted from 0; asked for {list(which)}")
        stays = {at: placed for at, placed in enumerate(self._dice) if at not in which}
        asked = dict(zip(which, faces or [None] * len(which), strict=True))
        self._land([(placed.die, asked.get(at)) for at, placed in enumerate(self._dice)], stays)

    def picture(self) -> Picture:
        """Everything at rest; like a camera's, no two pictures have the same noise."""
        if self._lit is None:
            self._lit = lit_scene(self._scene(self._dice, self._camera), self._renderer)
        self._shots += 1
        return expose(self._lit, replace(self._exposure, seed=self._shots))

    def truth(self) -> list[Truth]:
        """Of the dice at rest, in the order of `lying`."""
        scene = self._scene(self._dice, self._camera)
        found = truths_of(scene, self.picture())
        order = [next(at for at, placed in enumerate(self._dice) if placed is seen) for seen in scene.dice]
        return [found[order.index(at)] for at in range(len(self._dice))]

    def rolling(self, frames: int = ROLLING_FRAMES, width_px: int | None = None) -> Iterator[Picture]:
        """Those thrown last on their way to where they lie, ever slower; the others at rest."""
        for frame in range(frames, 0, -1):
            yield self._rolling_at(frame / frames, width_px)

    def rolling_frame(self, width_px: int | None = None) -> Picture:
        """One frame from somewhere on the way."""
        return self._rolling_at(float(self._random.uniform(0.1, 1.0)), width_px)

    def _rolling_at(self, left: float, width_px: int | None) -> Picture:
        camera = camera_above(width_px) if width_px else self._camera
        still = self._without_the_rolling(camera)
        images = []
        for moment in MOMENTS:
            image = still.copy()
            rolling = [self._on_its_way(at, max(0.03, left - SHUTTER * moment)) for at in self._moved]
            compose(image, self._scene(rolling, camera))
            images.append(image)
        self._shots += 1
        mean = np.asarray(np.mean(images, axis=0), dtype=np.float32)
        return expose(mean, replace(self._exposure, seed=self._shots))

    def _without_the_rolling(self, camera: Camera) -> Image:
        """Tray and dice that stay, drawn as they look at rest: only what was thrown may change."""
        if camera.width_px not in self._still:
            stay = [placed for at, placed in enumerate(self._dice) if at not in self._moved]
            self._still[camera.width_px] = lit_scene(self._scene(stay, camera), self._renderer)
        return self._still[camera.width_px]

    def _on_its_way(self, at: int, left: float) -> Placed:
        """A die `left` of its roll before it comes to rest, 0–1."""
        placed = self._dice[at]
        heading = 2.4 * at + 0.9
        away = np.array([np.cos(heading), np.sin(heading), 0.0])
        spin = turned(np.cross(away, [0, 0, 1.0]), 2 * np.pi * TURNS * left)
        rotation = spin @ placed.rotation
        lowest = float((placed.die.solid.vertices @ rotation.T)[:, 2].min()) * placed.die.inradius_mm
        height = BOUNCE_MM * left * abs(np.sin(6 * left)) - lowest
        rolling = replace(placed, rotation=rotation, position=placed.position * [1, 1, 0] + away * ROLL_MM * left**2)
        rolling = replace(rolling, position=rolling.position + np.array([0, 0, height]), up=None, state="rolling")
        others = [other for number, other in enumerate(self._dice) if number not in self._moved]
        jump = 2.5 * placed.die.inradius_mm if gap_to_all(rolling, others) < 0 else 0.0
        return replace(rolling, position=rolling.position + np.array([0, 0, jump]))

    def _land(self, dice: list[tuple[Die, str | None]], stays: dict[int, Placed]) -> list[int]:
        """Lets them fall until all can be read; returns which of the thrown cannot, if that never happened."""
        moved = [at for at in range(len(dice)) if at not in stays]
        unclear: list[int] | None = None
        for _ in range(TRIES):
            landed = self._fallen(dice, stays)
            if landed is None:
                continue
            self._dice, self._lit, self._still, self._moved = landed, None, {}, moved
            seen = self.truth()
            unclear = [at for at in moved if not seen[at].face or seen[at].contrast < AT_LEAST]  # glare or shade on it
            if not unclear:
                return []
        if unclear is None:
            raise ValueError(f"{len(dice)} dice found no place in the tray; throw fewer")
        return unclear

    def _fallen(self, dice: list[tuple[Die, str | None]], stays: dict[int, Placed]) -> list[Placed] | None:
        """Where each lies, in their order; None if one found no place."""
        place = Place(self._tray, self._camera)
        landed: list[Placed] = []
        for at, (die, face) in enumerate(dice):
            others = [*landed, *(placed for number, placed in stays.items() if number > at)]
            placed = stays.get(at) or fall_flat(self._random, die, face, others, place)
            if placed is None:
                return None
            landed.append(placed)
        return marked(landed, place)

    def _legible(self, words: str) -> Die:
        """A die whose every numeral can be read under this light."""
        close = replace(camera_above(112), focal_px=112 * DISTANCE_MM / CLOSE_VIEW_MM)
        for _ in range(SORTED_OUT):
            die = make(self._random, replace(want(words), face=None), self._held_back)
            _, truths = draw(self._scene([at_rest(die, 0, 0.0)], close))
            if truths and truths[0].contrast >= CLEARLY and die.logo_label is None:
                return die
        raise ValueError(f"the studio made no {words} that can be read")

    def _scene(self, dice: Sequence[Placed], camera: Camera) -> Scene:
        far_first = sorted(dice, key=lambda placed: -float(np.linalg.norm(placed.position - camera.position)))
        return Scene(self._tray, self._light, Unevenness(fall=0.1), camera, tuple(far_first), (), self._exposure)

    def _measured_gain(self) -> float:
        """Measured once on the empty tray and locked, as a set-up box does it: dice that stay lying look the same."""
        empty = float(lit_scene(self._scene([], camera_above(160))).mean())
        return float(np.clip((0.42 / empty) ** 0.6, 0.6, 1.8))


def camera_above(width_px: int) -> Camera:
    size_px = (width_px, width_px * 3 // 4)
    return looking_down(np.zeros(3), DISTANCE_MM, TILT_DEG, -np.pi / 2, 0.0, width_px * DISTANCE_MM / VIEW_MM, size_px)


def _framing_tray(rng: np.random.Generator) -> Tray:
    """A rectangular tray that the camera sees whole."""
    half = np.array([VIEW_MM, VIEW_MM * 0.75]) / 2 * 0.88
    corners = np.array([(1, 1), (-1, 1), (-1, -1), (1, -1)]) * half
    floor = random_surface(rng, str(rng.choice(["felt", "felt", "leather", "plain", "weave"])))
    wall = random_surface(rng, str(rng.choice(["wood", "leather"])))
    return Tray(replace(floor, gloss=0.0), random_surface(rng, "wood"), wall, corners, WALL_MM, RIM_MM)


def _good_light(rng: np.random.Generator) -> Light:
    heading = rng.uniform(0, 2 * np.pi)
    direction = np.array([np.cos(heading), np.sin(heading), rng.uniform(1.2, 2.2)])
    return Light(direction / np.linalg.norm(direction), lamp=0.45, ambient=0.6, shadow=0.45, softness=0.35)
