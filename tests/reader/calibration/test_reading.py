"""A calibrated tray makes nothing worse: the same dice are read with it and without, and their shades told better."""

from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np

from models.studio.light import Unevenness
from reader.calibration.find_tray import find_tray, tray_of
from reader.evaluation.report import Report, evaluate
from reader.evaluation.truth import Pictured, pictures
from reader.vision.colour import body_colour
from reader.vision.look import Eye
from reader.vision.picture_file import open_picture
from reader.vision.sighting import Box, Frame, Sighting
from reader.vision.tray import Tray
from tests.reader.calibration import photographed as studio

RECORDED = Path(__file__).parents[2] / "recorded/index.csv"
GROUPS = ("shades", "low-light", "clutter")  # of the recorded pictures: a third of a minute tells as much as all
SMALL_PX = 320
UNEVEN = Unevenness(fall=0.55, cone=0.35)


def without_dice(picture: Frame, boxes: list[Box]) -> Frame:
    """The tray as it would be empty: dice and their shadows filled in from around."""
    scale = SMALL_PX / picture.shape[1]
    small = cv2.resize(picture, (SMALL_PX, round(picture.shape[0] * scale)), interpolation=cv2.INTER_AREA)
    mask = np.zeros(small.shape[:2], np.uint8)
    for box in boxes:
        grown = 0.18 * box.longer_side
        corners = ((box.x - grown, box.y - grown), (box.x + box.width + grown, box.y + box.height + grown))
        start, end = ((round(x * scale), round(y * scale)) for x, y in corners)
        cv2.rectangle(mask, start, end, 255, -1)
    return np.asarray(cv2.inpaint(small, mask, 5, cv2.INPAINT_TELEA), np.uint8)


def trays_of(chosen: list[Pictured]) -> dict[bytes, Tray | None]:
    found: dict[bytes, Tray | None] = {}
    for one in chosen:
        picture = open_picture(one.path)
        empty = without_dice(picture, [die.box for die in one.dice if die.box is not None])
        corners = find_tray(empty)
        found[picture.tobytes()] = tray_of(empty, corners) if corners is not None else None
    return found


def test_recorded_dice_are_read_no_worse_with_a_lighting_map() -> None:
    eye = Eye.open()
    chosen = [one for one in pictures(RECORDED) if one.path.name.startswith(GROUPS)]
    trays = trays_of(chosen)

    def calibrated(picture: Frame) -> list[Sighting]:
        return eye.look(picture, trays[picture.tobytes()])

    plain, even = evaluate(eye.look, chosen), evaluate(calibrated, chosen)
    assert sum(tray is not None for tray in trays.values()) >= 0.7 * len(chosen)
    assert plain.all.dice >= 30
    assert even.all.right >= plain.all.right
    assert even.all.wrong <= plain.all.wrong
    assert even.all.missed <= plain.all.missed
    assert pairs_told(even) >= pairs_told(plain)


def pairs_told(report: Report) -> int:
    return report.pairs.right


def test_a_lighting_map_evens_out_the_corners() -> None:
    gain = studio.usual_gain(2)
    dim = studio.photographed(studio.scene(2, uneven=UNEVEN), gain)
    corners = find_tray(dim)
    assert corners is not None
    tray = tray_of(dim, corners)
    assert spread(tray.evened(dim)) < 0.45 * spread(dim)


def spread(picture: Frame) -> float:
    """Of the floor's brightness, as a share of its usual."""
    height, width = picture.shape[:2]
    floor = cv2.blur(picture, (25, 25))[height // 5 : -height // 5, width // 5 : -width // 5].mean(axis=2)
    return float((floor.max() - floor.min()) / np.median(floor))


def test_a_die_in_a_dim_corner_is_called_as_light_as_elsewhere() -> None:
    """How far apart the lightness of one light die is told at five places in uneven light, with the map and with
    an even one; exposed so that nothing is burnt out."""
    plain, even = [], []
    for seed in (2, 3, 5, 7):
        gain = 0.5 * studio.usual_gain(seed)
        dim = studio.photographed(studio.scene(seed, uneven=UNEVEN), gain)
        tray = tray_of(dim, find_tray(dim) or ())
        flat = replace(tray, light=np.ones_like(tray.light))
        (die,) = studio.thrown(seed, ["d6:light:pips"])
        told = []
        for x, y in ((-60, -40), (-60, 40), (0, 0), (60, -40), (60, 40)):
            there = replace(die, position=np.array([x, y, die.position[2]]))
            shown = studio.scene(seed, uneven=UNEVEN, dice=(there,))
            picture = studio.photographed(shown, gain)
            (truth,) = studio.truths(shown, picture)
            told.append([body_colour(picture, Box(*truth.box), truth.kind, each)[0] for each in (flat, tray)])
        without, with_map = np.ptp(told, axis=0)
        plain.append(without)
        even.append(with_map)
    assert float(np.mean(even)) < 0.7 * float(np.mean(plain)), (even, plain)
