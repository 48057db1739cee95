"""A network is what its card says, or the owner reads one sentence."""

import hashlib
import json
from pathlib import Path

import numpy as np
import pytest

from reader.vision.errors import ModelError
from reader.vision.find import SHADE
from reader.vision.networks import MODELS, Network, Shade, in_fractions, of_four_bytes, softmax


def write_card(folder: Path, content: bytes, **changes: object) -> None:
    card = {
        "name": "face",
        "file": "face.onnx",
        "sha256": hashlib.sha256(content).hexdigest(),
        "labels": ["d6:1"],
        "input": {"side_px": 96},
        "thresholds": {"read": 0.9},
    }
    (folder / "face.json").write_text(json.dumps(card | changes))


def test_a_missing_card_is_named(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match=r"face\.json: the network's card is missing; install"):
        Network(tmp_path, "face")


def test_a_missing_network_is_named(tmp_path: Path) -> None:
    write_card(tmp_path, b"")
    with pytest.raises(ModelError, match=r"face\.onnx: the network is missing"):
        Network(tmp_path, "face")


def test_another_network_than_its_card_describes_is_refused(tmp_path: Path) -> None:
    write_card(tmp_path, b"the right one")
    (tmp_path / "face.onnx").write_bytes(b"another one")
    with pytest.raises(ModelError, match="not the network that its card describes"):
        Network(tmp_path, "face")


def test_a_file_that_is_no_network_is_refused(tmp_path: Path) -> None:
    write_card(tmp_path, b"no network")
    (tmp_path / "face.onnx").write_bytes(b"no network")
    with pytest.raises(ModelError, match="cannot be loaded"):
        Network(tmp_path, "face")


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"name": 3, "thresholds": []}'])
def test_a_card_that_cannot_be_understood_is_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / "face.json").write_text(text)
    with pytest.raises(ModelError, match="cannot be understood"):
        Network(tmp_path, "face")


def test_crops_are_shown_in_their_own_shades() -> None:
    dark = np.random.default_rng(1).integers(0, 60, (8, 8, 3), dtype=np.uint8)
    crops = np.stack([dark, dark + 120])
    batch = in_fractions(crops, [Shade.of(crop) for crop in crops])
    assert batch.shape == (2, 3, 8, 8)
    np.testing.assert_allclose(batch[0], batch[1], atol=1e-5)
    np.testing.assert_allclose(batch.mean(axis=(1, 2, 3)), 0, atol=1e-5)
    spread = dark.astype(float).std(ddof=1)
    np.testing.assert_allclose(batch.std(axis=(1, 2, 3), ddof=1), spread / (spread + 0.05 * 255), rtol=1e-5)


def test_a_crop_of_one_shade_is_shown_as_nothing() -> None:
    crop = np.full((1, 8, 8, 3), 77, np.uint8)
    np.testing.assert_array_equal(in_fractions(crop, [Shade.of(crop[0])]), 0)


@pytest.mark.parametrize("name", ["finder", "upright", "face", "d4"])
def test_bytes_mean_what_the_card_says(name: str) -> None:
    network = Network(MODELS, name)
    assert network.card.grain is not None
    step, zero = network.card.grain
    crops = np.random.default_rng(2).integers(60, 190, (2, 8, 8, 3), dtype=np.uint8)
    crops[1] //= 2
    shades = [Shade.of(crop) for crop in crops]
    meant = (network.shown(crops, shades)[..., :3].astype(float) - zero) * step
    exact = in_fractions(crops, shades).transpose(0, 2, 3, 1)
    np.testing.assert_allclose(meant, np.clip(exact, -zero * step, (255 - zero) * step), atol=step / 2 + 1e-5)


@pytest.mark.parametrize("name", ["finder", "upright", "face", "d4"])
def test_the_fourth_byte_of_a_pixel_counts_for_nothing(name: str) -> None:
    network = Network(MODELS, name)
    side = network.card.input_px
    crops = of_four_bytes(np.random.default_rng(3).integers(0, 255, (2, side, side, 3), dtype=np.uint8))
    other = crops.copy()
    other[..., 3] = 0
    for one, another in zip(network.run(crops), network.run(other), strict=True):
        np.testing.assert_array_equal(one, another)


def test_a_crop_has_the_same_shade_with_a_fourth_byte() -> None:
    crop = np.random.default_rng(4).integers(20, 230, (40, 40, 3), dtype=np.uint8)
    assert Shade.of(of_four_bytes(crop)) == Shade.of(crop)


def test_a_picture_that_needs_no_other_shade_is_left_as_it_is() -> None:
    """The finder's table changes no byte: to send a whole picture through it would take time for nothing."""
    finder = Network(MODELS, "finder")
    picture = of_four_bytes(np.random.default_rng(5).integers(0, 255, (1, 32, 32, 3), dtype=np.uint8))
    assert finder.shown(picture, [SHADE]) is picture


def test_a_higher_temperature_is_less_sure() -> None:
    logits = np.array([[2.0, 0.0, -1.0]], np.float32)
    assert softmax(logits, 2.0).max() < softmax(logits, 1.0).max()
    np.testing.assert_allclose(softmax(logits).sum(), 1, atol=1e-6)


def test_a_network_of_another_version_is_refused_in_a_sentence() -> None:
    face = Network(MODELS, "face")
    assert face.expecting(3, ("read",)) is face
    for outputs, levels in ((2, ()), (3, ("a level that came later",))):
        with pytest.raises(ModelError, match="of another version of dice-reader"):
            face.expecting(outputs, levels)
