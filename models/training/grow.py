"""A wider and deeper network from one that was trained, which at first says just what that one said.

Channels that are new look at something by chance, and nobody listens to them yet; layers that are new hand on what they
are shown (after Chen and others, 2016). So nothing that was learned is lost, and there is room for more.
"""

from collections.abc import Mapping

import torch
from torch import Tensor, nn

HEARD = 0.02  # of what a new channel's listeners would usually weigh it by: enough to tell in which direction to learn


def grown(small: nn.Module, large: nn.Module, depths: tuple[int, ...], deeper: tuple[int, ...], crops: Tensor) -> None:
    """Fills `large` with what `small` knows; both have a trunk of so many layers at each size, then a pool and heads.
    `crops` are normalised images, from which layers that hand on learn what is usual."""
    kept, trunk, wider = small.state_dict(), small.get_submodule("trunk"), large.get_submodule("trunk")
    places = _places(depths, deeper)
    with torch.no_grad():
        inputs = 3
        for number, layer in enumerate(wider):
            if number in places:
                inputs = _widen(trunk[places[number]], layer, inputs)
        for name in ("weigh.weight", "norm.weight", "norm.bias", "norm.running_mean", "norm.running_var"):
            large.get_submodule("pool").state_dict()[name][: len(kept[f"pool.{name}"])] = kept[f"pool.{name}"]
        _hear(large, small)
        maps = crops
        for number, layer in enumerate(wider):
            if number not in places:
                _hand_on(layer, maps)
            maps = layer(maps)


def is_small(weights: Mapping[str, Tensor], small: nn.Module) -> bool:
    """Whether these are weights of such a network."""
    wanted = small.state_dict()
    return weights.keys() == wanted.keys() and all(each.shape == wanted[name].shape for name, each in weights.items())


def _places(depths: tuple[int, ...], deeper: tuple[int, ...]) -> dict[int, int]:
    """Which layer of the small trunk each layer of the large one stems from: new ones stand last at their size."""
    places: dict[int, int] = {}
    small = large = 0
    for few, many in zip(depths, deeper, strict=True):
        places |= {large + number: small + number for number in range(few)}
        small, large = small + few, large + many
    return places


def _widen(old: nn.Module, new: nn.Module, inputs: int) -> int:
    """Copies a layer that saw so many channels of before; returns how many it has itself."""
    weights, wider = _weights(old), _weights(new)
    outputs = len(weights)
    wider[:outputs, inputs:] *= HEARD
    wider[:outputs, :inputs] = weights
    before, after = old.get_submodule("1").state_dict(), new.get_submodule("1").state_dict()
    for name, each in before.items():
        if each.ndim:
            after[name][:outputs] = each
    return outputs


def _hear(large: nn.Module, small: nn.Module) -> None:
    """Copies the heads; what looks at the pool hardly hears its new channels."""
    parts, wanted = small.state_dict(), large.state_dict()
    for name, each in parts.items():
        if name.startswith(("trunk.", "pool.")):
            continue
        if wanted[name].shape == each.shape:
            wanted[name].copy_(each)
        else:
            wanted[name][:, each.size(1) :] *= HEARD
            wanted[name][:, : each.size(1)] = each


def _hand_on(layer: nn.Module, maps: Tensor) -> None:
    """Makes a layer return what it is shown, which is never below nothing."""
    nn.init.dirac_(_weights(layer))
    norm = layer.get_submodule("1")
    assert isinstance(norm, nn.BatchNorm2d)
    mean, spread = maps.mean((0, 2, 3)), maps.var((0, 2, 3))
    usual = {"running_mean": mean, "running_var": spread, "weight": (spread + norm.eps).sqrt(), "bias": mean}
    for name, each in usual.items():
        norm.state_dict()[name].copy_(each)


def _weights(layer: nn.Module) -> Tensor:
    weights = layer.get_submodule("0").weight
    assert isinstance(weights, Tensor)
    return weights
