"""Muon: steps whose directions all count alike, for the convolutions; AdamW does the rest.

Jordan and others, 2024: the momentum of a weight matrix is replaced by the nearest matrix of orthogonal rows, found by
five steps of a Newton–Schulz iteration. The step's size is that which AdamW would take, so both share one rate.
"""

from collections.abc import Iterable
from functools import cache

import torch
from torch import Tensor, nn

MOMENTUM = 0.95
LIKE_ADAM = 0.2  # root mean square of a step of AdamW, in rates


class Muon(torch.optim.Optimizer):
    def __init__(self, weights: Iterable[nn.Parameter], rate: float, decay: float) -> None:
        super().__init__(weights, {"lr": rate, "weight_decay": decay})

    def step(self, closure: None = None) -> None:
        del closure  # nobody gives one
        for group in self.param_groups:
            for weight in group["params"]:
                if weight.grad is not None:
                    with torch.no_grad():
                        self._move(weight, weight.grad, group["lr"], group["weight_decay"])

    def _move(self, weight: Tensor, slope: Tensor, rate: float, decay: float) -> None:
        kept = self.state[weight].setdefault("momentum", torch.zeros_like(weight))
        kept.lerp_(slope, 1 - MOMENTUM)
        ahead = slope.lerp(kept, MOMENTUM).flatten(1)
        weight.mul_(1 - rate * decay)
        size = LIKE_ADAM * max(ahead.shape) ** 0.5
        near = orthogonal(ahead.bfloat16()).float() if halves_are_quick() else orthogonal(ahead)
        weight.add_(near.view(weight.shape), alpha=-rate * size)


@cache
def halves_are_quick() -> bool:
    """Whether this processor has a unit for half precision; without it that would take many times as long."""
    return torch.cpu._is_avx512_bf16_supported() or torch.cpu._is_amx_tile_supported()


def orthogonal(matrix: Tensor) -> Tensor:
    """The nearest matrix whose singular values are all about one.

    >>> torch.manual_seed(0) and torch.linalg.svdvals(orthogonal(torch.randn(8, 30))).round()
    tensor([1., 1., 1., 1., 1., 1., 1., 1.])
    """
    tall = matrix.size(0) > matrix.size(1)
    near = (matrix.T if tall else matrix) / (matrix.norm() + 1e-7)
    for _ in range(5):
        square = near @ near.T
        near = 3.4445 * near + (-4.7750 * square + 2.0315 * square @ square) @ near
    return near.T if tall else near


def optimisers(net: nn.Module, rate: float, decay: float) -> list[torch.optim.Optimizer]:
    """Muon for the convolutions that mix channels, AdamW for all else."""
    mixing = {name for name, weight in net.named_parameters() if weight.ndim == 4 and weight.size(1) > 1}
    parts = dict(net.named_parameters())
    return [
        Muon([parts[name] for name in parts if name in mixing], rate, decay),
        torch.optim.AdamW([parts[name] for name in parts if name not in mixing], lr=rate, weight_decay=decay),
    ]
