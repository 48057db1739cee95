"""Real dice taught from some clips of them and looked at in others; and dev photographs beside a gallery of others."""

from __future__ import annotations

import csv
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from reader.evaluation.taught import Counted
from reader.evaluation.truth import Pictured, pictures
from reader.teaching.gallery import Gallery
from reader.teaching.opening import networks_of
from reader.teaching.scale import Scale
from reader.teaching.store import Store
from reader.vision.look import Eye
from reader.vision.picture_file import open_picture
from reader.vision.sighting import Reading, Sighting

TAUGHT_FRAMES: Final = 2  # of a clip: they are nearly alike
LOOKED_AT: Final = 4


@dataclass(slots=True)
class DieResult:
    """One real die: clips counted once, as shares of their frames."""

    die: str
    split: str
    face: str
    clips: int
    before: list[float]
    after: list[float]
    """Right, unread, wrong."""


def real_dice(index: Path, eye: Eye, scale: Scale, split: str) -> Iterator[DieResult]:
    """Every die and face of that split with two clips at least: taught from half of its clips, looked at in the other
    half, then the other way round. No clip is ever on both sides."""
    clips: dict[tuple[str, str], dict[str, dict[str, list[Pictured]]]] = {}
    colours = _colours(index)
    for pictured in pictures(index, split):
        if pictured.clip and len(pictured.dice) == 1:
            die = pictured.dice[0]
            faces = clips.setdefault((die.kind, colours[pictured.clip]), {})
            faces.setdefault(die.face, {}).setdefault(pictured.clip, []).append(pictured)
    for (kind, colour), faces in sorted(clips.items()):
        several = {face: of_face for face, of_face in faces.items() if len(of_face) > 1}
        results = {face: DieResult(f"{colour} {kind}", split, face, len(of), [0.0] * 3, [0.0] * 3)
                   for face, of in several.items()}  # fmt: skip
        for half in (0, 1):
            _half(several, kind, colour, half, eye, scale, results)
        yield from results.values()


def _colours(index: Path) -> dict[str, str]:
    """Of each clip: with the kind it names one die."""
    with index.open(newline="", encoding="utf-8") as file:
        return {row["clip"]: row["colour"] for row in csv.DictReader(file)}


def _half(
    several: dict[str, dict[str, list[Pictured]]],
    kind: str,
    colour: str,
    half: int,
    eye: Eye,
    scale: Scale,
    results: dict[str, DieResult],
) -> None:
    with tempfile.TemporaryDirectory(prefix="dice-reader-") as folder:
        gallery = Gallery(Store(Path(folder)), networks_of(eye.classifier), scale)
        die = gallery.new_die(kind, f"{colour} {kind}")
        for face, clips in several.items():
            for clip in sorted(clips)[half::2]:
                for frame in _some(clips[clip], TAUGHT_FRAMES):
                    seen = _lone(eye, frame)
                    if seen is not None and seen.glimpse is not None:
                        gallery.add(die.id, face, seen.glimpse, "taught")
        for face, clips in several.items():
            for clip in sorted(clips)[1 - half :: 2]:
                frames = _some(clips[clip], LOOKED_AT)
                for memory, into in ((None, results[face].before), (gallery, results[face].after)):
                    eye.memory = memory
                    for frame in frames:
                        into[_outcome(_lone(eye, frame), kind, face)] += 1 / len(frames)
        eye.memory = None


def beside_others(index: Path, eye: Eye, gallery: Gallery) -> tuple[Counted, Counted]:
    """One frame of every dev clip with a single die, without and with the gallery of other dice."""
    chosen = {one.clip or str(one.path): one for one in pictures(index, "dev") if len(one.dice) == 1}
    counts = (Counted(), Counted())
    for pictured in chosen.values():
        die = pictured.dice[0]
        for count, memory in zip(counts, (None, gallery), strict=True):
            eye.memory = memory
            seen = _lone(eye, pictured)
            outcome = _outcome(seen, die.kind, die.face)
            count.dice += 1
            count.right += outcome == 0
            count.unread += outcome == 1
            count.wrong += outcome == 2
            count.mistaken += seen is not None and seen.known is not None
    eye.memory = None
    return counts


def _some(frames: list[Pictured], count: int) -> list[Pictured]:
    step = max(1, len(frames) // count)
    return frames[step // 2 :: step][:count]


def _lone(eye: Eye, pictured: Pictured) -> Sighting | None:
    """What the eye is surest of where one die lies."""
    return max(eye.look(open_picture(pictured.path)), key=lambda one: one.confidence, default=None)


def _outcome(seen: Sighting | None, kind: str, face: str) -> int:
    """0 right, 1 unread, 2 wrong."""
    if not isinstance(seen, Reading):
        return 1
    return 0 if (seen.kind, seen.face) == (kind, face) else 2
