"""Eight-bit versions of the crop networks: faster on a Pi; kept only if they answer as before."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from models.training import bank
from reader.vision.cut import turned
from reader.vision.networks import Network, normalised

CALIBRATED_ON = 384  # crops
COMPARED_ON = 1024
AGREEING = 0.995  # least share of held-back crops on which both must give the same first answer


class CropReader:
    """Feeds crops to the calibration, one batch at a time; the shape is onnxruntime's."""

    def __init__(self, batches: Iterator[NDArray[np.float32]]) -> None:
        self.batches = batches

    def get_next(self) -> dict[str, NDArray[np.float32]] | None:
        batch = next(self.batches, None)
        return None if batch is None else {"image": batch}


def quantise(name: str, folder: Path, crops: Path, target: Path) -> Path:
    """Writes the eight-bit network of that name to the target folder."""
    from onnxruntime.quantization import CalibrationMethod, QuantFormat, QuantType, quantize_static
    from onnxruntime.quantization.shape_inference import quant_pre_process

    side = Network(folder, name).card.input_px
    target.mkdir(parents=True, exist_ok=True)
    prepared = target / f"{name}.prepared.onnx"
    quant_pre_process(folder / f"{name}.onnx", prepared)
    quantize_static(
        prepared,
        target / f"{name}.onnx",
        CropReader(_batches(crops, side)),
        quant_format=QuantFormat.QDQ,
        activation_type=QuantType.QUInt8,
        weight_type=QuantType.QInt8,
        per_channel=True,
        calibrate_method=CalibrationMethod.Percentile,
    )
    prepared.unlink()
    shutil.copy(folder / f"{name}.json", target / f"{name}.json")
    return target / f"{name}.onnx"


def _batches(shard: Path, side: int) -> Iterator[NDArray[np.float32]]:
    pictures, truth = bank.load(shard)
    for start in range(0, CALIBRATED_ON, 32):
        rows = range(start, start + 32)
        yield normalised(np.stack([turned(pictures[i], side, float(truth[i]["turn_deg"])) for i in rows]))


def agreement(one: Network, other: Network, shard: Path) -> float:
    """Share of crops on which both networks' first output has the same best answer."""
    pictures, truth = bank.load(shard)
    same = 0
    for start in range(0, COMPARED_ON, 32):
        rows = range(start, start + 32)
        upright = [turned(pictures[i], one.card.input_px, float(truth[i]["turn_deg"])) for i in rows]
        batch = normalised(np.stack(upright))
        same += int(np.sum(one.run(batch)[0].argmax(axis=1) == other.run(batch)[0].argmax(axis=1)))
    return same / COMPARED_ON
