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
    rng, gone = np.random.default_rng(1), 0
    for _ in range(30):
        seen, kept = framed(picture_of(boxes), boxes, rng)
        for (x, y, width, height), stays in zip(boxes.astype(int), kept, strict=True):
            inside = seen[y + 2 : y + height - 2, x + 2 : x + width - 2]
            if stays:
                assert inside.mean() > 245
            else:
                gone += 1
                assert inside.std(axis=(0, 1)).max() < 60  # the table alone
    assert gone > 20


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
