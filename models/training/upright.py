"""The upright network's training: which way does the numeral point?"""

from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn

from models.training import augment, bank
from models.training.augment import ROUGH, Shake
from models.training.direction import is_near, looks_alike, misled, target
from models.training.face import Shuffled
from models.training.face_map import MAP_SIDE, hills
from models.training.labels import DIRECTIONS, KINDS, LEANING, STACKED
from models.training.nets import UPRIGHT_PX, UprightNet
from models.training.real import RealCrops
from models.training.teacher import Teacher, knows, unlike
from reader.vision.cut import CROP_PX, SEEN_PX
from reader.vision.face_map import heights

BATCH = 96
IN_SHARES = torch.tensor([CROP_PX / SEEN_PX, CROP_PX / SEEN_PX, 1.0])
"""A place is told in shares of what the face network sees; this one sees the whole crop."""
MAP_WEIGHT = 12.0  # of the map of faces, against the direction
REAL_SHARE = 0.15
NOT_FLAT_SHARE = 0.16  # of rendered crops, beside those that come by themselves
NOT_FLAT_WEIGHT = 2.5  # of telling leaning and stacked dice; the more, as stacked ones show nowhere else
KIND_WEIGHT = 0.3  # of telling the kind, likewise against the direction
TAUGHT = 0.7  # weight of a teacher's answers, against the truth
FLAT_LEANS = {"d20": 0.27, "d12": 0.34, "d4": 0.6}
USUAL_LEAN = 0.42
"""How far a camera above a tray sees the upper face of a flat die tilted, as the sine, before it might be leaning."""
BEST_SEEN = {"d20": 0.38, "d12": 0.46, "d4": 1.0}
USUAL_BEST_SEEN = 0.6
"""How far the upper face may be tilted before another one is seen better: which numeral is meant is not told then."""


class Wanted:
    """What is right for every crop of a batch, as far as it is known."""

    def __init__(self) -> None:
        self.directions, self.places = torch.zeros(BATCH, DIRECTIONS), torch.zeros(BATCH, 3)
        self.maps, self.mapped = torch.zeros(BATCH, MAP_SIDE**2), torch.zeros(BATCH)
        self.kinds, self.dice = torch.zeros(BATCH, dtype=torch.long), torch.zeros(BATCH)
        self.doubts, self.telling = torch.zeros(BATCH, 2), torch.zeros(BATCH, 2)

    def fill(self, row: int, truth: np.void, angle: float, place: augment.Place, is_real: bool) -> None:
        """Of a crop turned by that angle, with its die at that place."""
        kind, folds = int(truth["kind"]), looks_alike(truth)
        self.kinds[row] = kind if kind >= 0 else len(KINDS)
        if folds and is_seen_best(truth):
            self.directions[row] = target(float(truth["turn_deg"]) - angle, folds)
        if kind >= 0:
            self.places[row] = torch.tensor(place) * IN_SHARES
            self.dice[row] = 1
            self.doubts[row], self.telling[row] = not_flat(truth), is_telling(truth)
        if kind >= 0 and not is_real and "upward" in (truth.dtype.names or ()):
            self.maps[row], self.mapped[row] = hills(truth["upward"], angle), 1


