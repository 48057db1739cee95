"""Photographs scene after scene into a folder: pictures, the truth beside each, and an index; can be taken up again."""

import csv
import json
import os
import shlex
import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from functools import cache
from itertools import islice
from multiprocessing import get_context
from pathlib import Path
from threading import current_thread, main_thread

import cv2
import numpy as np

from models.studio.exposure import Picture
from models.studio.scene import Renderer, Scene, draw, next_throw, random_scene
from models.studio.tabletop import Tabletop
from models.studio.truth import INDEX_COLUMNS, Truth
from models.studio.wants import from_notation, random_wants

WIDTHS_PX = (640, 640, 800, 800, 1024, 1024, 1280, 1296, 1640, 2592)  # usual webcams and Pi cameras, small ones oftener
BOX_WIDTH_PX = 1280
DICE = 1  # what tells the seed of a box's dice from that of its tray
JPEG_QUALITY = 93  # the scene's own exposure has left its artefacts already
TRIES = 24
FEWEST, MOST = 3, 8  # dice in a picture of one camera, or of a box
SET_NAME = "studio"
SETTINGS_FILE = "session.json"


@dataclass(frozen=True, slots=True)
class Session:
    """Everything that decides what the pictures look like; `width_px` None is each picture another. `box`: as a box
    sees them that was set up, from above and in good light; always another tray and other dice. `afar`: whole trays
    with the table around them."""

    seed: int
    dice: str | None = None
    hard: bool = False
    held_back: bool = False
    width_px: int | None = None
    renderer: Renderer = "raycaster"
    one_camera: bool = False
    box: bool = False
    afar: bool = False

    def __post_init__(self) -> None:
        if self.box and (self.hard or self.one_camera or self.afar):
            raise ValueError("a box is one kind of picture, hard ones, one camera and afar are others; choose")

    @property
    def split(self) -> str:
        """Dice that no training has seen are for choosing and reporting."""
        return "dev" if self.held_back else "train"


class OtherSessionError(ValueError):
    """The folder holds pictures that were made in another way."""


def picture_path(out: Path, number: int) -> Path:
    return out / f"{number:05d}.jpg"


def shoot(session: Session, out: Path, count: int, workers: int = 1, done: Callable[[], None] = lambda: None) -> Path:
    """Makes what is missing of the first `count` pictures, calls `done` for each of them, and writes the index."""
    out.mkdir(parents=True, exist_ok=True)
    _claim(session, out)
    missing = []
    for number in range(count):
        if _is_there(out, number):
            done()
        else:
            missing.append(number)
    if workers > 1 and len(missing) > 1:
        _shoot_together(session, out, missing, workers, done)
    else:
        for number in missing:
            shoot_one(session, out, number)
            done()
    return write_index(session, out, count)


def _shoot_together(session: Session, out: Path, numbers: list[int], workers: int, done: Callable[[], None]) -> None:
    """No more than one picture a worker is under way: an interruption waits for these, and for nothing else."""
    waiting = iter(numbers)
    pool = ProcessPoolExecutor(workers, mp_context=get_context("spawn"), initializer=_one_thread)
    try:
        with _deaf_to_interruptions():
            making = {pool.submit(shoot_one, session, out, number) for number in islice(waiting, workers)}
        while making:
            finished, making = wait(making, return_when=FIRST_COMPLETED)
            making |= {pool.submit(shoot_one, session, out, number) for number in islice(waiting, len(finished))}
            for future in finished:
                future.result()
                done()
    finally:
        pool.shutdown(cancel_futures=True)


@contextmanager
def _deaf_to_interruptions() -> Iterator[None]:
    """Processes started meanwhile inherit it: Ctrl-C reaches all processes of a terminal, and one should answer."""
    if current_thread() is not main_thread():
        yield
        return
    heard = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, heard)


def _one_thread() -> None:
    cv2.setNumThreads(1)


def _claim(session: Session, out: Path) -> None:
    """One folder, one session: what is in it must have been made in the same way."""
    path, mine = out / SETTINGS_FILE, json.dumps(asdict(session))
    theirs = path.read_text().strip() if path.exists() else ""
    if theirs != mine and any(out.glob("*.jpg")):
        is_older = theirs and json.loads(theirs).keys() != asdict(session).keys()
        made = "by an earlier version" if is_older else f"with {_options(theirs)}" if theirs else "in another way"
        raise OtherSessionError(f"{out} holds pictures made {made}; choose another folder, or the same options")
    write_whole(path, f"{mine}\n".encode())


