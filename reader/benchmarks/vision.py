"""How long a look takes, against a reference network timed in the same run; and what that comes to on a Pi."""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Final, TypeVar

import numpy as np

from reader.benchmarks import Figure
from reader.errors import RefusedError

if TYPE_CHECKING:
    from reader.vision.look import Eye
    from reader.vision.networks import Network
    from reader.vision.sighting import Frame

T = TypeVar("T")

TITLE: Final = "Vision (processor time of one thread, best of several rounds, mean of several throws)"
THROWS: Final = {
    1: ["d20"],
    5: ["d20", "d6", "d8", "d10", "d12"],
    10: ["d20", "d20", "d6", "d6", "d6", "d8", "d10", "d%", "d12", "d4"],
    20: ["d20", "d6", "d8", "d10", "d12"] * 4,
}
PICTURE_PX: Final = 1296  # wide: a Pi camera's binned mode
SEEDS: Final = (21, 22, 23, 24)
"""Of the throws of each size: how long one takes depends on how many of its dice are in doubt."""
ROUNDS: Final = 7
STARTS: Final = 3
FIVE_DICE_MOST: Final = 1 / 5
TWENTY_TO_ONE_MOST: Final = 4.0
START_MOST_S: Final = 1.5
MEMORY_MOST_MB: Final = 250.0
YOLOV8N_MS: Final = {"Pi 4": 560.0, "Pi 5": 199.0}
"""Published for YOLOv8n at 640 in onnxruntime, whose size the reference network has."""

FIRST_READING: Final = """
import sys, time
from pathlib import Path
from reader.benchmarks.vision import peak_memory_mb
from reader.vision.look import Eye
from reader.vision.picture_file import open_picture
Eye.open().look(open_picture(Path(sys.argv[1])))
print(peak_memory_mb(), time.process_time())
"""


@dataclass(slots=True)
class Timed:
    """Some pictures, each with the best of all rounds, in seconds."""

    seen: dict[int, int] = field(default_factory=dict)
    best_s: dict[int, float] = field(default_factory=dict)
    clock_s: dict[str, dict[int, float]] = field(default_factory=dict)

    @property
    def whole_s(self) -> float:
        return sum(self.best_s.values()) / len(self.best_s)

    def add(self, eye: Eye, frames: Sequence[Frame]) -> None:
        for number, frame in enumerate(frames):
            took_s, sightings = processor_time(partial(eye.look, frame))
            self.seen[number], self.best_s[number] = len(sightings), min(self.best_s.get(number, took_s), took_s)
            for stage, stage_s in eye.timings.items():
                known = self.clock_s.setdefault(stage, {})
                known[number] = min(known.get(number, stage_s), stage_s)

    def stages_s(self) -> dict[str, float]:
        """The processor time, shared out as the clock saw the stages."""
        stages = {stage: sum(each.values()) for stage, each in self.clock_s.items()}
        return {stage: self.whole_s * stage_s / sum(stages.values()) for stage, stage_s in stages.items()}


def figures() -> Iterator[Figure]:
    from reader.vision.errors import ModelError

    try:
        yield from _figures()
    except ModelError as trouble:
        raise RefusedError(str(trouble)) from trouble


def _figures() -> Iterator[Figure]:
    with TemporaryDirectory() as name:
        folder = Path(name)
        pictures = {count: rendered(dice) for count, dice in THROWS.items()}
        reference_s, looks = timed(folder, pictures)
        yield Figure("reference network of YOLOv8n's size", reference_s * 1000, "ms")
        for count, look in looks.items():
            yield from _of_one_size(count, look, reference_s)
        yield Figure("20 dice against 1", looks[20].whole_s / looks[1].whole_s, "×", TWENTY_TO_ONE_MOST)
        for board, published_ms in YOLOV8N_MS.items():
            yield Figure(f"five dice on a {board}, an estimate", looks[5].whole_s / reference_s * published_ms, "ms")
        yield from _from_start(folder, pictures[5][0])


