"""A network of YOLOv8n's size that is always the same, to time others against: its bytes are written on the fly.

Plain 3×3 convolutions and ReLU; 8.7 GFLOPs on 640×640 pixels and 3.4 million weights, YOLOv8n having 3.2. The weights
are noise, for what is timed does not depend on them. onnx is not needed: a file of that format is nested messages of
(number, type, content), and the few functions below write them.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

SIDE_PX = 640
GFLOPS = 8.7  # of YOLOv8n at 640, as published
IR_VERSION, OPERATORS = 8, 17  # of the format; onnxruntime reads these since 1.15
FLOAT = 1  # the format's number for 32-bit floats


@dataclass(frozen=True, slots=True)
class Layer:
    inputs: int
    outputs: int
    kernel: int = 3
    stride: int = 1

    def multiplications(self, side_px: int) -> int:
        """On a square input of `side_px`."""
        return (side_px // self.stride) ** 2 * self.inputs * self.outputs * self.kernel**2

    @property
    def weights(self) -> int:
        return self.outputs * (self.inputs * self.kernel**2 + 1)


def _stages() -> Iterator[Layer]:
    """Each stage halves the side and doubles the width; the repetitions share the work as YOLOv8n does."""
    widths, repeats = (3, 16, 32, 64, 128, 256), (0, 2, 5, 6, 3)
    for (narrow, wide), times in zip(pairwise(widths), repeats, strict=True):
        yield Layer(narrow, wide, stride=2)
        yield from [Layer(wide, wide)] * times
    yield Layer(256, 576, kernel=1)


LAYERS = tuple(_stages())


def gflops() -> float:
    """A multiplication and an addition are two operations.

    >>> round(gflops(), 1)
    8.7
    """
    side, total = SIDE_PX, 0
    for layer in LAYERS:
        total += layer.multiplications(side)
        side //= layer.stride
    return total * 2 / 1e9


def reference_network() -> bytes:
    """An ONNX model with input `picture`, 1 × 3 × 640 × 640, and output `answer`."""
    rng = np.random.default_rng(8)
    nodes, weights, name = [], [], "picture"
    for number, layer in enumerate(LAYERS):
        shape = (layer.outputs, layer.inputs, layer.kernel, layer.kernel)
        spread = np.float32(np.sqrt(2 / (layer.inputs * layer.kernel**2)))
        weights.append(_tensor(f"w{number}", rng.standard_normal(shape, dtype=np.float32) * spread))
        weights.append(_tensor(f"b{number}", np.zeros(layer.outputs, np.float32)))
        nodes.append(_convolution([name, f"w{number}", f"b{number}"], f"c{number}", layer))
        name = "answer" if layer is LAYERS[-1] else f"r{number}"
        nodes.append(_message(1, b"", text=[(1, f"c{number}"), (2, name), (4, "Relu")]))
    end_px = SIDE_PX // 32
    graph = b"".join(nodes) + _text(2, "reference") + b"".join(weights)
    graph += _value(11, "picture", (1, 3, SIDE_PX, SIDE_PX)) + _value(
        12, "answer", (1, LAYERS[-1].outputs, end_px, end_px)
    )
    return _number(1, IR_VERSION) + _message(7, graph) + _message(8, _number(2, OPERATORS))


def _varint(value: int) -> bytes:
    """
    >>> _varint(300).hex()
    'ac02'
    """
    parts = bytearray()
    while value > 0x7F:
        parts.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes([*parts, value])


def _number(field: int, value: int) -> bytes:
    return _varint(field << 3) + _varint(value)


def _message(field: int, content: bytes, text: list[tuple[int, str]] | None = None) -> bytes:
    content += b"".join(_text(inner, words) for inner, words in text or [])
    return _varint(field << 3 | 2) + _varint(len(content)) + content


def _text(field: int, words: str) -> bytes:
    return _message(field, words.encode())


def _tensor(name: str, values: NDArray[np.float32]) -> bytes:
    content = b"".join(_number(1, side) for side in values.shape) + _number(2, FLOAT)
    return _message(5, content + _text(8, name) + _message(9, values.astype("<f4").tobytes()))


def _integers(name: str, values: list[int]) -> bytes:
    """An attribute of a node."""
    return _message(5, _text(1, name) + b"".join(_number(8, value) for value in values) + _number(20, 7))


def _convolution(inputs: list[str], output: str, layer: Layer) -> bytes:
    content = b"".join(_text(1, name) for name in inputs) + _text(2, output) + _text(4, "Conv")
    content += _integers("kernel_shape", [layer.kernel] * 2) + _integers("strides", [layer.stride] * 2)
    return _message(1, content + _integers("pads", [layer.kernel // 2] * 4))


def _value(field: int, name: str, shape: tuple[int, ...]) -> bytes:
    sides = b"".join(_message(1, _number(1, side)) for side in shape)
    return _message(field, _text(1, name) + _message(2, _message(1, _number(1, FLOAT) + _message(2, sides))))
