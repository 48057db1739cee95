"""A slimmer network keeps the channels that say something; this runs where torch is installed."""

import pytest

torch = pytest.importorskip("torch")

from models.training import nets  # noqa: E402
from models.training.slim import slimmed, telling  # noqa: E402

LAYERS = tuple(width for width, depth in zip(nets.FACE_WIDTHS, nets.DEPTHS, strict=True) for _ in range(depth))
FEWER = tuple(width - 8 for width in LAYERS)


def trained() -> "torch.nn.Module":
    """A face network whose norms are no more as they began."""
    torch.manual_seed(3)
    net = nets.FaceNet().eval()
    with torch.no_grad():
        for name, each in net.named_parameters():
            if ".1." in name or "norm" in name:
                each.add_(0.3 * torch.randn_like(each))
    return net


def silenced(net: "torch.nn.Module") -> None:
    """Eight channels of every layer say nothing any more, nor does what the pool makes of them."""
    parts = dict(net.named_parameters())
    with torch.no_grad():
        for part in ("weight", "bias"):
            parts[f"pool.norm.{part}"][6:22] = 0.0
            for layer in range(len(LAYERS)):
                parts[f"trunk.{layer}.1.{part}"][3:11] = 0.0


def test_all_channels_kept_is_the_same_network() -> None:
    weights = trained().state_dict()
    slim = slimmed(weights, LAYERS)
    assert all(torch.equal(slim[name], each) for name, each in weights.items())


def test_channels_that_say_nothing_go_first_and_nothing_is_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    net = trained()
    silenced(net)
    assert telling(net.state_dict(), 4)[3:11].max() == 0
    monkeypatch.setattr(nets, "FACE_WIDTHS", tuple(width - 8 for width in nets.FACE_WIDTHS))
    slim = nets.FaceNet().eval()
    slim.load_state_dict(slimmed(net.state_dict(), FEWER))
    crops = torch.randn(2, 3, nets.FACE_PX, nets.FACE_PX)
    with torch.no_grad():
        for before, after in zip(net(crops), slim(crops), strict=True):
            assert torch.allclose(before, after, atol=1e-4)
