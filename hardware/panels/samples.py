"""One readout for every layout, and the hard cases of each: for `dice-reader panel` and for the reference pictures."""

from __future__ import annotations

from dataclasses import dataclass

from hardware.panels.readout import State


@dataclass(frozen=True, slots=True)
class SampleDie:
    text: str
    fate: str = "kept"
    kind: str = "d6"
    face: str = "1"

    @property
    def is_struck(self) -> bool:
        return self.fate == "dropped"


@dataclass(frozen=True, slots=True)
class SampleFace:
    face: str
    mark: str = "unseen"
    is_now: bool = False


@dataclass(frozen=True, slots=True)
class SampleReadout:
    state: State
    title: str = ""
    modifier: str = ""
    address: str = ""
    prompt: str = ""
    why: str = ""
    options: tuple[str, ...] = ()
    selected: int = 0
    values: tuple[str, ...] = ()
    allowed: str = ""
    total: str = ""
    label: str = ""
    winner: str = ""
    dice: tuple[SampleDie, ...] = ()
    faces: tuple[SampleFace, ...] = ()
    trouble: str = ""
    remedy: str = ""
    warning: str = ""


def _exploded(*texts: str) -> tuple[SampleDie, ...]:
    return tuple(SampleDie(text, "exploded" if text.endswith("!") else "kept", face=text.rstrip("!")) for text in texts)


def _faces(marks: str, now: int = 0) -> tuple[SampleFace, ...]:
    """`s` seen, `u` unsure, anything else unseen; `now` counts from one."""
    names = {"s": "seen", "u": "unsure"}
    return tuple(SampleFace(str(at), names.get(mark, "unseen"), at == now) for at, mark in enumerate(marks, 1))


SAMPLES: dict[str, SampleReadout] = {
    "idle": SampleReadout("idle", "3d6", "+2", "http://dice.local:8000/", "Throw, then press"),
    "idle-named": SampleReadout("idle", "Standard Roll", address="http://192.168.178.112:8000"),
    "idle-long": SampleReadout(
        "idle", "kleptonomicon contest Anna Bertram", "−3", "http://raspberrypi-in-the-kitchen.fritz.box:8000"
    ),
    "idle-warned": SampleReadout(
        "idle", "free", "", "http://dice.local:8000", "Throw, then press", warning="Not recorded: disk full"
    ),
    "prompt": SampleReadout("prompt", "5d6", "", "", "Throw 5d6"),
    "prompt-again": SampleReadout(
        "prompt", "2d6!", "+1", prompt="Throw d6 again", why="it explodes", dice=_exploded("6!", "3")
    ),
    "prompt-long": SampleReadout(
        "prompt",
        "Standard Roll",
        prompt="Throw two d6 of clearly different colours",
        why="the lighter one adds, the darker one subtracts",
        warning="Not recorded: disk full",
    ),
    "choice": SampleReadout(
        "choice", "group test", prompt="Who gets the Advantage?", options=("Anna", "Bertram", "nobody"), selected=1
    ),
    "choice-long": SampleReadout(
        "choice",
        "open tale 5",
        prompt="Which die is thrown again?",
        why="Superiority; two dice tie for the lowest",
        options=("the d12", "the d4", "the d4 of Heroism, which came late", "the d6", "the d8", "none of them"),
        selected=2,
    ),
    "entry": SampleReadout(
        "entry", "fingers", prompt="Fingers shown", values=("1", ""), selected=1, allowed="0–5"
    ),
    "entry-long": SampleReadout(
        "entry",
        "12d20",
        prompt="Type in the dice",
        values=("20", "11", "3", "17", "8", "20", "", "", "", "", "", ""),
        selected=6,
        allowed="1–20",
        warning="Not recorded: disk full",
    ),
    "outcome": SampleReadout("outcome", "3d6!", "", total="15", dice=_exploded("2", "3", "6!", "4")),
    "outcome-labelled": SampleReadout(
        "outcome",
        "test adv 2",
        "+2",
        total="10",
        label="High Score",
        dice=(SampleDie("8", kind="d10", face="8"), SampleDie("4", "dropped", "d10", "4")),
    ),
    "outcome-applied": SampleReadout(
        "outcome", "Standard Roll", total="−2 → 5", dice=(SampleDie("5", "dropped"), SampleDie("2"))
    ),
    "outcome-critical": SampleReadout(
        "outcome",
        "test",
        "+1",
        total="10",
        label="Critical Success",
        dice=(SampleDie("0→10!", "resolved", "d10", "0"), SampleDie("4", "dropped", "d10", "4")),
    ),
    "outcome-contest": SampleReadout(
        "outcome", "contest", total="12", label="Passing Score", winner="Anna", dice=_exploded("8", "8", "3")
    ),
    "outcome-many": SampleReadout(
        "outcome",
        "24d6",
        "−10",
        total="1074",
        label="a label that somebody wrote at length into a range of scores",
        dice=_exploded(*("6!", "5", "4", "3") * 6),
        warning="Not recorded: the card is read-only, see the page for what to do",
    ),
    "lesson": SampleReadout(
        "lesson",
        "Red Chessex d20",
        prompt="Throw, press: 13 left",
        why="17 learned; turn if it was not",
        faces=_faces("s---us--s-------s--s"),
    ),
    "lesson-guess": SampleReadout(
        "lesson",
        "Red Chessex d20",
        prompt="Shows 14?",
        why="press if so, else turn to what it shows",
        faces=_faces("ss--us-ss----ss-s--s", 14),
    ),
    "lesson-small": SampleReadout("lesson", "bone d6", prompt="Lay it with 3 6 up, press", faces=_faces("ss-su-")),
    "trouble": SampleReadout(
        "trouble", "d20", trouble="Cannot read the d20", remedy="it leans: nudge it and press again"
    ),
    "trouble-camera": SampleReadout(
        "trouble",
        "Standard Roll",
        trouble="The camera has stopped answering and could not be opened again",
        remedy="check the ribbon cable at both ends and the power supply, then press; values may be typed in meanwhile",
    ),
    "busy": SampleReadout("busy", "3d6", "+2", prompt="Looking…"),
}
