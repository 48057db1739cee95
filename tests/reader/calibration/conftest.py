"""Pictures that several tests look at, photographed once."""

import pytest

from models.studio.light import Unevenness
from reader.vision.sighting import Frame
from tests.reader.calibration import photographed as studio

SEED = 2


@pytest.fixture(scope="session")
def empty() -> Frame:
    return studio.empty(SEED)


@pytest.fixture(scope="session")
def pictures(empty: Frame) -> dict[str, Frame]:
    """The same tray in every plight."""
    gain, plain = studio.usual_gain(SEED), studio.scene(SEED)
    dice = studio.thrown(SEED, ["d20", "d6", "d8", "d12", "d6"])
    return {
        "usual": empty,
        "dark": studio.photographed(plain, 0.22 * gain),
        "bright": studio.photographed(plain, 3.2 * gain),
        "half as bright": studio.photographed(plain, 0.5 * gain),
        "blurred": studio.empty(SEED, blur=0.005),
        "glaring": studio.glaring(SEED),
        "warm": studio.empty(SEED, balance=studio.WARM),
        "cold": studio.empty(SEED, balance=studio.COLD),
        "dim corners": studio.photographed(studio.scene(SEED, uneven=Unevenness(fall=0.5, cone=0.3)), gain),
        "dark corners": studio.photographed(studio.scene(SEED, uneven=Unevenness(fall=0.9, cone=0.5)), gain),
        "moved": studio.photographed(studio.scene(SEED, seen_by=studio.camera(shift_mm=8)), gain),
        "nudged": studio.photographed(studio.scene(SEED, seen_by=studio.camera(shift_mm=0.5)), gain),
        "turned": studio.photographed(studio.scene(SEED, seen_by=studio.camera(roll=0.1)), gain),
        "moved with dice": studio.photographed(studio.scene(SEED, seen_by=studio.camera(shift_mm=8), dice=dice), gain),
        "dice": studio.photographed(studio.scene(SEED, dice=dice), gain),
        "another tray": studio.empty(SEED + 1),
        "askew": studio.photographed(studio.scene(SEED, seen_by=studio.camera(tilt_deg=40)), gain),
    }
