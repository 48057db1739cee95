"""Chances → read, unread with its reason, or no die at all. Doubt is measured: the thresholds stand in a card."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Protocol

import cv2
import numpy as np

from reader.vision.around import TURNING
from reader.vision.classify import LEANING, NOTHING, Seen
from reader.vision.cut import CROP_PX, DIE_PX, SEEN_PX, Crop
from reader.vision.find import Found
from reader.vision.networks import Floats
from reader.vision.sighting import Candidate, Glimpse, Known, Why
from reader.vision.upper_face import DEPTHS, upper_face

NAMED = 3  # candidates told
GLARING = 0.16  # share of the die that is burnt out
BLUR_FLOOR = 18.0  # variance of the Laplacian under which nothing is sharp
ALONE = 0.6  # odds of leaning, of a die that nothing is near to, against another
BARS = tuple(("d6", face) for face in "1234")  # what a bar is taken for
D4 = tuple(DEPTHS).index("d4")  # in the order in which the upright network names kinds
LIKELY = 0.5  # chance of being stacked from which that is the reason
COMPETING = 0.7  # chance that no other face is the upper one, under which two of them compete
RIVAL = 0.25  # chance of a second face from which two faces compete


@dataclass(frozen=True, eq=False, slots=True)
class Verdict:
    """`why` is None for a die that is read. `is_die` is False for what only looked like one."""

    is_die: bool
    why: Why | None
    candidates: tuple[Candidate, ...]
    confidence: float
    known: Known | None = None


@dataclass(frozen=True, eq=False, slots=True)
class Recalled:
    """The chances of all labels with what is remembered of dice that were taught; and which of those it is."""

    chances: Floats
    known: Known | None


class Memory(Protocol):
    """Remembers dice that its owner taught."""

    def recall(self, glimpse: Glimpse, chances: Floats, labels: Sequence[str]) -> Recalled | None:
        """None if nothing like it was ever taught."""


def judge(
    seen: Seen,
    found: Found,
    crop: Crop,
    labels: tuple[str, ...],
    thresholds: dict[str, float],
    cut_off: bool,
    stacked: bool,
    memory: Memory | None = None,
    touches_edge: bool = False,
) -> Verdict:
    names, kind_of_class, leans, is_none = _faces(labels)
    chances = weighed_chances(seen, found, kind_of_class, thresholds)
    recalled = memory.recall(glimpse_of(seen, crop), chances, labels) if memory is not None else None
    known = None
    if recalled is not None:
        chances, known = recalled.chances, recalled.known
    leaning, nothing = float(chances[leans]), float(chances[is_none])
    best = (-chances[: len(names)]).argsort()[:NAMED]
    candidates = tuple(Candidate(names[i][0], names[i][1], round(float(chances[i]), 4)) for i in best)
    confidence = float(chances[best[0]])
    if nothing > thresholds["nothing"] or (nothing > confidence and found.chance < thresholds["sure_found"]):
        return Verdict(False, None, candidates, confidence)
    if cut_off or (touches_edge and confidence < thresholds.get("read_faint", 0.0)):
        return Verdict(True, Why.CUT_OFF, candidates, confidence, known)
    if known is not None:
        is_sure = confidence >= thresholds["read"]
    else:
        is_sure = confidence >= level_of(candidates[0], found, thresholds) and not may_be_bar(
            candidates[0], seen, thresholds
        )
    if is_sure:
        return Verdict(True, None, candidates, confidence, known)
    heaped = stacked or stacked_chance(seen, thresholds) > LIKELY
    why = _reason(leaning, heaped, candidates, crop, seen.alone)
    return Verdict(found.chance >= thresholds["sure_found"] or confidence > 0.3, why, candidates, confidence, known)


@cache
def _faces(labels: tuple[str, ...]) -> tuple[list[tuple[str, str]], tuple[int, ...], int, int]:
    """Kind and face of every label that is one, and the number of its kind; which labels are LEANING and NOTHING."""
    names = [(kind, face) for kind, _, face in (label.partition(":") for label in labels) if face]
    kinds = list(dict.fromkeys(kind for kind, _ in names))
    return names, tuple(kinds.index(kind) for kind, _ in names), labels.index(LEANING), labels.index(NOTHING)


def read_from(kind: str, thresholds: dict[str, float]) -> float:
    """The confidence from which a die is read; some kinds deceive more than others.

    >>> read_from("d4", {"read": 0.8, "read_d4": 0.9}), read_from("d6", {"read": 0.8, "read_d4": 0.9})
    (0.9, 0.8)
    """
    return thresholds.get(f"read_{kind}", thresholds["read"])


def level_of(candidate: Candidate, found: Found, thresholds: dict[str, float]) -> float:
    """The confidence from which this face is read: a 6 that may be a 9 upside down needs more than others, that of a
    d20 most, since a 16 or 19 upside down looks like one too; so does an 8 of a d10, as the two figures of a percentile
    die look when they are blurred; and so does what the finder hardly took for a die.

    >>> from reader.vision.sighting import Box
    >>> nine, levels = Candidate("d20", "9", 0.8), {"read": 0.7, "read_turning": 0.9, "sure_found": 0.5}
    >>> level_of(nine, Found(Box(0, 0, 9, 9), 0.8, ()), levels)
    0.9
    """
    label = f"{candidate.kind}:{candidate.face}"
    level = max(read_from(candidate.kind, thresholds), thresholds.get(f"read_{label}", 0.0))
    if label in TURNING:
        level = max(level, thresholds.get(f"read_turning_{candidate.kind}", thresholds.get("read_turning", 0.0)))
    return level if found.chance >= thresholds["sure_found"] else max(level, thresholds.get("read_faint", 0.0))


def may_be_bar(candidate: Candidate, seen: Seen, thresholds: dict[str, float]) -> bool:
    """Whether this d6 may be a d4 after all: a short bar looks like one, and its upper face, all that the face network
    sees, is that of one. The upright network sees its ends."""
    return (candidate.kind, candidate.face) in BARS and float(seen.kinds[D4]) > thresholds.get("bar", 1.0)


def glimpse_of(seen: Seen, crop: Crop) -> Glimpse:
    kind = tuple(DEPTHS)[int(np.argmax(seen.kinds[: len(DEPTHS)]))]
    faces = (upper_face(seen.place, kind, lean) for lean in (seen.lean, seen.expected_lean))
    upper, expected = ((CROP_PX / 2 + face.right * SEEN_PX, CROP_PX / 2 + face.down * SEEN_PX) for face in faces)
    return Glimpse(crop, seen.views, seen.view_upright, upper, seen.place.size, expected)


def weighed_chances(seen: Seen, found: Found, kind_of_class: tuple[int, ...], thresholds: dict[str, float]) -> Floats:
    """The face network's word, sharpened or softened, weighed by what the other two networks think of the kind.

    A die that no direction shows upright, or that shows another face which may be the upper one, loses confidence to
    the answer LEANING, the first after the faces.
    """
    faces = len(kind_of_class)
    chances = np.maximum(seen.faces, 1e-7) ** (1 / thresholds["sharpen"])
    kinds = np.maximum(seen.kinds[:-1], 0.01) ** thresholds["upright_kind"]
    if thresholds["finder_kind"]:
        kinds = kinds * np.maximum(np.array(found.kinds), 0.01) ** thresholds["finder_kind"]
    chances[:faces] *= kinds.take(kind_of_class)
    level = (1 - leaning_chance(seen, thresholds)) * (1 - stacked_chance(seen, thresholds))
    upright = min(1.0, seen.upright / thresholds["upright"])
    sure = level * upright * seen.alone ** thresholds["alone"]
    chances *= sure / chances.sum()
    chances[faces] += 1 - sure
    return np.asarray(chances, np.float32)


def leaning_chance(seen: Seen, thresholds: dict[str, float]) -> float:
    """How likely a die leans, by the upright network: its own word, and its map of the faces, which shows none where
    the upper one should be; and by whether anything is near to lean on."""
    logit = (
        thresholds["leaning_bias"]
        + thresholds["leaning_said"] * _logit(seen.leaning)
        - thresholds["leaning_shown"] * _logit(seen.flat)
        + (0.0 if seen.near else math.log(ALONE))
    )
    return 1 / (1 + math.exp(-logit))


def stacked_chance(seen: Seen, thresholds: dict[str, float]) -> float:
    """How likely a die lies on another, or under one, by what the upright network sees around it."""
    logit = thresholds["stacked_bias"] + thresholds["stacked_said"] * _logit(seen.stacked)
    return 1 / (1 + math.exp(-logit))


def _logit(chance: float) -> float:
    kept = min(max(chance, 0.01), 0.99)
    return math.log(kept / (1 - kept))


def _reason(leaning: float, stacked: bool, candidates: tuple[Candidate, ...], crop: Crop, alone: float) -> Why:
    if stacked and leaning > 0.2:
        return Why.STACKED
    if leaning > 0.35 and alone >= COMPETING:
        return Why.LEANING
    middle = crop[(crop.shape[0] - DIE_PX) // 2 : (crop.shape[0] + DIE_PX) // 2][:, (crop.shape[1] - DIE_PX) // 2 :][
        :, :DIE_PX
    ]
    grey = cv2.cvtColor(middle, cv2.COLOR_BGR2GRAY)
    if float(np.mean(grey > 250)) > GLARING and float(np.median(grey)) < 200:
        return Why.GLARE
    if float(cv2.Laplacian(grey, cv2.CV_32F).var()) < BLUR_FLOOR:
        return Why.BLURRED
    if alone < COMPETING:
        return Why.TWO_FACES
    if len(candidates) > 1 and candidates[1].chance > RIVAL and candidates[0].kind == candidates[1].kind:
        upside_down = {candidates[0].face, candidates[1].face} == {"6", "9"}
        return Why.NOT_SURE if upside_down else Why.TWO_FACES
    return Why.NOT_SURE
