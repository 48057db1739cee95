"""Whatever is done to it, the table goes on, and what is recorded comes to what is shown.

DICE_STEPS=50000 python -m pytest tests/reader/table/test_anything.py
"""

import os
from random import Random

import numpy as np
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from hardware.panels.screens import draw
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
from reader.table.events import Recorded, body_of, event_from, kind_of
from reader.table.game import Game
from reader.table.ledger import Ledger
from reader.table.lying import Left
from reader.table.session import Look, Session
from reader.table.show import Moment
from reader.vision.sighting import Box, Frame, Reading, Sighting, Unread, Why
from reader.vision.watch import Lying
from rules import FACES, Choice, Entry, Throw

STEPS = int(os.environ.get("DICE_STEPS", "500"))
STEPS_IN_A_ROW = 50
PRESETS = ("free", "standard", "3d6!", "game 2d10+5", "standard fingers", "tale level=3 superiority")
ROLLS = (
    *PRESETS,
    "standard one-die",
    "standard cards",
    "test +2 advantages=2",
    "group Anna=+3 Bert=+0 Carl=-1",
    "contest Anna=+1 Bert=+1",
    "tale level=5 heroic advantage",
    "game d100",
    "game 1d10 multiply=2,2",
    "olde 2d4+1",
    "olde contest Thudd=2d4 Flash=2d10",
    "olde 1d2",
    "4d6kh3",
    "d66",
    "5d6>=5",
    "not a roll",
    "",
)
RANDOMS = st.integers(0, 2**32).map(Random)
PLACES = [Box(x * 10, y * 10, 8, 8) for x in range(6) for y in range(4)]
KINDS = tuple(kind for kind in FACES if kind != "coin")
DARK, LIGHT = 0.1, 0.9


def picture_of(sightings: list[Sighting]) -> Frame:
    """Small and quick: a pattern for each die, by its face and place."""
    picture = np.full((48, 64, 3), 60, np.uint8)
    for one in sightings:
        left, top = int(one.box.x), int(one.box.y)
        face = one.face if isinstance(one, Reading) else "?"
        pattern = np.random.default_rng([len(face), *map(ord, face), left, top]).integers(0, 255, (8, 8, 3))
        picture[top : top + 8, left : left + 8] = pattern
    return picture


def any_dice(random: Random) -> list[Sighting]:
    found: list[Sighting] = []
    for place in random.sample(PLACES, random.randint(0, 5)):
        kind = random.choice(KINDS)
        if random.random() < 0.1:
            why = random.choice(list(Why))
            found.append(Unread(why, place, kind, 0.4, random.choice((DARK, LIGHT)), "red"))
        else:
            face = random.choice(FACES[kind])
            found.append(Reading(kind, face, 0.9, place, random.choice((DARK, LIGHT)), "red"))
    return found


def dice_for(ask: Throw, random: Random) -> list[Sighting]:
    """What is asked for; a face that means something now and then more often than dice would show it."""
    if ask.open_ended:
        return [one for one in any_dice(random) if isinstance(one, Reading)]
    found: list[Sighting] = []
    pool = random.choice(ask.pools)
    for want, place in zip(pool, random.sample(PLACES, len(pool)), strict=True):
        kind = "d6" if want.kind == "any" else want.kind
        face = random.choice((*want.serving, want.serving[-1], want.serving[-1]))
        lightness = LIGHT if want.shade == "light" else DARK
        found.append(Reading(kind, face, 0.9, place, lightness, "red"))
    return found


class Memory:
    """A journal that forgets nothing and writes nothing; events go through their JSON all the same."""

    def __init__(self) -> None:
        self.events: list[Recorded] = []

    def append(self, events: list[Recorded], left: tuple[Left, ...] | None) -> None:
        del left
        for one in events:
            event = event_from(kind_of(one.event), body_of(one.event))
            self.events.append(Recorded(one.sequence, one.roll, one.at, event))


