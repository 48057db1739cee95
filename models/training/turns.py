"""Which way up the numerals of real crops are: nobody wrote it down, so the networks tell, where they are sure."""

from pathlib import Path

import numpy as np
import torch
from torch import nn

from models.training import augment
from models.training.augment import STILL
from models.training.direction import STEP_DEG
from models.training.labels import CLASSES, DIRECTIONS, is_symmetric
from models.training.nets import FACE_PX, UPRIGHT_PX
from reader.vision.cut import AS_FOUND, CROP_PX
from reader.vision.slant import settled
from reader.vision.upper_face import upper_face

BELIEVED = 0.35  # least chance of the true face at the best direction
PIPS = (2, 4)  # folds of what has no upright


def tell_turns(folder: Path, face: nn.Module, upright: nn.Module) -> str:
    """Fills in `lean`, and of numerals `turn_deg` and `fold`, in `crops.truth.npy`; numerals in doubt stay unused."""
    pictures = np.load(folder / "crops.npy", mmap_mode="r")
    truth = np.load(folder / "crops.truth.npy")
    rng = np.random.default_rng(0)
    told = asked = 0
    for number, row in enumerate(truth):
        soft = augment.as_soft(pictures[number], UPRIGHT_PX)
        small = augment.placed_cut(soft, UPRIGHT_PX, 0.0, rng, STILL, seen_px=CROP_PX)[0][None]
        with torch.no_grad():
            pointing, _, _, _, faces = upright(_images(small))
        row["lean"] = settled(faces.sigmoid().numpy(), np.zeros((1, 2), np.float32))[0].lean
        if row["fold"] in PIPS:
            continue
        asked += 1
        chances = _chances(pictures[number], row, face, pointing.softmax(1)[0].numpy(), rng)
        best = int(np.argmax(chances))
        believed = chances[best] > BELIEVED
        row["turn_deg"], row["fold"] = (best * STEP_DEG, 1) if believed else (0.0, -1)
        told += int(believed)
    np.save(folder / "crops.truth.npy", truth)
    return f"{told} of {asked} numerals turned upright"


def _chances(
    crop: np.ndarray, truth: np.void, face: nn.Module, pointing: np.ndarray, rng: np.random.Generator
) -> np.ndarray:
    """At each direction: how sure the face network is of the truth, softened by the upright network's own view."""
    answer, lean = int(truth["answer"]), truth["lean"]
    spot = upper_face(AS_FOUND, CLASSES[answer][0], (float(lean[0]), float(lean[1])))
    turned = np.stack(
        [augment.placed_cut(crop, FACE_PX, number * STEP_DEG, rng, STILL, spot)[0] for number in range(DIRECTIONS)]
    )
    with torch.no_grad():
        read = face(_images(turned))[0].softmax(1)[:, answer].numpy()
    smooth = (np.roll(read, 1) + 2 * read + np.roll(read, -1)) / 4
    symmetric = is_symmetric(*CLASSES[answer])
    return np.asarray(smooth * np.maximum(pointing, 0.02) ** (0.0 if symmetric else 0.15))


def _images(crops: np.ndarray) -> torch.Tensor:
    return augment.normalised(torch.from_numpy(crops).permute(0, 3, 1, 2).float() / 255)
