"""The page's own files, read once: what is not in the list does not exist, so no path is ever made from a request."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Final

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from reader.page.errors import RefusalError

TYPES: Final = {
    "html": "text/html; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "svg": "image/svg+xml",
    "webmanifest": "application/manifest+json",
}
PAGES: Final = {"/": "index.html", "/overlay": "overlay.html"}

router = APIRouter(include_in_schema=False)


@dataclass(frozen=True, slots=True)
class File:
    body: bytes
    kind: str
    tag: str


@cache
def all_files() -> dict[str, File]:
    """By the path under which they are asked for."""
    found: dict[str, File] = {}
    for entry in files("reader.page").joinpath("static").iterdir():
        kind = TYPES.get(entry.name.rpartition(".")[2])
        if kind is not None:
            body = entry.read_bytes()
            found[f"/static/{entry.name}"] = File(body, kind, f'"{hashlib.sha256(body).hexdigest()[:16]}"')
    for path, name in PAGES.items():
        found[path] = found[f"/static/{name}"]
    found["/favicon.ico"] = found["/static/icon.svg"]
    return found


@router.get("/", operation_id="page")
@router.get("/overlay", operation_id="overlay")
@router.get("/favicon.ico", operation_id="icon")
@router.get("/static/{name}", operation_id="file")
async def file(request: Request) -> Response:
    found = all_files().get(request.url.path)
    if found is None:
        raise RefusalError(404, "there is no such file")
    headers = {"ETag": found.tag, "Cache-Control": "no-cache"}
    if request.headers.get("if-none-match") == found.tag:
        return Response(status_code=304, headers=headers)
    return Response(found.body, media_type=found.kind, headers=headers)
