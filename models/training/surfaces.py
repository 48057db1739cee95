"""Pictures of real surfaces for dice to lie on: woods, cloths, stones, maps, whatever is no die. Drawn floors are even
or of one pattern; tables and mats are not, and what stands out on them is taken for dice.

People bring their own folder of them (models/README.md says where ours came from); it is copied to the git-ignored
training folder in a size that loads quickly, every fourth to measure with only."""

import os
from pathlib import Path
from zlib import crc32

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image as Pictures
from PIL import ImageOps

from models.studio import textures
from models.studio.scene import Scene
from models.studio.textures import Image

NAME = "surfaces"  # of their folder, beside the banks
LEAST_PX, MOST_PX = 256, 1100  # of the shorter side of a picture that is of use, of the longer one of a copy
ENDINGS = (".jpg", ".jpeg", ".png", ".webp", ".tga")
COPIES = "[0-9a-f]" * 8 + ".jpg"
HELD_BACK_EVERY = 4
TWINS = 0.9  # likeness over which two are the same surface in another colour or size
LIKENESS_PX = 24  # of what is compared
LEAST_DEVIATION = 3.0  # of its grey levels: less is one plain colour
REPEATED_SHARE, MOST_REPEATS = 0.35, 3  # as tiles and patterns are
CLOSER = 1.8  # most that a picture is enlarged beyond what fills the frame
ALBEDO = (0.12, 0.62)  # of a surface, on the average
MOST_GAIN = 3.0  # by which a dark one is made lighter
SHARE = 0.4  # of rendered pictures, where there are some
QUALITY = 92


def gather(source: Path, folder: Path) -> int:
    """Copies what is of use below `source`, and returns how many there are then. What would be held back is left out if
    it is the same surface as one to train with."""
    folder.mkdir(parents=True, exist_ok=True)
    for path in sorted(each for each in source.rglob("*") if each.suffix.lower() in ENDINGS):
        picture = _opened(path)
        if picture is not None and not (copy := folder / f"{_mark(picture):08x}.jpg").exists():
            _save(copy, picture)
    used, held_back = (Surfaces(folder, each) for each in (False, True))
    if used.paths and held_back.paths:
        known = np.stack([_outline(path) for path in used.paths])
        for path in held_back.paths:
            if float((known @ _outline(path)).max()) > TWINS:
                path.unlink()
    return sum(1 for _ in folder.glob(COPIES))


