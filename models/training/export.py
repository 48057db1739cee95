"""Checkpoints → ONNX files with their cards."""

import hashlib
import json
from pathlib import Path
from typing import Any

import torch
from torch import nn

from models.studio.layouts import FACES
from models.training.labels import CLASSES, KINDS
from models.training.nets import D4_PX, FACE_PX, UPRIGHT_PX, D4Net, FaceNet, FinderNet, UprightNet

MODELS = Path(__file__).resolve().parents[1]
FINDER_PX = 416
FACE_LABELS = [f"{kind}:{face}" for kind, face in CLASSES] + ["leaning", "nothing", "turned"]
SHAPES: dict[str, tuple[type[nn.Module], tuple[int, int], list[str], list[str], int]] = {
    "finder": (FinderNet, (320, 416), ["heat", "box", "kind"], list(KINDS), FINDER_PX),
    "upright": (
        UprightNet,
        (UPRIGHT_PX, UPRIGHT_PX),
        ["direction", "kind", "place", "leaning", "faces"],
        [*KINDS, "nothing"],
        UPRIGHT_PX,
    ),
    "face": (FaceNet, (FACE_PX, FACE_PX), ["answer", "embedding", "turn"], FACE_LABELS, FACE_PX),
    "d4": (D4Net, (D4_PX, D4_PX), ["answer"], [*(f"d4:{face}" for face in FACES["d4"]), "turned"], D4_PX),
}
THRESHOLDS = {
    "finder": {"found": 0.3, "sure_found": 0.5},
    "upright": {},
    "d4": {},
    "face": {"temperature": 1.0, "sharpen": 1.0, "second_look": 0.8, "askew": 0.96, "read": 0.9, "nothing": 0.5,
             "upright": 0.5, "upright_kind": 0.3, "finder_kind": 0.2, "leaning_said": 0.4, "leaning_shown": 0.7,
             "leaning_bias": -4.0, "stacked_said": 1.0, "stacked_bias": -2.0, "alone": 0.5},
}  # fmt: skip
"""Where a network begins; `fit` replaces what it measures."""


def export(name: str, checkpoint: Path, folder: Path = MODELS, made: str = "") -> Path:
    """Writes `name.onnx` and its card; thresholds of an earlier card are kept until they are fitted anew."""
    make, size, outputs, labels, side_px = SHAPES[name]
    net = make()
    kept = torch.load(checkpoint, weights_only=True)
    net.load_state_dict(kept["average"])
    net.eval()
    path = folder / f"{name}.onnx"
    axes: dict[str, dict[int, str]] = {"image": {0: "batch"}} | {output: {0: "batch"} for output in outputs}
    if name == "finder":
        axes = {"image": {0: "batch", 2: "height", 3: "width"}}
        axes |= {output: {0: "batch", 2: "rows", 3: "columns"} for output in outputs}
    with torch.no_grad():
        torch.onnx.export(
            net, (torch.zeros(1, 3, *size),), str(path), input_names=["image"], output_names=outputs,
            dynamic_axes=axes, opset_version=17, dynamo=False,
        )  # fmt: skip
    write_card(name, path, labels, side_px, made or f"{kept['step']} steps of models.training {name}")
    return path


def write_card(name: str, path: Path, labels: list[str], side_px: int, made: str) -> None:
    card_path = path.with_suffix(".json")
    before: dict[str, Any] = json.loads(card_path.read_text()) if card_path.exists() else {}
    card = {
        "name": name,
        "file": path.name,
        "sha256": hashlib.sha256(path.read_bytes()).hexdigest(),
        "made": made,
        "input": {"side_px": side_px, "order": "BGR", "values": _values(name)},
        "labels": labels,
        "thresholds": THRESHOLDS[name] | before.get("thresholds", {}),
        "figures": before.get("figures", {}),
    }
    card_path.write_text(json.dumps(card, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def _values(name: str) -> str:
    if name == "finder":
        return "(v/255 - 0.45) / 0.27, longest side scaled to side_px, padded to a multiple of 32"
    return "v/255 minus the crop's mean, over its deviation + 0.05"
