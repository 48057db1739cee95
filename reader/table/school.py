"""The session of a box that learns: corrections, and throws that were let stand, become examples; and its lessons."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

from reader.table.commands import Answer, Cancel, Command, Correct, Enter, ForgetDie, Knob, Line, NameDie, Step, Teach
from reader.table.commands import Press as PressCommand
from reader.table.events import DieThrown, Threw
from reader.table.game import Game, Play
from reader.table.ledger import Ledger
from reader.table.lesson import Lesson, lesson_about
from reader.table.lying import Left
from reader.table.pupil import NoPupil, Pupil
from reader.table.readout import Readout
from reader.table.session import Look, Session, View
from reader.table.take import Trouble
from reader.vision.sighting import Box, Frame, Glimpse, Known
from rules.dice import face_on, kind_called

REMEMBERED: Final = 24
"""Throws whose dice can still become examples: those of the last rolls."""
SURE: Final = 0.9
"""Confidence from which a throw that was let stand may teach."""
PICTURE_GONE: Final = "its picture is gone"
NOT_SEEN: Final = "it was not seen well enough"
IN_A_LESSON: Final = Trouble("a die is being taught", "hold to end the lesson first")


class SchoolSession(Session):
    def __init__(
        self,
        presets: Sequence[str],
        ledger: Ledger,
        keep_picture: Callable[[int, Frame], str],
        game: Game,
        left: tuple[Left, ...],
        pupil: Pupil,
        open_picture: Callable[[str], Frame | None] = lambda _name: None,
    ) -> None:
        super().__init__(presets, ledger, keep_picture, game, left)
        self._open_picture = open_picture
        self.lesson: Lesson | None = None
        self._pupil = pupil
        self._glimpses: dict[Threw, tuple[Glimpse | None, ...]] = {}
        self._standing = game.play

    @property
    def readout(self) -> Readout:
        return self.lesson.readout if self.lesson is not None else super().readout

    def handle(self, command: Command) -> Trouble | Look | None:
        match command:
            case Teach(name, kind):
                return self._open(name, kind)
            case NameDie(die, name):
                return _refusal(self._pupil.rename(die, name))
            case ForgetDie(die):
                return _refusal(self._pupil.forget(die))
        if self.lesson is not None:
            return self._in_lesson(self.lesson, command)
        result = super().handle(command)
        self._let_stand()
        return result

    def looking(self) -> None:
        if self.lesson is not None:
            self.lesson.looking()
        else:
            super().looking()

    def saw(self, view: View) -> Trouble | None:
        if self.lesson is not None:
            return self.lesson.saw(view)
        refused = super().saw(view)
        play = self.game.play
        if refused is None and play is not None and play.last is not None:
            self._glimpses[_thrown_anew(play.last)] = tuple(one.glimpse for one in view.sightings)
            for oldest in list(self._glimpses)[:-REMEMBERED]:
                del self._glimpses[oldest]
        self._let_stand()
        return refused

    def still_rolling(self) -> Trouble:
        return self._refuse(super().still_rolling())

    def cannot_see(self, what: str, remedy: str) -> Trouble:
        return self._refuse(super().cannot_see(what, remedy))

    def called_off(self) -> None:
        super().called_off()
        if self.lesson is not None:
            self.lesson.called_off()

    def show_trouble(self, trouble: Trouble) -> None:
        super().show_trouble(trouble)
        if self.lesson is not None:
            self.lesson.refuse(trouble)

    def _open(self, name: str, kind: str | None) -> Trouble | None:
        lesson = lesson_about(self._pupil, " ".join(name.split()), kind)
        if isinstance(lesson, Trouble):
            return lesson
        self.lesson = lesson
        return None

    def _in_lesson(self, lesson: Lesson, command: Command) -> Trouble | Look | None:
        match command:
            case PressCommand():
                return lesson.press()
            case Step(by) | Knob(by):
                return lesson.step(by)
            case Answer(face) | Enter(face) | Line(face) | Correct(_, face):
                return lesson.tell(face)
            case Cancel():
                if not lesson.drop_guess():
                    self.lesson = None
                return None
            case _:
                return IN_A_LESSON

    def _refuse(self, trouble: Trouble) -> Trouble:
        return self.lesson.refuse(trouble) if self.lesson is not None else trouble

    def _correct(self, command: Correct) -> Trouble | None:
        play = self.game.correctable
        seen = self._seen_as(play, command.die) if play is not None else None
        refused = super()._correct(command)
        if refused is None and seen is not None:
            why = self._put_right(command, *seen)
            remark = f"Corrected, but nothing was learned from it: {why}" if why else ""
            self.moment = replace(self.moment, remark=remark)
        return refused

    def _put_right(self, command: Correct, was: DieThrown, seen: Glimpse | str) -> str:
        """Why nothing could be learned; empty if all is well."""
        if isinstance(seen, str):
            return "" if isinstance(self._pupil, NoPupil) else seen
        known = Known(was.known, was.name) if was.known else None
        kind = (kind_called(command.kind) if command.kind is not None else None) or was.kind
        face = face_on(kind, command.face.strip().lower())
        return self._pupil.put_right(seen, known, kind, face, was.colour) if face is not None else ""

    def _let_stand(self) -> None:
        """Once another roll has begun, nobody puts the one before right any more."""
        play, before = self.game.play, self._standing
        if play is None or play is before:
            return
        self._standing = play
        if before is None or before.outcome is None:
            return
        for number, (_, _, die) in enumerate(before.dice):
            may_teach = die.known and not die.corrected and (die.confidence or 0) >= SURE
            seen = self._seen_as(before, number) if may_teach else None
            if seen is not None and isinstance(seen[1], Glimpse):
                self._pupil.let_stand(seen[1], die.known, die.face)

    def _seen_as(self, play: Play, number: int) -> tuple[DieThrown, Glimpse | str] | None:
        """The die and what was seen of it, or why nothing can be seen any more; None for one that was typed in."""
        if not 0 <= number < len(play.dice):
            return None
        throw, _, die = play.dice[number]
        threw = play.throws[throw]
        glimpses = self._glimpses.get(_thrown_anew(threw), ()) if threw is not None else ()
        if die.seen is None or threw is None:
            return None
        glimpse = glimpses[die.seen] if die.seen < len(glimpses) else self._look_back(threw, die.seen)
        return die, glimpse or NOT_SEEN

    def _look_back(self, threw: Threw, seen: int) -> Glimpse | str | None:
        """At the picture of a throw before the box was started anew."""
        picture = self._open_picture(threw.picture) if seen < len(threw.sightings) else None
        if picture is None:
            return PICTURE_GONE
        height, width = picture.shape[:2]
        left, top, wide, high = threw.sightings[seen].box
        return self._pupil.look_back(picture, Box(left * width, top * height, wide * width, high * height))


def _thrown_anew(threw: Threw) -> Threw:
    """The throw without its dice, which corrections change: what it is known by."""
    return Threw((), threw.picture, threw.sightings)


def _refusal(sentence: str) -> Trouble | None:
    return Trouble(sentence, "look at dice-reader dice list") if sentence else None
