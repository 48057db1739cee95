"""Draws on a picture what the eye saw in it: each die framed and named, and the whole throw below."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from reader.vision.sighting import Box, Frame, Reading, Sighting, Unread, Why

LEAST_WIDTH_PX, MOST_WIDTH_PX = 1000, 1800  # of what is drawn on: lettering stays crisp, files stay small
SMOOTH = 2  # drawn so many times larger, then shrunk: Pillow's own lines have steps

Colour = tuple[int, int, int, int]
READ: Colour = (74, 222, 180, 255)
DOUBT: Colour = (255, 176, 32, 255)
PLATE: Colour = (18, 20, 26, 225)
STRIP: Colour = (18, 20, 26, 255)
LETTERING: Colour = (250, 250, 250, 255)
QUIET: Colour = (160, 168, 180, 255)

SHORT_WHY = {
    Why.LEANING: "leans",
    Why.STACKED: "stacked",
    Why.CUT_OFF: "cut off",
    Why.BLURRED: "blurred",
    Why.GLARE: "glare",
    Why.TWO_FACES: "two faces",
    Why.NOT_SURE: "not sure",
}


@dataclass(frozen=True, slots=True)
class Label:
    """A small kind and a large face: "d20 17", or "d20 leans"."""

    kind: str
    face: str
    colour: Colour


@cache
def _font(size: int) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    return ImageFont.load_default(size)


def annotate(frame: Frame, sightings: Sequence[Sighting]) -> Frame:
    """A larger or smaller copy of the picture with all that was seen."""
    height, width = frame.shape[:2]
    scale = min(MOST_WIDTH_PX, max(LEAST_WIDTH_PX, width)) / width
    size = (round(width * scale), round(height * scale))
    photo = Image.fromarray(frame[:, :, ::-1]).resize(size, Image.Resampling.LANCZOS)
    strip_px = round(size[0] / 14)
    drawn = Image.new("RGBA", (size[0] * SMOOTH, (size[1] + strip_px) * SMOOTH), (0, 0, 0, 0))
    pen = ImageDraw.Draw(drawn)
    boxes = [_scaled(seen.box, scale * SMOOTH) for seen in sightings]
    for seen, box in zip(sightings, boxes, strict=True):
        _frame(pen, box, seen)
    area = (size[0] * SMOOTH, size[1] * SMOOTH)
    _plates(pen, sightings, boxes, area)
    _strip(pen, sightings, area, strip_px * SMOOTH)
    sheet = Image.new("RGBA", (size[0], size[1] + strip_px), STRIP)
    sheet.paste(photo, (0, 0))
    sheet.alpha_composite(drawn.resize(sheet.size, Image.Resampling.BOX))
    return np.ascontiguousarray(np.asarray(sheet.convert("RGB"))[:, :, ::-1])


def label(seen: Sighting) -> Label:
    """
    >>> from reader.vision.sighting import Candidate
    >>> doubtful = (Candidate("d20", "17", 0.5), Candidate("d20", "11", 0.4))
    >>> label(Unread(Why.NOT_SURE, Box(0, 0, 9, 9), "d20", 0.5, 0.2, "black", doubtful)).face
    '17 or 11?'
    """
    if isinstance(seen, Reading):
        return Label(seen.kind, seen.face, READ)
    faces = list(dict.fromkeys(candidate.face for candidate in seen.candidates))
    if seen.why is Why.NOT_SURE and len(faces) > 1:
        return Label(seen.kind or "", f"{faces[0]} or {faces[1]}?", DOUBT)
    return Label(seen.kind or "", SHORT_WHY[seen.why], DOUBT)


def _scaled(box: Box, scale: float) -> Box:
    grown = 0.05 * box.longer_side  # room between a die and its frame
    return Box(
        (box.x - grown) * scale,
        (box.y - grown) * scale,
        (box.width + 2 * grown) * scale,
        (box.height + 2 * grown) * scale,
    )


def _corners(box: Box) -> tuple[float, float, float, float]:
    return box.x, box.y, box.x + box.width, box.y + box.height


def _frame(pen: ImageDraw.ImageDraw, box: Box, seen: Sighting) -> None:
    """All round a die that was read; only the corners of one that was not."""
    line = max(4, round(box.longer_side / 40))
    radius = box.longer_side * 0.16
    if isinstance(seen, Reading):
        pen.rounded_rectangle(_corners(box), radius, outline=(0, 0, 0, 90), width=line + 4)
        pen.rounded_rectangle(_corners(box), radius, outline=READ, width=line)
        return
    left, top, right, bottom = _corners(box)
    for x, y, start in ((left, top, 180), (right, top, 270), (right, bottom, 0), (left, bottom, 90)):
        across, down = (1 if x == left else -1), (1 if y == top else -1)
        round_box = sorted((x, x + across * 2 * radius)), sorted((y, y + down * 2 * radius))
        bounds = (round_box[0][0], round_box[1][0], round_box[0][1], round_box[1][1])
        pen.arc(bounds, start, start + 90, fill=DOUBT, width=line)
        pen.line(_inside(x, y, across * radius, across * 2 * radius, down * line / 2, 0), fill=DOUBT, width=line)
        pen.line(_inside(x, y, across * line / 2, 0, down * radius, down * radius), fill=DOUBT, width=line)


def _inside(x: float, y: float, right: float, more_right: float, down: float, more_down: float) -> list[float]:
    """A stroke that begins `right` and `down` of a corner and goes on along one side."""
    end_x = x + (more_right or right)
    return [x + right, y + down, end_x, y + down + more_down]


def _plates(pen: ImageDraw.ImageDraw, sightings: Sequence[Sighting], boxes: list[Box], area: tuple[int, int]) -> None:
    """The largest dice choose their place first."""
    taken: list[Box] = []
    for number in sorted(range(len(boxes)), key=lambda number: -boxes[number].longer_side):
        others = [box for other, box in enumerate(boxes) if other != number]
        letter_px = round(min(max(boxes[number].longer_side * 0.22, area[0] / 46), area[0] / 26))
        words = label(sightings[number])
        wide, high = _size(pen, words, letter_px)
        plate = _place(boxes[number], wide, high, others, taken, area)
        taken.append(plate)
        _plate(pen, plate, words, letter_px)


def _size(pen: ImageDraw.ImageDraw, words: Label, letter_px: int) -> tuple[float, float]:
    small, large = _font(round(letter_px * 0.62)), _font(letter_px)
    gap = letter_px * (0.3 if words.kind else 0.0)
    return pen.textlength(words.kind, small) + gap + pen.textlength(words.face, large) + letter_px, letter_px * 1.4


def _place(box: Box, wide: float, high: float, others: list[Box], taken: list[Box], area: tuple[int, int]) -> Box:
    """Above, below, or beside the die: where it covers least."""
    gap = high * 0.15
    middle_x, middle_y = box.centre
    above, below = box.y - high - gap, box.y + box.height + gap
    aligned = (middle_x - wide / 2, box.x, box.x + box.width - wide)
    tries = [Box(x, y, wide, high) for x in aligned for y in (above, below)]
    tries += [
        Box(box.x + box.width + gap, middle_y - high / 2, wide, high),
        Box(box.x - wide - gap, middle_y - high / 2, wide, high),
        Box(middle_x - wide / 2, box.y + box.height - high / 2, wide, high),
    ]
    inside = [_moved_inside(spot, area) for spot in tries]
    return min(inside, key=lambda spot: sum(_shared(spot, other) for other in [*others, *taken, *taken, box]))


def _moved_inside(spot: Box, area: tuple[int, int]) -> Box:
    x = min(max(spot.x, 6), area[0] - spot.width - 6)
    return Box(x, min(max(spot.y, 6), area[1] - spot.height - 6), spot.width, spot.height)


def _shared(one: Box, other: Box) -> float:
    wide = min(one.x + one.width, other.x + other.width) - max(one.x, other.x)
    high = min(one.y + one.height, other.y + other.height) - max(one.y, other.y)
    return max(0.0, wide) * max(0.0, high)


def _plate(pen: ImageDraw.ImageDraw, plate: Box, words: Label, letter_px: int) -> None:
    pen.rounded_rectangle(
        _corners(plate), plate.height / 2, fill=PLATE, outline=words.colour, width=max(2, letter_px // 16)
    )
    x, baseline = plate.x + letter_px / 2, plate.y + plate.height / 2 + letter_px * 0.36
    if words.kind:
        small = _font(round(letter_px * 0.62))
        pen.text((x, baseline), words.kind, fill=QUIET, font=small, anchor="ls")
        x += pen.textlength(words.kind, small) + letter_px * 0.3
    pen.text(
        (x, baseline), words.face, fill=LETTERING if words.colour == READ else DOUBT, font=_font(letter_px), anchor="ls"
    )


def _strip(pen: ImageDraw.ImageDraw, sightings: Sequence[Sighting], area: tuple[int, int], high: int) -> None:
    """The throw in one line, kinds together, and what is missing."""
    pen.rectangle((0, area[1], area[0], area[1] + high), fill=STRIP)
    read = sorted((seen for seen in sightings if isinstance(seen, Reading)), key=lambda seen: _order(seen.kind))
    unread = sum(isinstance(seen, Unread) for seen in sightings)
    asked = "" if not unread else f"{unread} {'die' if unread == 1 else 'dice'} not read"
    letter_px = round(high * 0.42)
    room = area[0] - high - pen.textlength(asked, _font(letter_px))
    while _throw_px(pen, read, letter_px) > room and letter_px > 12:
        letter_px -= 2
    x, baseline = high / 2, area[1] + high / 2 + letter_px * 0.36
    small, large = _font(round(letter_px * 0.62)), _font(letter_px)
    if not sightings:
        pen.text((x, baseline), "no dice", fill=QUIET, font=large, anchor="ls")
    for kind in dict.fromkeys(seen.kind for seen in read):
        faces = "  ".join(seen.face for seen in read if seen.kind == kind)
        pen.text((x, baseline), kind, fill=QUIET, font=small, anchor="ls")
        x += pen.textlength(kind, small) + letter_px * 0.35
        pen.text((x, baseline), faces, fill=LETTERING, font=large, anchor="ls")
        x += pen.textlength(faces, large) + letter_px
    pen.text((area[0] - high / 2, baseline), asked, fill=DOUBT, font=_font(round(high * 0.42)), anchor="rs")


def _throw_px(pen: ImageDraw.ImageDraw, read: list[Reading], letter_px: int) -> float:
    kinds = list(dict.fromkeys(seen.kind for seen in read))
    faces = "".join(f"{seen.face}  " for seen in read)
    small, large = _font(round(letter_px * 0.62)), _font(letter_px)
    return pen.textlength("".join(kinds), small) + pen.textlength(faces, large) + len(kinds) * letter_px * 1.4


def _order(kind: str) -> float:
    return 10.5 if kind == "d%" else float(kind[1:])
