"""Eight-bit versions of the networks: faster on a Pi, and the same to the last bit on every processor. They are kept
only if they answer as before.

Sums of whole numbers come out alike everywhere. So all but the last layers work with them: a single convolution of
fractions before them would be rounded otherwise here and there, and the readings of dice in doubt with it.
"""

import hashlib
import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from models.training import bank, trays
from models.training.augment import STILL, as_soft, placed_cut
from models.training.bank import HELD_BACK_SEED
from models.training.crops import CLOSER
from models.training.direction import is_near, looks_alike
from models.training.finder import LEAST_SEEN
from models.training.labels import KINDS, LEANING
from reader.vision.cut import AS_FOUND, CROP_PX, SEEN_PX
from reader.vision.find import SHADE, find, fitted
from reader.vision.networks import Grain, Network, Shade, in_fractions
from reader.vision.sighting import Box
from reader.vision.upper_face import upper_face

if TYPE_CHECKING:
    from onnx import GraphProto

CALIBRATED_ON = 384  # crops
CALIBRATED_ON_TRAYS = 96
COMPARED_ON = 2048  # crops
LAST = {"finder": 1}  # convolutions left as they are: heat, box and kind in one
MOST_LOST = 0.005  # of all that a network gets right
SAME_DIE = 0.5  # overlap of boxes


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
    batches = _pictures(shard, side) if name == "finder" else _batches(name, shard, side)
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
        reduce_range=True,  # older x86 processors round sums of eight by eight bits otherwise, and so read otherwise
        calibrate_method=CalibrationMethod.Percentile,
        op_types_to_quantize=["Conv", "Relu", "Concat", "Resize"],  # the last sums must keep their shades
        nodes_to_exclude=_last_layers(prepared, LAST.get(name, 0)),
    )
    prepared.unlink()
    shutil.copy(folder / f"{name}.json", target / f"{name}.json")
    _sign(target / f"{name}.onnx", take_bytes(target / f"{name}.onnx"))
    return target / f"{name}.onnx"


def take_bytes(path: Path) -> Grain:
    """Lets a network take a picture's own bytes (n, height, width, 4), sent through a table, instead of fractions that
    it would turn into bytes itself: that takes less time, and no machine rounds otherwise. The fourth byte of a pixel
    is weighed by nothing, but four are multiplied in less time than three."""
    import onnx
    from onnx import TensorProto, helper, numpy_helper

    model = onnx.load(path)
    graph = model.graph
    rounded = next(node for node in graph.node if node.op_type == "QuantizeLinear" and node.input[0] == "image")
    numbers = {each.name: numpy_helper.to_array(each) for each in graph.initializer}
    batch, _, height, width = (side.dim_param or side.dim_value for side in graph.input[0].type.tensor_type.shape.dim)
    graph.node.remove(rounded)
    graph.node.insert(0, helper.make_node("Transpose", ["image"], [rounded.output[0]], perm=[0, 3, 1, 2]))
    del graph.input[0]
    graph.input.insert(0, helper.make_tensor_value_info("image", TensorProto.UINT8, [batch, height, width, 4]))
    weights = next(each for each in graph.initializer if each.name == _first_weights(graph, rounded.output[0]))
    four = np.pad(numpy_helper.to_array(weights), ((0, 0), (0, 1), (0, 0), (0, 0)))
    weights.CopyFrom(numpy_helper.from_array(four, weights.name))
    onnx.checker.check_model(model)
    onnx.save(model, path)
    return Grain(float(numbers[rounded.input[1]]), int(numbers[rounded.input[2]]))


def _first_weights(graph: "GraphProto", shown: str) -> str:
    """The name of the weights of the convolution that looks at the picture."""
    takers = {name: node for node in graph.node for name in node.input}
    makers = {name: node for node in graph.node for name in node.output}
    first = takers[takers[shown].output[0]]
    return str(makers[first.input[1]].input[0])


def _last_layers(path: Path, convolutions: int) -> list[str]:
    """What loses in eight bits and takes no time."""
    import onnx

    nodes = onnx.load(path).graph.node
    products = [node.name for node in nodes if node.op_type in ("Gemm", "MatMul")]
    layers = [node.name for node in nodes if node.op_type == "Conv"]
    return layers[len(layers) - convolutions :] + products


