"""The upright network's training: which way does the numeral point?"""

from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn

from models.training import augment, bank
from models.training.augment import ROUGH, Shake
from models.training.face import Shuffled
from models.training.labels import CLASSES, DIRECTIONS, KINDS, LEANING, is_symmetric
from models.training.nets import UPRIGHT_PX, UprightNet
from models.training.real import RealCrops

BATCH = 96
REAL_SHARE = 0.15
SPREAD_DEG = 9.0  # of the target over neighbouring directions
STEP_DEG = 360 / DIRECTIONS
FLAT_LEANS = {"d20": 0.27, "d12": 0.34, "d4": 0.6}
USUAL_LEAN = 0.42
"""How far a camera above a tray sees the upper face of a flat die tilted, as the sine, before it might be leaning."""


def target(turn_deg: float, folds: int) -> Tensor:
    """The directions that are right, as shares: one peak, or as many as look alike."""
    centres = torch.arange(DIRECTIONS) * STEP_DEG
    total = torch.zeros(DIRECTIONS)
    for turn in range(folds):
        away = (centres - turn_deg - turn * 360 / folds + 180) % 360 - 180
        total += torch.exp(-0.5 * (away / SPREAD_DEG) ** 2)
    return total / total.sum()


class UprightTask:
    name = "upright"

    def __init__(self, folder: Path, real: RealCrops | None = None, seed: int = 1) -> None:
        self.real = real
        self.rng = np.random.default_rng(seed)
        self.crops = Shuffled(folder / "bank", self.rng)
        self.generator = torch.Generator().manual_seed(seed)
        self.held_back = bank.shard_path(folder / "bank", bank.HELD_BACK_SEED)

    def net(self) -> nn.Module:
        return UprightNet()

    def loss(self, net: nn.Module, step: int) -> Tensor:
        del step
        pictures = np.empty((BATCH, UPRIGHT_PX, UPRIGHT_PX, 3), np.uint8)
        directions, leans, places = torch.zeros(BATCH, DIRECTIONS), torch.zeros(BATCH, 2), torch.zeros(BATCH, 3)
        kinds, oriented = torch.zeros(BATCH, dtype=torch.long), torch.zeros(BATCH)
        dice, rendered, leaning, telling = (torch.zeros(BATCH) for _ in range(4))
        for row in range(BATCH):
            is_real = self.real is not None and self.rng.random() < REAL_SHARE
            crop, truth = self.real.pick(self.rng) if self.real is not None and is_real else self.crops.take()
            angle = float(self.rng.uniform(0, 360))
            picture, place = augment.placed_cut(crop, UPRIGHT_PX, angle, self.rng, ROUGH)
            pictures[row] = augment.blurred(picture, self.rng)
            kind, folds = int(truth["kind"]), looks_alike(truth)
            kinds[row] = kind if kind >= 0 else len(KINDS)
            if folds:
                directions[row], oriented[row] = target(float(truth["turn_deg"]) - angle, folds), 1
            if kind >= 0:
                places[row] = torch.tensor(place)
                leaning[row], dice[row] = int(truth["answer"]) == LEANING, 1
                telling[row] = is_telling(truth)
                rendered[row], leans[row] = not is_real, _turned_lean(truth["lean"], angle)
        images = augment.normalised(augment.coloured(pictures, self.generator))
        direction, kind_logits, lean, placed, leans_said = net(images)
        pointing = -(directions * direction.log_softmax(1)).sum(1)
        loss = (pointing * oriented).sum() / oriented.sum().clamp(min=1)
        loss = loss + 0.3 * nn.functional.cross_entropy(kind_logits, kinds, label_smoothing=0.03)
        flat = rendered * (1 - leaning)  # of a die on its edge nobody can say which face is the upper one
        loss = loss + 6.0 * ((lean - leans).abs().sum(1) * flat).mean()
        doubts = nn.functional.binary_cross_entropy_with_logits(leans_said[:, 0], leaning, reduction="none")
        loss = loss + (doubts * telling).mean()
        return loss + 5.0 * ((placed - places).abs().sum(1) * dice).mean()

    def measure(self, net: nn.Module) -> str:
        """Held-back crops as they lie: share of numerals turned upright within 25°, or whose second answer is."""
        if not self.held_back.exists():
            return "no held-back crops yet"
        pictures, truth = bank.load(self.held_back)
        rough, rng = Shake((0.9, 1.1), 0.0, 0.06, 0.0), np.random.default_rng(0)
        first = second = kind_right = seen = dice = 0
        astray, tilted = np.zeros(3), 0.0
        leaning: list[tuple[bool, float]] = []
        for start in range(0, 2048, 128):
            rows = range(start, start + 128)
            cuts, places = zip(
                *(augment.placed_cut(pictures[i], UPRIGHT_PX, 0.0, rng, rough) for i in rows), strict=True
            )
            images = torch.from_numpy(np.stack(cuts)).permute(0, 3, 1, 2).float() / 255
            with torch.no_grad():
                direction, kinds, leans, placed, leans_said = net(augment.normalised(images))
            for row, i in enumerate(rows):
                if truth[i]["kind"] >= 0:
                    dice += 1
                    astray += np.abs(placed[row].numpy() - places[row])
                    kind_right += int(kinds[row].argmax()) == int(truth[i]["kind"])
                    leaning.append((int(truth[i]["answer"]) == LEANING, float(leans_said[row])))
                    tilted += float(np.hypot(*(leans[row].numpy() - truth[i]["lean"])))
                folds = looks_alike(truth[i])
                if folds:
                    best = direction[row].topk(3).indices.numpy() * STEP_DEG
                    away = np.abs(
                        (best[:, None] - float(truth[i]["turn_deg"]) - np.arange(folds) * 360 / folds + 180) % 360 - 180
                    )
                    near = away.min(axis=1) < 25
                    first, second, seen = first + int(near[0]), second + int(near.any()), seen + 1
        return (
            f"upright {first / seen:.4f}, among three {second / seen:.4f}, kind {kind_right / dice:.4f}, "
            f"places off by {np.round(astray / dice, 4)}, tilts by {tilted / dice:.4f}, "
            f"leaning told from flat {_told_apart(leaning):.3f}"
        )


def _told_apart(said: list[tuple[bool, float]]) -> float:
    """How often a leaning die is called more leaning than a flat one."""
    leaning, flat = (np.array([logit for is_it, logit in said if is_it == wanted]) for wanted in (True, False))
    return float((leaning[:, None] > flat[None]).mean()) if len(leaning) and len(flat) else 1.0


def is_telling(truth: np.void) -> bool:
    """Whether this die can teach what leaning looks like: seen from further aslant, a flat one looks the same."""
    if int(truth["answer"]) == LEANING:
        return True
    return float(np.hypot(*truth["lean"])) < FLAT_LEANS.get(KINDS[int(truth["kind"])], USUAL_LEAN)


def looks_alike(truth: np.void) -> int:
    """In how many directions this numeral is upright; 0 where none can be told: pips, leaning dice, no die."""
    folds, answer = int(truth["fold"]), int(truth["answer"])
    if folds in (0, 2, 4) or answer >= LEANING:
        return 0
    return 2 if folds == 1 and is_symmetric(*CLASSES[answer]) else folds


def _turned_lean(lean: np.ndarray, angle_deg: float) -> Tensor:
    angle = np.radians(angle_deg)
    x, y = float(lean[0]), float(lean[1])
    return torch.tensor(
        [x * np.cos(angle) + y * np.sin(angle), -x * np.sin(angle) + y * np.cos(angle)], dtype=torch.float32
    )
