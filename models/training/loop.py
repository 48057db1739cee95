"""One training loop for all networks: warm-up, one cosine, averaged weights, checkpoints that can be resumed."""

import math
import os
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import torch
from torch import Tensor, nn

from models.training.muon import halves_are_quick, optimisers

Steppers = list[torch.optim.Optimizer]

AVERAGING = 0.998  # of weights, a step
WARM_UP = 150  # steps
LAST_RATE = 1e-5
SAVED_EVERY_S = 120.0
SHOWN_EVERY_S = 20.0


class Task(Protocol):
    """What is learned: where batches come from, and what is wrong about an answer."""

    name: str

    def net(self) -> nn.Module: ...
    def loss(self, net: nn.Module, step: int) -> Tensor: ...
    def measure(self, net: nn.Module) -> str: ...


@dataclass(frozen=True, slots=True)
class Plan:
    steps: int
    rate: float = 2e-3
    decay: float = 0.02
    folder: Path = Path(".training")
    start_from: Path | None = None  # a checkpoint whose weights are kept; its schedule is not
    measured_every: int = 1500


class Swift(nn.Module):
    """A network that works in half precision where the processor has a unit for it: almost twice as quick. Its weights
    stay whole."""

    def __init__(self, net: nn.Module) -> None:
        super().__init__()
        self.net = net

    def forward(self, images: Tensor) -> Tensor | tuple[Tensor, ...]:
        with torch.autocast("cpu", torch.bfloat16, enabled=halves_are_quick()):
            said = self.net(images)
        return said.float() if isinstance(said, Tensor) else tuple(each.float() for each in said)


def train(task: Task, plan: Plan, say: Callable[[str], None] = print) -> Path:
    """Trains to the end of the plan, from where an earlier run stopped, and returns the checkpoint."""
    path = plan.folder / f"{task.name}.pt"
    net = task.net().to(memory_format=torch.channels_last)
    swift = Swift(net)
    average = task.net()
    steppers = optimisers(net, plan.rate, plan.decay)
    begun = _restore(path, plan, net, average, steppers, say)
    clock = saved = shown = time.monotonic()
    running = 0.0
    for step in range(begun, plan.steps):
        for group in (group for stepper in steppers for group in stepper.param_groups):
            group["lr"] = rate_at(step, plan)
        net.train()
        loss = task.loss(swift, step)
        net.zero_grad(set_to_none=True)
        loss.backward()
        nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        for stepper in steppers:
            stepper.step()
        _average(average, net, step)
        running = float(loss.detach()) if step == begun else 0.98 * running + 0.02 * float(loss.detach())
        now = time.monotonic()
        if now - shown > SHOWN_EVERY_S:
            shown = now
            left_min = (now - clock) / (step + 1 - begun) * (plan.steps - step - 1) / 60
            say(f"{task.name} step {step + 1}/{plan.steps} loss {running:.4f} about {left_min:.0f} min left")
        if now - saved > SAVED_EVERY_S or step + 1 == plan.steps:
            saved = now
            _save(path, step + 1, plan, net, average, steppers)
        if (step + 1) % plan.measured_every == 0 or step + 1 == plan.steps:
            average.eval()
            say(f"{task.name} step {step + 1}: {task.measure(average)}")
    return path


def rate_at(step: int, plan: Plan) -> float:
    warm = min(1.0, (step + 1) / WARM_UP)
    return warm * (LAST_RATE + (plan.rate - LAST_RATE) * 0.5 * (1 + math.cos(math.pi * step / plan.steps)))


def _average(average: nn.Module, net: nn.Module, step: int) -> None:
    keep = min(AVERAGING, (step + 1) / (step + 10))
    with torch.no_grad():
        for mine, theirs in zip(average.state_dict().values(), net.state_dict().values(), strict=True):
            if mine.dtype.is_floating_point:
                mine.lerp_(theirs, 1 - keep)
            else:
                mine.copy_(theirs)


def _restore(
    path: Path, plan: Plan, net: nn.Module, average: nn.Module, steppers: Steppers, say: Callable[[str], None]
) -> int:
    if path.exists():
        kept: dict[str, Any] = torch.load(path, weights_only=True)
        if kept["steps"] == plan.steps and kept["step"] < plan.steps and "optimisers" in kept:
            net.load_state_dict(kept["net"])
            average.load_state_dict(kept["average"])
            for stepper, state in zip(steppers, kept["optimisers"], strict=True):
                stepper.load_state_dict(state)
            return int(kept["step"])
    if plan.start_from is not None:
        weights = torch.load(plan.start_from, weights_only=True)["average"]
        wanted = net.state_dict()
        fitting = {name: each for name, each in weights.items() if name in wanted and each.shape == wanted[name].shape}
        net.load_state_dict(fitting, strict=False)
        if len(fitting) < len(wanted):
            say(f"{len(wanted) - len(fitting)} of {len(wanted)} tensors are new or of another size: from nothing")
    average.load_state_dict(net.state_dict())
    return 0


def _save(path: Path, step: int, plan: Plan, net: nn.Module, average: nn.Module, steppers: Steppers) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_suffix(".part")
    torch.save(
        {"step": step, "steps": plan.steps, "net": net.state_dict(), "average": average.state_dict(),
         "optimisers": [stepper.state_dict() for stepper in steppers]},
        part,
    )  # fmt: skip
    os.replace(part, path)
