"""The page as one application: guard, routes, errors as sentences."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from importlib.metadata import version
from pathlib import Path
from typing import Final

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse, Response

from reader.page import (
    calibrating,
    choosing,
    commanding,
    condition,
    doors,
    files,
    power,
    records,
    tabletop,
    teaching,
    watching,
)
from reader.page.box import Box, NoPicturedPupil, PicturedPupil, TableLike, TraySetUp
from reader.page.devices import Devices
from reader.page.errors import RefusalError
from reader.page.feed import Feed
from reader.page.guard import CHANGING, LOOKING, Guard
from reader.page.hosts import own_names
from reader.page.lens import Lens
from reader.page.limits import Limit
from reader.page.pairing import ON_ITS_SCREEN, Pairing, six_digits
from reader.page.reckoner import Reckoner
from reader.page.sentences import sentence_of
from reader.table.restore import utc_now

SAID: Final = {404: "there is nothing here", 405: "that cannot be done here"}


def make_box(
    table: TableLike,
    lens: Lens,
    folder: Path,
    presets: tuple[str, ...],
    announce: Callable[[str], None],
    *,
    shows_code: Callable[[], str] = lambda: ON_ITS_SCREEN,
    clock: Callable[[], float] = time.monotonic,
    new_code: Callable[[], str] = six_digits,
    set_up: TraySetUp | None = None,
    pupil: PicturedPupil | None = None,
) -> Box:
    """`announce` shows the pairing code where only somebody beside the box sees it, and "" takes it away."""
    run = secrets.token_hex(4)
    return Box(
        table=table,
        lens=lens,
        folder=folder,
        presets=presets,
        feed=Feed(table, lambda: lens.seen, run),
        devices=Devices(folder, utc_now),
        pairing=Pairing(announce, clock, new_code),
        reckoner=Reckoner(),
        run=run,
        shows_code=shows_code,
        clock=clock,
        set_up=set_up,
        pupil=pupil or NoPicturedPupil(),
    )


def make_app(box: Box, names: tuple[str, ...] = ()) -> FastAPI:
    """`names` are others by which the page is called, besides the machine's own."""
    app = FastAPI(
        title="dice-reader",
        version=version("dice-reader"),
        summary="What the dice on the tray came to, and what to throw next.",
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
        lifespan=_while_serving,
    )
    app.state.box = box
    app.state.sockets = set()
    rooms = (files, watching, calibrating, choosing, commanding, doors, records, condition, power, tabletop, teaching)
    for room in rooms:
        app.include_router(room.router)
    app.add_exception_handler(RefusalError, _refused)
    app.add_exception_handler(RequestValidationError, _not_understood)
    app.add_exception_handler(HTTPException, _http_error)
    looking, changing = Limit(LOOKING, box.clock), Limit(CHANGING, box.clock)
    app.add_middleware(Guard, names=own_names(names), looking=looking, changing=changing)
    return app


@asynccontextmanager
async def _while_serving(app: FastAPI) -> AsyncIterator[None]:
    box: Box = app.state.box
    box.feed.open(asyncio.get_running_loop())
    try:
        yield
    finally:
        box.feed.close()
        await box.reckoner.close()


def _refused(_request: Request, refusal: Exception) -> Response:
    assert isinstance(refusal, RefusalError)
    return JSONResponse({"error": refusal.sentence}, refusal.status, headers=refusal.headers)


def _not_understood(_request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    return JSONResponse({"error": sentence_of(error.errors())}, 422)


def _http_error(_request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    if isinstance(error.__cause__, RefusalError):  # the guard's, met while the body was read
        return _refused(_request, error.__cause__)
    sentence = SAID.get(error.status_code, str(error.detail))
    return JSONResponse({"error": sentence}, error.status_code, headers=error.headers)
