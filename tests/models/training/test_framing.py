"""A picture cut down to a tray on some table shows whole dice or none."""

import numpy as np

from models.training.framing import framed

DIE = 40.0


def picture_of(boxes: np.ndarray) -> np.ndarray:
    """Black, and every die white."""
    picture = np.zeros((320, 416, 3), np.uint8)
    for x, y, width, height in boxes.astype(int):
        picture[y : y + height, x : x + width] = 255
    return picture


def test_dice_in_the_frame_stay_as_they_were_and_others_are_gone() -> None:
    boxes = np.array([(40, 40, DIE, DIE), (190, 150, DIE, DIE), (330, 250, DIE, DIE)], np.float32)
    rng, stayed, gone = np.random.default_rng(1), 0, 0
    for _ in range(40):
        picture = picture_of(boxes)
        seen, kept = framed(picture, boxes, rng)
        if seen is picture:  # no frame was found
            continue
        for (x, y, width, height), stays in zip(boxes.astype(int), kept, strict=True):
            as_before = float((seen[y + 4 : y + height - 4, x + 4 : x + width - 4] > 250).mean())
            assert as_before > 0.95 if stays else as_before < 0.4  # a rim may cross what is hidden; tables may be pale
            stayed, gone = stayed + bool(stays), gone + (not stays)
    assert stayed > 30
    assert gone > 30


def test_around_the_frame_lies_something_else() -> None:
    boxes = np.array([(190, 150, DIE, DIE)], np.float32)
    changed = [
        float((framed(picture_of(boxes), boxes, np.random.default_rng(seed))[0] != picture_of(boxes)).mean())
        for seed in range(20)
    ]
    assert np.mean([share > 0.1 for share in changed]) > 0.8


def test_a_picture_without_dice_stays_as_it_is() -> None:
    picture = picture_of(np.zeros((0, 4)))
    seen, kept = framed(picture, np.zeros((0, 4), np.float32), np.random.default_rng(1))
    assert seen is picture
    assert len(kept) == 0
