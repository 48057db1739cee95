"""Looking: what is shown now, every readout as it comes, the pictures and the box's own screen. Anybody may."""

from __future__ import annotations

import io
from collections.abc import AsyncIterator
from typing import Annotated, Any, Final

from fastapi import APIRouter, Header, Path, Query
from starlette.concurrency import run_in_threadpool
from starlette.responses import FileResponse, Response, StreamingResponse

from hardware.panels.screens import draw
from reader.page.box import Box, TheBox
from reader.page.errors import RefusalError
from reader.page.lens import Seen
from reader.page.wire import State
from reader.table.pictures import as_jpeg, picture_called

MOST_VIEWERS: Final = 200
RETRY_MS: Final = 1000
"""After how long a browser comes back when the connection was lost."""
SCREEN_SCALE: Final = 4
"""How many times larger the mirrored screen is: its pixels are meant to be seen."""
MOST: Final = 1 << 53
FOR_EVER: Final = {"Cache-Control": "private, max-age=31536000, immutable"}
NEVER_KEPT: Final = {"Cache-Control": "no-store"}
ERROR: Final[dict[str, Any]] = {
    "content": {
        "application/json": {
            "schema": {"type": "object", "properties": {"error": {"type": "string"}}, "required": ["error"]}
        }
    }
}
JPEG: Final[dict[int | str, dict[str, Any]]] = {
    200: {"content": {"image/jpeg": {}}, "description": "The picture."},
    404: {"description": "There is no such picture, or not any more.", **ERROR},
}

router = APIRouter(tags=["look"])


@router.get("/api/state", response_model=State)
async def state(box: TheBox) -> dict[str, Any]:
    """What the box shows now."""
    return box.feed.current.state


@router.get(
    "/api/events",
    response_class=Response,
    responses={
        200: {"content": {"text/event-stream": {}}, "description": "A `readout` event for each, the data as `State`."},
        503: {"description": "Too many are watching.", **ERROR},
    },
)
async def events(box: TheBox, last_event_id: Annotated[str, Header(max_length=100)] = "") -> StreamingResponse:
    """Every readout as it comes: server-sent events. The first is the current one; with `Last-Event-ID` those that were
    missed since."""
    if box.feed.viewers >= MOST_VIEWERS:
        raise RefusalError(503, "too many are watching already", wait_s=10)
    headers = {**NEVER_KEPT, "X-Accel-Buffering": "no"}
    return StreamingResponse(_stream(box, last_event_id), media_type="text/event-stream", headers=headers)


async def _stream(box: Box, last_id: str) -> AsyncIterator[str]:
    yield f"retry: {RETRY_MS}\n\n"
    async for shown in box.feed.follow(last_id):
        yield f"id: {shown.id}\nevent: readout\ndata: {shown.text}\n\n" if shown else ": still here\n\n"


@router.get("/api/throws/{number}.jpg", response_class=Response, responses=JPEG)
def throw_picture(box: TheBox, number: Annotated[int, Path(ge=1, le=MOST)]) -> FileResponse:
    """The picture of a throw that is on record."""
    path = picture_called(box.folder, f"{number}.jpg")
    if path is None:
        raise RefusalError(404, "there is no such picture, or not any more")
    return FileResponse(path, media_type="image/jpeg", headers=FOR_EVER)


@router.get("/api/looks/{number}.jpg", response_class=Response, responses=JPEG)
async def look_picture(box: TheBox, number: Annotated[int, Path(ge=1, le=MOST)]) -> Response:
    """The picture of the last look at the tray, also if nothing was counted."""
    return await _jpeg(box.lens.seen, number)


@router.get("/api/camera/{number}.jpg", response_class=Response, responses=JPEG)
async def camera_picture(box: TheBox, number: Annotated[int, Path(ge=1, le=MOST)]) -> Response:
    """The last picture that was taken to set up the camera."""
    return await _jpeg(box.lens.glanced, number)


async def _jpeg(seen: Seen | None, number: int) -> Response:
    if seen is None or seen.number != number:
        raise RefusalError(404, "that picture is gone")
    return Response(await run_in_threadpool(as_jpeg, seen.picture), media_type="image/jpeg", headers=NEVER_KEPT)


@router.get(
    "/api/screen.png",
    response_class=Response,
    responses={200: {"content": {"image/png": {}}, "description": "The picture."}},
)
def screen(box: TheBox, tick: Annotated[int, Query(ge=0, le=10_000, description="Which page of it.")] = 0) -> Response:
    """What the box's own screen shows, save for pairing codes."""
    image = draw(box.table.readout, tick).image
    large = image.resize((image.width * SCREEN_SCALE, image.height * SCREEN_SCALE))
    file = io.BytesIO()
    large.save(file, "PNG")
    return Response(file.getvalue(), media_type="image/png", headers=NEVER_KEPT)
