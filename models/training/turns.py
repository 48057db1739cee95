"""Which way up the numerals of real crops are: nobody wrote it down, so the networks tell, where they are sure."""

from pathlib import Path

import numpy as np
import torch
from torch import nn

from models.training import augment
from models.training.augment import Shake
from models.training.labels import CLASSES, DIRECTIONS, is_symmetric
from models.training.nets import FACE_PX, UPRIGHT_PX

STEP_DEG = 360 / DIRECTIONS
BELIEVED = 0.35  # least chance of the true face at the best direction
STILL = Shake((1.0, 1.0), 0.0, 0.0, 0.0)


def tell_turns(folder: Path, face: nn.Module, upright: nn.Module) -> str:
    """Fills in `turn_deg` and `fold` of numerals in `crops.truth.npy`; those in doubt stay unused."""
    pictures = np.load(folder / "crops.npy", mmap_mode="r")
    truth = np.load(folder / "crops.truth.npy")
    rng = np.random.default_rng(0)
    told = asked = 0
    for number in np.flatnonzero((truth["fold"] < 0) | (truth["fold"] == 1) | (truth["fold"] == 3)):
        asked += 1
        answer = int(truth[number]["answer"])
        chances = _chances(pictures[number], answer, face, upright, rng)
        best = int(np.argmax(chances))
        truth[number]["fold"] = -1
        if chances[best] > BELIEVED:
            truth[number]["turn_deg"] = best * STEP_DEG
            truth[number]["fold"] = 1
            told += 1
    np.save(folder / "crops.truth.npy", truth)
    return f"{told} of {asked} numerals turned upright"


def _chances(
    crop: np.ndarray, answer: int, face: nn.Module, upright: nn.Module, rng: np.random.Generator
) -> np.ndarray:
    """At each direction: how sure the face network is of the truth, softened by the upright network's own view."""
    turned = np.stack([augment.cut(crop, FACE_PX, number * STEP_DEG, rng, STILL) for number in range(DIRECTIONS)])
    small = augment.cut(crop, UPRIGHT_PX, 0.0, rng, STILL)[None]
    with torch.no_grad():
        read = face(_images(turned))[0].softmax(1)[:, answer].numpy()
        pointing = upright(_images(small))[0].softmax(1)[0].numpy()
    smooth = (np.roll(read, 1) + 2 * read + np.roll(read, -1)) / 4
    symmetric = is_symmetric(*CLASSES[answer])
    return np.asarray(smooth * np.maximum(pointing, 0.02) ** (0.0 if symmetric else 0.15))


def _images(crops: np.ndarray) -> torch.Tensor:
    return augment.normalised(torch.from_numpy(crops).permute(0, 3, 1, 2).float() / 255)
