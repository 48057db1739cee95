"""Commanding: what a paired device may ask of the table."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any, Final, Literal

from fastapi import APIRouter, Body
from pydantic import BaseModel, ConfigDict, Field

from reader.page.box import Box, Paired, TheBox
from reader.page.errors import RefusalError
from reader.page.watching import ERROR
from reader.page.wire import State, state_json
from reader.table import commands
from reader.table.commands import Command
from reader.table.inbox import CLOSED, FULL, Reply

LONGEST_ROLL: Final = 1000
LONGEST_VALUES: Final = 2000
REPLY_TIMEOUT_S: Final = 40.0
"""A look at dice that never settle, by a camera that must be opened again, ends before."""


class Asked(BaseModel):
    model_config = ConfigDict(extra="forbid")

    on: str = Field("", max_length=100, description="The id of the state this is about; refused if it has changed.")


class Press(Asked):
    """Read the tray; at a choice or an entry, confirm what is selected."""

    do: Literal["press"]

    def command(self) -> Command:
        return commands.Press()


class Pick(Asked):
    """Choose what is rolled next. A roll in progress is cancelled."""

    do: Literal["pick"]
    roll: str = Field(min_length=1, max_length=LONGEST_ROLL, examples=["2d6!", "standard ability=7"])

    def command(self) -> Command:
        return commands.Pick(self.roll)


class Answer(Asked):
    """Choose one of the options that are asked for."""

    do: Literal["answer"]
    option: str = Field(max_length=200)

    def command(self) -> Command:
        return commands.Answer(self.option)


class Enter(Asked):
    """Type in what is asked for: `5 2`, `w5 b2`, `d12:7 d4:3`, `heads`."""

    do: Literal["enter"]
    values: str = Field(max_length=LONGEST_VALUES)

    def command(self) -> Command:
        return commands.Enter(self.values)


class Adjust(Asked):
    """Change the modifier of the next roll by this much."""

    do: Literal["adjust"]
    modifier: int = Field(ge=-99, le=99)

    def command(self) -> Command:
        return commands.Adjust(self.modifier)


class Correct(Asked):
    """A die of the last roll shows another face than was read."""

    do: Literal["correct"]
    die: int = Field(ge=0, le=10_000, description="The die's `number` in the readout.")
    face: str = Field(min_length=1, max_length=10)
    kind: str | None = Field(None, max_length=10)

    def command(self) -> Command:
        return commands.Correct(self.die, self.face, self.kind)


class Reroll(Asked):
    """Game Dice: throw a finished roll again; the second result must be used."""

    do: Literal["reroll"]

    def command(self) -> Command:
        return commands.Reroll()


class Cancel(Asked):
    """Give up the roll in progress; what was thrown stays on record."""

    do: Literal["cancel"]

    def command(self) -> Command:
        return commands.Cancel()


class Step(Asked):
    """The mode button: so many presets, options or numbers further."""

    do: Literal["step"]
    by: int = Field(ge=-20, le=20)

    def command(self) -> Command:
        return commands.Step(self.by)


class Glance(Asked):
    """Take a picture to set up the camera by; nothing is read or counted."""

    do: Literal["glance"]

    def command(self) -> Command:
        return commands.Glance()


class Calibrate(Asked):
    """Set up the tray: open it, measure the empty tray, keep what was measured although something is wrong with it,
    leave; or forget the last calibration."""

    do: Literal["calibrate"]
    step: Literal["open", "measure", "keep", "leave", "forget"] = "open"

    def command(self) -> Command:
        return commands.Calibrate(self.step)


class Teach(Asked):
    """Begin a lesson about the die of that name. Then `press` looks and confirms, `step` or `answer` puts right, and
    `cancel` ends it."""

    do: Literal["teach"]
    name: str = Field(min_length=1, max_length=60, examples=["Red Chessex d20"])
    kind: str | None = Field(None, max_length=10)

    def command(self) -> Command:
        return commands.Teach(self.name, self.kind)


class NameDie(Asked):
    """Give a die that was taught another name."""

    do: Literal["name die"]
    die: str = Field(pattern="^[0-9a-f]{8}$")
    name: str = Field(max_length=60)

    def command(self) -> Command:
        return commands.NameDie(self.die, self.name)


class ForgetDie(Asked):
    """Forget a die that was taught."""

    do: Literal["forget die"]
    die: str = Field(pattern="^[0-9a-f]{8}$")

    def command(self) -> Command:
        return commands.ForgetDie(self.die)


Order = Annotated[
    Press
    | Pick
    | Answer
    | Enter
    | Adjust
    | Correct
    | Reroll
    | Cancel
    | Step
    | Glance
    | Calibrate
    | Teach
    | NameDie
    | ForgetDie,
    Field(discriminator="do"),
]


class Done(BaseModel):
    """What the table made of a command."""

    refused: str = Field(description="What must be put right first, in words for the player; empty if all is well.")
    remedy: str
    state: State


router = APIRouter(tags=["command"])


@router.post(
    "/api/commands",
    response_model=Done,
    responses={
        401: {"description": "The device is not paired.", **ERROR},
        409: {"description": "The table refuses it, or has moved on.", **ERROR},
        503: {"description": "Too many commands are waiting.", **ERROR},
        504: {"description": "It is still being served.", **ERROR},
    },
)
async def command(box: TheBox, _device: Paired, order: Annotated[Order, Body()]) -> dict[str, Any]:
    """Puts a command on the table's queue, and tells what it came to."""
    return done(box, order, await served(box, order))


async def served(box: Box, order: Order) -> Reply:
    """Raises RefusalError if it never reached the table."""
    if order.on and order.on != box.feed.current.id:
        raise RefusalError(409, "the table has moved on; look at what it shows now")
    return await reply_of(box, order.command())


async def reply_of(box: Box, command: Command) -> Reply:
    """Raises RefusalError if it never reached the table."""
    try:
        async with asyncio.timeout(REPLY_TIMEOUT_S):
            reply = await asyncio.wrap_future(box.table.submit(command))
    except TimeoutError:
        raise RefusalError(504, "the box is still busy with that; watch what it shows") from None
    if reply.readout is None:
        raise RefusalError(503 if reply.refused in (FULL, CLOSED) else 409, reply.refused)
    return reply


def done(box: Box, order: Order, reply: Reply) -> dict[str, Any]:
    """Raises RefusalError for what the table would not do. A press was served also if the dice cannot be read."""
    assert reply.readout is not None
    if reply.refused and not isinstance(order, Press | Step | Calibrate):
        raise RefusalError(409, f"{reply.refused}; {reply.remedy}" if reply.remedy else reply.refused)
    state = state_json(box.run, reply.readout, box.lens.seen)
    return {"refused": reply.refused, "remedy": reply.remedy, "state": state}
