"""Where the upper face of a die is: what the face network looks at, at a size at which it can be read."""

from reader.vision.cut import DIE_PX, SEEN_PX, Place

DEPTHS = {"d4": 0.0, "d6": 0.42, "d8": 0.385, "d10": 0.36, "d%": 0.36, "d12": 0.42, "d20": 0.425}
"""From a die's middle to its upper face, in widths of the die: seen aslant, the face is that far from the middle.
All of a tetrahedron is looked at, since its number stands on three faces."""
ZOOMS = {"d4": 1.0, "d6": 1.1, "d8": 1.3, "d10": 1.4, "d%": 1.25, "d12": 1.35, "d20": 1.6}
"""The more faces, the smaller each."""


def upper_face(die: Place, kind: str, lean: tuple[float, float]) -> Place:
    """The place of the upper face in its crop, from the die's and from how its upper normal leans in the picture.

    >>> upper_face(Place(), "d20", (0.0, 0.0)).size
    0.625
    """
    reach = DEPTHS[kind] * DIE_PX / SEEN_PX * die.size
    return Place(die.right + lean[0] * reach, die.down + lean[1] * reach, die.size / ZOOMS[kind])
