"""The four networks, plain 3×3 convolutions all the way: they train and run fastest on small machines."""

import torch
from torch import Tensor, nn

from models.training.face_map import MAP_SIDE
from models.training.labels import ANSWERS, CLASSES, DIRECTIONS, KIND_OF_CLASS, KINDS

FACE_PX = 80
UPRIGHT_PX = 80
D4_PX = 112
FACE_WIDTHS, UPRIGHT_WIDTHS, D4_WIDTHS = (32, 64, 112, 176), (24, 56, 112, 160), (32, 64, 112, 176)
DEPTHS = (1, 2, 3, 4)
"""Channels and layers at each of four sizes."""
WHOLE = (0,) * sum(DEPTHS)
FACE_RANKS = UPRIGHT_RANKS = WHOLE
"""What each layer lets through on the way from its 3×3 convolution to its channels; 0 is all. What the channels of a
layer say together needs hardly more than half as many numbers, and their convolution is most of the time: with
(0, 32, 32, 48, 64, 64, 80, 96, 96, 80) a face takes two thirds of it, and is read less well. `factor` makes a start."""
EMBEDDING = 160
TEXTS = tuple(dict.fromkeys(face for _, face in CLASSES))


def conv(inside: int, outside: int, stride: int = 1, rank: int = 0) -> nn.Sequential:
    """`rank` is how much is let through between the places that are seen and the channels; 0 is all."""
    if not rank:
        seen: nn.Module = nn.Conv2d(inside, outside, 3, stride, 1, bias=False)
    else:
        seen = nn.Sequential(nn.Conv2d(inside, rank, 3, stride, 1, bias=False), nn.Conv2d(rank, outside, 1, bias=False))
    return nn.Sequential(seen, nn.BatchNorm2d(outside), nn.ReLU(inplace=True))


def mix(inside: int, outside: int) -> nn.Sequential:
    return nn.Sequential(nn.Conv2d(inside, outside, 1, bias=False), nn.BatchNorm2d(outside), nn.ReLU(inplace=True))


class PlacedPool(nn.Module):
    """Weighs every place of the last map by itself: the numeral in the middle counts, its neighbours do not."""

    def __init__(self, channels: int, side: int) -> None:
        super().__init__()
        self.weigh = nn.Conv2d(channels, channels * 2, side, groups=channels, bias=False)
        self.norm = nn.BatchNorm2d(channels * 2)

    def forward(self, maps: Tensor) -> Tensor:
        """As a product and a sum: that is what this convolution is, and takes two fifths of its time."""
        weighed = maps[:, :, None] * self.weigh.weight.view(self.weigh.groups, 2, *self.weigh.kernel_size)
        return torch.relu(self.norm(weighed.sum((3, 4)).flatten(1)[:, :, None, None])).flatten(1)


def trunk(widths: tuple[int, ...], ranks: tuple[int, ...] = WHOLE) -> nn.Sequential:
    """Four times half as large; a rank for every layer."""
    layers: list[nn.Module] = []
    before = 3
    for width, depth in zip(widths, DEPTHS, strict=True):
        for number in range(depth):
            layers.append(conv(before, width, 1 if number else 2, ranks[len(layers)]))
            before = width
    return nn.Sequential(*layers)


