"""The face reader's training: upright crops, and some that are not, so that it says so."""

from pathlib import Path
from typing import NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from models.training import augment, bank
from models.training.augment import STILL, Shake
from models.training.direction import is_near, looks_alike, misled, target
from models.training.labels import CLASSES, DIRECTIONS, KINDS, LEANING, STACKED, TURNED, is_symmetric
from models.training.nets import FACE_PX, FaceNet
from models.training.real import RealCrops
from models.training.teacher import Teacher, astray, knows, unlike
from reader.vision.cut import AS_FOUND, Place
from reader.vision.upper_face import upper_face

BATCH = 64
TURNED_SHARE = 0.2
TURN_WEIGHT = 0.3  # of telling which way it points, against reading it
UPRIGHT_SPREAD_DEG = 11.0  # how far off the upright network's answer may be
REAL_SHARE = 0.15
MISTAKEN_SHARE = 0.07  # of dice looked at as if they were of another kind
LEAN_SPREAD = 0.07  # how far off the upright network's lean may be
TAUGHT, ALIKE = 0.7, 0.5  # weights of a teacher's answers, and of its embedding, against the truth


class OpenShard(NamedTuple):
    """`not_flat` are the rows of leaning and stacked dice."""

    pictures: NDArray[np.uint8]
    truth: NDArray[np.void]
    not_flat: NDArray[np.int64]

    @classmethod
    def of(cls, shard: Path) -> "OpenShard":
        pictures, truth = bank.load(shard)
        return cls(pictures, truth, np.flatnonzero(truth["answer"] == LEANING))


class Shuffled:
    """Crops of all shards in a random order, new shards taken in as they appear; a few shards are open at a time."""

    OPEN = 10
    TAKEN = 2500  # crops taken from an open shard before another is opened

    def __init__(self, folder: Path, rng: np.random.Generator) -> None:
        self.folder, self.rng = folder, rng
        self.open: list[OpenShard] = []
        self.taken = 0

    def take(self, not_flat: bool = False) -> tuple[NDArray[np.uint8], np.void]:
        """Any crop, or one of a die that leans or is stacked."""
        if not self.open or self.taken % self.TAKEN == 0:
            self._refresh()
        self.taken += 1
        shard = self.open[int(self.rng.integers(len(self.open)))]
        number = int(self.rng.choice(shard.not_flat) if not_flat else self.rng.integers(len(shard.truth)))
        return shard.pictures[number], shard.truth[number]

    def _refresh(self) -> None:
        shards = bank.shards(self.folder)
        if not shards:
            raise FileNotFoundError(f"no crops in {self.folder}; draw a bank first")
        wanted = min(self.OPEN, len(shards))
        fresh = self.rng.choice(len(shards), size=wanted if not self.open else min(3, wanted), replace=False)
        self.open = (self.open + [OpenShard.of(shards[int(i)]) for i in fresh])[-wanted:]


