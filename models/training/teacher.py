"""A network that was trained before, larger than the one in training, which learns its answers beside the truth.

What a good network finds hard, and what it takes a face for next to what it is, tells more of a crop than the truth
alone: a smaller network gets there in far fewer crops.
"""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn

from reader.vision.networks import Network, of_four_bytes

NEAR = 0.02  # of the highest chance of any direction, from which one is right: within some 25°


class Teacher:
    def __init__(self, folder: Path, name: str, labels: Sequence[str]) -> None:
        self.network = Network(folder, name, threads=1)
        if self.network.card.labels != tuple(labels):
            raise ValueError(f"the network {folder / name} has other answers than the one that is trained")

    def says(self, images: Tensor) -> list[Tensor]:
        """Its answers to normalised images of whatever size, as logits."""
        side = self.network.card.input_px
        shown = nn.functional.interpolate(images, (side, side), mode="bilinear", align_corners=False)
        shown = shown.permute(0, 2, 3, 1).contiguous()
        if self.network.card.grain is None:
            return [torch.from_numpy(said) for said in self.network.run(shown.permute(0, 3, 1, 2).contiguous().numpy())]
        step, zero = self.network.card.grain
        levels = (shown / step).round_().add_(zero).clamp_(0, 255).numpy().astype(np.uint8)
        return [torch.from_numpy(said) for said in self.network.run(of_four_bytes(levels))]


def unlike(said: Tensor, taught: Tensor, right: Tensor) -> Tensor:
    """How far logits are from a teacher's: the divergence of what they are as chances, on average. Where the teacher is
    not right nothing is to be learned from it."""
    off = nn.functional.kl_div(said.log_softmax(1), taught.log_softmax(1), reduction="none", log_target=True).sum(1)
    return (off * right).mean()


def astray(said: Tensor, taught: Tensor, right: Tensor) -> Tensor:
    """How far an embedding is from a teacher's, against that one's own size, where the teacher is right."""
    return ((said - taught).square().mean(1) * right).mean() / taught.square().mean().clamp(min=1e-6)


def knows(way: Tensor, directions: Tensor) -> Tensor:
    """Of which crops a teacher's best direction is a right one, or nobody knows better: all are equally wrong then."""
    best = directions.gather(1, way.argmax(1, keepdim=True))[:, 0]
    return best >= NEAR * directions.max(1).values