class Anything(RuleBasedStateMachine):
    def __init__(self) -> None:
        super().__init__()
        self.memory = Memory()
        self.session = Session(
            PRESETS, Ledger(self.memory, 0, lambda: ""), lambda number, _: f"{number}.jpg", Game(PRESETS[0])
        )

    def do(self, command: Command) -> None:
        events = len(self.memory.events)
        before = self.session.readout
        result = self.session.handle(command)
        if isinstance(result, Look):
            self.session.looking()
            self.session.called_off()
        elif result is not None:
            assert result.what
            assert result.remedy
            assert len(self.memory.events) == events, "what is refused changes nothing"
            assert self.session.readout.dice == before.dice

    @rule(roll=st.sampled_from(ROLLS))
    def pick(self, roll: str) -> None:
        self.do(Pick(roll))

    @rule(
        values=st.sampled_from(("1", "6", "5 2", "w5 b2", "6 6 6", "0", "heads", "d6:6 d4:3", "d%:70 d10:4", "x", ""))
    )
    def enter(self, values: str) -> None:
        self.do(Enter(values))

    @rule(text=st.sampled_from(("3d6!", "5", "6 6", "nobody", "reroll", "d7", "d20:20", "Anna")))
    def line(self, text: str) -> None:
        self.do(Line(text))

    @rule(option=st.sampled_from(("nobody", "anna", "Bert", "Zoe")))
    def answer(self, option: str) -> None:
        self.do(Answer(option))

    @rule(die=st.integers(-1, 6), face=st.sampled_from(("1", "2", "6", "0", "70", "20", "heads", "", "99")))
    def correct(self, die: int, face: str) -> None:
        self.do(Correct(die, face))

    @precondition(lambda self: self.session.game.correctable)
    @rule(random=RANDOMS)
    def put_a_die_right(self, random: Random) -> None:
        play = self.session.game.correctable
        assert play is not None
        number = random.randrange(len(play.dice))
        kind = play.dice[number][2].kind
        changed = random.choice(KINDS) if random.random() < 0.2 else None
        self.do(Correct(number, random.choice(FACES.get(changed or kind, ("1",))), changed))

    @rule(command=st.sampled_from((Press(), Reroll(), Step(1), Step(-1), Knob(1), Knob(-3), Adjust(200))))
    def hand(self, command: Command) -> None:
        self.do(command)

    @rule()
    def cancel(self) -> None:
        self.do(Cancel())

    @rule(random=RANDOMS)
    def press(self, random: Random) -> None:
        self.look(any_dice(random))

    @rule(random=RANDOMS)
    def throw(self, random: Random) -> None:
        self.throw_what_is_asked_for(random)

    @rule(random=RANDOMS)
    def throw_again(self, random: Random) -> None:
        self.throw_what_is_asked_for(random)

    @rule(random=RANDOMS)
    def throw_until_it_is_finished(self, random: Random) -> None:
        for _ in range(3):
            self.throw_what_is_asked_for(random)

    @precondition(lambda self: self.session.game.play and self.session.game.play.outcome)
    @rule(command=st.sampled_from((Cancel(), Reroll(), Step(1), Knob(2))))
    def after_an_outcome(self, command: Command) -> None:
        self.do(command)

    def throw_what_is_asked_for(self, random: Random) -> None:
        ask = self.session._asked_now()
        if isinstance(ask, Choice):
            self.do(Answer(random.choice(ask.options)))
        elif isinstance(ask, Entry):
            self.do(Enter(" ".join(str(random.randint(ask.low, ask.high)) for _ in ask.names)))
        else:
            self.look(dice_for(ask, random))

    def look(self, sightings: list[Sighting]) -> None:
        if not isinstance(self.session.handle(Press()), Look):
            return
        events = len(self.memory.events)
        self.session.looking()
        trouble = self.session.saw(Lying(tuple(sightings), picture_of(sightings)))
        assert (trouble is None) == (len(self.memory.events) > events)

    @rule()
    def camera_is_lost(self) -> None:
        if isinstance(self.session.handle(Press()), Look):
            self.session.looking()
            self.session.cannot_see("the camera does not answer", "check the cable")

    @rule()
    def power_is_cut(self) -> None:
        last = self.memory.events[-1].sequence if self.memory.events else 0
        game = Game.restored(PRESETS[0], self.memory.events)
        left = self.session.left
        ledger = Ledger(self.memory, last, lambda: "")
        self.session = Session(PRESETS, ledger, lambda number, _: f"{number}.jpg", game, left)

    @invariant()
    def what_is_recorded_comes_to_what_is_shown(self) -> None:
        moment, self.session.moment = self.session.moment, Moment()
        shown = self.session.readout
        self.session.moment = moment
        game = Game.restored(PRESETS[0], recent(self.memory.events))
        assert Session(PRESETS, Ledger(self.memory, 0, lambda: ""), lambda *_: "", game).readout == shown

    @invariant()
    def it_can_be_shown(self) -> None:
        shown = self.session.readout
        assert shown.state != "busy"
        if len(self.memory.events) % 10 == 0:
            draw(shown)


def recent(events: list[Recorded]) -> list[Recorded]:
    """What the journal would read again: from the beginning of the roll before the last one."""
    beginnings = [one.sequence for one in events if kind_of(one.event) == "began"]
    since = beginnings[-2] if len(beginnings) > 1 else 0
    return [one for one in events if one.sequence >= since]


TestAnything = Anything.TestCase
TestAnything.settings = settings(
    max_examples=max(1, STEPS // STEPS_IN_A_ROW),
    stateful_step_count=STEPS_IN_A_ROW,
    deadline=None,
    suppress_health_check=list(HealthCheck),
    derandomize=STEPS <= 500,
    database=None,
)
