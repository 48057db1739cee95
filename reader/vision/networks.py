"""A trained network with its card: loaded once, checksum verified, warmed up."""

import hashlib
import json
import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from reader.vision.errors import ModelError

Floats = NDArray[np.float32]
Bytes = NDArray[np.uint8]

BYTES = np.arange(256, dtype=np.float64)
AS_THEY_ARE = np.arange(256, dtype=np.uint8)  # the table that changes no byte
FOURTH = 255  # what stands beside blue, green and red where pixels have four bytes

MODELS = Path(__file__).resolve().parents[2] / "models"
REPAIR = "install dice-reader again, or put the file back with `git checkout models`"


class Shade(NamedTuple):
    """What a picture's bytes are shown as: minus the middle, times the contrast."""

    middle: float
    contrast: float

    @classmethod
    def of(cls, crop: Bytes) -> "Shade":
        """Minus the crop's mean, over its deviation. Sums are whole numbers, so that every machine gets the same."""
        flat, size = crop.reshape(-1), crop.shape[0] * crop.shape[1] * 3
        beside = (crop.size - size) * FOURTH
        mean = (round(cv2.norm(flat, cv2.NORM_L1)) - beside) / size  # rounded: some processors only come near
        squares = round(cv2.norm(flat, cv2.NORM_L2SQR)) - beside * FOURTH
        spread = math.sqrt(max(0.0, squares - size * mean * mean) / (size - 1))
        return cls(mean, 1 / (spread + 0.05 * 255))


class Grain(NamedTuple):
    """A network that takes bytes: the step between two of them, and the one that stands for nothing."""

    step: float
    zero: int


@dataclass(frozen=True, slots=True)
class Card:
    """What stands beside a network: its labels, its input, its thresholds, how it was made and how good it is."""

    name: str
    file: str
    sha256: str
    labels: tuple[str, ...]
    input_px: int
    thresholds: dict[str, float]
    grain: Grain | None = None  # None: it takes fractions

    @classmethod
    def load(cls, path: Path) -> "Card":
        try:
            written: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
            return cls(
                name=str(written["name"]),
                file=str(written["file"]),
                sha256=str(written["sha256"]),
                labels=tuple(str(label) for label in written["labels"]),
                input_px=int(written["input"]["side_px"]),
                thresholds={str(key): float(value) for key, value in written["thresholds"].items()},
                grain=_grain(written["input"]),
            )
        except FileNotFoundError as error:
            raise ModelError(path, f"the network's card is missing; {REPAIR}") from error
        except (ValueError, KeyError, TypeError) as error:
            raise ModelError(path, f"the network's card cannot be understood ({error}); {REPAIR}") from error


class Network:
    """Shown pictures, it returns its outputs in the order of the file. The committed ones take bytes; while they are
    trained they take fractions."""

    def __init__(self, folder: Path, name: str, threads: int = 0) -> None:
        self.card = Card.load(folder / f"{name}.json")
        self.path = path = folder / self.card.file
        try:
            content = path.read_bytes()
        except OSError as error:
            raise ModelError(path, f"the network is missing; {REPAIR}") from error
        if hashlib.sha256(content).hexdigest() != self.card.sha256:
            raise ModelError(path, f"not the network that its card describes; {REPAIR}")
        import onnxruntime

        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = threads
        options.inter_op_num_threads = 1
        options.log_severity_level = 3
        try:
            self.session = onnxruntime.InferenceSession(content, options, providers=["CPUExecutionProvider"])
        except Exception as error:  # onnxruntime raises classes of its own C++ side
            raise ModelError(path, f"the network cannot be loaded ({error}); {REPAIR}") from error
        self.input_name = self.session.get_inputs()[0].name

    def expecting(self, outputs: int, levels: Sequence[str]) -> "Network":
        """Itself, if it is of the version that this program knows how to ask."""
        takes_bytes = self.session.get_inputs()[0].type == "tensor(uint8)"
        if (
            len(self.session.get_outputs()) != outputs
            or takes_bytes != (self.card.grain is not None)
            or any(level not in self.card.thresholds for level in levels)
        ):
            raise ModelError(self.path, f"the network is of another version of dice-reader; {REPAIR}")
        return self

    def shown(self, pictures: Bytes, shades: Sequence[Shade]) -> Bytes | Floats:
        """A batch to run: pictures (n, height, width, 3 or 4) in their shades; those of four bytes are themselves
        changed."""
        if self.card.grain is None:
            return in_fractions(pictures, shades)
        step, zero = self.card.grain
        tables = np.clip(np.rint(_levels(shades) / step) + zero, 0, 255).astype(np.uint8)
        batch = of_four_bytes(pictures)
        for number in np.flatnonzero((tables != AS_THEY_ARE).any(axis=1)).tolist():
            cv2.LUT(batch[number], tables[number], dst=batch[number])
        return batch

    def see(self, pictures: Bytes, shades: Sequence[Shade] | None = None) -> list[Floats]:
        """What it says of pictures, which it may change; each in its own shade, unless they are given."""
        return self.run(self.shown(pictures, shades or [Shade.of(picture) for picture in pictures]))

    def run(self, batch: Bytes | Floats) -> list[Floats]:
        return [np.asarray(output, np.float32) for output in self.session.run(None, {self.input_name: batch})]


def in_fractions(pictures: Bytes, shades: Sequence[Shade]) -> Floats:
    """(n, 3, height, width), as networks are trained."""
    tables = _levels(shades).astype(np.float32)
    images = [table[picture[..., :3].transpose(2, 0, 1)] for picture, table in zip(pictures, tables, strict=True)]
    return np.stack(images)


def of_four_bytes(pictures: Bytes) -> Bytes:
    """(…, height, width, 4): a byte beside every pixel, which networks weigh by nothing. They multiply four bytes at
    once, and scaling and turning such pictures takes two thirds of the time."""
    if pictures.shape[-1] == 4:
        return pictures
    *before, width, _ = pictures.shape
    wide = cv2.cvtColor(pictures.reshape(-1, width, 3), cv2.COLOR_BGR2BGRA)
    return np.asarray(wide, np.uint8).reshape(*before, width, 4)


def _levels(shades: Sequence[Shade]) -> NDArray[np.float64]:
    """What each of the 256 bytes is shown as, a row for every shade."""
    middles, contrasts = np.array(shades, np.float64).T[:, :, None]
    return np.asarray((BYTES - middles) * contrasts, np.float64)


def _grain(said: dict[str, Any]) -> Grain | None:
    return Grain(float(said["step"]), int(said["zero"])) if "step" in said else None


def softmax(logits: Floats, temperature: float = 1.0) -> Floats:
    scaled = logits / temperature
    powers = np.exp(scaled - scaled.max(axis=-1, keepdims=True))
    return np.asarray(powers / powers.sum(axis=-1, keepdims=True), np.float32)
