"""Pairing, and who is paired."""

from __future__ import annotations

import asyncio
import re
from typing import Annotated, Any, Final, Literal

from fastapi import APIRouter, Body, Header, Path
from pydantic import BaseModel, ConfigDict, Field
from starlette.responses import JSONResponse, Response

from reader.page.box import COOKIE, Box, MaybePaired, Paired, TheBox
from reader.page.errors import RefusalError
from reader.page.pairing import CODE_LASTS_S
from reader.page.watching import ERROR

COOKIE_LASTS_S: Final = 365 * 24 * 3600
BROWSERS: Final = (
    ("Edg", "Edge"),
    ("OPR", "Opera"),
    ("Firefox", "Firefox"),
    ("Chrome", "Chrome"),
    ("Safari", "Safari"),
)
SYSTEMS: Final = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("Windows", "Windows"),
    ("Mac OS", "Mac"),
    ("Linux", "Linux"),
)
LOCKED: Final[dict[int | str, dict[str, Any]]] = {429: {"description": "Locked for a while, which is said.", **ERROR}}

router = APIRouter(tags=["pair"])


class Code(BaseModel):
    model_config = ConfigDict(extra="forbid")

    code: str = Field(min_length=1, max_length=20, examples=["481516"])
    name: str = Field("", max_length=60, description="What the device is called in the list of paired ones.")
    want: Literal["cookie", "token"] = Field("cookie", description="Browsers want a cookie, programs a bearer token.")


@router.get("/api/pairing")
async def who_am_i(device: MaybePaired) -> dict[str, Any]:
    """Whether this device is paired, and as what."""
    return {"paired": device is not None, "id": device.id if device else None, "name": device.name if device else None}


@router.post("/api/pairing", status_code=202, responses=LOCKED)
async def ask_for_code(box: TheBox) -> dict[str, Any]:
    """Shows a new six-digit code beside the box, and tells where: on its own screen, say."""
    box.pairing.ask()
    asyncio.get_running_loop().call_later(CODE_LASTS_S, box.pairing.end_if_over)
    return {"shown": box.shows_code(), "lasts_s": CODE_LASTS_S}


@router.post(
    "/api/pairing/code",
    responses={
        403: {"description": "That is not the code.", **ERROR},
        409: {"description": "No code is shown now.", **ERROR},
        **LOCKED,
    },
)
async def prove(box: TheBox, given: Annotated[Code, Body()], user_agent: Annotated[str, Header()] = "") -> Response:
    """Pairs with the code that the box shows: sets a cookie, or gives a bearer token."""
    box.pairing.prove(given.code)
    token, device = box.devices.add(given.name.strip() or name_of(user_agent))
    answer: dict[str, Any] = {"paired": True, "id": device.id, "name": device.name}
    if given.want == "token":
        return JSONResponse({**answer, "token": token})
    response = JSONResponse(answer)
    response.set_cookie(COOKIE, token, max_age=COOKIE_LASTS_S, path="/", httponly=True, samesite="strict")
    return response


@router.get("/api/devices", responses={401: {"description": "The device is not paired.", **ERROR}})
async def devices(box: TheBox, device: Paired) -> dict[str, Any]:
    """All that are paired."""
    shown = [
        {"id": one.id, "name": one.name, "since": one.since, "is_this": one.id == device.id} for one in box.devices.all
    ]
    return {"devices": shown}


@router.delete(
    "/api/devices/{identity}",
    responses={
        401: {"description": "The device is not paired.", **ERROR},
        404: {"description": "There is no such device.", **ERROR},
    },
)
async def unpair(box: TheBox, device: Paired, identity: Annotated[str, Path(max_length=40)]) -> Response:
    """That device may not command any more."""
    _remove(box, identity)
    response = JSONResponse({"unpaired": identity})
    if identity == device.id:
        response.delete_cookie(COOKIE, path="/", httponly=True, samesite="strict")
    return response


def _remove(box: Box, identity: str) -> None:
    if not box.devices.remove(identity):
        raise RefusalError(404, "there is no such device")


def name_of(user_agent: str) -> str:
    """
    >>> name_of("Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0 Safari/537.36")
    'Chrome on Android'
    >>> name_of("curl/8.5.0")
    'curl'
    """
    browser = next((name for mark, name in BROWSERS if mark in user_agent), "")
    system = next((name for mark, name in SYSTEMS if mark in user_agent), "")
    if browser and system:
        return f"{browser} on {system}"
    first = re.match(r"[A-Za-z][\w-]{0,30}", user_agent)
    return browser or system or (first.group() if first else "a device")
