"""A trained network with its card: loaded once, checksum verified, warmed up."""

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from reader.vision.errors import ModelError

Floats = NDArray[np.float32]

MODELS = Path(__file__).resolve().parents[2] / "models"
REPAIR = "install dice-reader again, or put the file back with `git checkout models`"


@dataclass(frozen=True, slots=True)
class Card:
    """What stands beside a network: its labels, its input, its thresholds, how it was made and how good it is."""

    name: str
    file: str
    sha256: str
    labels: tuple[str, ...]
    input_px: int
    thresholds: dict[str, float]

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
            )
        except FileNotFoundError as error:
            raise ModelError(path, f"the network's card is missing; {REPAIR}") from error
        except (ValueError, KeyError, TypeError) as error:
            raise ModelError(path, f"the network's card cannot be understood ({error}); {REPAIR}") from error


class Network:
    """`run` takes a batch (n, 3, height, width) and returns the outputs in the order of the file."""

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
        if len(self.session.get_outputs()) != outputs or any(level not in self.card.thresholds for level in levels):
            raise ModelError(self.path, f"the network is of another version of dice-reader; {REPAIR}")
        return self

    def run(self, batch: Floats) -> list[Floats]:
        return [np.asarray(output, np.float32) for output in self.session.run(None, {self.input_name: batch})]


def normalised(crops: NDArray[np.uint8]) -> Floats:
    """(n, h, w, 3) bytes to (n, 3, h, w): minus each crop's mean, over its deviation, as in training."""
    images = np.empty((len(crops), 3, *crops.shape[1:3]), np.float32)
    np.copyto(images, crops.transpose(0, 3, 1, 2))
    for image in images:
        values = image.reshape(-1)
        mean = float(values.mean())
        image -= mean
        spread = float(np.sqrt(values @ values / (values.size - 1)))
        image *= 1 / (spread + 0.05 * 255)
    return images


def softmax(logits: Floats, temperature: float = 1.0) -> Floats:
    scaled = logits / temperature
    powers = np.exp(scaled - scaled.max(axis=-1, keepdims=True))
    return np.asarray(powers / powers.sum(axis=-1, keepdims=True), np.float32)
