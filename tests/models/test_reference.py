import hashlib
import json
from pathlib import Path

import numpy as np
import pytest

from models.reference import GFLOPS, LAYERS, SIDE_PX, gflops, reference_network
from reader.vision.networks import Network


@pytest.fixture(scope="module")
def written() -> bytes:
    return reference_network()


def test_it_is_of_yolov8ns_size(written: bytes) -> None:
    assert gflops() == pytest.approx(GFLOPS, rel=0.01)
    assert sum(layer.weights for layer in LAYERS) == pytest.approx(3.2e6, rel=0.1)
    assert len(written) == pytest.approx(4 * sum(layer.weights for layer in LAYERS), rel=0.01)


def test_it_is_the_same_every_time(written: bytes) -> None:
    assert reference_network() == written


def test_it_runs_and_every_layer_has_its_share_in_the_answer(written: bytes, tmp_path: Path) -> None:
    (tmp_path / "reference.onnx").write_bytes(written)
    card = {"name": "reference", "file": "reference.onnx", "sha256": hashlib.sha256(written).hexdigest()}
    card |= {"labels": [], "input": {"side_px": SIDE_PX}, "thresholds": {}}
    (tmp_path / "reference.json").write_text(json.dumps(card))
    network = Network(tmp_path, "reference", threads=1)
    picture = np.random.default_rng(1).random((1, 3, SIDE_PX, SIDE_PX), dtype=np.float32)
    (answer,) = network.run(picture)
    assert answer.shape == (1, 576, 20, 20)
    assert np.isfinite(answer).all()
    assert 0.01 < float(answer.std()) < 100
