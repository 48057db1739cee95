"""Layers split in two say what they said, as far as so few channels can; this runs where torch is installed."""

import pytest

torch = pytest.importorskip("torch")

from models.training.factor import factored  # noqa: E402
from models.training.nets import FACE_PX, WHOLE, FaceNet  # noqa: E402

RANKS = (0, 32, 32, 48, 64, 64, 80, 96, 96, 80)


def trained(ranks: tuple[int, ...]) -> "torch.nn.Module":
    """A face network whose norms know what they see."""
    torch.manual_seed(3)
    net = FaceNet(ranks)
    for part in net.modules():
        if isinstance(part, torch.nn.BatchNorm2d):
            part.momentum = 1.0
    with torch.no_grad():
        net(torch.randn(24, 3, FACE_PX, FACE_PX))
    return net.eval()


def merged(split: "torch.nn.Module") -> "torch.nn.Module":
    """The same network with whole layers."""
    whole, weights = FaceNet(WHOLE).eval(), split.state_dict()
    for layer in (number for number, rank in enumerate(RANKS) if rank):
        seen, mixed = (weights.pop(f"trunk.{layer}.0.{part}.weight") for part in (0, 1))
        together = mixed.flatten(1) @ seen.flatten(1)
        weights[f"trunk.{layer}.0.weight"] = together.view(len(mixed), *seen.shape[1:])
    whole.load_state_dict(weights)
    return whole


def off(one: "torch.nn.Module", other: "torch.nn.Module") -> float:
    """How far their last maps of new crops are apart, against how far the first one's vary."""
    crops = torch.randn(4, 3, FACE_PX, FACE_PX, generator=torch.Generator().manual_seed(9))
    with torch.no_grad():
        said, heard = one.trunk(crops), other.trunk(crops)
    return float((said - heard).std() / (said - said.mean((0, 2, 3), keepdim=True)).std())


def split(whole: "torch.nn.Module") -> "torch.nn.Module":
    crops = torch.randn(100, 3, FACE_PX, FACE_PX, generator=torch.Generator().manual_seed(1))
    thin = FaceNet(RANKS).eval()
    thin.load_state_dict(factored(whole, FaceNet(RANKS).eval(), crops))
    return thin


def test_layers_that_say_no_more_than_fits_are_split_without_loss() -> None:
    whole = merged(trained(RANKS))
    assert off(whole, FaceNet(RANKS).eval()) > 0.3
    assert off(whole, split(whole)) < 0.05


def test_of_layers_that_say_more_something_is_lost() -> None:
    whole = trained(WHOLE)
    assert off(whole, split(whole)) > 0.1
