"""Compares what `dice-reader read --json` said on two machines: the same dice must be read, with the same faces.

`python tests/systemd/same_readings.py here.json there.json`
"""

import json
import sys
from pathlib import Path
from typing import Any

TOLERANCE = 0.005
"""Of a chance. What the networks are shown and all but their last layers are whole numbers, the same everywhere; the
last layers are fractions, which processors add up in another order."""


def difference(one: dict[str, Any], other: dict[str, Any]) -> str:
    """What is not the same in two readings of a picture; empty if they are."""
    said = [[(die["kind"], die["face"], die["why"]) for die in each["dice"]] for each in (one, other)]
    if said[0] != said[1]:
        return f"{one['image']}: {said[0]} and {said[1]}"
    apart = surer_by(one, other)
    return f"{one['image']}: one is surer by {apart:.3f}" if apart > TOLERANCE else ""


def surer_by(one: dict[str, Any], other: dict[str, Any]) -> float:
    pairs = zip(one["dice"], other["dice"], strict=True)
    return max((abs(a["confidence"] - b["confidence"]) for a, b in pairs), default=0.0)


def main(here: Path, there: Path) -> int:
    ones, others = ([json.loads(line) for line in file.read_text().splitlines()] for file in (here, there))
    assert [one["image"] for one in ones] == [other["image"] for other in others]
    pairs = list(zip(ones, others, strict=True))
    wrong = [found for one, other in pairs if (found := difference(one, other))]
    dice = sum(len(one["dice"]) for one in ones)
    print(*wrong, sep="\n", end="\n" if wrong else "")
    print(f"{len(ones)} pictures with {dice} dice: {'not ' if wrong else ''}the same on both machines")
    if not wrong:
        print(f"surer by {max(surer_by(*pair) for pair in pairs):.6f} at most")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), Path(sys.argv[2])))
