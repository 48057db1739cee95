"""A readout in plain words: for a terminal too small for pictures, for a log, for a screen reader."""

from __future__ import annotations

from hardware.panels.readout import Readout, dice_line, outcome_label

EMPTY_VALUE = "_"


def in_words(readout: Readout) -> tuple[str, ...]:
    """Everything the readout says, one thing a line."""
    roll = " ".join(part for part in (readout.title, readout.modifier) if part)
    asked = " – ".join(part for part in (readout.prompt, readout.why) if part)
    so_far = f"so far: {dice_line(readout.dice)}" if readout.dice else ""
    lines: tuple[str, ...]
    match readout.state:
        case "idle":
            lines = (_titled(roll, asked), readout.address)
        case "lesson":
            lines = (_titled(roll, asked), _faces(readout))
        case "prompt" | "busy":
            lines = (_titled(roll, asked), so_far)
        case "choice":
            lines = (_titled(roll, asked), *_options(readout), so_far)
        case "entry":
            lines = (_titled(roll, asked), _values(readout), so_far)
        case "outcome":
            lines = (_titled(roll, readout.total), outcome_label(readout), dice_line(readout.dice))
        case "trouble":
            lines = (_titled(roll, readout.trouble), f"→ {readout.remedy}" if readout.remedy else "", so_far)
    warning = f"! {readout.warning}" if readout.warning else ""
    return tuple(line for line in (*lines, warning) if line)


def _titled(roll: str, text: str) -> str:
    return ": ".join(part for part in (roll, text) if part)


def _options(readout: Readout) -> tuple[str, ...]:
    return tuple(
        f"{'>' if at == readout.selected else ' '} {option}" for at, option in enumerate(readout.options)
    )


def _faces(readout: Readout) -> str:
    """What is still to be seen of the die that is being taught."""
    missing = [face.face for face in readout.faces if face.mark != "seen"]
    return f"still to see: {' '.join(missing)}" if missing else ""


def _values(readout: Readout) -> str:
    values = (value or EMPTY_VALUE for value in readout.values)
    marked = (f"[{value}]" if at == readout.selected else value for at, value in enumerate(values))
    allowed = f"({readout.allowed})" if readout.allowed else ""
    return " ".join(part for part in (*marked, allowed) if part)
