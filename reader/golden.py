"""One rendered picture that every healthy box reads right; `python -m reader.golden` tells whether this one does."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final

from reader.vision.errors import ModelError
from reader.vision.look import Eye
from reader.vision.picture_file import open_picture
from reader.vision.sighting import Reading

PICTURE: Final = Path(__file__).with_name("golden.jpg")
DICE: Final = (("d6", "1"), ("d6", "4"))


def trouble_with(eye: Eye) -> str:
    """What it read instead; empty if that was right."""
    sightings = eye.look(open_picture(PICTURE))
    seen = sorted((one.kind or "?", one.face) if isinstance(one, Reading) else ("?", "?") for one in sightings)
    return "" if seen == sorted(DICE) else f"read {_in_words(seen)} instead of {_in_words(DICE)}"


def _in_words(dice: list[tuple[str, str]] | tuple[tuple[str, str], ...]) -> str:
    return ", ".join(f"{kind} {face}" for kind, face in dice) or "nothing"


def main() -> int:
    try:
        trouble = trouble_with(Eye.open())
    except ModelError as error:
        trouble = str(error)
    print(trouble or f"{PICTURE.name}: {_in_words(DICE)}, as it should be", file=sys.stderr if trouble else sys.stdout)
    return bool(trouble)


if __name__ == "__main__":
    sys.exit(main())
