"""What a panel can show. The table's readout has this shape; OLED, page and terminal all show the same one.

Everything is text that a player reads as it stands: a panel lays out, it never works anything out. An empty string or
an empty tuple means "nothing to show here". A panel looks only at the fields that belong to the state, named below.
"""

from __future__ import annotations

from typing import Literal, Protocol

State = Literal["idle", "prompt", "choice", "entry", "outcome", "trouble", "busy", "lesson"]
"""idle: waits for a roll to begin · prompt: waits for dice · choice: waits for one of the options · entry: waits for
values · outcome: the roll is done · trouble: something must be put right first · busy: looks at the tray ·
lesson: is being taught a die."""


class FaceShown(Protocol):
    """One face of a die that is being taught."""

    @property
    def face(self) -> str: ...

    @property
    def mark(self) -> str:
        """`unseen`, `unsure`: seen, but not well enough, or `seen`."""

    @property
    def is_now(self) -> bool:
        """It seems to be up."""


class DieShown(Protocol):
    """One die of the roll."""

    @property
    def text(self) -> str:
        """As players write it, without brackets: `6`, `6!` exploded, `3→5` thrown again, `0→10!` resolved."""

    @property
    def fate(self) -> str:
        """What became of it: `kept`, `dropped`, `exploded`, `replaced` or `resolved`."""

    @property
    def is_struck(self) -> bool:
        """It was thrown, and is no part of the total: shown in brackets."""

    @property
    def kind(self) -> str:
        """`d6`, `d20`, `d%`, …"""

    @property
    def face(self) -> str:
        """What is printed on the side that was read: `0` on a d10."""


class Readout(Protocol):
    """What is shown now."""

    @property
    def state(self) -> State:
        """Which of the layouts this is."""

    @property
    def title(self) -> str:
        """The roll, in every state: `5d6!`, `Standard Roll`, `free`."""

    @property
    def modifier(self) -> str:
        """What the encoder added, with its sign: `+2`, `−1`. Empty for none."""

    @property
    def address(self) -> str:
        """idle: where the page is, as it is typed into a browser: `http://dice.local:8000`."""

    @property
    def prompt(self) -> str:
        """What the player shall do: `Throw d6 again` (prompt), `Who gets the Advantage?` (choice), `Fingers shown`
        (entry), `Throw, then press` (idle); or what the box is doing: `Looking…` (busy)."""

    @property
    def why(self) -> str:
        """prompt, choice, entry: the reason in the book's words: `it explodes`."""

    @property
    def options(self) -> tuple[str, ...]:
        """choice: what may be chosen, in order."""

    @property
    def selected(self) -> int:
        """choice: which option the cursor is on. entry: which value it is on."""

    @property
    def values(self) -> tuple[str, ...]:
        """entry: the values so far, one place for each; an empty string is a place not filled yet."""

    @property
    def allowed(self) -> str:
        """entry: what the value at the cursor may be: `1–6`."""

    @property
    def total(self) -> str:
        """outcome: the number the roll came to, as players say it: `15`, `+2`, `−2 → 5`."""

    @property
    def label(self) -> str:
        """outcome: what the book calls it: `Critical Success`."""

    @property
    def winner(self) -> str:
        """outcome of a contest: who won, `Anna`. Empty for a tie and for any other roll."""

    @property
    def dice(self) -> tuple[DieShown, ...]:
        """outcome: every die of the roll. Any other state: the dice thrown so far, shown where there is room."""

    @property
    def faces(self) -> tuple[FaceShown, ...]:
        """lesson: the map of the die."""

    @property
    def trouble(self) -> str:
        """trouble: what is wrong, in one line: `cannot read the d20`."""

    @property
    def remedy(self) -> str:
        """trouble: what to do about it: `nudge it and press again`."""

    @property
    def warning(self) -> str:
        """Any state: something the player should know while the game goes on: `not recorded: disk full`."""


def dice_line(dice: tuple[DieShown, ...]) -> str:
    """The dice as players write them: `6! 6! 3 (2)`."""
    return " ".join(f"({die.text})" if die.is_struck else die.text for die in dice)


def outcome_label(readout: Readout) -> str:
    """The label, with the winner before it where there is one."""
    won = f"{readout.winner} wins" if readout.winner else ""
    return " · ".join(part for part in (won, readout.label) if part)


def spoken_address(address: str) -> str:
    """The page's address as a person types it: without the scheme and the closing slash."""
    return address.removeprefix("http://").removesuffix("/")


def essence(readout: Readout) -> tuple[object, ...]:
    """Everything a panel shows: two readouts with the same essence look the same, whatever else a table puts there."""
    return (
        readout.state,
        readout.title,
        readout.modifier,
        readout.address,
        readout.prompt,
        readout.why,
        readout.options,
        readout.selected,
        readout.values,
        readout.allowed,
        readout.total,
        readout.label,
        readout.winner,
        dice_line(readout.dice),
        tuple((face.face, face.mark, face.is_now) for face in readout.faces),
        readout.trouble,
        readout.remedy,
        readout.warning,
    )
