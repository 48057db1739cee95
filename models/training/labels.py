"""What the networks answer: every face of every kind, and what is none."""

from models.studio.layouts import FACES

KINDS = tuple(FACES)
CLASSES: tuple[tuple[str, str], ...] = tuple((kind, face) for kind, faces in FACES.items() for face in faces)
LEANING = len(CLASSES)
NOTHING = LEANING + 1
TURNED = LEANING + 2
ANSWERS = len(CLASSES) + 3
"""After the faces: a die that does not lie flat, no die, and a die that is not upright in its crop."""

DIRECTIONS = 24  # into which the upright network sorts the way a numeral points, 15° each
INDEX = {pair: number for number, pair in enumerate(CLASSES)}
KIND_OF_CLASS = tuple(KINDS.index(kind) for kind, _ in CLASSES)
SYMMETRIC_TEXTS = ("0", "8", "1", "11", "00")
"""Numerals that look much the same upside down: nobody can tell from them which way is up."""

STACKED = 5
"""As a fold: lies on another die, or under one. Its upper face does not tell, so the face network is not shown it."""


def is_symmetric(kind: str, face: str) -> bool:
    """A half turn leaves it as it is; on a tetrahedron the place of the numeral tells."""
    return kind != "d4" and face in SYMMETRIC_TEXTS


def fold(kind: str, face: str, pips: bool) -> int:
    """How many turns of a full circle look alike: a tetrahedron has three, pips two or four."""
    if pips:
        return 4 if face in ("1", "4", "5") else 2
    return 3 if kind == "d4" else 1
