"""Small dice are looked for once more, in parts of the picture: in the whole one they have too few pixels for the
finder to tell where they end, and some it does not see at all. With dice of the usual size nothing of this happens."""

import math
from collections.abc import Sequence
from statistics import median

from reader.vision.sighting import Box

SMALL_PX = 24.0  # of a usual die in what the finder is shown: under it parts are looked at
CLOSE_PX = 42.0  # of such a die in a part
MOST_PARTS = 6
ONE_PART = 1.35  # so many times as large as parts should be may be looked at as one
MARGIN = 4.0  # around all dice, in sides of a usual one: where some were found may be others
OVERLAP = 2.0  # of parts, likewise: every usual die lies whole in one of them
WORTH = 0.8  # of the picture's longer side: larger parts show hardly more than the whole
AT_EDGE = 0.007  # of a part's longer side: so near to its edge a die may be cut, and its box end short of it


def parts(found: Sequence[Box], width: int, height: int, input_px: int) -> list[Box]:
    """Those to look at, in whole pixels; none if dice are large enough as they are."""
    if not found:
        return []
    die, longer = median(box.longer_side for box in found), max(width, height)
    if die * input_px / longer >= SMALL_PX:
        return []
    left = max(0, math.floor(min(box.x for box in found) - MARGIN * die))
    top = max(0, math.floor(min(box.y for box in found) - MARGIN * die))
    right = min(width, math.ceil(max(box.x + box.width for box in found) + MARGIN * die))
    bottom = min(height, math.ceil(max(box.y + box.height for box in found) + MARGIN * die))
    side = die * input_px / CLOSE_PX
    if (region := max(right - left, bottom - top)) < ONE_PART * side:
        side = region
    while _count(right - left, side, die) * _count(bottom - top, side, die) > MOST_PARTS:
        side *= 1.15
    if side > WORTH * longer:
        return []
    across, down = (_spans(low, high, side, die) for low, high in ((left, right), (top, bottom)))
    return [Box(x, y, wide, high) for y, high in down for x, wide in across]


def is_whole(box: Box, part: Box, width: int, height: int) -> bool:
    """Whether a die, its box in pixels of the picture, lies in a part and is not cut by it; what the picture's own edge
    cuts off no other part shows either."""
    near = AT_EDGE * part.longer_side
    return (
        (part.x <= 0 or box.x > part.x + near)
        and (part.y <= 0 or box.y > part.y + near)
        and (part.x + part.width >= width or box.x + box.width < part.x + part.width - near)
        and (part.y + part.height >= height or box.y + box.height < part.y + part.height - near)
    )


def _count(length: int, side: float, die: float) -> int:
    return max(1, math.ceil((length - OVERLAP * die) / max(side - OVERLAP * die, 1.0)))


def _spans(low: int, high: int, side: float, die: float) -> list[tuple[int, int]]:
    """Where equal parts begin along one axis, and how long they are: the first at `low`, the last up to `high`."""
    count = _count(high - low, side, die)
    long = min(high - low, math.ceil((high - low + (count - 1) * OVERLAP * die) / count))
    return [(low + number * (high - low - long) // max(1, count - 1), long) for number in range(count)]
