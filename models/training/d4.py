"""The d4 reader's training: from above a tetrahedron shows its number three times, foreshortened to a third of its
height. So it is looked at closer than other dice, by a network that knows nothing else."""

from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn

from models.training import augment, bank
from models.training.augment import STILL, Shake
from models.training.crops import CLOSER
from models.training.face import UPRIGHT_SPREAD_DEG, Shuffled
from models.training.nets import D4_PX, D4Net
from models.training.real import RealCrops
from reader.vision.cut import SEEN_PX

BATCH = 48
NOT_UPRIGHT = 4  # as an answer, after the faces
TURNED_SHARE = 0.15
REAL_SHARE = 0.1
MEASURED = 1024


class D4Task:
    name = "d4"

    def __init__(self, folder: Path, real: RealCrops | None, seed: int = 1) -> None:
        self.rng = np.random.default_rng(seed)
        self.crops = Shuffled(folder / "d4", self.rng)
        self.real = real
        self.held_back = bank.shard_path(folder / "d4", bank.HELD_BACK_SEED)

    def net(self) -> nn.Module:
        return D4Net()

    def loss(self, net: nn.Module, step: int) -> Tensor:
        del step
        pictures = np.empty((BATCH, D4_PX, D4_PX, 3), np.uint8)
        answers = torch.empty(BATCH, dtype=torch.long)
        for row in range(BATCH):
            if self.real is not None and self.rng.random() < REAL_SHARE:
                crop, truth, _ = self.real.pick(self.rng)
                angle, answers[row] = self._upright(truth), int(truth["answer"])
            else:
                crop, truth = self.crops.take()
                angle, answers[row] = self._pose(truth)
            view = augment.placed_cut(crop, D4_PX, angle, self.rng, Shake(), seen_px=SEEN_PX * CLOSER)[0]
            pictures[row] = augment.seen(view, self.rng)
        images = augment.normalised(augment.coloured(pictures, self.rng))
        return nn.functional.cross_entropy(net(images), answers, label_smoothing=0.015)

    def _upright(self, truth: np.void) -> float:
        """How far to turn the crop counter-clockwise, about as well as the upright network would."""
        off = float(np.clip(self.rng.normal(0, UPRIGHT_SPREAD_DEG), -32, 32))
        return float(truth["turn_deg"]) + off

    def _pose(self, truth: np.void) -> tuple[float, int]:
        """The same for any of the ways that look alike, or for none of them; and what is right then."""
        from_above = int(truth["fold"]) == 3
        angle = self._upright(truth) + 120 * int(self.rng.integers(3)) * from_above
        if self.rng.random() >= TURNED_SHARE:
            return angle, int(truth["answer"])
        return angle + (60 if from_above else 60 * int(self.rng.integers(1, 6))), NOT_UPRIGHT

    def measure(self, net: nn.Module) -> str:
        """Of held-back crops turned upright: share right, and share that is sure and right; tetrahedra from above, and
        the others."""
        if not self.held_back.exists():
            return "no held-back crops yet"
        pictures, truth = bank.load(self.held_back)
        rng = np.random.default_rng(0)
        chances = []
        for start in range(0, MEASURED, 64):
            rows = range(start, start + 64)
            turns = ((pictures[i], float(truth[i]["turn_deg"])) for i in rows)
            views = [
                augment.placed_cut(crop, D4_PX, turn, rng, STILL, seen_px=SEEN_PX * CLOSER)[0] for crop, turn in turns
            ]
            images = augment.normalised(torch.from_numpy(np.stack(views)).permute(0, 3, 1, 2).float() / 255)
            with torch.no_grad():
                chances.append(net(images).softmax(1).numpy())
        said, seen = np.concatenate(chances), truth[:MEASURED]
        right = said.argmax(1) == seen["answer"]
        sure = right & (said.max(1) > 0.8)
        above = seen["fold"] == 3
        return (
            f"from above {right[above].mean():.4f}, sure {sure[above].mean():.4f} of {above.sum()}; "
            f"others {right[~above].mean():.4f}, sure {sure[~above].mean():.4f}"
        )
