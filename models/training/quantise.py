"""Eight-bit versions of the networks: faster on a Pi; kept only if they answer as before."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from models.training import bank, trays
from models.training.labels import KINDS
from models.training.nets import FACE_PX
from reader.vision.cut import AS_FOUND, turned
from reader.vision.find import fitted
from reader.vision.networks import Network, normalised
from reader.vision.upper_face import upper_face

CALIBRATED_ON = 384  # crops
CALIBRATED_ON_TRAYS = 64
FINDER_HEADS = 3  # heat, box, kind
COMPARED_ON = 1024
AGREEING = 0.995  # least share of held-back crops on which both must give the same first answer


class CropReader:
    """Feeds crops to the calibration, one batch at a time; the shape is onnxruntime's."""

    def __init__(self, batches: Iterator[NDArray[np.float32]]) -> None:
        self.batches = batches

    def get_next(self) -> dict[str, NDArray[np.float32]] | None:
        batch = next(self.batches, None)
        return None if batch is None else {"image": batch}


def quantise(name: str, folder: Path, shard: Path, target: Path) -> Path:
    """Writes the eight-bit network of that name to the target folder; `shard` is of trays for the finder, else of
    crops."""
    from onnxruntime.quantization import CalibrationMethod, QuantFormat, QuantType, quantize_static
    from onnxruntime.quantization.shape_inference import quant_pre_process

    side = Network(folder, name).card.input_px
    batches = _pictures(shard, side) if name == "finder" else _batches(shard, side)
    target.mkdir(parents=True, exist_ok=True)
    prepared = target / f"{name}.prepared.onnx"
    quant_pre_process(folder / f"{name}.onnx", prepared, skip_symbolic_shape=name == "finder")
    quantize_static(
        prepared,
        target / f"{name}.onnx",
        CropReader(batches),
        quant_format=QuantFormat.QDQ,
        activation_type=QuantType.QUInt8,
        weight_type=QuantType.QInt8,
        per_channel=True,
        calibrate_method=CalibrationMethod.Percentile,
        nodes_to_exclude=_delicate(prepared, last=FINDER_HEADS if name == "finder" else 1),
    )
    prepared.unlink()
    shutil.copy(folder / f"{name}.json", target / f"{name}.json")
    return target / f"{name}.onnx"


def _delicate(path: Path, last: int) -> list[str]:
    """What loses in eight bits and takes no time: the first convolution, the pooling and the last layers."""
    import onnx

    nodes = onnx.load(path).graph.node
    convolutions = [node.name for node in nodes if node.op_type == "Conv"]
    products = [node.name for node in nodes if node.op_type in ("Gemm", "MatMul")]
    return [convolutions[0], *convolutions[-last:], *products]


def _pictures(shard: Path, side: int) -> Iterator[NDArray[np.float32]]:
    for picture in trays.load(shard)[0][:CALIBRATED_ON_TRAYS]:
        yield fitted(picture, side)[0]


def _batches(shard: Path, side: int) -> Iterator[NDArray[np.float32]]:
    pictures, truth = bank.load(shard)
    for start in range(0, CALIBRATED_ON, 32):
        rows = range(start, start + 32)
        yield normalised(np.stack([_view(pictures[i], truth[i], side) for i in rows]))


def _view(crop: NDArray[np.uint8], truth: np.void, side: int) -> NDArray[np.uint8]:
    """What the network of that input size looks at: the face network at upper faces, the upright network at dice."""
    lean = (float(truth["lean"][0]), float(truth["lean"][1]))
    looks_closer = side == FACE_PX and truth["kind"] >= 0
    place = upper_face(AS_FOUND, KINDS[int(truth["kind"])], lean) if looks_closer else AS_FOUND
    return turned(crop, side, float(truth["turn_deg"]), place=place)


def agreement(one: Network, other: Network, shard: Path) -> float:
    """Share of crops on which both networks' first output has the same best answer."""
    pictures, truth = bank.load(shard)
    same = 0
    for start in range(0, COMPARED_ON, 32):
        rows = range(start, start + 32)
        batch = normalised(np.stack([_view(pictures[i], truth[i], one.card.input_px) for i in rows]))
        same += int(np.sum(one.run(batch)[0].argmax(axis=1) == other.run(batch)[0].argmax(axis=1)))
    return same / COMPARED_ON
