"""The WebSocket for virtual tabletops: ask for a roll, follow it throw by throw, get the outcome.

A message is an object with a `type`; what a client sends has an `id`, which comes back with every answer to it.

from the client                                         to the client
hello    token                  who is asking           ack      id, paired
watch                           every readout           ack      id; then `readout` with a state for each
roll     roll                   ask for a roll          ack      id, roll; then `progress`…, `outcome` or `cancelled`
command  command                as for /api/commands    ack      id, refused, remedy, state
ping                            still there?            pong     id
                                                        error    id, error: a sentence
                                                        heartbeat   whenever nothing has happened for a while
"""

from __future__ import annotations

import asyncio
import json
from typing import Annotated, Any, Final, Literal

from fastapi import APIRouter
from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError
from starlette.websockets import WebSocket, WebSocketDisconnect

from reader.page.box import device_of, the_box
from reader.page.commanding import LONGEST_ROLL, Order, Pick, done, served
from reader.page.devices import Device
from reader.page.errors import RefusalError, spoken_wait
from reader.page.guard import CHANGING, is_foreign
from reader.page.limits import Limit
from reader.page.requested import RequestedRoll
from reader.page.sentences import sentence_of

MOST_SOCKETS: Final = 50
MOST_ROLLS: Final = 20
"""Requests of one connection that are followed at a time; the oldest is let go first."""
TRY_LATER: Final = 1013

router = APIRouter()


class _Message(BaseModel):
    model_config = ConfigDict(extra="forbid")

    id: Annotated[str, Field(max_length=100)] | int


class Hello(_Message):
    type: Literal["hello"]
    token: str = Field(max_length=200)


class Watch(_Message):
    type: Literal["watch"]


class RollRequest(_Message):
    type: Literal["roll"]
    roll: str = Field(min_length=1, max_length=LONGEST_ROLL)


class CommandRequest(_Message):
    type: Literal["command"]
    command: Order


class Ping(_Message):
    type: Literal["ping"]


Message = Annotated[Hello | Watch | RollRequest | CommandRequest | Ping, Field(discriminator="type")]
MESSAGE: Final[TypeAdapter[Message]] = TypeAdapter(Message)


@router.websocket("/api/ws")
async def tabletop(websocket: WebSocket) -> None:
    await websocket.accept()
    sockets = websocket.app.state.sockets
    if len(sockets) >= MOST_SOCKETS:
        await websocket.close(TRY_LATER, "too many are connected already")
        return
    connection = Connection(websocket)
    sockets.add(connection)
    following = asyncio.create_task(connection.follow())
    try:
        await connection.answer_all()
    finally:
        sockets.discard(connection)
        following.cancel()
        await asyncio.gather(following, return_exceptions=True)


class Connection:
    """One tabletop. A page of another site may talk to the box only with a token, never with its cookie."""

    def __init__(self, websocket: WebSocket) -> None:
        self._websocket = websocket
        self._box = the_box(websocket)
        self._device = device_of(websocket)
        self._may_look = self._device is not None or not is_foreign(websocket.headers)
        self._limit = Limit(CHANGING)
        self._watches = False
        self._rolls: list[RequestedRoll] = []
        self._sending = asyncio.Lock()

    async def follow(self) -> None:
        async for shown in self._box.feed.follow():
            if shown is None:
                await self._send({"type": "heartbeat"})
                continue
            if self._watches:
                await self._send({"type": "readout", "state": shown.state})
            for roll in tuple(self._rolls):
                said = roll.told(shown.state, shown.readout)
                if said is not None:
                    await self._send(said)
            self._rolls = [roll for roll in self._rolls if not roll.is_over]
        await self._websocket.close(1001, "the box is being switched off")

    async def answer_all(self) -> None:
        while True:
            try:
                text = await self._websocket.receive_text()
            except (WebSocketDisconnect, RuntimeError, KeyError):
                return  # gone, closed by us, or it sent bytes, which nothing here does
            await self._answer(text)

    async def _answer(self, text: str) -> None:
        identity: Any = None
        try:
            raw = json.loads(text)
            identity = raw.get("id") if isinstance(raw, dict) else None
            wait_s = self._limit.wait_s("")
            if wait_s:
                raise RefusalError(429, f"too many messages at once; wait {spoken_wait(wait_s)}", wait_s=wait_s)
            await self._take(MESSAGE.validate_python(raw))
        except ValidationError as error:
            await self._refuse(identity, sentence_of(error.errors()))
        except (ValueError, RecursionError):
            await self._refuse(identity, "that is not JSON")
        except RefusalError as refusal:
            await self._refuse(identity, refusal.sentence)

    async def _take(self, message: Message) -> None:
        match message:
            case Ping():
                await self._send({"type": "pong", "id": message.id})
            case Hello():
                await self._hello(message)
            case Watch():
                if not self._may_look:
                    raise RefusalError(401, "a page of another site says hello with a token first")
                self._watches = True
                await self._send({"type": "ack", "id": message.id})
                await self._send({"type": "readout", "state": self._box.feed.current.state})
            case RollRequest():
                await self._roll(message)
            case CommandRequest():
                self._known()
                reply = await served(self._box, message.command)
                await self._send({"type": "ack", "id": message.id, **done(self._box, message.command, reply)})

    async def _hello(self, message: Hello) -> None:
        device = self._box.devices.holding(message.token)
        if device is None:
            raise RefusalError(401, "nobody is paired with that token")
        self._device, self._may_look = device, True
        await self._send({"type": "ack", "id": message.id, "paired": device.name})

    async def _roll(self, message: RollRequest) -> None:
        self._known()
        order = Pick(do="pick", roll=message.roll, on="")
        reply = await served(self._box, order)
        state = done(self._box, order, reply)["state"]
        assert reply.readout is not None
        await self._send({"type": "ack", "id": message.id, "roll": reply.readout.title})
        roll = RequestedRoll(message.id, reply.readout.title)
        said = roll.told(state, reply.readout)
        if said is not None:
            await self._send(said)
        self._rolls = [*self._rolls, roll][-MOST_ROLLS:]

    def _known(self) -> Device:
        """Also notices that a device was unpaired while it was connected."""
        if self._device is None or self._device not in self._box.devices.all:
            raise RefusalError(401, "only paired devices may do this; say hello with a token")
        return self._device

    async def _refuse(self, identity: Any, sentence: str) -> None:
        await self._send({"type": "error", "id": identity, "error": sentence})

    async def _send(self, message: dict[str, Any]) -> None:
        async with self._sending:
            await self._websocket.send_text(json.dumps(message, ensure_ascii=False, separators=(",", ":")))