def _options(settings: str) -> str:
    """As they are written on the command line."""
    told = json.loads(settings)
    told |= {"width": told.pop("width_px"), "fast": told.pop("renderer") == "compositor"}
    words = {name.replace("_", "-"): value for name, value in told.items() if value not in (None, False)}
    return " ".join(
        f"--{name}" if value is True else f"--{name} {shlex.quote(str(value))}" for name, value in words.items()
    )


def _is_there(out: Path, number: int) -> bool:
    path = picture_path(out, number)
    return path.exists() and path.with_suffix(".json").exists()


def shoot_one(session: Session, out: Path, number: int) -> None:
    """The same session and number give the same bytes."""
    picture, truths = take(session, number)
    path = picture_path(out, number)
    packed = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])[1]
    write_whole(path, packed.tobytes())
    write_whole(path.with_suffix(".json"), truth_json(picture, truths).encode())


def take(session: Session, number: int) -> tuple[Picture, list[Truth]]:
    """One picture. Dice that were asked for by name can all be read, unless it should be hard."""
    wanted = from_notation(session.dice) if session.dice is not None else None
    if session.box:
        return _by_the_box(session, number, wanted)
    for attempt in range(TRIES):
        rng = np.random.default_rng([session.seed, number, attempt])
        try:
            scene = _scene(session, rng, wanted)
        except ValueError:
            if attempt == TRIES - 1:
                raise
            continue
        picture, truths = draw(scene, session.renderer)
        if wanted is None or session.hard or all(truth.face for truth in truths):
            break
    return picture, truths


def _by_the_box(session: Session, number: int, wanted: list[str] | None) -> tuple[Picture, list[Truth]]:
    seed = (session.seed, number)
    table = Tabletop(seed, session.width_px or BOX_WIDTH_PX, session.renderer, session.held_back)
    table.throw(wanted or _some_dice(np.random.default_rng((*seed, DICE))))
    return table.picture(), table.truth()


def _some_dice(rng: np.random.Generator) -> Sequence[str]:
    return random_wants(rng, int(rng.integers(FEWEST, MOST + 1)))


def _scene(session: Session, rng: np.random.Generator, wanted: list[str] | None) -> Scene:
    """Another one each time, or the one scene of this session with other dice."""
    if session.one_camera:
        dice = wanted or _some_dice(rng)
        only_flat = wanted is not None and not session.hard
        return next_throw(rng, _stand(session), dice, session.hard, session.held_back, only_flat)
    width_px = session.width_px or int(rng.choice(WIDTHS_PX))
    return random_scene(rng, width_px, wanted, session.hard, session.held_back, afar=session.afar)


@cache
def _stand(session: Session) -> Scene:
    """The tray and camera of all pictures of a session."""
    rng = np.random.default_rng(session.seed)
    width_px = session.width_px or int(rng.choice(WIDTHS_PX))
    dice = random_wants(rng, MOST)
    return random_scene(rng, width_px, dice, session.hard, session.held_back, afar=session.afar)


def truth_json(picture: Picture, truths: list[Truth]) -> str:
    height, width = picture.shape[:2]
    dice = ",\n  ".join(json.dumps(truth.as_json()) for truth in truths)
    return f'{{"width": {width}, "height": {height}, "dice": [\n  {dice}\n]}}\n'


def write_whole(path: Path, content: bytes) -> None:
    """An interrupted session, or a full disk, leaves no half pictures."""
    part = path.with_name(f".{path.name}.part")
    try:
        part.write_bytes(content)
        os.replace(part, path)
    except OSError:
        part.unlink(missing_ok=True)
        raise


def write_index(session: Session, out: Path, count: int) -> Path:
    """`index.csv`, one row a die; an empty tray has its JSON only."""
    rows = []
    for number in range(count):
        path = picture_path(out, number)
        for die in json.loads(path.with_suffix(".json").read_text())["dice"]:
            box = [str(round(side)) for side in die["box"]]
            told = [die["kind"], die["face"], die["colour"], die["style"]]
            rows.append([path.name, SET_NAME, "", session.split, *told, *box])
    index = out / "index.csv"
    with index.open("w", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows([list(INDEX_COLUMNS), *rows])
    return index
