"""A lesson: one die is laid down face by face; the box says what it sees, its owner confirms or puts it right."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from reader.table.pupil import Pupil, Taught
from reader.table.readout import FaceShown, Readout, WantShown
from reader.table.session import Look, View
from reader.table.show import LOOKING, sightings_shown
from reader.table.take import Trouble
from reader.vision.sighting import Box, Glimpse, Reading, Sighting
from rules.dice import D20_FACES, FACES, face_on, kind_called

ENOUGH_UNSURE: Final = 2
"""Examples of a face that was taken for another when it was last seen."""
UNTOUCHED: Final = 0.9
"""Overlap of the boxes of a die that lies as it lay, and by how much its picture may differ, in bytes of brightness."""
SAME_PICTURE: Final = 15.0
NAMED: Final = 5
"""Faces that are asked for by name; more would not fit the box's own screen."""


@dataclass(frozen=True, slots=True, eq=False)
class Guess:
    """What the die seems to show, and the glimpse that becomes an example. `read_as` is what the box took it for."""

    face: str
    read_as: str
    glimpse: Glimpse
    box: Box
    looks_like: str = ""
    """Another die that it may be instead."""


class Lesson:
    def __init__(self, pupil: Pupil, name: str, kind: str | None) -> None:
        self._pupil = pupil
        self._name = name
        self._kind = kind
        self._id = ""
        self._guess: Guess | None = None
        self._last: Guess | None = None
        """What was learned last, for whoever notices too late that it was not so."""
        self._unsure: set[str] = set()
        self._trouble: Trouble | None = None
        self._shown = Readout("lesson", title=name, is_lesson=True)
        """What does not change from prompt to prompt: the last picture."""
        self._is_looking = False
        self._said = ""

    def go_on_with(self, die: str) -> None:
        """A die that was taught before."""
        self._id = die

    def press(self) -> Trouble | Look | None:
        """Confirms what was guessed, if there is a guess, and looks: whoever has laid the next face down already needs
        no press more."""
        self._trouble = None
        refused = self._learn() if self._guess is not None else None
        return refused if refused is not None else Look()

    def step(self, by: int) -> Trouble | None:
        """Another face than was guessed; after it was learned too, which is then taken back."""
        self._trouble = None
        if self._guess is None and self._last is not None:
            self._pupil.unlearn(self._id, self._last.face)
            self._guess, self._last = self._last, None
        if self._guess is None:
            return self._say(Trouble("nothing has been seen yet", "lay the die down and press"))
        faces = self.faces
        at = faces.index(self._guess.face) if self._guess.face in faces else 0
        self._guess = replace(self._guess, face=faces[(at + by) % len(faces)])
        return None

    def tell(self, face: str) -> Trouble | None:
        """The owner says what it shows: that confirms it too."""
        self._trouble = None
        if self._guess is None or self._kind is None:
            return self._say(Trouble("nothing has been seen yet", "lay the die down and press"))
        told = face_on(self._kind, face.strip().lower())
        if told is None or told not in self.faces:
            return self._say(Trouble(f"a {self._kind} never shows {face}", "pick another face"))
        self._guess = replace(self._guess, face=told)
        return self._learn()

    def drop_guess(self) -> bool:
        """Whether there was one: it is not learned."""
        had, self._guess, self._trouble = self._guess is not None, None, None
        return had

    def looking(self) -> None:
        self._is_looking, self._trouble = True, None

    def refuse(self, trouble: Trouble) -> Trouble:
        self._is_looking = False
        return self._say(trouble)

    def called_off(self) -> None:
        self._is_looking = False

    def saw(self, view: View) -> Trouble | None:
        self._is_looking = False
        if self._last is not None and (not view.sightings or self._is_as_it_was(self._last, view.sightings)):
            return None  # learned, and the next face is still to be laid down
        self._shown = replace(self._shown, sightings=sightings_shown(view.sightings, view.picture))
        if len(view.sightings) != 1:
            what = "no die is in the tray" if not view.sightings else f"{len(view.sightings)} dice are in the tray"
            return self._say(Trouble(what, f"leave only the {self._name}, then press again"))
        seen = view.sightings[0]
        if seen.glimpse is None:
            return self._say(Trouble("it cannot be seen well enough", "nudge it and press again"))
        trouble = self._get_to_know(seen)
        if trouble is not None:
            return self._say(trouble)
        face = self._face_in(seen)
        sure = isinstance(seen, Reading) and seen.kind == self._kind
        mine = seen.known is not None and seen.known.id == self._id
        other = seen.known.name if seen.known is not None and not mine else ""
        self._guess, self._last = Guess(face, face, seen.glimpse, seen.box, other), None
        if sure and mine and self._seen.get(face, 0) >= self._enough(face):
            self._said, self._guess = f"{face}: known already", None
        return None

    @property
    def faces(self) -> tuple[str, ...]:
        kind = self._kind or ""
        return D20_FACES if kind == "d20" else FACES.get(kind, ())

    @property
    def wanted(self) -> tuple[str, ...]:
        """The faces that it has not seen, or not well enough."""
        return tuple(face for face in self.faces if self._seen.get(face, 0) < self._enough(face))

    @property
    def readout(self) -> Readout:
        shown = replace(self._shown, faces=self._map(), asked=self._asked(), asks_for="throw", throws_again=True)
        if self._is_looking:
            return replace(shown, state="busy", prompt=LOOKING)
        if self._trouble is not None:
            what = self._trouble.what
            return replace(shown, state="trouble", trouble=f"{what[:1].upper()}{what[1:]}", remedy=self._trouble.remedy)
        if self._guess is not None:
            like = f"it looks like {self._guess.looks_like}; " if self._guess.looks_like else ""
            faces = self.faces
            at = faces.index(self._guess.face) if self._guess.face in faces else 0
            why = f"{like}if so lay the next and press; else turn"
            return replace(shown, prompt=f"Shows {self._guess.face}?", why=why, options=faces, selected=at)
        return replace(shown, prompt=self._next(), why=self._said)

    def _next(self) -> str:
        wanted = self.wanted
        if self._kind is None:
            return f"Lay down your {self._name}, then press"
        if not wanted:
            return "All faces are learned. Hold to end"
        named = " ".join(wanted[:NAMED])
        return f"Lay it with {named} up, press" if len(wanted) <= NAMED else f"Throw, press: {len(wanted)} left"

    def _asked(self) -> tuple[tuple[WantShown, ...], ...]:
        return ((WantShown(self._kind, None, self._name, self.faces),),) if self._kind is not None else ()

    def _map(self) -> tuple[FaceShown, ...]:
        now = self._guess.face if self._guess is not None else ""
        return tuple(FaceShown(face, self._mark(face), face == now) for face in self.faces)

    def _mark(self, face: str) -> str:
        seen = self._seen.get(face, 0)
        return "unseen" if not seen else "seen" if seen >= self._enough(face) else "unsure"

    def _enough(self, face: str) -> int:
        return ENOUGH_UNSURE if face in self._unsure else 1

    @property
    def _seen(self) -> dict[str, int]:
        die = next((die for die in self._pupil.dice if die.id == self._id), None)
        return die.seen if die is not None else {}

    def _get_to_know(self, seen: Sighting) -> Trouble | None:
        """The die's kind, and its place in memory, when it is seen first."""
        if self._id:
            return None
        kind = self._kind or seen.kind
        if kind is None or kind not in FACES:
            return Trouble("what kind of die this is cannot be seen", "say it in the name, like Red d20")
        identity, refused = self._pupil.begin(self._name, kind, seen.colour)
        if refused:
            return Trouble(refused, "hold to end the lesson")
        self._id, self._kind = identity, kind
        return None

    def _face_in(self, seen: Sighting) -> str:
        """The likeliest face of this kind of die."""
        likely = [one.face for one in seen.candidates if one.kind == self._kind and one.face in self.faces]
        if isinstance(seen, Reading) and seen.kind == self._kind and seen.face in self.faces:
            return seen.face
        return likely[0] if likely else next(iter(self.wanted), self.faces[0])

    def _is_as_it_was(self, last: Guess, sightings: Sequence[Sighting]) -> bool:
        """The die that was just learned has not been touched since."""
        seen = sightings[0]
        if len(sightings) != 1 or seen.glimpse is None or seen.box.overlap(last.box) < UNTOUCHED:
            return False
        return self._face_in(seen) == last.read_as and _difference(seen.glimpse, last.glimpse) < SAME_PICTURE

    def _learn(self) -> Trouble | None:
        guess = self._guess
        assert guess is not None
        refused = self._pupil.learn(self._id, guess.face, guess.glimpse)
        if refused:
            return self._say(Trouble(refused, "press to try again, or hold to end the lesson"))
        (self._unsure.discard if guess.face == guess.read_as else self._unsure.add)(guess.face)
        self._guess, self._last = None, guess
        self._said = f"{guess.face} learned; turn if it was not"
        return None

    def _say(self, trouble: Trouble) -> Trouble:
        self._trouble = trouble
        return trouble


