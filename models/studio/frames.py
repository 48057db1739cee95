"""Lines of ink along the edges of faces, as many metal dice have them."""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from models.studio.die import Die
from models.studio.solids import Vectors

INSET = (0.04, 0.16)  # of the least distance from a face's middle to an edge: how far inside the line runs
WIDE = (0.03, 0.09)  # likewise: how wide it is


@dataclass(frozen=True, eq=False, slots=True)
class Frame:
    """Of one face, in inradii of the die: the line's corners; its middle and its width; and of every edge of the face
    the direction inwards with its place along it."""

    face: int
    ring: Vectors
    inset: float
    wide: float
    inward: Vectors
    edges: Vectors

    def cover(self, points: NDArray[np.float32], soft: float) -> NDArray[np.float32]:
        """How much of it there is at points of that face; its sides are so soft."""
        inside = (points @ self.inward.T - self.edges).min(axis=1, initial=np.inf)
        from_middle = np.abs(inside - self.inset)
        return np.asarray(np.clip((self.wide / 2 - from_middle) / soft + 0.5, 0, 1), np.float32)


@lru_cache(maxsize=512)
def frames(die: Die) -> tuple[Frame, ...]:
    """Of all faces that carry a number."""
    rng, body = np.random.default_rng(die.look.grain + 2), die.solid
    inset, wide = float(rng.uniform(*INSET)), float(rng.uniform(*WIDE))
    return tuple(_frame(face, body.vertices[list(body.faces[face])], inset, wide) for face in range(body.labelled))


def _frame(face: int, corners: Vectors, inset: float, wide: float) -> Frame:
    middle = corners.mean(axis=0)
    sides = np.roll(corners, -1, axis=0) - corners
    toward = middle - corners
    along = sides / np.linalg.norm(sides, axis=1, keepdims=True)
    inward = toward - along * (toward * along).sum(axis=1, keepdims=True)
    inward /= np.linalg.norm(inward, axis=1, keepdims=True)
    edges = (inward * corners).sum(axis=1)
    radius = float((inward @ middle - edges).min())
    return Frame(face, _offset(inward, edges + inset * radius, corners), inset * radius, wide * radius, inward, edges)


def _offset(inward: Vectors, edges: Vectors, corners: Vectors) -> Vectors:
    """The corners of a face whose edges are moved inwards so; short ones may vanish on the way."""
    normal = np.cross(corners[1] - corners[0], corners[2] - corners[1])
    normal /= np.linalg.norm(normal)
    left = list(range(len(edges)))
    while True:
        pairs = list(zip([left[-1], *left[:-1]], left, strict=True))
        ring = np.array(
            [
                np.linalg.solve(
                    np.stack([inward[a], inward[b], normal]), [edges[a], edges[b], float(normal @ corners[0])]
                )
                for a, b in pairs
            ]
        )
        along = ((np.roll(ring, -1, axis=0) - ring) * np.cross(inward[left], normal)).sum(axis=1)
        gone = along <= 0
        if not gone.any() or len(left) - int(gone.sum()) < 3:
            return ring
        left = [edge for edge, is_gone in zip(left, gone, strict=True) if not is_gone]
