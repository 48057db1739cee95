"""At the door, before anything is read: Host, Origin, how much, how often; and what browsers must not do with us."""

from __future__ import annotations

import json
from typing import Final

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from reader.page.errors import RefusalError, spoken_wait
from reader.page.hosts import is_ours
from reader.page.limits import Allowance, Limit

MOST_BODY_BYTES: Final = 16_384
LOOKING: Final = Allowance(at_once=400, a_second=60)
"""A page with its scripts is thirty requests; a family of tablets may come from one address."""
CHANGING: Final = Allowance(at_once=30, a_second=5)
READING_METHODS: Final = ("GET", "HEAD", "OPTIONS")
HEADERS: Final = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
        "manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}


class Guard:
    """ASGI middleware; outermost."""

    def __init__(self, app: ASGIApp, names: frozenset[str], looking: Limit, changing: Limit) -> None:
        self._app = app
        self._names = names
        self._looking = looking
        self._changing = changing

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        if scope["type"] == "http":
            send = _with_headers(send)
        try:
            self._check(scope)
            if scope["type"] == "http":
                receive = _bounded(receive)
            await self._app(scope, receive, send)
        except RefusalError as refusal:
            await _refuse(scope, send, refusal)

    def _check(self, scope: Scope) -> None:
        headers = Headers(scope=scope)
        if not is_ours(headers.get("host", ""), self._names):
            raise RefusalError(
                421, "this box is not called that; use its address in numbers, or add the name to page.names"
            )
        is_reading = scope["type"] == "http" and scope["method"] in READING_METHODS
        if scope["type"] == "http" and not is_reading and is_foreign(headers):
            raise RefusalError(403, "another site's page may not command this box")
        limit = self._looking if is_reading else self._changing
        wait_s = limit.wait_s(scope["client"][0] if scope.get("client") else "")
        if wait_s:
            raise RefusalError(429, f"too many requests at once; wait {spoken_wait(wait_s)}", wait_s=wait_s)
        length = headers.get("content-length", "0")
        if length.isascii() and length.isdigit() and int(length[:12]) > MOST_BODY_BYTES:
            raise _TOO_LARGE


_TOO_LARGE = RefusalError(413, f"no request needs more than {MOST_BODY_BYTES} bytes")


def is_foreign(headers: Headers) -> bool:
    """Sent by a browser for a page that is not ours. Programs that are no browsers send neither header."""
    origin, site = headers.get("origin"), headers.get("sec-fetch-site")
    if origin is not None:
        return origin not in (f"http://{headers.get('host')}", f"https://{headers.get('host')}")
    return site is not None and site not in ("same-origin", "none")


def _with_headers(send: Send) -> Send:
    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
        await send(message)

    return sending


def _bounded(receive: Receive) -> Receive:
    """A body that comes in pieces is counted too."""
    taken = 0

    async def receiving() -> Message:
        nonlocal taken
        message = await receive()
        taken += len(message.get("body", b""))
        if taken > MOST_BODY_BYTES:
            raise _TOO_LARGE
        return message

    return receiving


async def _refuse(scope: Scope, send: Send, refusal: RefusalError) -> None:
    if scope["type"] == "websocket":
        await send({"type": "websocket.close", "code": 1008, "reason": refusal.sentence[:120]})
        return
    body = json.dumps({"error": refusal.sentence}, ensure_ascii=False).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    headers += [(name.lower().encode(), value.encode()) for name, value in refusal.headers.items()]
    await send({"type": "http.response.start", "status": refusal.status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