def _difference(one: Glimpse, other: Glimpse) -> float:
    """Of two crops where they differ most, in bytes of brightness, over squares of eight pixels."""
    gap = one.crop.astype(np.float32).mean(axis=2) - other.crop.astype(np.float32).mean(axis=2)
    return float(np.abs(gap.reshape(16, 8, 16, 8).mean(axis=(1, 3))).max())


def lesson_about(pupil: Pupil, name: str, kind: str | None) -> Lesson | Trouble:
    """A die that is known by that name goes on being taught; a new one's kind is given, in its name, or seen."""
    known: Taught | None = next((die for die in pupil.dice if die.shown_name.casefold() == name.casefold()), None)
    given = kind_called(kind) if kind is not None else None
    if kind is not None and given is None:
        return Trouble(f"there is no {kind}", "name the kind like d6 or d20")
    if known is not None and given is not None and given != known.kind:
        return Trouble(f"{known.shown_name} is a {known.kind}", "give the other die another name")
    if known is not None:
        lesson = Lesson(pupil, known.shown_name, known.kind)
        lesson.go_on_with(known.id)
        return lesson
    if not name:
        return Trouble("the die has no name yet", "name it: Red d20")
    return Lesson(pupil, name, given or kind_in(name))


def kind_in(name: str) -> str | None:
    """
    >>> kind_in("Red Chessex d20"), kind_in("the old one")
    ('d20', None)
    """
    kinds = (kind_called(word) for word in name.lower().split() if word.startswith("d"))
    return next((kind for kind in kinds if kind in FACES), None)
