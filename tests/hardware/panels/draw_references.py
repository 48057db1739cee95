"""Draws every layout's reference picture anew; look at each of them before committing.

python tests/hardware/panels/draw_references.py
"""

from pathlib import Path

from hardware.panels.samples import SAMPLES
from hardware.panels.screens import draw

REFERENCE = Path(__file__).with_name("reference")


def main() -> None:
    for old in REFERENCE.glob("*.png"):
        old.unlink()
    for name, readout in SAMPLES.items():
        for tick in range(draw(readout).pages):
            draw(readout, tick).image.save(REFERENCE / f"{name}.{tick}.png")


if __name__ == "__main__":
    main()