class FaceNet(nn.Module):
    """An upright crop → logits of every face, an embedding, and which way its numeral points if it is not upright after
    all. A text's logit is shared by all kinds that print it."""

    def __init__(self, ranks: tuple[int, ...] = FACE_RANKS) -> None:
        super().__init__()
        seen = 2 * FACE_WIDTHS[-1]
        self.trunk = trunk(FACE_WIDTHS, ranks)
        self.pool = PlacedPool(FACE_WIDTHS[-1], FACE_PX // 16)
        self.embed = nn.Linear(seen, EMBEDDING)
        self.joint = nn.Linear(EMBEDDING, ANSWERS)
        self.kind = nn.Linear(EMBEDDING, len(KINDS))
        self.text = nn.Linear(EMBEDDING, len(TEXTS))
        self.pose = nn.Linear(seen, 96)
        self.turn = nn.Linear(96, DIRECTIONS)
        to_kind = torch.zeros(len(KINDS), ANSWERS)
        to_text = torch.zeros(len(TEXTS), ANSWERS)
        for number, (_, face) in enumerate(CLASSES):
            to_kind[KIND_OF_CLASS[number], number] = 1
            to_text[TEXTS.index(face), number] = 1
        self.register_buffer("to_kind", to_kind)
        self.register_buffer("to_text", to_text)

    def forward(self, crops: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        seen = self.pool(self.trunk(crops))
        embedding = torch.relu(self.embed(seen))
        shared = self.kind(embedding) @ self.to_kind + self.text(embedding) @ self.to_text
        return self.joint(embedding) + shared, embedding, self.turn(torch.relu(self.pose(seen)))


class D4Net(nn.Module):
    """An upright d4, seen closer → logits of its four faces, and that it is not upright."""

    def __init__(self) -> None:
        super().__init__()
        self.trunk = trunk(D4_WIDTHS)
        self.pool = PlacedPool(D4_WIDTHS[-1], D4_PX // 16)
        self.embed = nn.Linear(2 * D4_WIDTHS[-1], 96)
        self.answer = nn.Linear(96, 5)

    def forward(self, crops: Tensor) -> Tensor:
        said: Tensor = self.answer(torch.relu(self.embed(self.pool(self.trunk(crops)))))
        return said


class UprightNet(nn.Module):
    """A crop as it lies → which way its numeral points, its kind, where it really is, whether it leans, whether it lies
    on another die or under one, and a map of how its faces lean."""

    def __init__(self, ranks: tuple[int, ...] = UPRIGHT_RANKS) -> None:
        super().__init__()
        seen = 2 * UPRIGHT_WIDTHS[-1]
        self.trunk = trunk(UPRIGHT_WIDTHS, ranks)
        self.pool = PlacedPool(UPRIGHT_WIDTHS[-1], UPRIGHT_PX // 16)
        self.embed = nn.Linear(seen, 160)
        self.direction = nn.Linear(160, DIRECTIONS)
        self.kind = nn.Linear(160, len(KINDS) + 1)
        self.pose = nn.Linear(seen, 96)
        self.place = nn.Linear(160, 3)
        self.leaning = nn.Linear(96, 2)
        self.shape = nn.Linear(seen, 160)
        self.faces = nn.Linear(160, MAP_SIDE**2)

    def forward(self, crops: Tensor) -> tuple[Tensor, Tensor, Tensor, Tensor, Tensor]:
        seen = self.pool(self.trunk(crops))
        known, posed = torch.relu(self.embed(seen)), torch.relu(self.pose(seen))
        faces = self.faces(torch.relu(self.shape(seen)))
        return self.direction(known), self.kind(known), self.place(known), self.leaning(posed), faces


class FinderNet(nn.Module):
    """A picture → at every eighth pixel: is a die's centre here, its box, its kind."""

    def __init__(self) -> None:
        super().__init__()
        self.quarter = nn.Sequential(conv(3, 16, 2), conv(16, 32, 2))
        self.eighth = nn.Sequential(conv(32, 64, 2), conv(64, 64))
        self.sixteenth = nn.Sequential(conv(64, 96, 2), conv(96, 96), conv(96, 96))
        self.thirty_second = nn.Sequential(conv(96, 96, 2), conv(96, 96))
        self.join16 = mix(192, 64)
        self.join8 = nn.Sequential(mix(128, 64), conv(64, 64))
        self.heat = nn.Conv2d(64, 1, 1)
        self.box = nn.Conv2d(64, 4, 1)
        self.kind = nn.Conv2d(64, len(KINDS), 1)
        self.heat.bias.data.fill_(-4.0)  # few places hold a die

    def forward(self, pictures: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        eighth = self.eighth(self.quarter(pictures))
        sixteenth = self.sixteenth(eighth)
        wide = nn.functional.interpolate(self.thirty_second(sixteenth), scale_factor=2.0, mode="nearest")
        middle = self.join16(torch.cat([sixteenth, wide], 1))
        fine = self.join8(torch.cat([eighth, nn.functional.interpolate(middle, scale_factor=2.0, mode="nearest")], 1))
        heads = (self.heat, self.box, self.kind)
        weights, biases = (torch.cat([getattr(head, part) for head in heads]) for part in ("weight", "bias"))
        heat, box, kind = nn.functional.conv2d(fine, weights, biases).split([head.out_channels for head in heads], 1)
        return heat, box, kind  # by one convolution, which takes half of the time of three
