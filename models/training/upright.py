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
from reader.vision.face_map import heights

BATCH = 96
MAP_WEIGHT = 12.0  # of the map of faces, against the direction
REAL_SHARE = 0.15
FLAT_LEANS = {"d20": 0.27, "d12": 0.34, "d4": 0.6}
USUAL_LEAN = 0.42
"""How far a camera above a tray sees the upper face of a flat die tilted, as the sine, before it might be leaning."""
BEST_SEEN = {"d20": 0.38, "d12": 0.46, "d4": 1.0}
USUAL_BEST_SEEN = 0.6
"""How far the upper face may be tilted before another one is seen better: which numeral is meant is not told then."""


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
        directions, places = torch.zeros(BATCH, DIRECTIONS), torch.zeros(BATCH, 3)
        maps, mapped = torch.zeros(BATCH, MAP_SIDE**2), torch.zeros(BATCH)
        kinds = torch.zeros(BATCH, dtype=torch.long)
        dice, leaning, telling = (torch.zeros(BATCH) for _ in range(3))
        for row in range(BATCH):
            is_real = self.real is not None and self.rng.random() < REAL_SHARE
            crop, truth = self.real.pick(self.rng) if self.real is not None and is_real else self.crops.take()
            angle = float(self.rng.uniform(0, 360))
            picture, place = augment.placed_cut(crop, UPRIGHT_PX, angle, self.rng, ROUGH)
            pictures[row] = augment.blurred(picture, self.rng)
            kind, folds = int(truth["kind"]), looks_alike(truth)
            kinds[row] = kind if kind >= 0 else len(KINDS)
            if folds and is_seen_best(truth):
                directions[row] = target(float(truth["turn_deg"]) - angle, folds)
            if kind >= 0:
                places[row] = torch.tensor(place)
                leaning[row], dice[row] = int(truth["answer"]) == LEANING, 1
                telling[row] = is_telling(truth)
            if kind >= 0 and not is_real and "upward" in (truth.dtype.names or ()):
                maps[row], mapped[row] = hills(truth["upward"], angle), 1
        images = augment.normalised(augment.coloured(pictures, self.generator))
        direction, kind_logits, placed, leans_said, faces = net(images)
        loss = misled(direction, directions)
        loss = loss + 0.3 * nn.functional.cross_entropy(kind_logits, kinds, label_smoothing=0.03)
        unlike = nn.functional.binary_cross_entropy_with_logits(faces, maps, reduction="none")
        loss = loss + MAP_WEIGHT * (unlike.mean(1) * mapped).sum() / mapped.sum().clamp(min=1)
        doubts = nn.functional.binary_cross_entropy_with_logits(leans_said[:, 0], leaning, reduction="none")
        loss = loss + (doubts * telling).mean()
        return loss + 5.0 * ((placed - places).abs().sum(1) * dice).mean()

    def measure(self, net: nn.Module) -> str:
        """Held-back crops as they lie: numerals turned upright within 25° at once, or by one of three answers."""
        if not self.held_back.exists():
            return "no held-back crops yet"
        pictures, truth = bank.load(self.held_back)
        rough, rng = Shake((0.9, 1.1), 0.0, 0.06, 0.0), np.random.default_rng(0)
        first = second = kind_right = seen = dice = 0
        astray = np.zeros(3)
        leaning: list[tuple[bool, float]] = []
        raised: list[tuple[bool, float]] = []
        for start in range(0, 2048, 128):
            rows = range(start, start + 128)
            cuts, places = zip(
                *(augment.placed_cut(pictures[i], UPRIGHT_PX, 0.0, rng, rough) for i in rows), strict=True
            )
            images = torch.from_numpy(np.stack(cuts)).permute(0, 3, 1, 2).float() / 255
            with torch.no_grad():
                direction, kinds, placed, leans_said, faces = net(augment.normalised(images))
            flat = heights(faces.sigmoid().numpy(), truth["lean"][start : start + 128])
            for row, i in enumerate(rows):
                if truth[i]["kind"] >= 0:
                    dice += 1
                    astray += np.abs(placed[row].numpy() - places[row])
                    kind_right += int(kinds[row].argmax()) == int(truth[i]["kind"])
                    leaning.append((int(truth[i]["answer"]) == LEANING, float(leans_said[row])))
                    if int(truth[i]["fold"]) != STACKED:
                        raised.append((int(truth[i]["answer"]) == LEANING, -float(flat[row])))
                folds = looks_alike(truth[i])
                if folds and is_seen_best(truth[i]):
                    best = direction[row].topk(3).indices.tolist()
                    near = [is_near(way, float(truth[i]["turn_deg"]), folds) for way in best]
                    first, second, seen = first + near[0], second + any(near), seen + 1
        return (
            f"upright {first / seen:.4f}, among three {second / seen:.4f}, kind {kind_right / dice:.4f}, "
            f"places off by {np.round(astray / dice, 4)}, leaning told from flat {_told_apart(leaning):.3f}, "
            f"by the map {_told_apart(raised):.3f}"
        )


def _told_apart(said: list[tuple[bool, float]]) -> float:
    """How often a leaning die is called more leaning than a flat one."""
    leaning, flat = (np.array([logit for is_it, logit in said if is_it == wanted]) for wanted in (True, False))
    return float((leaning[:, None] > flat[None]).mean()) if len(leaning) and len(flat) else 1.0


def is_seen_best(truth: np.void) -> bool:
    """Whether the camera sees the upper face better than any other."""
    return float(np.hypot(*truth["lean"])) < BEST_SEEN.get(KINDS[int(truth["kind"])], USUAL_BEST_SEEN)


def is_telling(truth: np.void) -> bool:
    """Whether this die can teach what leaning looks like: seen from further aslant, a flat one looks the same."""
    if int(truth["answer"]) == LEANING:
        return True
    return float(np.hypot(*truth["lean"])) < FLAT_LEANS.get(KINDS[int(truth["kind"])], USUAL_LEAN)
