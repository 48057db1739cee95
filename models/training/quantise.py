"""Eight-bit versions of the crop networks: faster on a Pi; kept only if they answer as before.

The finder stays as it is: in eight bits its boxes differ by some pixels between processors, and so would readings.
"""

import hashlib
import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
from numpy.typing import NDArray

from models.training import bank
from models.training.bank import HELD_BACK_SEED
from models.training.direction import is_near, looks_alike
from models.training.labels import KINDS, LEANING
from reader.vision.cut import AS_FOUND, turned
from reader.vision.networks import Network, normalised
from reader.vision.upper_face import upper_face

SHRUNK = ("upright", "face")
CALIBRATED_ON = 384  # crops
COMPARED_ON = 2048
MOST_LOST = 0.005  # of all that a network gets right


class CropReader:
    """Feeds crops to the calibration, one batch at a time; the shape is onnxruntime's."""

    def __init__(self, batches: Iterator[NDArray[np.float32]]) -> None:
        self.batches = batches

    def get_next(self) -> dict[str, NDArray[np.float32]] | None:
        batch = next(self.batches, None)
        return None if batch is None else {"image": batch}


def quantise(name: str, folder: Path, shard: Path, target: Path) -> Path:
    """Writes the eight-bit network of that name to the target folder; `shard` is of crops."""
    from onnxruntime.quantization import CalibrationMethod, QuantFormat, QuantType, quantize_static
    from onnxruntime.quantization.shape_inference import quant_pre_process

    side = Network(folder, name).card.input_px
    target.mkdir(parents=True, exist_ok=True)
    prepared = target / f"{name}.prepared.onnx"
    quant_pre_process(folder / f"{name}.onnx", prepared)
    quantize_static(
        prepared,
        target / f"{name}.onnx",
        CropReader(_batches(name, shard, side)),
        quant_format=QuantFormat.QDQ,
        activation_type=QuantType.QUInt8,
        weight_type=QuantType.QInt8,
        per_channel=True,
        reduce_range=True,  # older x86 processors round sums of eight by eight bits otherwise, and so read otherwise
        calibrate_method=CalibrationMethod.Percentile,
        op_types_to_quantize=["Conv", "Relu"],  # the last sums must keep their shades
        nodes_to_exclude=_delicate(prepared),
    )
    prepared.unlink()
    shutil.copy(folder / f"{name}.json", target / f"{name}.json")
    return target / f"{name}.onnx"


def _delicate(path: Path) -> list[str]:
    """What loses in eight bits and takes no time: the first convolution, the pooling and the last layers."""
    import onnx

    nodes = onnx.load(path).graph.node
    convolutions = [node.name for node in nodes if node.op_type == "Conv"]
    products = [node.name for node in nodes if node.op_type in ("Gemm", "MatMul")]
    return [convolutions[0], convolutions[-1], *products]


def _batches(name: str, shard: Path, side: int) -> Iterator[NDArray[np.float32]]:
    pictures, truth = bank.load(shard)
    for start in range(0, CALIBRATED_ON, 32):
        rows = range(start, start + 32)
        yield normalised(np.stack([_view(name, pictures[i], truth[i], side) for i in rows]))


def _view(name: str, crop: NDArray[np.uint8], truth: np.void, side: int) -> NDArray[np.uint8]:
    """What the network of that name looks at: the face network at upper faces, the upright network at dice."""
    lean = (float(truth["lean"][0]), float(truth["lean"][1]))
    looks_closer = name == "face" and truth["kind"] >= 0
    place = upper_face(AS_FOUND, KINDS[int(truth["kind"])], lean) if looks_closer else AS_FOUND
    return turned(crop, side, float(truth["turn_deg"]), place=place)


def shrink(name: str, models: Path, banks: Path) -> str:
    """Replaces a network by its eight-bit version where that answers as well, and says what came of it."""
    shard = bank.shard_path(banks / "bank", HELD_BACK_SEED)
    with TemporaryDirectory() as target:
        small = quantise(name, models, shard, Path(target))
        _sign(small)
        before, after = (right_share(name, Network(folder, name), shard) for folder in (models, Path(target)))
        is_kept = after >= before - MOST_LOST
        if is_kept:
            for path in (small, small.with_suffix(".json")):
                shutil.copy(path, models)
    return f"{name} in eight bits: right {after:.4f} after {before:.4f}, {'kept' if is_kept else 'not kept'}"


def _sign(network: Path) -> None:
    card_path = network.with_suffix(".json")
    card = json.loads(card_path.read_text(encoding="utf-8"))
    card["sha256"] = hashlib.sha256(network.read_bytes()).hexdigest()
    card["made"] += "; convolutions of eight bits"
    card_path.write_text(json.dumps(card, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def right_share(name: str, network: Network, shard: Path) -> float:
    """Of numerals that are turned upright, or of upright faces that are read."""
    pictures, truth = bank.load(shard)
    right: list[bool] = []
    for start in range(0, COMPARED_ON, 32):
        rows = [i for i in range(start, start + 32) if truth[i]["answer"] < LEANING]
        batch = normalised(np.stack([_view(name, pictures[i], truth[i], network.card.input_px) for i in rows]))
        for i, best in zip(rows, network.run(batch)[0].argmax(axis=1), strict=True):
            if name == "face":
                right.append(int(best) == int(truth[i]["answer"]))
            elif folds := looks_alike(truth[i]):
                right.append(is_near(int(best), 0.0, folds))
    return sum(right) / len(right)