class UprightTask:
    name = "upright"

    def __init__(
        self, folder: Path, real: RealCrops | None = None, seed: int = 1, teacher: Teacher | None = None
    ) -> None:
        self.real, self.teacher = real, teacher
        self.rng = np.random.default_rng(seed)
        self.crops = Shuffled(folder / "bank", self.rng)
        self.held_back = bank.shard_path(folder / "bank", bank.HELD_BACK_SEED)

    def net(self) -> nn.Module:
        return UprightNet()

    def loss(self, net: nn.Module, step: int) -> Tensor:
        del step
        images, wanted = self.drawn()
        direction, kind_logits, placed, said, faces = net(images)
        loss = misled(direction, wanted.directions)
        loss = loss + KIND_WEIGHT * nn.functional.cross_entropy(kind_logits, wanted.kinds, label_smoothing=0.03)
        maps, mapped = wanted.maps, wanted.mapped
        if self.teacher is not None:
            way, kind_told, _, _, map_told = self.teacher.says(images)
            right, told = knows(way, wanted.directions), kind_told.argmax(1) == wanted.kinds
            loss = loss + TAUGHT * (unlike(direction, way, right) + KIND_WEIGHT * unlike(kind_logits, kind_told, told))
            maps = torch.where(mapped[:, None] > 0, maps, map_told.sigmoid())  # which faces a photograph shows
            mapped = wanted.dice
        off = nn.functional.binary_cross_entropy_with_logits(faces, maps, reduction="none").mean(1)
        loss = loss + MAP_WEIGHT * (off * mapped).sum() / mapped.sum().clamp(min=1)
        astray = nn.functional.binary_cross_entropy_with_logits(said, wanted.doubts, reduction="none")
        loss = loss + NOT_FLAT_WEIGHT * (astray * wanted.telling).sum(1).mean()
        return loss + 5.0 * ((placed - wanted.places).abs().sum(1) * wanted.dice).mean()

    def drawn(self) -> tuple[Tensor, Wanted]:
        """A batch: normalised images, and what is right."""
        pictures = np.empty((BATCH, UPRIGHT_PX, UPRIGHT_PX, 3), np.uint8)
        wanted = Wanted()
        for row in range(BATCH):
            is_real = self.real is not None and self.rng.random() < REAL_SHARE
            crop, truth = (
                self.real.pick(self.rng)[:2]
                if self.real is not None and is_real
                else self.crops.take(not_flat=self.rng.random() < NOT_FLAT_SHARE)
            )
            soft = augment.as_soft(augment.handed_over(crop, self.rng), UPRIGHT_PX)
            angle = float(self.rng.uniform(0, 360))
            picture, place = augment.placed_cut(soft, UPRIGHT_PX, angle, self.rng, ROUGH, seen_px=CROP_PX)
            pictures[row] = augment.seen(picture, self.rng)
            wanted.fill(row, truth, angle, place, is_real)
        return augment.normalised(augment.coloured(pictures, self.rng)), wanted

    def measure(self, net: nn.Module) -> str:
        """Held-back crops as they lie: numerals turned upright within 25° at once, or by one of three answers."""
        if not self.held_back.exists():
            return "no held-back crops yet"
        pictures, truth = bank.load(self.held_back)
        rough, rng = Shake((0.9, 1.1), 0.0, 0.045, 0.0), np.random.default_rng(0)
        first = second = kind_right = seen = dice = 0
        astray = np.zeros(3)
        told: tuple[list[tuple[bool, float]], ...] = ([], [], [])  # leaning, stacked, leaning by the map
        for start in range(0, 2048, 128):
            rows = range(start, start + 128)
            soft = (augment.as_soft(pictures[i], UPRIGHT_PX) for i in rows)
            shown = (augment.placed_cut(crop, UPRIGHT_PX, 0.0, rng, rough, seen_px=CROP_PX) for crop in soft)
            cuts, places = zip(*shown, strict=True)
            images = torch.from_numpy(np.stack(cuts)).permute(0, 3, 1, 2).float() / 255
            with torch.no_grad():
                direction, kinds, placed, said, faces = net(augment.normalised(images))
            flat = heights(faces.sigmoid().numpy(), *truth["lean"][start : start + 128].T)
            for row, i in enumerate(rows):
                if truth[i]["kind"] >= 0:
                    dice += 1
                    astray += np.abs(placed[row].numpy() - np.array(places[row]) * IN_SHARES.numpy())
                    kind_right += int(kinds[row].argmax()) == int(truth[i]["kind"])
                    for number, counts in enumerate(is_telling(truth[i])):
                        if counts:
                            told[number].append((bool(not_flat(truth[i])[number]), float(said[row, number])))
                    if int(truth[i]["fold"]) != STACKED:
                        told[2].append((int(truth[i]["answer"]) == LEANING, -float(flat[row])))
                folds = looks_alike(truth[i])
                if folds and is_seen_best(truth[i]):
                    best = direction[row].topk(3).indices.tolist()
                    near = [is_near(way, float(truth[i]["turn_deg"]), folds) for way in best]
                    first, second, seen = first + near[0], second + any(near), seen + 1
        return (
            f"upright {first / seen:.4f}, among three {second / seen:.4f}, kind {kind_right / dice:.4f}, "
            f"places off by {np.round(astray / dice, 4)}, told from flat: leaning {_told_apart(told[0]):.3f}, "
            f"stacked {_told_apart(told[1]):.3f}, leaning by the map {_told_apart(told[2]):.3f}"
        )


def _told_apart(said: list[tuple[bool, float]]) -> float:
    """How often one that is it is called so rather than one that is not."""
    leaning, flat = (np.array([logit for is_it, logit in said if is_it == wanted]) for wanted in (True, False))
    return float((leaning[:, None] > flat[None]).mean()) if len(leaning) and len(flat) else 1.0


def is_seen_best(truth: np.void) -> bool:
    """Whether the camera sees the upper face better than any other."""
    return float(np.hypot(*truth["lean"])) < BEST_SEEN.get(KINDS[int(truth["kind"])], USUAL_BEST_SEEN)


def not_flat(truth: np.void) -> Tensor:
    """Whether this die leans, and whether it lies on another or under one."""
    stacked = int(truth["fold"]) == STACKED
    return torch.tensor([float(int(truth["answer"]) == LEANING and not stacked), float(stacked)])


def is_telling(truth: np.void) -> Tensor:
    """Whether this die can teach what leaning looks like: seen from further aslant, a flat one looks the same. And
    whether what stacked dice look like: one that leans may rest on another too."""
    leans = int(truth["answer"]) == LEANING and int(truth["fold"]) != STACKED
    near = float(np.hypot(*truth["lean"])) < FLAT_LEANS.get(KINDS[int(truth["kind"])], USUAL_LEAN)
    return torch.tensor([float(leans or near), float(not leans)])
