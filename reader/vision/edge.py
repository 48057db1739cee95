"""Whether the picture's edge has cut a die off, or the whole of it lies just inside.

The finder's boxes are off by some pixels, so that one which touches the edge tells little. What tells: how far the box
would have gone beyond it, where the upright network sees the die, and that a die which is cut off is narrow. The levels
are between what 50 dice that were cut off and 60 whole ones near the edge showed, all rendered.
"""

from reader.vision.cut import Place
from reader.vision.find import Found
from reader.vision.sighting import Box, Frame

AT_EDGE = 0.006  # of the picture's longer side: a box as near to the edge may be cut off
NEAR_EDGE = 0.08  # of the die: one as near may be, if it is seen to go on beyond
MOST_BEYOND = 0.03  # of the die, by the finder
MOST_OUTSIDE, SURELY_OUTSIDE = 0.05, 0.08  # of the die, by the upright network
NARROWEST = 0.76  # shorter side of a whole die's box against the longer


def is_cut_off(found: Found, place: Place, frame: Frame) -> bool:
    """`place` is where in its crop the die really is. In a corner, or where a die fills the picture, nothing tells."""
    box, side = found.box, found.box.longer_side
    outside = -gap(place.box(box), frame) / side
    if not touches_edge(box, frame):
        return gap(box, frame) < NEAR_EDGE * side and outside > SURELY_OUTSIDE
    in_corner = sum(each < AT_EDGE * max(frame.shape[:2]) for each in gaps(box, frame)) > 1
    is_narrow = min(box.width, box.height) < NARROWEST * side
    return in_corner or is_narrow or found.beyond > MOST_BEYOND or outside > MOST_OUTSIDE


def touches_edge(box: Box, frame: Frame) -> bool:
    """As far as boxes can tell; an oblong die may be cut to a square there, so it must be read surely."""
    return gap(box, frame) < AT_EDGE * float(max(frame.shape[:2]))


def gap(box: Box, frame: Frame) -> float:
    """From the box to the nearest edge of the picture, in pixels; less than nothing if it goes beyond."""
    return min(gaps(box, frame))


def gaps(box: Box, frame: Frame) -> tuple[float, float, float, float]:
    """The same to each of the four edges: left, upper, right, lower."""
    height, width = int(frame.shape[0]), int(frame.shape[1])
    return box.x, box.y, width - box.x - box.width, height - box.y - box.height
