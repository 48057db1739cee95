"""Walking through a panel part by part, so that its owner sees which wire is wrong."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from queue import Empty, Queue

from hardware.panels.gestures import Gesture, HeldLong, Hold, Mode, ModeHeld, Press, Quit, Turn
from hardware.panels.lamp import Lamp
from hardware.panels.panel import Panel
from hardware.panels.samples import SAMPLES, SampleReadout

WAIT_S = 20.0
"""How long a person gets to find the button."""


@dataclass(frozen=True, slots=True)
class Part:
    """One thing to try: what to do, what should come of it, and what to look at if it does not."""

    ask: str
    expects: tuple[type[Gesture], ...]
    remedy: str
    lamp: Lamp = Lamp.THROW_AGAIN


@dataclass(frozen=True, slots=True)
class Seen:
    part: str
    is_well: bool
    remark: str


def parts_of(*, has_knob: bool, capture_pin: str, mode_pin: str, knob_pins: str, hold_s: float) -> tuple[Part, ...]:
    wires = "check its two wires: one to {}, the other to ground"
    parts = (
        Part("press the capture button", (Press,), wires.format(capture_pin)),
        Part(f"hold the capture button for {hold_s:g} seconds", (Hold,), wires.format(capture_pin)),
        Part("press the mode button", (Mode,), wires.format(mode_pin)),
        Part(f"hold the mode button for {hold_s:g} seconds", (ModeHeld,), wires.format(mode_pin)),
    )
    knob = Part("turn the knob one way", (Turn,), f"check its A and B on {knob_pins}, and C to ground")
    return (*parts, knob) if has_knob else parts


def walk(
    panel: Panel,
    gestures: Queue[Gesture],
    parts: tuple[Part, ...],
    say: Callable[[str], None],
    *,
    wait_s: float = WAIT_S,
) -> tuple[Seen, ...]:
    """Ask for each part in turn, on the screen and in words. A wrong gesture is said and waited out; Quit ends it."""
    results = [_screen(panel)]
    for at, part in enumerate(parts, start=1):
        panel.lamp(part.lamp)
        panel.show(SampleReadout("prompt", f"{at} of {len(parts)}", prompt=part.ask.capitalize()))
        say(f"{part.ask} …")
        seen = _wait_for(gestures, part, say, wait_s)
        results.append(seen)
        say("seen" if seen.is_well else f"not seen; {seen.remark}")
        panel.lamp(Lamp.READY if seen.is_well else Lamp.TROUBLE)
        if seen.remark == LEFT:
            break
    return tuple(results)


LEFT = "left before it was tried"


def _screen(panel: Panel) -> Seen:
    panel.lamp(Lamp.READY)
    panel.show(SAMPLES["outcome"])
    if panel.troubles:
        trouble = panel.troubles[0]
        return Seen("screen", is_well=False, remark=str(trouble))
    return Seen("screen", is_well=True, remark="it should show a large 15")


def _wait_for(gestures: Queue[Gesture], part: Part, say: Callable[[str], None], wait_s: float) -> Seen:
    while True:
        try:
            gesture = gestures.get(timeout=wait_s)
        except Empty:
            return Seen(part.ask, is_well=False, remark=part.remedy)
        if isinstance(gesture, Quit):
            return Seen(part.ask, is_well=False, remark=LEFT)
        if isinstance(gesture, part.expects):
            return Seen(part.ask, is_well=True, remark=in_words(gesture))
        say(f"that was: {in_words(gesture)}")


def in_words(gesture: Gesture) -> str:
    match gesture:
        case Press():
            return "capture pressed"
        case Hold():
            return "capture held"
        case Mode():
            return "mode pressed"
        case ModeHeld():
            return "mode held"
        case HeldLong():
            return "held long, which switches the box off"
        case Turn(steps):
            return f"knob turned {'right' if steps > 0 else 'left'}"
        case Quit():
            return "quit"
        case _:
            return "a line typed"
