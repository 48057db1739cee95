"""Compares what `dice-reader read --json` said on two machines: the same dice, faces and reasons.

`python tests/systemd/same_readings.py here.json there.json`
"""

import json
import sys
from pathlib import Path
from typing import Any

TOLERANCE = 0.02
"""Of a chance. Networks differ by 1e-7 between x86 and ARM; a die that is cut out one pixel further on, by more."""


def difference(one: dict[str, Any], other: dict[str, Any]) -> str:
    """What is not the same in two readings of a picture; empty if they are."""
    said = [[(die["kind"], die["face"], die["why"]) for die in each["dice"]] for each in (one, other)]
    if said[0] != said[1]:
        return f"{one['image']}: {said[0]} and {said[1]}"
    pairs = zip(one["dice"], other["dice"], strict=True)
    apart = max((abs(a["confidence"] - b["confidence"]) for a, b in pairs), default=0.0)
    return f"{one['image']}: one is surer by {apart:.3f}" if apart > TOLERANCE else ""


def main(here: Path, there: Path) -> int:
    ones, others = ([json.loads(line) for line in file.read_text().splitlines()] for file in (here, there))
    assert [one["image"] for one in ones] == [other["image"] for other in others]
    wrong = [found for one, other in zip(ones, others, strict=True) if (found := difference(one, other))]
    dice = sum(len(one["dice"]) for one in ones)
    print(*wrong, sep="\n", end="\n" if wrong else "")
    print(f"{len(ones)} pictures with {dice} dice: {'not ' if wrong else ''}the same on both machines")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), Path(sys.argv[2])))
