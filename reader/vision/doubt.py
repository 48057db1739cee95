"""Chances → a Reading, an Unread with its reason, or nothing at all. Doubt is measured: every threshold stands in a card."""

from dataclasses import dataclass

import cv2
import numpy as np

from reader.vision.classify import LEANING, NOTHING, Seen
from reader.vision.cut import DIE_PX, Crop
from reader.vision.find import Found
from reader.vision.sighting import Candidate, Why

NAMED = 3  # candidates told
EDGE_SHARE = 0.012  # of the picture's longer side: a box as near to the edge is cut off
GLARING = 0.16  # share of the die that is burnt out
BLUR_FLOOR = 18.0  # variance of the Laplacian under which nothing is sharp
RIVAL = 0.25  # chance of a second face from which two faces compete


@dataclass(frozen=True, eq=False, slots=True)
class Verdict:
    """`why` is None for a die that is read. `is_die` is False for what only looked like one."""

    is_die: bool
    why: Why | None
    candidates: tuple[Candidate, ...]
    confidence: float


def judge(
    seen: Seen, found: Found, crop: Crop, labels: tuple[str, ...], thresholds: dict[str, float], at_edge: bool, stacked: bool
) -> Verdict:
    """The face network's word, weighed by what the other two think of the kind."""
    names = [label.split(":") for label in labels if ":" in label]
    kinds = list(dict.fromkeys(name[0] for name in names))
    support = _support(seen, found, kinds, thresholds)
    weighed = seen.faces[: len(names)] * np.array([support[kinds.index(kind)] for kind, _ in names])
    others = {label: float(seen.faces[labels.index(label)]) for label in (LEANING, NOTHING)}
    total = float(weighed.sum()) + others[LEANING] + others[NOTHING]
    weighed = weighed / max(total, 1e-9)
    best = np.argsort(-weighed)[:NAMED]
    candidates = tuple(Candidate(names[i][0], names[i][1], round(float(weighed[i]), 4)) for i in best)
    nothing = others[NOTHING] / max(total, 1e-9)
    confidence = float(weighed[best[0]]) * min(1.0, seen.upright / thresholds["upright"])
    if nothing > thresholds["nothing"] or (nothing > 0.3 and found.chance < thresholds["sure_found"]):
        return Verdict(False, None, candidates, confidence)
    if at_edge:
        return Verdict(True, Why.CUT_OFF, candidates, confidence)
    if confidence >= thresholds["read"]:
        return Verdict(True, None, candidates, confidence)
    why = _reason(others[LEANING] / max(total, 1e-9), stacked, candidates, crop)
    return Verdict(found.chance >= thresholds["sure_found"] or confidence > 0.3, why, candidates, confidence)


def _support(seen: Seen, found: Found, kinds: list[str], thresholds: dict[str, float]) -> list[float]:
    """How far the upright network and the finder agree with each kind: their chances, softened."""
    by_upright = np.maximum(seen.kinds[: len(kinds)], 0.01) ** thresholds["upright_kind"]
    by_finder = np.maximum(np.array(found.kinds), 0.01) ** thresholds["finder_kind"]
    return [float(share) for share in by_upright * by_finder]


def _reason(leaning: float, stacked: bool, candidates: tuple[Candidate, ...], crop: Crop) -> Why:
    if stacked and leaning > 0.2:
        return Why.STACKED
    if leaning > 0.35:
        return Why.LEANING
    middle = crop[(crop.shape[0] - DIE_PX) // 2 : (crop.shape[0] + DIE_PX) // 2][:, (crop.shape[1] - DIE_PX) // 2 :][:, :DIE_PX]
    grey = cv2.cvtColor(middle, cv2.COLOR_BGR2GRAY)
    if float(np.mean(grey > 250)) > GLARING and float(np.median(grey)) < 200:
        return Why.GLARE
    if float(cv2.Laplacian(grey, cv2.CV_32F).var()) < BLUR_FLOOR:
        return Why.BLURRED
    if len(candidates) > 1 and candidates[1].chance > RIVAL and candidates[0].kind == candidates[1].kind:
        upside_down = {candidates[0].face, candidates[1].face} == {"6", "9"}
        return Why.NOT_SURE if upside_down else Why.TWO_FACES
    return Why.NOT_SURE
