"""A die's colour in an ordinary word."""

import cv2
import numpy as np

from models.studio.looks import MATERIALS, Look

HUES = (
    (13, "red"), (40, "orange"), (68, "yellow"), (160, "green"), (195, "teal"),
    (258, "blue"), (295, "purple"), (345, "pink"), (361, "red"),
)  # fmt: skip


def colour_name(look: Look) -> str:
    """White, ivory, grey, black, red, orange, yellow, green, teal, blue, purple, pink, brown, gold or silver."""
    share = 0.5 * MATERIALS[look.material].mixing
    mixed = [b * (1 - share) + s * share for b, s in zip(look.body, look.second, strict=True)]
    pixel = np.array([[mixed]], dtype=np.float32)
    hue, saturation, value = (float(part) for part in cv2.cvtColor(pixel, cv2.COLOR_BGR2HSV)[0, 0])
    if MATERIALS[look.material].metal:
        return "gold" if saturation > 0.3 else "silver"
    if value < 0.2:
        return "black"
    if saturation < 0.16:
        return "white" if value > 0.8 else "grey"
    if saturation < 0.35 and 25 <= hue < 75 and value > 0.7:
        return "ivory"
    name = next(name for limit, name in HUES if hue < limit)
    if name in ("orange", "red", "yellow") and 8 <= hue < 60 and value < 0.62:
        return "brown"
    if name == "red" and saturation < 0.55 and value > 0.6:
        return "pink"
    return name