def _pictures(shard: Path, side: int) -> Iterator[NDArray[np.float32]]:
    for picture in trays.load(shard)[0][:CALIBRATED_ON_TRAYS]:
        yield in_fractions(fitted(picture, side)[0][None], [SHADE])


def _batches(name: str, shard: Path, side: int) -> Iterator[NDArray[np.float32]]:
    pictures, truth = bank.load(shard)
    for start in range(0, CALIBRATED_ON, 32):
        rows = range(start, start + 32)
        views = np.stack([_view(name, pictures[i], truth[i], side) for i in rows])
        yield in_fractions(views, [Shade.of(view) for view in views])


def _view(name: str, crop: NDArray[np.uint8], truth: np.void, side: int) -> NDArray[np.uint8]:
    """What the network of that name looks at: the face network at upper faces, the upright one at whole crops."""
    lean = (float(truth["lean"][0]), float(truth["lean"][1]))
    looks_closer = name == "face" and truth["kind"] >= 0
    place = upper_face(AS_FOUND, KINDS[int(truth["kind"])], lean) if looks_closer else AS_FOUND
    seen_px = {"upright": CROP_PX, "d4": SEEN_PX * CLOSER}.get(name, SEEN_PX)
    crop = as_soft(crop, side) if name == "upright" else crop
    return placed_cut(crop, side, float(truth["turn_deg"]), np.random.default_rng(0), STILL, place, seen_px)[0]


def shrink(name: str, models: Path, banks: Path) -> str:
    """Replaces a network by its eight-bit version where that answers as well, and says what came of it."""
    shard = _shard(name, banks)
    with TemporaryDirectory() as target:
        small = quantise(name, models, shard, Path(target))
        before, after = (right_share(name, Network(folder, name), shard) for folder in (models, Path(target)))
        is_kept = after >= before - MOST_LOST
        if is_kept:
            for path in (small, small.with_suffix(".json")):
                shutil.copy(path, models)
    return f"{name} in eight bits: right {after:.4f} after {before:.4f}, {'kept' if is_kept else 'not kept'}"


def _shard(name: str, banks: Path) -> Path:
    if name == "finder":
        return trays.shard_path(banks / "trays", 0)
    return bank.shard_path(banks / ("d4" if name == "d4" else "bank"), HELD_BACK_SEED)


def _sign(network: Path, grain: Grain) -> None:
    card_path = network.with_suffix(".json")
    card = json.loads(card_path.read_text(encoding="utf-8"))
    card["sha256"] = hashlib.sha256(network.read_bytes()).hexdigest()
    card["made"] += "; convolutions of eight bits"
    card["input"] |= grain._asdict()
    card_path.write_text(json.dumps(card, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def right_share(name: str, network: Network, shard: Path) -> float:
    """Of dice that the finder finds, of numerals that are turned upright, of upright faces or d4 that are read."""
    if name == "finder":
        return _found_share(network, shard)
    pictures, truth = bank.load(shard)
    right: list[bool] = []
    for start in range(0, COMPARED_ON, 32):
        rows = [i for i in range(start, start + 32) if truth[i]["answer"] < LEANING]
        views = np.stack([_view(name, pictures[i], truth[i], network.card.input_px) for i in rows])
        for i, best in zip(rows, network.see(views)[0].argmax(axis=1), strict=True):
            if name in ("face", "d4"):
                right.append(int(best) == int(truth[i]["answer"]))
            elif folds := looks_alike(truth[i]):
                right.append(is_near(int(best), 0.0, folds))
    return sum(right) / len(right)


def _found_share(finder: Network, shard: Path) -> float:
    hits: list[bool] = []
    for picture, rows in zip(*trays.load(shard), strict=True):
        boxes = [found.box for found in find(picture, finder)]
        dice = rows[(rows["kind"] >= 0) & (rows["seen"] > LEAST_SEEN)]["box"]
        hits += [any(Box(*map(float, die)).overlap(box) > SAME_DIE for box in boxes) for die in dice]
    return sum(hits) / len(hits)
