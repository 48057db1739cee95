"""Throws the evening's dice in the studio and photographs them, one picture for every time the tray changes.

    python -m tests.reader.table.draw_evening

What the pictures show is what the script says; a throw that the eye cannot read is made again, as a player would.
Look at the pictures before committing them.
"""

import argparse
import sys
from pathlib import Path

import cv2
import numpy as np

from models.studio.rest import against_wall
from models.studio.tabletop import Tabletop
from reader.vision.look import Eye
from reader.vision.sighting import Frame, Reading
from tests.reader.table.evening import EVENING, Again, CameraBack, Leaning, Throw, Tray

PICTURES = Path(__file__).with_name("evening_pictures")
WIDTH_PX = 800
QUALITY = 88
TRIES = 100
SEED = 11


def name_of(number: int) -> str:
    return f"{number:02}.jpg"


class Studio:
    def __init__(self, eye: Eye) -> None:
        self._tabletop = Tabletop(SEED, WIDTH_PX)
        self._random = np.random.default_rng(SEED)
        self._eye = eye

    def photographed(self, what: Tray) -> bytes:
        """A JPEG that the eye reads as the script says."""
        for _ in range(TRIES):
            try:
                self._change(what)
            except ValueError:  # the studio refuses dice that nobody could read where they fell
                continue
            _, coded = cv2.imencode(".jpg", self._tabletop.picture(), [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
            if self._is_as_it_should_be(np.asarray(cv2.imdecode(coded, cv2.IMREAD_COLOR), dtype=np.uint8), what):
                return coded.tobytes()
            print("  once more", flush=True)
        raise SystemExit(f"the eye could not read {what} in {TRIES} throws")

    def _change(self, what: Tray) -> None:
        match what:
            case Throw(dice) | CameraBack(dice):
                self._tabletop.throw(dice)
            case Again(faces):
                self._tabletop.throw_again([at for at, _ in faces], [face for _, face in faces])
            case Leaning(kind):
                self._tabletop.throw([kind])
                die = self._tabletop._dice[0].die
                wall = int(self._random.integers(4))
                self._tabletop._dice = [against_wall(self._random, die, self._tabletop._tray.corners, wall)]
                self._tabletop._lit = None

    def _is_as_it_should_be(self, frame: Frame, what: Tray) -> bool:
        seen = self._eye.look(frame)
        if isinstance(what, Leaning):
            return len(seen) == 1 and not isinstance(seen[0], Reading)
        read = sorted((one.kind, one.face) for one in seen if isinstance(one, Reading))
        return len(read) == len(seen) and read == sorted(self._tabletop.lying)


def main() -> int:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--out", type=Path, default=PICTURES)
    folder = arguments.parse_args().out
    folder.mkdir(parents=True, exist_ok=True)
    studio = Studio(Eye.open())
    for number, moment in enumerate(EVENING, start=1):
        if isinstance(moment.tray, Throw | Again | Leaning | CameraBack):
            print(f"{number}: {moment.tray}", flush=True)
            (folder / name_of(number)).write_bytes(studio.photographed(moment.tray))
    return 0


if __name__ == "__main__":
    sys.exit(main())