def _mark(picture: NDArray[np.uint8]) -> int:
    """Nearly always the same for a picture that is found twice."""
    small = cv2.resize(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), (6, 6), interpolation=cv2.INTER_AREA)
    return crc32(((small.astype(np.int64) - int(small.mean())) // 16).tobytes())


def _save(copy: Path, picture: NDArray[np.uint8]) -> None:
    """Complete files only ever appear under their final name."""
    done, packed = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
    assert done
    part = copy.with_suffix(".part")
    part.write_bytes(packed.tobytes())
    os.replace(part, copy)


def _outline(path: Path) -> NDArray[np.float32]:
    """What two surfaces are compared by: their light and dark, whatever their colours."""
    grey = cv2.resize(cv2.cvtColor(_loaded(path), cv2.COLOR_BGR2GRAY), (LIKENESS_PX, LIKENESS_PX),
                      interpolation=cv2.INTER_AREA).astype(np.float32).ravel()  # fmt: skip
    grey -= grey.mean()
    return np.asarray(grey / max(float(np.linalg.norm(grey)), 1e-6), np.float32)


def _opened(path: Path) -> NDArray[np.uint8] | None:
    """BGR; None for what is too small, long and narrow, plain, partly clear, of 16 bits or no picture."""
    try:
        with Pictures.open(path) as opened:
            if min(opened.size) < LEAST_PX or opened.mode.startswith("I") or _is_clear(opened):
                return None
            opened.draft("RGB", (MOST_PX, MOST_PX))
            whole = ImageOps.exif_transpose(opened).convert("RGB")
            whole.thumbnail((MOST_PX, MOST_PX))
    except (OSError, SyntaxError, ValueError, Pictures.DecompressionBombError):
        return None
    if min(whole.size) < LEAST_PX // 2:
        return None
    picture = np.ascontiguousarray(np.asarray(whole)[:, :, ::-1])
    return picture if float(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY).std()) >= LEAST_DEVIATION else None


def _is_clear(picture: Pictures.Image) -> bool:
    if picture.mode not in ("RGBA", "LA", "PA") and "transparency" not in picture.info:
        return False
    alpha = np.asarray(picture.convert("RGBA").resize((64, 64)))[..., 3]
    return int(alpha.min()) < 250


class Surfaces:
    """Those of a training folder: to train with, or those that are held back."""

    def __init__(self, folder: Path, held_back: bool = False) -> None:
        found = sorted(folder.glob(COPIES))
        self.paths = [path for path in found if (int(path.stem, 16) % HELD_BACK_EVERY == 0) == held_back]

    @classmethod
    def beside(cls, bank: Path, held_back: bool = False) -> "Surfaces":
        """Of the training folder in which a bank lies; none if nobody brought any."""
        return cls(bank.parent / NAME, held_back)

    def __len__(self) -> int:
        return len(self.paths)

    def ground(self, rng: np.random.Generator, width_px: int, height_px: int) -> Image:
        """Some part of one, turned, mirrored, repeated at times; evenly lit, BGR 0–1."""
        picture = _loaded(self.paths[int(rng.integers(len(self.paths)))])
        if rng.random() < REPEATED_SHARE:
            count = int(rng.integers(2, MOST_REPEATS + 1))
            picture = np.tile(cv2.resize(picture, None, fx=1 / count, fy=1 / count, interpolation=cv2.INTER_AREA),
                              (count, count, 1))  # fmt: skip
        picture = np.rot90(picture, int(rng.integers(4)))
        picture = picture[:, ::-1] if rng.random() < 0.5 else picture
        scale = max(width_px / picture.shape[1], height_px / picture.shape[0]) * float(rng.uniform(1, CLOSER))
        needed = (round(height_px / scale), round(width_px / scale))
        top, left = (int(rng.integers(whole - part + 1)) for whole, part in zip(picture.shape, needed, strict=False))
        part = np.ascontiguousarray(picture[top : top + needed[0], left : left + needed[1]])
        way = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
        shown = cv2.resize(part, (width_px, height_px), interpolation=way).astype(np.float32) / 255
        gain = min(MOST_GAIN, float(rng.uniform(*ALBEDO)) / max(float(shown.mean()), 1e-3))
        return np.asarray(np.minimum(shown * gain, 1), np.float32)

    def floor(self, rng: np.random.Generator, size: tuple[int, int], scale: float = 1.0) -> Image:
        """A floor as `textures.floor` draws it, or at times one of these; `size` is height and width."""
        if self.paths and rng.random() < SHARE:
            return self.ground(rng, size[1], size[0])
        return textures.floor(rng, size, scale)

    def under(self, rng: np.random.Generator, scene: Scene, share: float = SHARE) -> Image | None:
        """One for such a share of scenes, lit by their lamp; None for the others, which keep their own tray."""
        if not self.paths or rng.random() >= share:
            return None
        level = scene.light.ambient + scene.light.lamp * float(scene.light.direction[2])
        tint = np.array(scene.light.colour, np.float32) * np.float32(level)
        return np.asarray(self.ground(rng, scene.camera.width_px, scene.camera.height_px) * tint, np.float32)


def _loaded(path: Path) -> NDArray[np.uint8]:
    picture = cv2.imread(str(path))
    if picture is None:
        raise OSError(f"{path} is damaged; delete it and run prepare again")
    return np.asarray(picture, np.uint8)
