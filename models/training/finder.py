"""The finder's training: rendered trays and photographs, scaled and shifted until dice of every size lie everywhere."""

from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from models.training import augment, trays
from models.training.framing import framed
from models.training.labels import KINDS
from models.training.nets import FinderNet
from models.training.surfaces import Surfaces

WIDTH_PX, HEIGHT_PX = 416, 320
WINDOW_PX = (256, 192)  # most of the training sees windows of the picture, at its scale: three times as many
WHOLE_EVERY = 3  # steps: dice up to half as wide as the picture are larger than a window
BATCH = {WINDOW_PX: 16, (WIDTH_PX, HEIGHT_PX): 6}
STRIDE = 8
REAL_SHARE = 0.3
RARE_SHARE = 0.5  # of those: as many of every kind, since nearly all photographs show d6
LEAST_SEEN = 0.3  # of a die; less of it need not be found
FRAMED_SHARE = 0.22  # of samples: dice on a tray or a sheet that is seen whole, with something else around it
FRAMED_PX = (18.0, 60.0)  # of a die there
BARE_SHARE = 0.07  # of samples: a real surface without dice, where there are some
SMALLEST_PX, LARGEST_PX = 20.0, 0.55  # of a die, the latter as a share of what is shown


@dataclass(frozen=True, eq=False, slots=True)
class Sample:
    """Boxes are (n, 4): x, y, width, height; a kind of −1 is not known."""

    picture: NDArray[np.uint8]
    boxes: NDArray[np.float32]
    kinds: NDArray[np.int64]


class FinderTask:
    name = "finder"

    def __init__(self, folder: Path, real: list[Sample], seed: int = 1) -> None:
        self.folder, self.surfaces = folder / "trays", Surfaces.beside(folder / "trays")
        kinds = sorted({int(sample.kinds[0]) for sample in real})
        of_each = [[sample for sample in real if sample.kinds[0] == kind] for kind in kinds]
        self.real = [real, *of_each] if real else []
        self.rng = np.random.default_rng(seed)
        self.shards: list[tuple[NDArray[np.uint8], NDArray[np.void]]] = []

    def net(self) -> nn.Module:
        return FinderNet()

    def sample(self, step: int) -> Sample:
        if len(self.surfaces) and self.rng.random() < BARE_SHARE:
            return self._bare()
        if self.real and self.rng.random() < REAL_SHARE:
            some = self.real[int(self.rng.integers(1, len(self.real))) if self.rng.random() < RARE_SHARE else 0]
            return some[int(self.rng.integers(len(some)))]
        if not self.shards or step % 200 == 0:
            self.shards = [trays.load(shard) for shard in trays.shards(self.folder)[trays.MEASURED :]]
        pictures, truth = self.shards[int(self.rng.integers(len(self.shards)))]
        number = int(self.rng.integers(len(pictures)))
        return _rendered(pictures[number], truth[number])

    def _bare(self) -> Sample:
        ground = self.surfaces.ground(self.rng, WIDTH_PX, HEIGHT_PX) * np.float32(255 * self.rng.uniform(0.5, 1.6))
        picture = np.asarray(np.clip(ground, 0, 255), np.uint8)
        return Sample(picture, np.zeros((0, 4), np.float32), np.zeros(0, np.int64))

    def loss(self, net: nn.Module, step: int) -> Tensor:
        size = (WIDTH_PX, HEIGHT_PX) if step % WHOLE_EVERY == 0 else WINDOW_PX
        pictures = np.empty((BATCH[size], size[1], size[0], 3), np.uint8)
        targets = []
        for row in range(BATCH[size]):
            shaken = shake(self.sample(step), self.rng, size, is_framed=self.rng.random() < FRAMED_SHARE)
            pictures[row] = augment.blurred(shaken.picture, self.rng) if self.rng.random() < 0.5 else shaken.picture
            targets.append(target(shaken))
        images = centred(augment.coloured(pictures, self.rng))
        heat, box, kind = net(images)
        return finder_loss(heat, box, kind, targets)

    def measure(self, net: nn.Module) -> str:
        """Rendered trays kept aside: share of dice found, and boxes that are none."""
        found = dice = extra = 0
        for shard in trays.shards(self.folder)[: trays.MEASURED]:
            pictures, truth = trays.load(shard)
            for picture, rows in zip(pictures[::2], truth[::2], strict=True):
                sample = _rendered(picture, rows)
                padded = np.zeros((HEIGHT_PX, WIDTH_PX, 3), np.uint8)
                padded[: picture.shape[0]] = picture
                with torch.no_grad():
                    heat, box, _ = net(centred(torch.from_numpy(padded[None]).permute(0, 3, 1, 2).float() / 255))
                boxes = decoded(heat[0, 0].sigmoid().numpy(), box[0].numpy())
                hits = [max((_overlap(b, t) for b in boxes), default=0.0) > 0.5 for t in sample.boxes]
                found, dice = found + sum(hits), dice + len(hits)
                extra += max(0, len(boxes) - sum(hits))
        return f"found {found / max(dice, 1):.4f} of {dice}, extra {extra}"


