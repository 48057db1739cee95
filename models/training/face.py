"""The face reader's training: upright crops, and some that are not, so that it says so."""

from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from models.training import augment, bank
from models.training.augment import Shake
from models.training.labels import CLASSES, KINDS, LEANING, STACKED, TURNED, is_symmetric
from models.training.nets import FACE_PX, FaceNet
from models.training.real import RealCrops
from reader.vision.cut import AS_FOUND, Place
from reader.vision.upper_face import upper_face

BATCH = 64
TURNED_SHARE = 0.10
UPRIGHT_SPREAD_DEG = 11.0  # how far off the upright network's answer may be
REAL_SHARE = 0.15
MISTAKEN_SHARE = 0.07  # of dice looked at as if they were of another kind
LEAN_SPREAD = 0.07  # how far off the upright network's lean may be


class Shuffled:
    """Crops of all shards in a random order, new shards taken in as they appear; a few shards are open at a time."""

    OPEN = 10
    TAKEN = 2500  # crops taken from an open shard before another is opened

    def __init__(self, folder: Path, rng: np.random.Generator) -> None:
        self.folder, self.rng = folder, rng
        self.open: list[tuple[NDArray[np.uint8], NDArray[np.void]]] = []
        self.taken = 0

    def take(self) -> tuple[NDArray[np.uint8], np.void]:
        if not self.open or self.taken % self.TAKEN == 0:
            self._refresh()
        self.taken += 1
        pictures, truth = self.open[int(self.rng.integers(len(self.open)))]
        number = int(self.rng.integers(len(truth)))
        return pictures[number], truth[number]

    def _refresh(self) -> None:
        shards = bank.shards(self.folder)
        if not shards:
            raise FileNotFoundError(f"no crops in {self.folder}; draw a bank first")
        wanted = min(self.OPEN, len(shards))
        fresh = self.rng.choice(len(shards), size=wanted if not self.open else min(3, wanted), replace=False)
        self.open = (self.open + [bank.load(shards[int(i)]) for i in fresh])[-wanted:]


class FaceTask:
    name = "face"

    def __init__(self, folder: Path, real: RealCrops | None, seed: int = 1) -> None:
        self.rng = np.random.default_rng(seed)
        self.crops = Shuffled(folder / "bank", self.rng)
        self.real = real
        self.generator = torch.Generator().manual_seed(seed)
        self.held_back = bank.shard_path(folder / "bank", bank.HELD_BACK_SEED)

    def net(self) -> nn.Module:
        return FaceNet()

    def loss(self, net: nn.Module, step: int) -> Tensor:
        del step
        pictures = np.empty((BATCH, FACE_PX, FACE_PX, 3), np.uint8)
        answers = torch.empty(BATCH, dtype=torch.long)
        absent = torch.zeros(BATCH, TURNED + 1)
        for row in range(BATCH):
            if self.real is not None and self.rng.random() < REAL_SHARE:
                crop, truth = self.real.pick(self.rng)
                absent[row, list(self.real.unseen(truth))] = -30.0
            else:
                crop, truth = self._rendered()
            angle, answer = self._pose(int(truth["answer"]), float(truth["turn_deg"]), int(truth["fold"]))
            view = augment.placed_cut(crop, FACE_PX, angle, self.rng, Shake(), self._spot(truth))[0]
            pictures[row] = augment.blurred(view, self.rng)
            answers[row] = answer
        images = augment.normalised(augment.coloured(pictures, self.generator))
        logits, _ = net(images)
        return nn.functional.cross_entropy(logits + absent, answers, label_smoothing=0.015)

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
        symmetric = is_symmetric(*CLASSES[answer])
        if symmetric and folds == 1:
            return angle + 180 * int(self.rng.integers(2)), answer
        if self.rng.random() < TURNED_SHARE:
            if CLASSES[answer][0] == "d4":  # a third of a turn may look upright again
                return angle + 60 + 120 * int(self.rng.integers(3)), TURNED
            return angle + float(self.rng.uniform(70, 290)), TURNED
        return angle, answer

    def measure(self, net: nn.Module) -> str:
        """Share right of held-back crops turned upright, as they lie there."""
        if not self.held_back.exists():
            return "no held-back crops yet"
        right, seen = 0, 0
        pictures, truth = bank.load(self.held_back)
        rng = np.random.default_rng(0)
        still = Shake((1.0, 1.0), 0.0, 0.0, 0.0)
        for start in range(0, 2048, 128):
            rows = range(start, start + 128)
            cuts = np.stack([upright_view(pictures[i], truth[i], rng, still) for i in rows])
            images = augment.normalised(torch.from_numpy(cuts).permute(0, 3, 1, 2).float() / 255)
            with torch.no_grad():
                best = net(images)[0].argmax(1).numpy()
            faces = truth["answer"][start : start + 128] < LEANING
            right += int(np.sum((best == truth["answer"][start : start + 128])[faces]))
            seen += int(faces.sum())
        return f"held back right {right / seen:.4f} of {seen}"


def upright_view(crop: NDArray[np.uint8], truth: np.void, rng: np.random.Generator, shake: Shake) -> NDArray[np.uint8]:
    """The upper face as the reader sees it when kind, lean and direction are told rightly."""
    kind, lean = KINDS[int(truth["kind"])], truth["lean"]
    spot = upper_face(AS_FOUND, kind, (float(lean[0]), float(lean[1]))) if truth["kind"] >= 0 else AS_FOUND
    return augment.placed_cut(crop, FACE_PX, float(truth["turn_deg"]), rng, shake, spot)[0]
