"""A network with fewer channels from one that was trained: those that say most are kept, so that little is lost and a
teacher soon makes up for it. Fewer channels on the same grid read far better than the same channels on a smaller one.
"""

from collections.abc import Iterator

import torch
from torch import Tensor

Weights = dict[str, Tensor]

NORM = ("weight", "bias", "running_mean", "running_var")


def slimmed(weights: Weights, widths: tuple[int, ...]) -> Weights:
    """The weights of a face, d4 or upright network whose layers have so many channels, one width a layer."""
    slim = dict(weights)
    kept = torch.arange(weights["trunk.0.0.weight"].shape[1])
    for layer, width in enumerate(widths):
        before, kept = kept, telling(weights, layer).topk(width).indices.sort().values
        slim[f"trunk.{layer}.0.weight"] = weights[f"trunk.{layer}.0.weight"][kept][:, before]
        for part in NORM:
            slim[f"trunk.{layer}.1.{part}"] = weights[f"trunk.{layer}.1.{part}"][kept]
    pooled = torch.stack([2 * kept, 2 * kept + 1], 1).flatten()  # each channel is weighed in two ways
    slim["pool.weigh.weight"] = weights["pool.weigh.weight"][pooled]
    for part in NORM:
        slim[f"pool.norm.{part}"] = weights[f"pool.norm.{part}"][pooled]
    for name in _after_pool(weights):
        slim[name] = weights[name][:, pooled]
    return slim


def telling(weights: Weights, layer: int) -> Tensor:
    """Of each channel of a layer: about how high it goes on average, times how much the next layer makes of it, after
    its norm."""
    spread, shift = (weights[f"trunk.{layer}.1.{part}"].float() for part in ("weight", "bias"))
    high = shift.relu() + 0.4 * spread.abs() * torch.exp(-0.5 * (shift / spread.abs().clamp(min=1e-6)) ** 2)
    after = weights.get(f"trunk.{layer + 1}.0.weight")
    if after is None:
        made = weights["pool.weigh.weight"].float().abs().sum((1, 2, 3)) * _scale(weights, "pool.norm")
        return high * made.view(len(high), -1).sum(1)
    made = after.float().abs().sum((2, 3)) * _scale(weights, f"trunk.{layer + 1}.1")[:, None]
    return high * made.sum(0)


def _scale(weights: Weights, norm: str) -> Tensor:
    """By how much a norm makes its channels larger."""
    return weights[f"{norm}.weight"].float().abs() / (weights[f"{norm}.running_var"].float() + 1e-5).sqrt()


def _after_pool(weights: Weights) -> Iterator[str]:
    """The layers that take what the pool says."""
    width = len(weights["pool.norm.weight"])
    return (name for name, each in weights.items() if name.endswith(".weight") and each.shape[1:] == (width,))
