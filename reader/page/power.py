"""Switching the box off, so that its plug can be pulled."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter

from reader.page.box import Paired, TheBox
from reader.page.commanding import reply_of
from reader.page.errors import RefusalError
from reader.page.watching import ERROR
from reader.table.commands import SwitchOff

router = APIRouter(tags=["box"])


@router.post(
    "/api/box/off",
    status_code=202,
    responses={
        401: {"description": "The device is not paired.", **ERROR},
        409: {"description": "This machine is not switched off from here.", **ERROR},
        503: {"description": "Too many commands are waiting.", **ERROR},
        504: {"description": "It is still being served.", **ERROR},
    },
)
async def switch_off(box: TheBox, _device: Paired) -> dict[str, Any]:
    """Ends the program with its record closed, and switches the machine off. A roll in progress goes on next time."""
    reply = await reply_of(box, SwitchOff())
    if reply.refused:
        raise RefusalError(409, f"{reply.refused}; {reply.remedy}")
    return {"switching_off": True}
