"""The program itself: Python, packages, networks, and whether they read what they must."""

from __future__ import annotations

import hashlib
import re
import sys
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, requires, version
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from reader.doctor.check import Check, ill, well
from reader.doctor.surroundings import Surroundings

OLDEST_PYTHON: Final = (3, 11)
BITS: Final = 64
NETWORKS: Final = ("finder", "upright", "face", "d4")
ON_A_PI: Final = {
    "gpiozero": "pip install gpiozero, in the same venv",
    "lgpio": "sudo apt install python3-lgpio, in a venv with --system-site-packages",
    "luma.oled": "pip install luma.oled, in the same venv",
    "picamera2": "sudo apt install --no-install-recommends python3-picamera2, in a venv with --system-site-packages",
}
ROUNDS: Final = 3
SLOWEST: Final = 0.75
"""Of the reference network; on a healthy machine two dice take less than half of it."""


def software(around: Surroundings, *, models: Path | None = None) -> Iterator[Check]:
    yield _python()
    yield _packages(around)
    checksums = _networks(models)
    yield checksums
    if checksums.ok:
        yield from _golden(models)


def _python() -> Check:
    bits = sys.maxsize.bit_length() + 1
    says = f"{sys.version.split()[0]}, {bits} bits"
    if sys.version_info < OLDEST_PYTHON or bits < BITS:
        return ill("Python", says, "install Raspberry Pi OS (64-bit), Bookworm or newer")
    return well("Python", says)


def _packages(around: Surroundings) -> Check:
    try:
        needed = [text for text in requires("dice-reader") or [] if "extra ==" not in text]
    except PackageNotFoundError:
        return ill("packages", "dice-reader itself is not installed", "pip install it: sudo ./systemd/install")
    missing = [text for text in needed if not _is_there(text)]
    if missing:
        return ill("packages", f"missing or too old: {', '.join(missing)}", f"pip install {' '.join(missing)}")
    lacking = [name for name in ON_A_PI if around.is_pi and not _is_found(name)]
    if lacking:
        return ill("packages", f"missing: {', '.join(lacking)}", "; ".join(ON_A_PI[name] for name in lacking))
    return well("packages", f"dice-reader {version('dice-reader')} and {len(needed)} others")


def _is_there(requirement: str) -> bool:
    """
    >>> _is_there("numpy>=2"), _is_there("numpy>=999"), _is_there("no-such-package")
    (True, False, False)
    """
    name, _, least = requirement.partition(">=")
    try:
        return _numbers(version(name.strip())) >= _numbers(least)
    except PackageNotFoundError:
        return False


def _numbers(text: str) -> tuple[int, ...]:
    return tuple(int(number) for number in re.findall(r"\d+", text)[:3])


def _is_found(module: str) -> bool:
    try:
        return find_spec(module) is not None
    except (ImportError, ValueError):
        return False


def _networks(models: Path | None) -> Check:
    from reader.vision.errors import ModelError
    from reader.vision.networks import MODELS, REPAIR, Card

    folder = models or MODELS
    try:
        for name in NETWORKS:
            card = Card.load(folder / f"{name}.json")
            if hashlib.sha256((folder / card.file).read_bytes()).hexdigest() != card.sha256:
                return ill("networks", f"{card.file} is not what its card describes", REPAIR)
    except ModelError as error:
        return ill("networks", str(error).removesuffix(f"; {REPAIR}"), REPAIR)
    except OSError as error:
        return ill("networks", f"{Path(str(error.filename)).name} cannot be read", REPAIR)
    return well("networks", f"{', '.join(NETWORKS)}: checksums right")


def _golden(models: Path | None) -> Iterator[Check]:
    from reader.benchmarks.vision import timed
    from reader.golden import PICTURE, trouble_with
    from reader.vision.errors import EyeError
    from reader.vision.look import Eye
    from reader.vision.picture_file import open_picture

    again = "install dice-reader again: sudo ./systemd/install"
    try:
        trouble = trouble_with(Eye.open(models))
        yield ill("golden picture", trouble, again) if trouble else well("golden picture", "read right")
        with TemporaryDirectory() as folder:
            reference_s, looks = timed(Path(folder), {2: [open_picture(PICTURE)]}, ROUNDS)
    except EyeError as error:
        yield ill("golden picture", str(error), again)
        return
    ratio = looks[2].whole_s / reference_s
    says = (
        f"a look takes {ratio:.2f} of the reference load ({looks[2].whole_s * 1000:.0f} of {reference_s * 1000:.0f} ms)"
    )
    slow = "install dice-reader again, so that its onnxruntime is the one for this machine"
    yield well("speed", says) if ratio <= SLOWEST else ill("speed", f"{says}, at most {SLOWEST:g}", slow)