class FaceTask:
    name = "face"

    def __init__(self, folder: Path, real: RealCrops | None, seed: int = 1, teacher: Teacher | None = None) -> None:
        self.rng = np.random.default_rng(seed)
        self.crops = Shuffled(folder / "bank", self.rng)
        self.real, self.teacher = real, teacher
        self.held_back = bank.shard_path(folder / "bank", bank.HELD_BACK_SEED)

    def net(self) -> nn.Module:
        return FaceNet()

    def loss(self, net: nn.Module, step: int) -> Tensor:
        del step
        images, answers, absent, directions = self.drawn()
        logits, embedding, turn = net(images)
        read = nn.functional.cross_entropy(logits + absent, answers, label_smoothing=0.015)
        loss = read + TURN_WEIGHT * misled(turn, directions)
        if self.teacher is None:
            return loss
        answer, like, way = self.teacher.says(images)
        right = (answer + absent).argmax(1) == answers
        taught = unlike(logits + absent, answer + absent, right)
        taught = taught + TURN_WEIGHT * unlike(turn, way, knows(way, directions))
        return loss + TAUGHT * taught + ALIKE * astray(embedding, like, right)

    def drawn(self) -> tuple[Tensor, Tensor, Tensor, Tensor]:
        """A batch: normalised images, what is right, what cannot be (by how much less likely), and which way up."""
        pictures = np.empty((BATCH, FACE_PX, FACE_PX, 3), np.uint8)
        answers = torch.empty(BATCH, dtype=torch.long)
        absent, directions = torch.zeros(BATCH, TURNED + 1), torch.zeros(BATCH, DIRECTIONS)
        for row in range(BATCH):
            if self.real is not None and self.rng.random() < REAL_SHARE:
                crop, truth, unseen = self.real.pick(self.rng)
                absent[row, list(unseen)] = -30.0
            else:
                crop, truth = self._rendered()
            angle, answer = self._pose(int(truth["answer"]), float(truth["turn_deg"]), int(truth["fold"]))
            shown = augment.handed_over(crop, self.rng)
            view = augment.placed_cut(shown, FACE_PX, angle, self.rng, Shake(), self._spot(truth))[0]
            pictures[row] = augment.seen(view, self.rng)
            answers[row] = answer
            if folds := looks_alike(truth):
                directions[row] = target(float(truth["turn_deg"]) - angle, folds)
        return augment.normalised(augment.coloured(pictures, self.rng)), answers, absent, directions

    def _rendered(self) -> tuple[NDArray[np.uint8], np.void]:
        crop, truth = self.crops.take()
        while int(truth["fold"]) == STACKED:
            crop, truth = self.crops.take()
        return crop, truth

    def _spot(self, truth: np.void) -> Place:
        """Where the reader would look: at the upper face of what it takes the die for."""
        kind = int(truth["kind"])
        if kind < 0 or self.rng.random() < MISTAKEN_SHARE:
            kind = int(self.rng.integers(len(KINDS)))
        lean = np.asarray(truth["lean"]) + self.rng.normal(0, LEAN_SPREAD, 2)
        return upper_face(AS_FOUND, KINDS[kind], (float(lean[0]), float(lean[1])))

    def _pose(self, answer: int, turn: float, folds: int) -> tuple[float, int]:
        """How far to turn the crop counter-clockwise, and what is right then."""
        if folds in (0, 2, 4):  # pips, leaning dice and what is none have no upright
            return float(self.rng.uniform(0, 360)), answer
        angle = (
            turn
            + float(np.clip(self.rng.normal(0, UPRIGHT_SPREAD_DEG), -32, 32))
            + 120 * int(self.rng.integers(3)) * (folds == 3)
        )
        is_turned = self.rng.random() < TURNED_SHARE
        if is_symmetric(*CLASSES[answer]) and folds == 1:
            angle += 180 * int(self.rng.integers(2))
            return (angle + float(self.rng.uniform(50, 130)), TURNED) if is_turned else (angle, answer)
        if is_turned:
            if CLASSES[answer][0] == "d4":  # a third of a turn may look upright again
                return angle + 60 + 120 * int(self.rng.integers(3)), TURNED
            return angle + float(self.rng.uniform(50, 310)), TURNED
        return angle, answer

    def measure(self, net: nn.Module) -> str:
        """Of held-back crops: share right when turned upright, and share whose direction is told as they lie there."""
        if not self.held_back.exists():
            return "no held-back crops yet"
        right, told = [], []
        pictures, truth = bank.load(self.held_back)
        for start in range(0, 2048, 128):
            rows = range(start, start + 128)
            with torch.no_grad():
                best = net(_still([(pictures[i], truth[i], float(truth[i]["turn_deg"])) for i in rows]))[0].argmax(1)
                ways = net(_still([(pictures[i], truth[i], 0.0) for i in rows]))[2].argmax(1)
            for row, i in enumerate(rows):
                if truth[i]["answer"] < LEANING:
                    right.append(int(best[row]) == int(truth[i]["answer"]))
                if folds := looks_alike(truth[i]):
                    told.append(is_near(int(ways[row]), float(truth[i]["turn_deg"]), folds))
        return f"held back right {np.mean(right):.4f} of {len(right)}, upright {np.mean(told):.4f} of {len(told)}"


def _still(crops: list[tuple[NDArray[np.uint8], np.void, float]]) -> Tensor:
    """Upper faces as the reader sees them when kind and lean are told rightly, turned by so many degrees."""
    rng = np.random.default_rng(0)
    views = []
    for crop, truth, turn in crops:
        kind, lean = KINDS[int(truth["kind"])], truth["lean"]
        spot = upper_face(AS_FOUND, kind, (float(lean[0]), float(lean[1]))) if truth["kind"] >= 0 else AS_FOUND
        views.append(augment.placed_cut(crop, FACE_PX, turn, rng, STILL, spot)[0])
    return augment.normalised(torch.from_numpy(np.stack(views)).permute(0, 3, 1, 2).float() / 255)
