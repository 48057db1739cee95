"""A larger network begins with all that a smaller one knows; this runs where torch is installed."""

import pytest

torch = pytest.importorskip("torch")

from models.training.grow import grown, is_small  # noqa: E402
from models.training.nets import FACE_PX, WHOLE, FaceNet, SecondNet  # noqa: E402

FEW, MANY = (1, 1, 2, 2), (1, 2, 2, 3)
NARROW, WIDE = (8, 12, 16, 24), (8, 20, 24, 32)


def crops(seed: int, count: int = 16) -> "torch.Tensor":
    return torch.randn(count, 3, FACE_PX, FACE_PX, generator=torch.Generator().manual_seed(seed))


def trained() -> "torch.nn.Module":
    """A small network whose norms know what they see."""
    torch.manual_seed(3)
    net = FaceNet(WHOLE, NARROW, FEW)
    for part in net.modules():
        if isinstance(part, torch.nn.BatchNorm2d):
            part.momentum = 1.0
    with torch.no_grad():
        net(crops(2, 24))
    return net.eval()


def larger(small: "torch.nn.Module") -> "torch.nn.Module":
    torch.manual_seed(4)
    large = FaceNet(WHOLE, WIDE, MANY).eval()
    grown(small, large, FEW, MANY, crops(1))
    return large


def test_a_grown_network_says_nearly_what_the_small_one_said() -> None:
    small = trained()
    large = larger(small)
    with torch.no_grad():
        for said, heard in zip(small(crops(9)), large(crops(9)), strict=True):
            assert float((said - heard).std() / said.std()) < 0.1


def test_new_channels_hear_something_and_are_heard_a_little() -> None:
    """Else no slope would ever reach them."""
    large = larger(trained())
    shown = crops(5)
    with torch.no_grad():
        maps = large.trunk(shown)
        assert float(maps[:, NARROW[-1] :].std()) > 0.01
        before = large(shown)[0]
        large.trunk[3][0].weight[NARROW[2] :] *= -1  # the new channels of one layer
        assert 0 < float((large(shown)[0] - before).abs().max()) < float(before.std())


def test_new_layers_hand_on_what_they_are_shown() -> None:
    large = larger(trained())
    with torch.no_grad():
        maps = large.trunk[:2](crops(1))
        handed_on = large.trunk[2](maps)  # the second at its size is new
    assert torch.allclose(maps, handed_on, atol=1e-4)


def test_weights_of_either_network_are_told_apart() -> None:
    face = FaceNet(WHOLE)
    assert is_small(face.state_dict(), face)
    assert not is_small(SecondNet().state_dict(), face)
    assert not is_small({}, face)
