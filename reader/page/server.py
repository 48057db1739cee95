"""Serves the page beside the worker: a thread of its own, in the same process."""

from __future__ import annotations

import asyncio
import errno
import socket
from concurrent.futures import Future
from threading import Thread
from types import TracebackType
from typing import Final, Self

import uvicorn
from fastapi import FastAPI

from reader.page.box import Box
from reader.page.errors import PageError
from reader.page.guard import MOST_BODY_BYTES
from reader.page.hosts import address_for

BACKLOG: Final = 128
CLOSE_TIMEOUT_S: Final = 5.0


class PageServer:
    """Bound when it is made, serving when it is entered."""

    def __init__(self, app: FastAPI, host: str, port: int) -> None:
        """Raises PageError if the address cannot be had."""
        self._socket = _bound(host, port)
        self._box: Box = app.state.box
        self._started: Future[None] = Future()
        self._server = _Server(_config(app), self._started)
        self._thread = Thread(target=self._serve, name="page", daemon=True)
        self.host, self.port = host, int(self._socket.getsockname()[1])

    @property
    def address(self) -> str:
        """As it is typed into a browser."""
        return address_for(self.host, self.port)

    def start(self) -> None:
        self._thread.start()
        self._started.result()

    def close(self) -> None:
        """Lets everybody go who watches. May be called twice."""
        loop = self._server.loop
        if loop is not None and not loop.is_closed():
            loop.call_soon_threadsafe(self._box.feed.close)
        self._server.should_exit = True
        if self._thread.is_alive():
            self._thread.join(CLOSE_TIMEOUT_S)
        self._socket.close()

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _serve(self) -> None:
        try:
            self._server.run([self._socket])
        finally:
            if not self._started.done():
                self._started.set_exception(PageError("the page could not be started; its log says why"))


class _Server(uvicorn.Server):
    def __init__(self, config: uvicorn.Config, started: Future[None]) -> None:
        super().__init__(config)
        self._is_up = started
        self.loop: asyncio.AbstractEventLoop | None = None

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        self.loop = asyncio.get_running_loop()
        await super().startup(sockets)
        if self.started:
            self._is_up.set_result(None)


def _config(app: FastAPI) -> uvicorn.Config:
    return uvicorn.Config(
        app,
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,
        lifespan="on",
        ws="websockets-sansio",
        ws_max_size=MOST_BODY_BYTES,
        timeout_graceful_shutdown=2,
    )


def _bound(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family, backlog=BACKLOG)
    except (OSError, OverflowError) as error:
        number = error.errno if isinstance(error, OSError) else None
        if number == errno.EADDRINUSE:
            raise PageError(f"port {port} is taken by another program; set page.port to another one") from error
        if number == errno.EACCES:
            raise PageError(f"port {port} needs more rights; set page.port to 1024 or more") from error
        raise PageError(f"{host} is no address of this machine; set page.host to 0.0.0.0 or 127.0.0.1") from error
