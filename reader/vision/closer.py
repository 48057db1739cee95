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
OVERLAP = 2.0  # of parts, likewise: every die lies whole in one of them
WORTH = 0.8  # of the picture's longer side: larger parts show hardly more than the whole
AT_EDGE_PX = 3.0  # of a part, where a die may be cut


def parts(found: Sequence[Box], width: int, height: int, input_px: int) -> list[Box]:
    """Those to look at, in whole pixels; none if dice are large enough as they are."""
    if not found:
        return []
    die, longer = median(box.longer_side for box in found), max(width, height)
    if die * input_px / longer >= SMALL_PX:
        return []
    left, top = (max(0.0, min(side) - MARGIN * die) for side in ([b.x for b in found], [b.y for b in found]))
    right = min(float(width), max(box.x + box.width for box in found) + MARGIN * die)
    bottom = min(float(height), max(box.y + box.height for box in found) + MARGIN * die)
    side = die * input_px / CLOSE_PX
    if (region := max(right - left, bottom - top)) < ONE_PART * side:
        side = region
    while (count := _count(right - left, side, die) * _count(bottom - top, side, die)) > MOST_PARTS:
        side *= 1.15
    if side > WORTH * longer or not count:
        return []
    spans = [_spans(low, high, side, die) for low, high in ((left, right), (top, bottom))]
    return [Box(x, y, wide, high) for y, high in spans[1] for x, wide in spans[0]]


def is_whole(box: Box, part: Box, width: int, height: int) -> bool:
    """Whether a die, its box in pixels of the picture, is not cut by its part; what the picture's own edge cuts off no
    other part shows either."""
    return (
        (part.x <= 0 or box.x > part.x + AT_EDGE_PX)
        and (part.y <= 0 or box.y > part.y + AT_EDGE_PX)
        and (part.x + part.width >= width or box.x + box.width < part.x + part.width - AT_EDGE_PX)
        and (part.y + part.height >= height or box.y + box.height < part.y + part.height - AT_EDGE_PX)
    )


def _count(length: float, side: float, die: float) -> int:
    return max(1, math.ceil((length - OVERLAP * die) / max(side - OVERLAP * die, 1.0)))


def _spans(low: float, high: float, side: float, die: float) -> list[tuple[float, float]]:
    """Where equal parts begin along one axis, and how long they are."""
    count = _count(high - low, side, die)
    long = math.ceil((high - low + (count - 1) * OVERLAP * die) / count)
    step = (high - low - long) / max(1, count - 1)
    return [(float(math.floor(low + number * step)), float(long)) for number in range(count)]
