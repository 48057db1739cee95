"""The session: commands and what the eye saw in, recorded events and readouts out. No thread, no clock, no camera."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from reader.table.commands import (
    Adjust,
    Answer,
    Cancel,
    Command,
    Correct,
    Enter,
    Knob,
    Line,
    Pick,
    Press,
    Reroll,
    Step,
)
from reader.table.correct import corrected, correction_in
from reader.table.cursor import confirmed, moved
from reader.table.events import Cancelled, Cleared, Event, Picked, Rerolled, Threw
from reader.table.game import MODIFIER_LIMIT, Game
from reader.table.ledger import Ledger, answering
from reader.table.lying import Left, left_lying, unmoved
from reader.table.readout import Readout
from reader.table.show import Moment, readout, sightings_shown
from reader.table.take import Trouble, take
from reader.vision.sighting import Frame, Sighting
from rules import Ask, Choice, Conversation, Entry, Mismatch, NotationError, Throw, parse
from rules.answers import read_answer

VALUE_CHARACTERS = frozenset("0123456789wb,; ")
TYPE_AGAIN = "type it again"
HOLD = "hold the button to cancel it"
IN_PROGRESS = Trouble("a roll is in progress", f"finish it, or {HOLD}")


class View(Protocol):
    """What lies still in the tray."""

    @property
    def sightings(self) -> tuple[Sighting, ...]: ...

    @property
    def picture(self) -> Frame: ...


@dataclass(frozen=True, slots=True)
class Look:
    """The tray must be looked at first; then `saw`, `still_rolling` or `cannot_see` goes on."""


class Session:
    """One table. `handle` says what is wrong with a command, or that the tray must be looked at, or nothing."""

    def __init__(
        self,
        presets: Sequence[str],
        ledger: Ledger,
        keep_picture: Callable[[int, Frame], str],
        game: Game,
        left: tuple[Left, ...] = (),
    ) -> None:
        self.presets = [parse(preset).text for preset in presets]
        self.game = game
        self.left = left
        self.moment = Moment()
        self._ledger = ledger
        self._keep_picture = keep_picture
        self._armed: tuple[Left, ...] | None = None
        """The tray at which pressing again counts what has not moved."""
        self._first_ask: tuple[str, Ask | None] = ("", None)

    @property
    def ask(self) -> Ask | None:
        """What is asked for now; None after an outcome."""
        play = self.game.in_progress if self.moment.is_next else self.game.play
        if play is None:
            return self._next_ask()
        state = play.talk.state
        return state if isinstance(state, Throw | Choice | Entry) else None

    @property
    def readout(self) -> Readout:
        return readout(self.game, self.ask, self._next_ask(), self.moment)

    def handle(self, command: Command) -> Trouble | Look | None:
        if isinstance(command, Press):
            return self._press()
        self._armed = None
        trouble = self._do(command)
        if trouble is not None and isinstance(command, Step | Knob | Line):  # whoever sent another is told by the reply
            self.moment = replace(self.moment, trouble=trouble)
        return trouble

    def looking(self) -> None:
        self.moment = Moment(is_looking=True, is_next=self.game.in_progress is None)

    def saw(self, view: View) -> Trouble | None:
        """Takes what lies in the tray for what is asked for."""
        ask = self._asked_now()
        if not isinstance(ask, Throw):
            return self._trouble(Trouble("no dice are asked for", "answer what is asked"))
        now = left_lying(view.sightings, view.picture)
        still = unmoved(self.left, now)
        taken = take(ask, view.sightings, still, anyway=self._is_armed_for(now))
        if isinstance(taken, Trouble):
            self._armed = now if taken.may_count else None
            # A die that is not there now was picked up: when it comes back it was thrown.
            self.left = tuple(now[index] for index in still)
            self._trouble(taken)
            self.moment = replace(self.moment, sightings=sightings_shown(view.sightings, view.picture, tuple(still)))
            return taken
        shown = sightings_shown(view.sightings, view.picture, tuple(still), taken.sightings)
        picture = self._keep_picture(self._ledger.next_sequence, view.picture)
        self.left = now
        self._answer(Threw(taken.dice, picture, shown), now)
        return None

    def still_rolling(self) -> Trouble:
        return self._trouble(Trouble("still rolling", "press again when the dice lie still"))

    def cannot_see(self, what: str, remedy: str) -> Trouble:
        return self._trouble(Trouble(what, f"{remedy}; meanwhile dice can be typed in"))

    def show_trouble(self, trouble: Trouble) -> None:
        self.moment = Moment(trouble=trouble)

    def called_off(self) -> None:
        self.moment = Moment()

    def _press(self) -> Trouble | Look | None:
        ask = self._asked_now()
        if isinstance(ask, Throw):
            return Look()
        self._armed = None
        is_open = self.game.in_progress is not None or self.moment.is_opened
        if self.game.play is not None and not self.game.in_progress:
            self._put_away()
            is_open = False
        if not is_open:
            self.moment = Moment(is_opened=True)
            return None
        return self._confirm(ask)

    def _confirm(self, ask: Choice | Entry) -> Trouble | None:
        result = confirmed(self.moment, ask)
        if isinstance(result, Trouble):
            return self._trouble(result)
        if isinstance(result, Moment):
            self.moment = result
            return None
        return self._enter(result)

    def _do(self, command: Command) -> Trouble | None:
        match command:
            case Pick(roll):
                return self._pick(roll)
            case Answer(option):
                wanted = isinstance(self._asked_now(), Choice)
                return self._enter(option) if wanted else Trouble("nothing is to be chosen now", "throw and press")
            case Enter(values):
                return self._enter(values)
            case Adjust(by):
                return self._adjust(by)
            case Correct():
                return self._correct(command)
            case Reroll():
                return self._reroll()
            case Cancel():
                self._put_away()
            case Step(by) | Knob(by):
                return self._step(by, is_knob=isinstance(command, Knob))
            case Line(text):
                return self._line(text)
            case _:
                raise AssertionError(command)  # the table serves those itself
        return None

    def _pick(self, text: str) -> Trouble | None:
        try:
            roll = parse(text)
        except NotationError as error:
            return Trouble(str(error), TYPE_AGAIN)
        self._commit([*self._given_up(), Picked(roll.text)])
        return None

    def _enter(self, values: str) -> Trouble | None:
        ask = self._asked_now()
        try:
            answer = read_answer(ask, values)
        except NotationError as error:
            return Trouble(str(error), TYPE_AGAIN)
        event = answering(ask, answer)
        if isinstance(event, Mismatch):
            return Trouble(event.line, TYPE_AGAIN)
        self._answer(event)
        return None

    def _adjust(self, by: int) -> Trouble | None:
        if self.game.in_progress is not None:
            return IN_PROGRESS
        game = self.game
        adjustment = max(-MODIFIER_LIMIT, min(MODIFIER_LIMIT, game.adjustment + by))
        roll, unadjusted = game.picked.adjusted(adjustment), game.picked.adjusted(0)
        if roll is None or unadjusted is None:
            return Trouble(f"{game.picked.text} takes no modifier", "pick another roll")
        back = roll.adjusted(-adjustment)
        if back is None or back.text != unadjusted.text:
            return Trouble("no modifier goes so far", "turn it back")
        self._commit([Picked(game.picked.text, adjustment)])
        return None

    def _correct(self, command: Correct) -> Trouble | None:
        event = corrected(self.game.correctable, command)
        if isinstance(event, Trouble):
            return event
        self._commit([event])
        return None

    def _reroll(self) -> Trouble | None:
        play = self.game.play
        if play is None or play.outcome is None or not play.talk.roll.offers_reroll:
            return Trouble("no re-roll is offered", "only a finished roll of Game Dice has one")
        self._commit([Rerolled(play.talk.roll.rerolled().text)])
        return None

    def _step(self, by: int, is_knob: bool) -> Trouble | None:
        ask = self.ask
        is_open = self.game.in_progress is not None or self.moment.is_opened
        if is_open and isinstance(ask, Choice | Entry):
            self.moment = moved(self.moment, ask, by)
            return None
        if self.game.in_progress is not None:
            return IN_PROGRESS
        if is_knob:
            return self._adjust(by)
        here = self.game.picked.text
        at = self.presets.index(here) + by if here in self.presets else (0 if by > 0 else -1)
        return self._pick(self.presets[at % len(self.presets)])

    def _line(self, text: str) -> Trouble | None:
        """Values for what is asked for; or else a roll, `reroll`, or `correct 2 5`."""
        if text.strip().lower() == "reroll":
            return self._reroll()
        correction = correction_in(text, self.readout.dice)
        if correction is not None:
            return correction if isinstance(correction, Trouble) else self._correct(correction)
        refused = self._enter(text)
        if refused is None:
            return None
        try:
            return self._pick(parse(text).text)
        except NotationError as error:
            is_values = self.game.in_progress is not None or ":" in text or not set(text.lower()) - VALUE_CHARACTERS
            return refused if is_values else Trouble(str(error), TYPE_AGAIN)

    def _asked_now(self) -> Ask:
        """What an answer would be to: of a roll in progress, or of the one that it begins."""
        ask = self.ask if self.game.in_progress is not None else self._next_ask()
        assert ask is not None
        return ask

    def _next_ask(self) -> Ask | None:
        roll = self.game.next_roll
        if self._first_ask[0] != roll.text:
            state = Conversation(roll).state
            self._first_ask = (roll.text, state if isinstance(state, Throw | Choice | Entry) else None)
        return self._first_ask[1]

    def _answer(self, event: Event, left: tuple[Left, ...] | None = None) -> None:
        begins = [] if self.game.in_progress is not None else [self._ledger.beginning(self.game)]
        self._commit([*begins, event], left)

    def _put_away(self) -> None:
        if self.game.play is not None:
            self._commit(self._given_up() or [Cleared()])
        self.moment = Moment()

    def _given_up(self) -> list[Event]:
        return [Cancelled()] if self.game.in_progress is not None else []

    def _commit(self, events: Sequence[Event], left: tuple[Left, ...] | None = None) -> None:
        self._ledger.commit(self.game, events, left)
        self._armed = None
        self.moment = Moment()

    def _trouble(self, trouble: Trouble) -> Trouble:
        self.moment = replace(self.moment, trouble=trouble, is_looking=False)
        return trouble

    def _is_armed_for(self, now: tuple[Left, ...]) -> bool:
        armed = self._armed
        return armed is not None and len(armed) == len(now) == len(unmoved(armed, now))