def _rendered(picture: NDArray[np.uint8], rows: NDArray[np.void]) -> Sample:
    used = (rows["kind"] >= 0) & (rows["seen"] > LEAST_SEEN)
    return Sample(picture, rows["box"][used], rows["kind"][used].astype(np.int64))


def centred(images: Tensor) -> Tensor:
    return ((images - 0.45) / 0.27).contiguous(memory_format=torch.channels_last)


def shake(sample: Sample, rng: np.random.Generator, size_px: tuple[int, int], is_framed: bool = False) -> Sample:
    """Another scale, place, turn or mirror image of the same picture, or a window of it; in a frame if so wanted."""
    height, width = sample.picture.shape[:2]
    fit = min(WIDTH_PX / width, HEIGHT_PX / height)
    usual = float(np.median(np.max(sample.boxes[:, 2:], axis=1))) if len(sample.boxes) else 60.0 / fit
    wanted = float(np.clip(usual * fit * np.exp(rng.uniform(-0.35, 0.7)), SMALLEST_PX, LARGEST_PX * size_px[0]))
    scale = float(np.clip(wanted / usual, 0.5 * fit, 4 * fit))
    if is_framed:
        scale = float(np.exp(rng.uniform(*np.log(FRAMED_PX)))) / usual
    turns, mirrored = int(rng.integers(4)), rng.random() < 0.5
    picture, boxes = np.rot90(sample.picture, turns), _rot90(sample.boxes, turns, width, height)
    if mirrored:
        picture = picture[:, ::-1]
        boxes = np.stack([picture.shape[1] - boxes[:, 0] - boxes[:, 2], *boxes[:, 1:].T], axis=1)
    left, top = (
        _offset(rng, shown, size * scale, boxes[:, axis] * scale, boxes[:, axis + 2] * scale)
        for axis, (shown, size) in enumerate(zip(size_px, picture.shape[1::-1], strict=True))
    )
    source = np.ascontiguousarray(picture)
    if scale < 0.7:
        source = np.asarray(cv2.GaussianBlur(source, (0, 0), 0.45 / scale), np.uint8)
    warp = np.array([[scale, 0, left], [0, scale, top]])
    shown = cv2.warpAffine(source, warp, size_px, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT,
                           borderValue=[float(v) for v in rng.uniform(0, 255, 3)])  # fmt: skip
    placed = boxes * scale + np.array([left, top, 0, 0], np.float32)
    whole = _clipped(np.asarray(shown, np.uint8), placed, sample.kinds)
    if not is_framed:
        return whole
    seen, kept = framed(whole.picture, whole.boxes, rng)
    return Sample(seen, whole.boxes[kept], whole.kinds[kept])


def _offset(
    rng: np.random.Generator, shown: int, size: float, starts: NDArray[np.float32], lengths: NDArray[np.float32]
) -> float:
    """Where the picture begins along one axis: anywhere that fits, or so that some die is in view."""
    if size <= shown or len(starts) == 0 or rng.random() < 0.2:
        return float((shown - size) * rng.uniform(0, 1))
    number = int(rng.integers(len(starts)))
    wanted = rng.uniform(0, 1) * (shown - float(lengths[number])) - float(starts[number])
    return float(np.clip(wanted, shown - size, 0.0))


def _rot90(boxes: NDArray[np.float32], turns: int, width: int, height: int) -> NDArray[np.float32]:
    """What `np.rot90` does to boxes: a quarter turn counter-clockwise, `turns` times."""
    x, y, w, h = boxes.T
    for _ in range(turns):
        x, y, w, h = y, width - x - w, h, w
        width, height = height, width
    return np.stack([x, y, w, h], axis=1)


def _clipped(picture: NDArray[np.uint8], boxes: NDArray[np.float32], kinds: NDArray[np.int64]) -> Sample:
    low = np.maximum(boxes[:, :2], 0)
    high = np.minimum(boxes[:, :2] + boxes[:, 2:], [picture.shape[1], picture.shape[0]])
    sizes = np.maximum(high - low, 0)
    share = sizes.prod(axis=1) / np.maximum(boxes[:, 2:].prod(axis=1), 1)
    used = share > LEAST_SEEN
    return Sample(picture, np.concatenate([low, sizes], axis=1)[used].astype(np.float32), kinds[used])


