"""Opens a picture from a file: upright, BGR, and never one that would eat the machine's memory."""

import warnings
from pathlib import Path

import numpy as np
from PIL import Image, ImageOps, UnidentifiedImageError

from reader.vision.errors import PictureError
from reader.vision.sighting import Frame

MOST_MEGAPIXELS = 60  # the largest camera modules take 64; a Pi with 1 GB can hold this one beside its networks
LEAST_PX = 32  # of the shorter side: less cannot show a die
STRIP_PX = 256


def open_picture(path: Path) -> Frame:
    """Raises PictureError, before decoding where the header already tells."""
    if path.is_dir():
        raise PictureError(path, "is a folder, not a picture")
    if not path.is_file():
        raise PictureError(path, "there is no such file")
    try:
        if path.stat().st_size == 0:
            raise PictureError(path, "the file is empty")
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # Pillow warns of large or odd files; the limits here are our own
            return _decoded(path)
    except UnidentifiedImageError as trouble:
        raise PictureError(path, "is not a picture that can be read; use JPEG, PNG or WebP") from trouble
    except Image.DecompressionBombError as trouble:
        raise PictureError(path, f"is larger than {MOST_MEGAPIXELS} megapixels; make it smaller") from trouble
    except PermissionError as trouble:
        raise PictureError(path, "may not be read by this user") from trouble
    except (OSError, SyntaxError, EOFError) as trouble:  # what Pillow's decoders raise for damaged files
        raise PictureError(path, "is damaged or incomplete") from trouble


def _decoded(path: Path) -> Frame:
    with Image.open(path) as image:
        width, height = image.size
        if width * height > MOST_MEGAPIXELS * 1_000_000:
            what = f"is {width} × {height} px; more than {MOST_MEGAPIXELS} megapixels are not read, make it smaller"
            raise PictureError(path, what)
        if min(width, height) < LEAST_PX:
            raise PictureError(path, f"is {width} × {height} px, too small to show dice")
        ImageOps.exif_transpose(image, in_place=True)
        return _bgr(_eight_bits(image))


def _bgr(image: Image.Image) -> Frame:
    """Strip by strip: as a whole, Pillow would hold the picture in memory four times."""
    width, height = image.size
    frame = np.empty((height, width, 3), np.uint8)
    for top in range(0, height, STRIP_PX):
        bottom = min(height, top + STRIP_PX)
        frame[top:bottom] = np.asarray(image.crop((0, top, width, bottom)).convert("RGB"))[:, :, ::-1]
    return frame


def _eight_bits(image: Image.Image) -> Image.Image:
    """Pillow clips 16-bit greys to 255 instead of scaling them."""
    if image.mode.startswith("I"):
        return Image.fromarray((np.asarray(image, np.uint32) >> 8).clip(0, 255).astype(np.uint8))
    return image