def _of_one_size(count: int, look: Timed, reference_s: float) -> Iterator[Figure]:
    seen = sum(look.seen.values()) / len(look.seen)
    name = f"{count} {'die' if count == 1 else 'dice'} ({seen:g} seen)"
    most = FIVE_DICE_MOST if count == 5 else None
    yield Figure(f"{name}: in all, of the reference", look.whole_s / reference_s, "×", most)
    yield Figure(f"{name}: in all", look.whole_s * 1000, "ms")
    for stage, stage_s in look.stages_s().items():
        yield Figure(f"{name}: {stage}", stage_s * 1000, "ms")


def rendered(dice: list[str]) -> list[Frame]:
    """Throws as a box sees them that was set up."""
    from models.studio.tabletop import Tabletop

    tables = [Tabletop(seed, PICTURE_PX, "compositor") for seed in SEEDS]
    for table in tables:
        table.throw(dice)
    return [table.picture() for table in tables]


def timed(folder: Path, pictures: dict[int, list[Frame]], rounds: int = ROUNDS) -> tuple[float, dict[int, Timed]]:
    """The reference and each picture in turn, round after round, so that a slow minute slows all of them."""
    import cv2

    from reader.vision.look import Eye

    threads = cv2.getNumThreads()
    cv2.setNumThreads(1)
    try:
        eye, reference = Eye.open(threads=1), _reference(folder)
        noise = np.random.default_rng(SEEDS[0]).random((1, 3, 640, 640), dtype=np.float32)
        reference.run(noise)
        reference_s, looks = float("inf"), {count: Timed() for count in pictures}
        for _ in range(rounds):
            took_s, _ = processor_time(lambda: reference.run(noise))
            reference_s = min(reference_s, took_s)
            for count, frames in pictures.items():
                looks[count].add(eye, frames)
    finally:
        cv2.setNumThreads(threads)
    return reference_s, looks


def _reference(folder: Path) -> Network:
    from models.reference import SIDE_PX, reference_network
    from reader.vision.networks import Network

    content = reference_network()
    (folder / "reference.onnx").write_bytes(content)
    card = {
        "name": "reference", "file": "reference.onnx", "sha256": hashlib.sha256(content).hexdigest(),
        "labels": [], "input": {"side_px": SIDE_PX}, "thresholds": {},
    }  # fmt: skip
    (folder / "reference.json").write_text(json.dumps(card))
    return Network(folder, "reference", threads=1)


def _from_start(folder: Path, frame: Frame) -> Iterator[Figure]:
    """A new process each time: nothing is loaded yet."""
    import cv2

    picture = folder / "throw.jpg"
    cv2.imwrite(str(picture), frame)
    clock_s, processor_s, peak_mb = [], [], []
    for _ in range(STARTS):
        start = time.perf_counter()
        command = [sys.executable, "-c", FIRST_READING, str(picture)]
        told = subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()
        clock_s.append(time.perf_counter() - start)
        peak_mb.append(float(told[0]))
        processor_s.append(float(told[1]))
    yield Figure("start to first reading, by the clock", min(clock_s), "s", START_MOST_S)
    yield Figure("start to first reading, processor time", min(processor_s), "s")
    yield Figure("peak memory", max(peak_mb), "MB", MEMORY_MOST_MB)


def processor_time(work: Callable[[], T]) -> tuple[float, T]:
    """Not the clock's: what else this machine does meanwhile does not count."""
    start = time.thread_time()
    result = work()
    return time.thread_time() - start, result


def peak_memory_mb() -> float:
    """Of this process. Linux hands getrusage's figure on from the process that started it: /proc is asked first."""
    status = Path("/proc/self/status")
    if status.exists():
        return next(int(line.split()[1]) / 1024 for line in status.read_text().splitlines() if line.startswith("VmHWM"))
    import resource

    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / 1024**2 if sys.platform == "darwin" else peak / 1024