def target(sample: Sample) -> tuple[Tensor, Tensor, Tensor, Tensor]:
    """Heat with a hill at every centre; boxes and kinds in the cells around it, with weights."""
    rows, columns = sample.picture.shape[0] // STRIDE, sample.picture.shape[1] // STRIDE
    heat, weight = np.zeros((rows, columns), np.float32), np.zeros((rows, columns), np.float32)
    box, kind = np.zeros((4, rows, columns), np.float32), np.full((rows, columns), -1, np.int64)
    grid_y, grid_x = np.mgrid[0:rows, 0:columns].astype(np.float32)
    for (x, y, w, h), number in zip(sample.boxes, sample.kinds, strict=True):
        across, down = (x + w / 2) / STRIDE - 0.5, (y + h / 2) / STRIDE - 0.5
        spread_x, spread_y = max(0.7, w / STRIDE * 0.13), max(0.7, h / STRIDE * 0.13)
        hill = np.exp(-0.5 * (((grid_x - across) / spread_x) ** 2 + ((grid_y - down) / spread_y) ** 2))
        middle = (int(np.clip(round(float(down)), 0, rows - 1)), int(np.clip(round(float(across)), 0, columns - 1)))
        hill[middle] = 1.0
        heat = np.maximum(heat, hill)
        near = hill > np.maximum(weight, 0.55)
        weight[near] = hill[near]
        box[:, near] = np.stack([across - grid_x[near], down - grid_y[near], np.full(near.sum(), np.log(w / 32)),
                                 np.full(near.sum(), np.log(h / 32))])  # fmt: skip
        kind[near] = number
    return torch.from_numpy(heat), torch.from_numpy(weight), torch.from_numpy(box), torch.from_numpy(kind)


def finder_loss(
    heat: Tensor, box: Tensor, kind: Tensor, targets: list[tuple[Tensor, Tensor, Tensor, Tensor]]
) -> Tensor:
    wanted, weight, boxes, kinds = (torch.stack(part) for part in zip(*targets, strict=True))
    chance = heat[:, 0].sigmoid().clamp(1e-4, 1 - 1e-4)
    centres = wanted.eq(1).float()
    pull = -centres * (1 - chance) ** 2 * chance.log()
    push = -(1 - centres) * (1 - wanted) ** 4 * chance**2 * (1 - chance).log()
    count = centres.sum().clamp(min=1)
    misplaced = ((box - boxes).abs().sum(1) * weight).sum() / weight.sum().clamp(min=1)
    known = kinds >= 0
    naming = (
        nn.functional.cross_entropy(kind.permute(0, 2, 3, 1)[known], kinds[known]) if known.any() else heat.sum() * 0
    )
    return (pull + push).sum() / count + misplaced + 0.25 * naming


def decoded(
    heat: NDArray[np.float32], box: NDArray[np.float32], least: float = 0.3
) -> list[tuple[float, float, float, float]]:
    """Boxes at the tops of the hills, in pixels of the network's input."""
    top = cv2.dilate(heat, np.ones((3, 3), np.uint8))
    found = []
    for row, column in np.argwhere((heat >= top) & (heat > least)):
        dx, dy, lw, lh = box[:, row, column]
        w, h = 32 * float(np.exp(lw)), 32 * float(np.exp(lh))
        x, y = (column + dx + 0.5) * STRIDE - w / 2, (row + dy + 0.5) * STRIDE - h / 2
        found.append((float(x), float(y), w, h))
    return found


def _overlap(one: tuple[float, float, float, float], other: NDArray[np.float32]) -> float:
    wide = min(one[0] + one[2], other[0] + other[2]) - max(one[0], other[0])
    high = min(one[1] + one[3], other[1] + other[3]) - max(one[1], other[1])
    shared = max(0.0, wide) * max(0.0, high)
    return float(shared / (one[2] * one[3] + other[2] * other[3] - shared))


def photographs(index: Path) -> list[Sample]:
    """Training photographs with their boxes, at no more than 640 px; a lone die's box is found by itself."""
    from models.training.photos import lone_die, rows

    pictures: dict[Path, list[tuple[tuple[float, float, float, float] | None, str]]] = {}
    taken: dict[str, int] = {}
    for row in rows(index):
        if (
            row.split != "train" or row.set == "tomitomi3" or "wood" in row.clip
        ):  # a lone die on wood takes its shadow along
            continue
        taken[row.clip] = taken.get(row.clip, 0) + 1
        if row.clip and taken[row.clip] % 6:  # frames of a clip are nearly alike
            continue
        pictures.setdefault(row.path, []).append((row.box, row.kind))
    samples = []
    for path, dice in pictures.items():
        picture = np.asarray(cv2.imread(str(path)), np.uint8)
        found = [(box or lone_die(picture), kind) for box, kind in dice]
        if any(box is None for box, _ in found):
            continue
        scale = min(1.0, 1000 / max(picture.shape[:2]))
        small = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        boxes = np.array([box for box, _ in found], np.float32) * scale
        samples.append(Sample(np.asarray(small, np.uint8), boxes, np.array([KINDS.index(kind) for _, kind in found])))
    return samples
