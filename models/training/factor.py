"""A quicker network from one that was trained: each convolution is split into one with fewer channels and a mix of
those, chosen so that every layer still says what it said of some crops, as far as so few channels can.

That is a regression of bounded rank: what the layer said, by what the layers before it now say (after Zhang and others,
2015). Far less is lost than by leaving channels out, and a teacher soon makes up for the rest.
"""

from collections.abc import Callable

import torch
from torch import Tensor, nn

CROPS = 2048  # to fit on
SPOTS = 60_000  # places of maps that a layer is fitted on
RIDGE = 1e-4  # of the mean variance, so that what never varied is left alone


def factored(whole: nn.Module, thin: nn.Module, crops: Tensor) -> dict[str, Tensor]:
    """The weights of `thin`, a network like `whole` with layers of bounded rank, from those of `whole`; `crops` are
    normalised images."""
    thin.load_state_dict({name: each for name, each in whole.state_dict().items() if name in thin.state_dict()}, False)
    before = after = crops
    with torch.no_grad():
        for layer, split in zip(whole.get_submodule("trunk"), thin.get_submodule("trunk"), strict=True):
            if isinstance(split[0], nn.Sequential):
                _fit(layer, split, before, after)
            before, after = layer(before), split(after)
    return thin.state_dict()


def _fit(layer: nn.Sequential, split: nn.Sequential, before: Tensor, after: Tensor) -> None:
    """`before` is what the whole network shows this layer, `after` what the split one does."""
    seen, mixed, norm = split[0][0], split[0][1], split[1]
    scale = (layer[1].weight.abs() / (layer[1].running_var + layer[1].eps).sqrt()).clamp(min=1e-6)
    wanted, places = _spots(layer[0](before), _patches(after, seen))
    middle, there = wanted.mean(0), places.mean(0)
    wanted, places = (wanted - middle) * scale, places - there
    square = places.T @ places
    square += RIDGE * square.diagonal().mean() * torch.eye(len(square))
    best = torch.linalg.solve(square, places.T @ wanted)  # (patch, channels)
    ways = torch.linalg.eigh(best.T @ square @ best).eigenvectors[:, -seen.out_channels :]
    turned = ways @ _turn(seen.out_channels)  # no channel then says much more than others: eight bits serve all alike
    seen_as, mixed_as = (best @ turned).T, turned / scale[:, None]
    alike = (mixed_as.std() / seen_as.std()).sqrt()  # of both, so that a training moves both alike
    seen.weight.copy_((seen_as * alike).view_as(seen.weight))
    mixed.weight.copy_((mixed_as / alike)[:, :, None, None])
    norm.running_mean.add_(mixed.weight[:, :, 0, 0] @ (seen.weight.flatten(1) @ there.float()) - middle.float())


def _patches(maps: Tensor, seen: nn.Conv2d) -> Callable[[slice], Tensor]:
    """What the convolution sees at every place of some of the maps, (places, patch)."""

    def of(part: slice) -> Tensor:
        unfolded = nn.functional.unfold(maps[part], 3, padding=1, stride=seen.stride)
        return unfolded.transpose(1, 2).flatten(0, 1)

    return of


def _spots(said: Tensor, patches: Callable[[slice], Tensor]) -> tuple[Tensor, Tensor]:
    """What was said at some places, and what is seen there."""
    share = min(1.0, SPOTS / (len(said) * said.shape[2] * said.shape[3]))
    chance = torch.Generator().manual_seed(0)
    wanted, seen = [], []
    for start in range(0, len(said), 64):
        part = slice(start, start + 64)
        all_said = said[part].flatten(2).transpose(1, 2).flatten(0, 1)
        chosen = torch.rand(len(all_said), generator=chance) < share
        wanted.append(all_said[chosen])
        seen.append(patches(part)[chosen])
    return torch.cat(wanted).double(), torch.cat(seen).double()


def _turn(size: int) -> Tensor:
    return torch.linalg.qr(torch.randn(size, size, generator=torch.Generator().manual_seed(size)).double()).Q
